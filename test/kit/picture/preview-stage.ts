import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Frame, Page } from 'playwright';
import type { Composition } from '../../../scene/schema/composition.ts';
import type { PreviewAnswer, PreviewItem, PreviewRequest } from '../../../contract/service-api/preview-page.ts';

const media = fileURLToPath(new URL('../../../service/demo/pictures', import.meta.url));
const kinds: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
/** A page that holds nothing but the preview, and keeps what that says. */
const around = `<!doctype html><style>body{margin:0}iframe{border:0;width:100vw;height:100vh;display:block}</style><script>
  var composition, heard = []; addEventListener('message', ({ data }) => heard.push(data));</script><iframe></iframe>`;

/** When it is in every picture: 2026-11-21 18:42:07 UTC. */
const moment = Date.UTC(2026, 10, 21, 18, 42, 7);

/** How a preview stage looks. */
export interface StageLook {
  /** Pixels of the picture. */
  width: number;
  height: number;
  /** The ground, as the page's address takes it (`808080`); none, so that the picture is transparent, where it is absent. */
  ground?: string;
  layer?: 'fill' | 'key';
}

/** What is to be seen of one sub-composition: its state, or a place on a timeline, `share` of its length from its beginning. */
export interface Seen extends PreviewItem {
  held?: { line: 'in' | 'out2'; share: number } | undefined;
}

/**
 * The built preview page in Chromium, which draws one composition and stands still: its clock stops at one moment, loops
 * are at their beginning, and a graphic on its way is held.
 */
export class PreviewStage {
  readonly #server: Server;
  readonly #page: Page;
  readonly #preview: Frame;
  readonly #devTools: CDPSession;
  readonly #transparent: boolean;

  private constructor(server: Server, of: { page: Page; preview: Frame; devTools: CDPSession; look: StageLook }) {
    this.#server = server;
    this.#page = of.page;
    this.#preview = of.preview;
    this.#devTools = of.devTools;
    this.#transparent = (of.look.ground ?? of.look.layer) === undefined;
  }

  /** Opens it in a browser, with the page that was built into a directory. */
  static async open(
    { browser, pageDirectory }: { browser: Browser; pageDirectory: string },
    drawn: Composition,
    look: StageLook,
  ): Promise<PreviewStage> {
    const { width, height, ground, layer } = look;
    const server = serving(pageDirectory).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const page = await browser.newPage({ viewport: { width, height } });
    await page.addInitScript(standStill, moment);
    await page.goto(root);
    await page.evaluate(
      (address) => {
        document.querySelector('iframe')!.src = address;
      },
      `${root}/preview/?aspect=${width}:${height}${ground === undefined ? '' : `&bgcolor=${ground}`}${layer === undefined ? '' : `&layer=${layer}`}`,
    );
    await page.evaluate((given) => void (composition = given), drawn);
    await page.waitForFunction(() => heard.some(({ type }) => type === 'ready'));
    const preview = page.frames().find((frame) => frame.url().includes('/preview/'));
    if (!preview) throw new Error('the page has no preview in it');
    const devTools = await page.context().newCDPSession(page);
    return new PreviewStage(server, { page, preview, devTools, look });
  }

  /** A PNG file of these, and nothing else; throws where something of them cannot be drawn. */
  async picture(...seen: Seen[]): Promise<Buffer> {
    const items = seen.map(({ held: _, ...item }) => item);
    await this.#show({ items });
    await this.#preview.evaluate(stopLoops);
    for (const { id, held } of seen) {
      if (!held) continue;
      await this.#show({ items, hold: { id, line: held.line, time: 0 } });
      if (held.share === 0) continue;
      const time = (await this.#preview.evaluate(lengthOfLine)) * held.share;
      await this.#show({ items, hold: { id, line: held.line, time } });
    }
    return this.#drawn();
  }

  /** A PNG file of a sub-composition that played In to its end and is half way out again by Out1. */
  async leaving({ id, payload }: PreviewItem): Promise<Buffer> {
    await this.#show({ items: [] });
    await this.#show({ items: [{ id, payload, state: 'In' }], action: 'play' });
    await this.#preview.evaluate(playToEnd);
    await this.#preview.evaluate(stopLoops);
    await this.#halfWay({ items: [{ id, payload, state: 'Out1' }], action: 'play' });
    await this.#preview.evaluate(lineHalfWay);
    return this.#drawn();
  }

  /** A PNG file of the moment half way between two values of the same sub-composition, both In. */
  async change(before: PreviewItem, after: PreviewItem): Promise<Buffer> {
    await this.#show({ items: [before] });
    await this.#preview.evaluate(stopLoops);
    await this.#halfWay({ items: [after], action: 'play' });
    return this.#drawn();
  }

  /** Shows something of which all that begins to move stands still half way, from its beginning on: no time passes. */
  async #halfWay(of: Drawing): Promise<void> {
    await this.#preview.evaluate(() => void (halfWay = []));
    await this.#show(of);
    await this.#preview.evaluate(() => {
      begun = halfWay ?? [];
      halfWay = undefined;
    });
  }

  async close(): Promise<void> {
    await this.#page.close();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** A PNG file of what stands there now. */
  async #drawn(): Promise<Buffer> {
    await this.#page.evaluate(framesDrawn);
    if (this.#transparent) return this.#page.screenshot({ omitBackground: true });
    // Playwright's own waits for fonts and frames, which stand still here, and packs the file for a disk.
    const { data } = await this.#devTools.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    return Buffer.from(data, 'base64');
  }

  async #show(of: Drawing): Promise<void> {
    const answer = await this.#page.evaluate(ask, of);
    const problems = answer.type === 'shown' ? answer.problems : [JSON.stringify(answer)];
    if (problems.length > 0) throw new Error(`it cannot be drawn: ${problems.join('; ')}`);
  }
}

type Drawing = Partial<Extract<PreviewRequest, { type: 'show' }>>;

/** What the page around keeps. */
declare let composition: Composition;
declare const heard: PreviewAnswer[];
/** In the preview: what has begun to move, each standing still half way; undefined while all moves as it should. */
declare let halfWay: Animation[] | undefined;
/** In the preview: the same, of what was shown last. */
declare let begun: Animation[];

function serving(pageDirectory: string): Server {
  return createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://stage').pathname);
    if (path === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(around);
    const file = path.startsWith('/media/demo/')
      ? join(media, path.slice('/media/demo/'.length))
      : join(pageDirectory, path === '/preview/' ? 'index.html' : path.replace('/preview/', ''));
    readFile(file).then(
      (content) => response.writeHead(200, { 'content-type': kinds[extname(file)] ?? 'font/woff2' }).end(content),
      () => response.writeHead(404).end(),
    );
  });
}

/** In the page around: asks the preview, and waits for its answer. */
async function ask(drawing: Drawing): Promise<PreviewAnswer> {
  heard.length = 0;
  const request: PreviewRequest = { type: 'show', composition, action: 'jump', items: [], ...drawing };
  document.querySelector('iframe')!.contentWindow!.postMessage(request, '*');
  while (!heard[0]) await new Promise((resolve) => addEventListener('message', resolve, { once: true }));
  return heard[0];
}

/** In every page, before anything else runs in it. */
function standStill(now: number): void {
  Object.defineProperty(performance, 'timeOrigin', { value: now });
  performance.now = () => 0;
  const animate = Element.prototype.animate;
  Object.assign(window, { halfWay: undefined, begun: [] });
  Element.prototype.animate = function (...of) {
    const animation = animate.apply(this, of);
    if (halfWay) {
      animation.pause();
      animation.currentTime = Number(animation.effect?.getComputedTiming().endTime ?? 0) / 2;
      halfWay.push(animation);
    }
    return animation;
  };
}

/** In the preview: how long (ms) the line is that is held. All that moves on a line takes as long. */
function lengthOfLine(): number {
  return Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0)));
}

/** In the preview: what comes to an end does so now, and what follows on it. */
async function playToEnd(): Promise<void> {
  const ending = (): Animation[] =>
    document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  for (let left = ending(); left.length > 0; left = ending()) {
    for (const animation of left) animation.finish();
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** In the preview: what has begun is one line, and stands half way of that. */
function lineHalfWay(): void {
  const line = begun.filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  const ends = line.map(({ effect }) => Number(effect?.getComputedTiming().endTime));
  for (const animation of line) animation.currentTime = Math.max(...ends) / 2;
}

/** In the preview: what still runs are loops. */
function stopLoops(): void {
  for (const animation of document.getAnimations()) {
    animation.pause();
    animation.currentTime = 0;
  }
}

async function framesDrawn(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}
