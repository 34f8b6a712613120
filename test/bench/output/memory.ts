import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { openBrowser } from '../../kit/browser.ts';
import { type Figure, figureLine } from '../service/figure.ts';
import type { OutputBenchOptions } from './options.ts';
import { type Asked, type OnAirStage, openStage } from './stage.ts';
import { graphics, pictures } from './twenty-graphics.ts';

/** Scripts stay as they came: what a browser compiles of them as they run is kept too, and is no growth of the page. */
const uncompiled = '--js-flags=--no-sparkplug --no-maglev --no-turbofan';
/** Memory is looked at each time that so many takes were made. */
const each = 1_000;
/** Milliseconds between two takes: timelines are broken off by the next take, and some come to their end. */
const between = 2;

/** What a page and its service hold at one moment, when nothing moves any more. */
interface Held {
  /** KiB, after unreachable objects were collected. */
  heap: number;
  nodes: number;
  listeners: number;
  animations: number;
  /** MiB that the service's process holds. */
  service: number;
}

/** Takes without end, by play and by jump, with new words and pictures: what is held must not grow. */
export async function memoryFigures({ takes }: OutputBenchOptions): Promise<string[]> {
  const browser = await openBrowser(uncompiled);
  const stage = await openStage();
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.goto(stage.onair);
  await page.waitForSelector('html[data-revision]');
  const session = await page.context().newCDPSession(page);
  const held: Held[] = [];
  for (let turn = 1; turn <= takes; turn++) {
    await stage.send(stage.request([asked(turn)]));
    await pause(between);
    if (turn % each === 0) held.push(await look(stage, page, session));
  }
  await browser.close();
  await stage.close();
  return [...held.map(heldLine), ...figuresOf(held, takes).map(figureLine)];
}

/** Every graphic in turn: In with something new, then out either way; every third time by a jump. */
function asked(turn: number): Asked {
  const round = Math.floor(turn / graphics);
  const to = (['In', 'Out1', 'In', 'Out2'] as const)[round % 4]!;
  const payload = { name: `Ada King ${turn}`, picture: pictures[turn % pictures.length]! };
  const take = { to, action: turn % 3 === 0 ? 'jump' : 'play' } as const;
  return { graphic: turn % graphics, take, ...(to === 'In' && { payload }) };
}

async function look(stage: OnAirStage, page: Page, session: CDPSession): Promise<Held> {
  await page.waitForFunction(() => document.getAnimations().length === 0);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return {
    heap: usedSize / 1024,
    nodes,
    listeners: jsEventListeners,
    animations: await page.evaluate(() => document.getAnimations().length),
    service: (await stage.service.used()).memory,
  };
}

function heldLine({ heap, nodes, listeners, animations, service }: Held, at: number): string {
  const columns = [
    `${heap.toFixed(0)} KiB of heap`,
    `${nodes} nodes`,
    `${listeners} listeners`,
    `${animations} animations`,
    `service ${service.toFixed(1)} MiB`,
  ];
  return `  after ${String((at + 1) * each).padStart(6)} takes: ${columns.join(', ')}`;
}

/** The first thousand takes fill caches; what counts is what comes after. */
function figuresOf(held: readonly Held[], takes: number): Figure[] {
  const figure = (name: string, what: keyof Held, unit: Figure['unit']): Figure => ({
    name: `${name} in 1,000 takes`,
    value: slope(held.map((one) => one[what])),
    unit,
    note: `${held[0]?.[what].toFixed(0)} -> ${held.at(-1)?.[what].toFixed(0)}`,
  });
  return [
    figure("growth of the page's heap", 'heap', 'KiB'),
    figure("growth of the page's nodes", 'nodes', ''),
    figure("growth of the page's listeners", 'listeners', ''),
    {
      name: `the page's heap after ${takes} takes to that after ${each}`,
      value: (held.at(-1)?.heap ?? NaN) / (held[0]?.heap ?? NaN),
      unit: 'x',
      target: { atMost: 1.02 },
    },
    figure("growth of the service's memory", 'service', 'MiB'),
  ];
}

/** Of the line that fits evenly spaced numbers best: how much it rises from one to the next. */
function slope(numbers: readonly number[]): number {
  const middle = (numbers.length - 1) / 2;
  const rise = numbers.reduce((sum, number, at) => sum + (at - middle) * number, 0);
  return rise / numbers.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
}
