import { performance } from 'node:perf_hooks';
import type { BrowserContext, Page } from 'playwright';
import { launchBrowser } from '../../test/kit/browser.ts';
import { type Figure, figureLine } from '../service/figure.ts';
import { quantile } from '../service/rounds.ts';
import type { OutputBenchOptions } from './options.ts';
import { openStage } from './stage.ts';
import { together } from './twenty-graphics.ts';

const viewport = { width: 1920, height: 1080 };

/** Bytes that came over the network, headers included, by what they were for. */
type Bytes = Map<string, number>;

/** One opening of the page: how long (ms) until its first right picture, and what it had to fetch. */
interface Load {
  took: number;
  bytes: Bytes;
}

/** From the address to the first frame with the whole picture in it, by browsers that know the page and that do not. */
export async function pageLoadFigures({ loads }: OutputBenchOptions): Promise<string[]> {
  const browser = await launchBrowser();
  const stage = await openStage();
  const [empty, filled]: [Load[], Load[]] = [[], []];
  for (let turn = -1; turn < loads; turn++) {
    const context = await browser.newContext({ viewport });
    await context.addInitScript(tellFirstRightPicture, together);
    const first = await load(context, stage.onair);
    const second = await load(context, stage.onair);
    await context.close();
    // The very first one is that of a browser and a service that were just started.
    if (turn < 0) continue;
    empty.push(first);
    filled.push(second);
  }
  await browser.close();
  await stage.close();
  return [
    ...figuresOf('cache empty', empty).map(figureLine),
    ...figuresOf('cache filled', filled).map(figureLine),
    bytesLine('cache empty', empty.at(-1)!.bytes),
    bytesLine('cache filled', filled.at(-1)!.bytes),
  ];
}

async function load(context: BrowserContext, address: string): Promise<Load> {
  const page = await context.newPage();
  const bytes = await countBytes(page);
  const began = performance.timeOrigin + performance.now();
  await page.goto(address);
  const right = await page.evaluate(
    () => (window as unknown as { firstRightPicture: Promise<number> }).firstRightPicture,
  );
  await page.close();
  return { took: right - began, bytes };
}

/** Everything that the page fetches from now on is added up in what is given. */
async function countBytes(page: Page): Promise<Bytes> {
  const session = await page.context().newCDPSession(page);
  const types = new Map<string, string>();
  const bytes: Bytes = new Map();
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? 'Other';
    bytes.set(type, (bytes.get(type) ?? 0) + encodedDataLength);
  });
  await session.send('Network.enable');
  return bytes;
}

/**
 * In the page, before anything of it runs: the time (ms since the epoch) of the first frame callback at which as many
 * graphics as are on air are In, their pictures are decoded, and no font is on its way.
 */
function tellFirstRightPicture(onAir: number): void {
  const isRight = (): boolean =>
    document.documentElement.dataset.revision !== undefined &&
    document.querySelectorAll('section[data-state=In]').length > onAir &&
    // A font is asked for when words in it are laid out.
    document.body.offsetHeight > 0 &&
    document.images.length >= onAir &&
    [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0) &&
    document.fonts.status === 'loaded';
  const found = new Promise<number>((resolve) => {
    const look = (): void => {
      if (isRight()) resolve(performance.timeOrigin + performance.now());
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  Object.assign(window, { firstRightPicture: found });
}

function figuresOf(cache: string, loads: readonly Load[]): Figure[] {
  const took = loads.map((one) => one.took);
  return [
    {
      name: `page load to first right picture, ${cache}, median`,
      value: quantile(took, 0.5),
      unit: 'ms',
      target: { atMost: 500 },
      note: `worst ${Math.max(...took).toFixed(0)} ms, n ${took.length}`,
    },
  ];
}

function bytesLine(cache: string, bytes: Bytes): string {
  const whole = [...bytes.values()].reduce((sum, one) => sum + one, 0);
  const parts = [...bytes].map(([type, count]) => `${type} ${(count / 1024).toFixed(1)}`);
  return `  fetched, ${cache}: ${(whole / 1024).toFixed(1)} KiB (${parts.join(', ')})`;
}
