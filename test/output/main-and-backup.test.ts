import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActiveSide } from '../../contract/service-api/desk-presence.ts';
import { demo, eveningNews } from '../kit/service/demo-show.ts';
import { type House, openHouse } from '../kit/picture/on-air-stage.ts';
import { type LiveReader, readLive } from '../kit/service/live-reader.ts';
import { type SmallService, startSmallService } from '../kit/service/small-service.ts';

// One page for main and backup, in real Chromium, on two real services.

const { lowerThird } = demo;

let house: House;
let main: SmallService;
let backup: SmallService;
let page: Page;
let desks: Record<'main' | 'backup', LiveReader>;
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
  await page.goto(`${main.onairUrl}&backup=${encodeURIComponent(backup.onairUrl)}`);
  await embedded().getByText('Backup', { exact: true }).waitFor();
  await page.evaluate(watchOpacity);
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

/** Counts the frames in which neither side is seen. */
function watchOpacity(): void {
  const counted = window as unknown as { empty: number };
  counted.empty = 0;
  const look = (): void => {
    const opaque = ['#stage', '#backup'].filter((id) => document.querySelector<HTMLElement>(id)?.style.opacity === '');
    if (opaque.length !== 1) counted.empty += 1;
    requestAnimationFrame(look);
  };
  look();
}
const empty = (): Promise<unknown> => page.evaluate('empty');

describe('the page of main and backup', () => {
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
    expect(await seen()).toBe('#backup');
    expect(await empty()).toBe(0);
  });

  it('changes over and back while both live, by the word from either service', async () => {
    say(desks.backup, { side: 'backup', at: 2 });
    await shows('backup');
    expect(await seen()).toBe('#backup');
    say(desks.main, { side: 'main', at: 3 });
    await shows('main');
    expect(await seen()).toBe('#stage');
    expect(await empty()).toBe(0);
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

describe('a page whose backup cannot be reached', () => {
  it('keeps the main whatever a desk says, and takes the backup once it is there', async () => {
    const { directory, onairUrl } = backup;
    const kept = mkdtempSync(join(tmpdir(), 'overlay-backup-'));
    cpSync(directory, kept, { recursive: true });
    await kill(backup);
    await page.reload();
    await page.getByText('Main', { exact: true }).waitFor();
    say(desks.main, { side: 'backup', at: 2 });
    for (let count = 0; count < 4; count += 1) await desks.main.next('beats');
    expect(await seen()).toBe('#stage');
    const again = { outputPage: house.pageDirectory, data: kept, port: Number(new URL(onairUrl).port) };
    const service = await startSmallService(again);
    await shows('backup');
    expect(await seen()).toBe('#backup');
    await service.close();
    rmSync(kept, { recursive: true });
  });
});
