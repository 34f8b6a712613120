import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, WebSocketRoute } from 'playwright';
import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActiveSide } from '../../contract/service-api/desk-presence.ts';
import { deadAfter } from '../../contract/service-api/live-timing.ts';
import { demo, eveningNews } from '../kit/service/demo-show.ts';
import { type House, openHouse } from '../kit/picture/on-air-stage.ts';
import { frameTime, letTimePass, takeTimeOver } from '../kit/picture/page-time.ts';
import { type LiveReader, readLive } from '../kit/service/live-reader.ts';
import { type SmallService, startSmallService } from '../kit/service/small-service.ts';

// One page for main and backup, in real Chromium, on two real services.

const { lowerThird } = demo;

let house: House;
let main: SmallService;
let backup: SmallService;
let page: Page;
let desks: Record<Side, LiveReader>;
type Side = ActiveSide['side'];
const ended = new Set<SmallService>();
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  const given = { outputPage: house.pageDirectory, composition: eveningNews };
  [main, backup] = await Promise.all([startSmallService(given), startSmallService(given)]);
  await Promise.all([takeIn(main, 'Main'), takeIn(backup, 'Backup')]);
  desks = { main: readLive(main, main.token, 'desk=Desk'), backup: readLive(backup, backup.token, 'desk=Desk') };
  await Promise.all(Object.values(desks).map((desk) => desk.next()));
  page = await house.browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.addInitScript(watchFrames);
});
afterEach(async () => {
  await page.close();
  for (const service of [main, backup]) if (!ended.has(service)) await service.close();
});

async function takeIn({ app }: SmallService, name: string): Promise<void> {
  const items = [{ subCompositionId: lowerThird.id, state: 'In', payload: { name } }];
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${app}/control`, { method: 'PATCH', headers, body: JSON.stringify(items) });
  expect(await answer.text()).toBe('{"success":true}');
}

async function kill(service: SmallService): Promise<void> {
  ended.add(service);
  await service.close();
}

const embedded = () => page.frameLocator('#backup');
const say = (to: LiveReader, word: ActiveSide): void => to.socket.send(JSON.stringify({ type: 'active', ...word }));
const shows = (side: string): Promise<unknown> => page.waitForSelector(`html[data-shown=${side}]`);
/** The side that a viewer sees. */
const seen = (): Promise<string> =>
  page.evaluate(() => {
    const isSeen = (id: string): boolean => getComputedStyle(document.querySelector(id) as Element).opacity === '1';
    return ['#stage', '#backup'].filter(isSeen).join();
  });
/** Resolves once the page has counted the main as lost. */
const lost = (): Promise<unknown> => page.waitForSelector('html[data-link=lost]');
/** Resolves when the page has heard its services several times. */
const beats = async (): Promise<void> => {
  for (let count = 0; count < 4; count += 1) await desks.backup.next('beats');
};

/** What viewers see in a frame: a side, both or none, and the revision in the picture of the main. */
interface SeenFrame {
  sides: string;
  revision: string | undefined;
}

/** In the page: keeps what is seen in each frame from the first on. */
function watchFrames(): void {
  const frames: SeenFrame[] = [];
  Object.assign(window, { seenFrames: frames });
  const look = (): void => {
    const revision = document.querySelector('html')?.dataset.revision;
    const drawn = revision === undefined ? ['#backup'] : ['#stage', '#backup'];
    const opaque = drawn.filter((id) => document.querySelector<HTMLElement>(id)?.style.opacity === '');
    frames.push({ sides: opaque.join(), revision });
    requestAnimationFrame(look);
  };
  look();
}
/** Includes a frame that begins after this call. */
const frames = (): Promise<SeenFrame[]> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve(seenFrames)))');
/** The sides that were seen since the page was loaded, one after the other. */
const seenSides = async (): Promise<string[]> => {
  const all = (await frames()).map(({ sides }) => sides);
  return all.filter((sides, at) => sides !== all[at - 1]);
};

const load = (more = ''): Promise<unknown> =>
  page.goto(`${main.onairUrl}&backup=${encodeURIComponent(backup.onairUrl)}${more}`, { waitUntil: 'commit' });
const service = (side: Side): SmallService => (side === 'main' ? main : backup);
const other = (side: Side): Side => (side === 'main' ? 'backup' : 'main');
const nodes = { main: '#stage', backup: '#backup' };
/** What becomes of the live channels that the page opens to a side. */
const onLine = (side: Side, opened: (line: WebSocketRoute) => unknown): Promise<void> =>
  page.routeWebSocket(({ host }) => host === new URL(service(side).url).host, opened);
/** Says a word, and resolves when the service has it. */
async function saidBy(side: Side, word: ActiveSide): Promise<void> {
  say(desks[side], word);
  for (;;) {
    const frame = await desks[side].next('beats');
    if (frame.type === 'beat' && frame.active?.at === word.at) return;
  }
}

describe('the page of main and backup', () => {
  beforeEach(async () => {
    await load();
    await shows('main');
    await embedded().getByText('Backup', { exact: true }).waitFor();
  });

  it('keeps the last picture of a lost main, and shows the backup once a desk says so', async () => {
    say(desks.main, { side: 'main', at: 1 });
    say(desks.backup, { side: 'main', at: 1 });
    await kill(main);
    await lost();
    await beats();
    expect(await seen()).toBe('#stage');
    expect(await page.getByText('Main', { exact: true }).isVisible()).toBe(true);
    say(desks.backup, { side: 'backup', at: 2 });
    await shows('backup');
    expect(await seenSides()).toEqual(['', '#stage', '#backup']);
  });

  it('shows the backup where the services have words of the same moment for both sides', async () => {
    await saidBy('main', { side: 'main', at: 2 });
    await saidBy('backup', { side: 'backup', at: 2 });
    await shows('backup');
    await beats();
    expect(await seen()).toBe('#backup');
  });

  it('changes over and back while both live, by the word from either service', async () => {
    say(desks.backup, { side: 'backup', at: 2 });
    await shows('backup');
    expect(await seen()).toBe('#backup');
    // A busy machine may draw no frame between the two words.
    await frames();
    say(desks.main, { side: 'main', at: 3 });
    await shows('main');
    expect(await seenSides()).toEqual(['', '#stage', '#backup', '#stage']);
  });

  it('stays on the main where the backup repeats an earlier word, also when the main is lost', async () => {
    say(desks.main, { side: 'main', at: 5 });
    await beats();
    say(desks.backup, { side: 'backup', at: 4 });
    await beats();
    expect(await seen()).toBe('#stage');
    await kill(main);
    await lost();
    await beats();
    expect(await seen()).toBe('#stage');
  });

  it('stays on the backup when the main comes back with an earlier word, and when the backup is lost', async () => {
    say(desks.main, { side: 'main', at: 1 });
    say(desks.backup, { side: 'backup', at: 2 });
    await shows('backup');
    say(desks.main, { side: 'main', at: 1 });
    await kill(backup);
    await page.frameLocator('#backup').locator('html[data-link=lost]').waitFor();
    expect(await seen()).toBe('#backup');
    expect(await embedded().getByText('Backup', { exact: true }).isVisible()).toBe(true);
  });

  it('is an output page of both, and says where it shows the other', async () => {
    const of = (service: SmallService): LiveReader => readLive(service, service.token, 'outputs=1');
    const told = { main: of(main), backup: of(backup) };
    const hidden = async (reader: LiveReader, wanted: boolean): Promise<void> => {
      for (;;) {
        const pages = await reader.nextOutputs();
        if (pages.length === 1 && pages[0]?.role === 'output' && (pages[0].hidden === true) === wanted) return;
      }
    };
    await Promise.all([hidden(told.main, false), hidden(told.backup, true)]);
    say(desks.backup, { side: 'backup', at: 2 });
    await Promise.all([hidden(told.main, true), hidden(told.backup, false)]);
  });

  it('draws a frame that a desk asks for, on both sides, and changes nothing visible', async () => {
    const before = await page.screenshot();
    const drew = async (service: SmallService, desk: LiveReader): Promise<void> => {
      const reader = readLive(service, service.token, 'outputs=1');
      desk.socket.send(JSON.stringify({ type: 'draw' }));
      for (;;) {
        const pages = await reader.nextOutputs();
        if (pages.length === 1 && pages[0]?.drew !== undefined) return;
      }
    };
    await Promise.all([drew(main, desks.main), drew(backup, desks.backup)]);
    expect((await page.screenshot()).equals(before)).toBe(true);
  });

  it('draws the frames of the hidden side, and plays no sound of it', async () => {
    const frame = await (await page.$('#backup'))?.contentFrame();
    const heard = await frame?.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const audio = document.body.appendChild(document.createElement('audio'));
      audio.dispatchEvent(new Event('play'));
      return audio.volume;
    });
    expect(heard).toBe(0);
    say(desks.backup, { side: 'backup', at: 2 });
    await shows('backup');
    await expect.poll(() => frame?.evaluate(() => document.querySelector('audio')?.volume)).toBe(1);
  });
});

it('is the key of the side that it shows', async () => {
  await load('&layer=key');
  /** On the plate of the graphic, and where there is none. */
  const grays = async (): Promise<string[]> => {
    const { data, width } = PNG.sync.read(await page.screenshot({ omitBackground: true }));
    return [900 * width + 200, 100 * width + 960].map((at) => data.subarray(4 * at, 4 * at + 4).join());
  };
  const key = ['255,255,255,255', '0,0,0,255'];
  await shows('main');
  await expect.poll(grays).toEqual(key);
  say(desks.backup, { side: 'backup', at: 2 });
  await shows('backup');
  await expect.poll(grays).toEqual(key);
});

describe('a page whose backup cannot be reached', () => {
  it('keeps the main whatever a desk says, and takes the backup once it is there', async () => {
    const { directory, onairUrl } = backup;
    const kept = mkdtempSync(join(tmpdir(), 'overlay-backup-'));
    cpSync(directory, kept, { recursive: true });
    await kill(backup);
    await saidBy('main', { side: 'backup', at: 2 });
    await load();
    await shows('main');
    expect(await seen()).toBe('#stage');
    const again = { outputPage: house.pageDirectory, data: kept, port: Number(new URL(onairUrl).port) };
    const restarted = await startSmallService(again);
    await shows('backup');
    expect(await seenSides()).toEqual(['', '#stage', '#backup']);
    await restarted.close();
    rmSync(kept, { recursive: true });
  });
});

describe('a page that is loaded', () => {
  let clear: Buffer;
  beforeEach(async () => {
    await takeTimeOver(page);
    // Chromium takes no picture of a new page before its first frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    clear = await page.screenshot();
  });
  const isClear = async (): Promise<boolean> => (await page.screenshot()).equals(clear);
  const drawn = async (side: Side): Promise<void> => {
    const frame = side === 'main' ? page : embedded();
    await frame.locator('html[data-revision]').waitFor({ state: 'attached' });
  };

  it.each<{ slow: Side; word?: Side; from?: Side }>([
    { slow: 'backup' },
    { slow: 'main' },
    { slow: 'backup', word: 'backup', from: 'main' },
    { slow: 'main', word: 'backup', from: 'main' },
    { slow: 'backup', word: 'backup', from: 'backup' },
  ])('shows only the side that is on air: %j', async ({ slow, word, from }) => {
    if (word && from) await saidBy(from, { side: word, at: 2 });
    const line = Promise.withResolvers();
    await onLine(slow, async (opened) => {
      await line.promise;
      opened.connectToServer();
    });
    await load();
    await drawn(other(slow));
    await letTimePass(page, deadAfter / 2);
    expect(await isClear()).toBe(true);
    line.resolve(undefined);
    await shows(word ?? 'main');
    await letTimePass(page, deadAfter);
    expect(await seenSides()).toEqual(['', nodes[word ?? 'main']]);
    expect(await isClear()).toBe(false);
  });

  it.each<Side>(['main', 'backup'])('shows the other side in the end where the %s dies meanwhile', async (dead) => {
    for (const side of ['main', 'backup'] as const) await saidBy(side, { side: dead, at: 2 });
    const death = Promise.withResolvers();
    await onLine(dead, async (opened) => {
      if (!ended.has(service(dead))) await kill(service(dead));
      death.resolve(undefined);
      await opened.close();
    });
    await load();
    await Promise.all([death.promise, drawn(other(dead))]);
    await letTimePass(page, deadAfter - 2 * frameTime);
    expect([await seenSides(), await isClear()]).toEqual([[''], true]);
    await letTimePass(page, 4 * frameTime);
    expect([await seenSides(), await isClear()]).toEqual([['', nodes[other(dead)]], false]);
  });
});

describe('a page that was cut off', () => {
  it('hides the side that is not on air before it draws anything new of it', async () => {
    let cut = false;
    const lines = new Set<WebSocketRoute>();
    for (const side of ['main', 'backup'] as const) {
      await onLine(side, (line) => {
        if (cut) return void line.close();
        line.connectToServer();
        lines.add(line);
      });
    }
    await load();
    await shows('main');
    const before = (await frames()).at(-1)?.revision;
    cut = true;
    for (const line of lines) await line.close();
    await lost();
    await saidBy('main', { side: 'backup', at: 2 });
    await takeIn(main, 'Main of before');
    await onLine('backup', (line) => void line.close());
    cut = false;
    await page.getByText('Main of before', { exact: true }).waitFor();
    await shows('backup');
    const onAir = (await frames()).filter(({ sides }) => sides.includes('#stage'));
    expect([...new Set(onAir.map(({ revision }) => revision))]).toEqual([before]);
  });
});
