import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { addressOf } from '../contract/model/address.ts';
import { launchBrowser } from '../test/kit/browser.ts';
import { startHost } from '../test/kit/programs/host-program.ts';
import { type Figure, figureLine } from './service/figure.ts';
import { start } from './service/programs.ts';
import { Reader } from './service/reader.ts';
import { median, quantile } from './service/rounds.ts';
import { addOwner, addShow, compositionOfSize, fill } from './service/stored-show.ts';

/** Milliseconds between two presses. */
const between = 250;
/** Sub-compositions of the shows. A screen takes too long to lay out ten thousand rows. */
const sizes = [20, 2_000];
/** Rounds, after those that are not counted. */
const [warmUp, rounds] = [2, 8];

/** Keys, and the tally of the first graphic that each ends in. The last one is a panic. */
const presses = [
  { name: 'take In', key: 'F1', ends: 'ON AIR' },
  { name: 'Out', key: 'F2', ends: 'OUT' },
  { name: 'take In again', key: 'F1', ends: 'ON AIR' },
  { name: 'panic', key: 'F3', ends: 'OUT' },
];

/** A page that keys are pressed in, and what shows in it how they end. */
interface Stage {
  page: Page;
  reader: Changes;
  /** An attribute of an element. */
  mark: { selector: string; attribute: string };
}

/** Milliseconds from the key event in the page. */
interface Times {
  /** Until a reader of the service has the change. */
  read: number[];
  /** Until the page shows it. */
  shown: number[];
}

/**
 * From a key in Chromium through host, lane and built service to a reader and back to the tally, in a small and in a large
 * show. The floor, in turn with it, is a bare page: its server tells a change to the page and to a reader.
 */
export async function* keyToTallyFigures(): AsyncGenerator<string> {
  const browser = await launchBrowser();
  const server = await start(join(import.meta.dirname, 'output/bare-server.ts'));
  for (const size of sizes) {
    const [show, floor] = [await openShow(browser, size), await openFloor(browser, server.url)];
    for (const figure of await inTurn(show, floor, size)) yield figureLine(figure);
    await floor.reader.close();
    await show.close();
  }
  await browser.close();
  await server.kill();
}

async function inTurn(show: Stage, floor: Stage, size: number): Promise<Figure[]> {
  const measured = presses.map((): Times => ({ read: [], shown: [] }));
  const bare: Times = { read: [], shown: [] };
  for (let round = 1 - warmUp; round <= rounds; round++) {
    for (const [at, press] of presses.entries()) note(measured[at]!, await pressed(show, press), round);
    note(bare, await pressed(floor, { key: 'F1', ends: String(round + warmUp) }), round);
  }
  const name = (what: string): string => `key: ${what} in a show of ${size}`;
  return [
    ...timesOf(name('a bare page'), bare, bare),
    ...presses.flatMap((press, at) => timesOf(name(press.name), measured[at]!, bare)),
  ];
}

function timesOf(name: string, times: Times, bare: Times): Figure[] {
  const figure = (way: string, what: keyof Times): Figure => {
    const middle = median(times[what]);
    const note = `p99 ${quantile(times[what], 0.99).toFixed(1)} ms, n ${times[what].length}`;
    return { name: `${name} -> ${way}`, value: middle, unit: 'ms', echo: middle / median(bare[what]), note };
  };
  return [figure('reader', 'read'), figure('tally', 'shown')];
}

function note(times: Times, { read, shown }: Record<keyof Times, number>, round: number): void {
  if (round < 1) return;
  times.read.push(read);
  times.shown.push(shown);
}

async function pressed({ page, reader, mark }: Stage, { key, ends }: { key: string; ends: string }) {
  await pause(between);
  const change = reader.next();
  const times = await page.evaluateHandle(watchPress, { ...mark, ends });
  await page.keyboard.press(key);
  const { began, shown } = await times.evaluate(({ ended }) => ended);
  return { read: (await change) - began, shown: shown - began };
}

/** In the page: milliseconds since the epoch of the next key event, and of the attribute that it leads to. */
function watchPress({ selector, attribute, ends }: { selector: string; attribute: string; ends: string }) {
  const now = (): number => performance.timeOrigin + performance.now();
  let began = NaN;
  addEventListener('keydown', () => (began = now()), { capture: true, once: true });
  const ended = new Promise<{ began: number; shown: number }>((resolve, reject) => {
    const alerts = () => [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);
    const late = setTimeout(() => reject(new Error(`The key never led to ${ends}. ${alerts().join(' ')}`)), 10_000);
    const observer = new MutationObserver(() => {
      if (document.querySelector(selector)?.getAttribute(attribute) !== ends) return;
      observer.disconnect();
      clearTimeout(late);
      resolve({ began, shown: now() });
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: [attribute] });
  });
  return { ended };
}

async function openFloor(browser: Browser, url: string): Promise<Stage> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForSelector('html[data-revision]');
  return { page, reader: new Changes(url, 'bare'), mark: { selector: 'html', attribute: 'data-revision' } };
}

/** The built host with a show of this size in its own service, its keys mapped, and a screen. */
async function openShow(browser: Browser, size: number): Promise<Stage & { close(): Promise<void> }> {
  const data = mkdtempSync(join(tmpdir(), 'overlay-bench-'));
  const composition = compositionOfSize({ subs: size, fieldsEach: 1 });
  const { token } = fill(join(data, 'service'), (store) => addShow(store, addOwner(store), composition)).app;
  const id = addressOf('embedded-1', composition.root.subcompositions[0]?.id ?? '');
  const take = (to: 'In' | 'Out') => ({ do: 'take', subComposition: id, to, action: 'play' });
  const actions = { F1: take('In'), F2: take('Out'), F3: { do: 'panic' } };
  const keys = Object.entries(actions).map(([key, action]) => ({ key, action }));
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ version: 1, guardTime: 0, keys }));
  const host = await startHost(data);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(host.address);
  const selector = `[data-id="${id}"] [data-tally]`;
  await page.waitForSelector(`${selector}[data-tally=OUT]`);
  const reader = new Changes(serviceOf(host.said()), token);
  const close = async (): Promise<void> => {
    await reader.close();
    await page.close();
    await host.close();
  };
  return { page, reader, mark: { selector, attribute: 'data-tally' }, close };
}

function serviceOf(said: string): string {
  return /"The service is ready.","url":"([^"]+)"/.exec(said)?.[1] ?? '';
}

/** When a reader of a live channel is sent changes. */
class Changes {
  readonly #reader: Reader;
  #came: (at: number) => void = () => undefined;

  constructor(url: string, token: string) {
    const heard = (payload: Buffer): void => {
      if (payload.includes('"type":"change"')) this.#came(performance.timeOrigin + performance.now());
    };
    this.#reader = new Reader(url, token, { heard });
  }

  /** Milliseconds since the epoch of the next one. */
  next(): Promise<number> {
    return new Promise((resolve) => (this.#came = resolve));
  }

  close(): Promise<void> {
    return this.#reader.close();
  }
}
