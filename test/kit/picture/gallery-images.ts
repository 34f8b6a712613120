import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import type { Browser } from 'playwright';
import type { Payload } from '../../../contract/model/field.ts';
import { compositionWith, gallery } from '../../../gallery/gallery.ts';
import { apiClient } from '../service/api-client.ts';
import { launchBrowser } from '../browser.ts';
import { builtOutputPage } from '../built.ts';
import { PreviewStage } from './preview-stage.ts';
import { startSmallService } from '../service/small-service.ts';

/**
 * Draws the pictures of `docs/images/` that show the gallery, from what the project itself puts on air: run it with
 * `node_modules/.bin/node test/kit/picture/gallery-images.ts` after a template was changed.
 */

const images = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
const media = fileURLToPath(new URL('../../../service/demo/pictures', import.meta.url));

let given = 0;
const composition = compositionWith('Gallery', gallery, () => {
  given += 1;
  return `00000000-0000-4000-8000-${String(given).padStart(12, '0')}`;
});
const subs = new Map(gallery.map(({ id }, at) => [id, composition.root.subcompositions[at]?.id ?? '']));

/** A football evening: what is on air in `program.png`. */
const onAir: Record<string, Payload> = {
  scoreboard: {
    homeScore: '2',
    awayScore: '1',
    period: '2nd half',
    clock: { UTC: 0, isRunning: false, value: 4_032_000 },
  },
  bug: { text: 'SPORT 1' },
  'lower-third': {
    name: 'Jonas Lindqvist',
    role: 'Harbour City, his 200th match for the club',
    logo: '/media/demo/harbour-city.svg',
  },
  ticker: {
    speed: '0',
    label: 'Full time',
    headlines: ['Saltmarsh Rovers 0 – 3 Old Quay', 'Westmoor 1 – 1 Kingsferry', 'Eastcliff 2 – 0 Morland'].join('\n'),
  },
};

const size = { width: 1920, height: 1080 };
const house = { browser: await launchBrowser(), pageDirectory: builtOutputPage };
writeFileSync(`${images}program.png`, await program());
writeFileSync(`${images}gallery.png`, await contactSheet());
await eachTemplate();
await house.browser.close();

/** The on-air page of a real service, over a picture of a stadium, as a mixer puts it together. */
async function program(): Promise<Buffer> {
  const service = await startSmallService({ composition, outputPage: house.pageDirectory, demoMedia: media });
  const update = Object.entries(onAir).map(([id, payload]) => ({
    subCompositionId: subs.get(id),
    state: 'In',
    payload,
  }));
  const { status, body } = await apiClient({ url: service.app }).patch('/control', update);
  if (status !== 200) throw new Error(`The service refused it: ${JSON.stringify(body)}`);
  const graphics = await shot(house.browser, service.onairUrl);
  const camera = await shot(house.browser, new URL(`file://${media}/stadium.svg`).href);
  await service.close();
  return over(graphics, camera);
}

/** A PNG file of a page, transparent where nothing is, when nothing moves on it that ends. */
async function shot(browser: Browser, url: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: size });
  await page.goto(url);
  if (url.startsWith('http')) await page.waitForSelector('html[data-revision]');
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect }) => effect?.getTiming().iterations === Infinity),
  );
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture;
}

/** One PNG file over another. */
function over(top: Buffer, bottom: Buffer): Buffer {
  const [front, back] = [PNG.sync.read(top), PNG.sync.read(bottom)];
  for (let at = 0; at < back.data.length; at += 4) {
    const alpha = (front.data[at + 3] ?? 0) / 255;
    for (let part = at; part < at + 3; part += 1) {
      back.data[part] = Math.round((front.data[part] ?? 0) * alpha + (back.data[part] ?? 0) * (1 - alpha));
    }
  }
  return packed(back);
}

/** A picture of each template, on a ground that is neither light nor dark. */
async function eachTemplate(): Promise<void> {
  const stage = await PreviewStage.open(house, composition, { width: 960, height: 540, ground: '66768f' });
  mkdirSync(`${images}gallery`, { recursive: true });
  for (const { id } of gallery) {
    const picture = await stage.picture({ id: subs.get(id) ?? '', state: 'In' });
    writeFileSync(`${images}gallery/${id}.png`, packed(PNG.sync.read(picture)));
  }
  await stage.close();
}

function packed(picture: PNG): Buffer {
  return PNG.sync.write(picture, { colorType: 2, deflateLevel: 9, filterType: -1 });
}

/** Every template as it comes, with its name. */
async function contactSheet(): Promise<Buffer> {
  const stage = await PreviewStage.open(house, composition, { width: 960, height: 540 });
  const cells: string[] = [];
  for (const { id, name } of gallery) {
    const picture = await stage.picture({ id: subs.get(id) ?? '', state: 'In' });
    cells.push(
      `<figure><img src="data:image/png;base64,${picture.toString('base64')}"><figcaption>${name}</figcaption></figure>`,
    );
  }
  await stage.close();
  const page = await house.browser.newPage({ viewport: { width: 1800, height: 900 } });
  await page.setContent(`<style>body{margin:0;padding:20px;background:#e8ebf0;display:grid;grid-template-columns:repeat(3,1fr);
    gap:20px;font:600 18px sans-serif;color:#1b2745}figure{margin:0}img{width:100%;display:block;background:linear-gradient(155deg,#a9bbd0,#6d819d 45%,#3c4c68)}figcaption{padding:8px 0 4px}</style>${cells.join('')}`);
  const picture = await page.screenshot({ fullPage: true });
  await page.close();
  return picture;
}
