import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StillElement } from '../../scene/schema/scene.ts';
import { openPreview, type Preview } from '../../compose/preview.ts';
import { contentOf } from '../../scene/content/content.ts';
import { openBrowser } from '../kit/browser.ts';
import { builtOutputPage as outputPage } from '../kit/built.ts';
import { ids, smallShow } from '../kit/service/small-show.ts';

let browser: Browser;
let folder: string;
let preview: Preview;
let page: Page;
let told: string[];
beforeAll(async () => (browser = await openBrowser()));
afterAll(() => browser.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overlay-preview-test-'));
  told = [];
});
afterEach(async () => {
  await page.close();
  await preview.close();
  rmSync(folder, { recursive: true });
});

const file = (): string => join(folder, 'show.json');

/** The small show, with these elements in its title. */
function save(elements: StillElement[]): void {
  const content = contentOf(smallShow);
  content.compositions[ids.title]!.elements = elements;
  writeFileSync(file(), JSON.stringify(content));
}
const plate = (fill: string): StillElement => ({
  kind: 'box',
  id: 'plate',
  frame: { x: 0, y: 0, width: 1920, height: 1080 },
  fill,
});

async function open(): Promise<void> {
  preview = await openPreview({
    file: file(),
    port: 0,
    outputPage,
    demoMedia: folder,
    warn: (line) => void told.push(line),
  });
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(preview.url);
}

/** Resolves when the middle of the picture is of this color. */
async function middleIs(wanted: [number, number, number]): Promise<void> {
  const box = (await page.locator('#picture').boundingBox())!;
  const clip = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2), width: 4, height: 4 };
  await expect
    .poll(async () => pixel(await page.screenshot({ clip })), { interval: 100 })
    .toEqual(wanted);
}

/** The color of the first pixel, read by the browser itself. */
async function pixel(png: Buffer): Promise<number[]> {
  return page.evaluate(async (source) => {
    const bitmap = await createImageBitmap(
      new Blob([Uint8Array.from(atob(source), (sign) => sign.charCodeAt(0))], { type: 'image/png' }),
    );
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  }, png.toString('base64'));
}

const button = (title: string) => page.getByTitle(title, { exact: true });
const red: [number, number, number] = [255, 0, 0];
const lime: [number, number, number] = [0, 255, 0];
const blue: [number, number, number] = [0, 0, 255];

describe('a preview', () => {
  it('takes every sub-composition In and Out', async () => {
    save([plate('red')]);
    await open();
    await expect
      .poll(() => page.locator('#subs button').evaluateAll((all) => all.map((one) => (one as HTMLButtonElement).title)))
      .toEqual([
        'Lower Third: In',
        'Lower Third: Out1',
        'Lower Third: Out2',
        'Title: In',
        'Title: Out',
        'Score: In',
        'Score: Out',
        'Home: In',
        'Home: Out',
        'Lower Third: In',
        'Lower Third: Out',
      ]);
    await button('Title: In').click();
    await middleIs(red);
    expect(await button('Title: In').getAttribute('aria-pressed')).toBe('true');
    await button('Title: Out').click();
    await expect.poll(async () => page.locator('#status').textContent()).toBe('Shown.');
    expect(await button('Title: In').getAttribute('aria-pressed')).toBe('false');
  });

  it('follows the file, and keeps what is In', async () => {
    save([plate('red')]);
    await open();
    await button('Title: In').click();
    await middleIs(red);
    save([plate('lime')]);
    await middleIs(lime);
  });

  it('keeps the last good picture while the file is bad, and says over it what is wrong', async () => {
    save([plate('red')]);
    await open();
    await button('Title: In').click();
    await middleIs(red);
    writeFileSync(file(), '{"command": ');
    const problems = page.getByRole('alert');
    await problems.waitFor();
    expect(await problems.locator('li').allTextContents()).toEqual([
      'line 1, column 13: is not JSON: Unexpected end of JSON input',
    ]);
    save([{ ...plate('red'), fil: 'lime' } as unknown as StillElement]);
    await expect
      .poll(() => problems.locator('li').allTextContents())
      .toEqual([`compositions["${ids.title}"].elements[0].fil: there is no such property here`]);
    await middleIs(red);
    rmSync(file());
    await expect.poll(() => problems.locator('li').allTextContents()).toEqual(['there is no such file']);
    await middleIs(red);
    save([plate('blue')]);
    await problems.waitFor({ state: 'hidden' });
    await middleIs(blue);
  });

  it('begins with a file that is bad', async () => {
    writeFileSync(file(), '[]');
    await open();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('expected record, received array');
    save([plate('lime')]);
    await button('Title: In').click();
    await middleIs(lime);
    expect(told).toContain('show.json: expected record, received array');
  });

  it('says beside the picture what is most likely not meant', async () => {
    save([{ ...plate('red'), frame: { x: 5000, y: 0, width: 10, height: 10 } }]);
    await open();
    const line = page.locator('#warnings li', { hasText: 'stands outside of the picture' });
    await line.waitFor();
    expect(await line.textContent()).toBe(
      `compositions["${ids.title}"].elements[0].frame: stands outside of the picture while it is In`,
    );
  });

  it('shows the pictures of an unpacked bundle', async () => {
    const picture =
      '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><path fill="#0000ff" d="M0 0h16v9H0z"/></svg>';
    const name = `${createHash('sha256').update(picture).digest('hex')}.svg`;
    mkdirSync(join(folder, 'media'));
    writeFileSync(join(folder, 'media', name), picture);
    const frame = { x: 0, y: 0, width: 1920, height: 1080 };
    save([{ kind: 'image', id: 'ground', frame, source: `/media/assets/${name}`, fit: 'cover' }]);
    await open();
    await button('Title: In').click();
    await middleIs(blue);
  });

  it('leaves nothing behind', async () => {
    const left = (): string[] => readdirSync(tmpdir()).filter((name) => /^overlay-preview-(?!test)/.test(name));
    const before = left();
    save([plate('red')]);
    await open();
    const made = left().filter((name) => !before.includes(name));
    expect(made.length).toBeGreaterThan(0);
    await preview.close();
    expect(made.filter((name) => existsSync(join(tmpdir(), name)))).toEqual([]);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ mainComposition: ids.root });
  });
});

describe('its page', () => {
  it('is for this machine alone', async () => {
    save([plate('red')]);
    await open();
    const { port } = new URL(preview.url);
    const headers = { host: `evil.example:${port}` };
    const asked = get({ host: '127.0.0.1', port, path: '/updates', headers });
    const [elsewhere] = (await once(asked, 'response')) as [IncomingMessage];
    expect(elsewhere.statusCode).toBe(403);
    elsewhere.destroy();
    expect((await fetch(`${preview.url}../../package.json`)).status).toBe(404);
  });

  it('is refused on a port that is taken', async () => {
    save([plate('red')]);
    await open();
    const { port } = new URL(preview.url);
    const again = openPreview({
      file: file(),
      port: Number(port),
      outputPage,
      demoMedia: folder,
      warn: () => undefined,
    });
    await expect(again).rejects.toThrow(`The port ${port} cannot be used: `);
  });
});
