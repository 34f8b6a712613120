import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import { launchBrowser } from '../../test/kit/browser.ts';
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
  /** MiB of memory that the process of the page has for itself alone, and all that is resident of it. */
  own: number;
  resident: number;
  /** MiB that the service's process holds. */
  service: number;
}

/**
 * Takes without end, by play and by jump, with new words and pictures: what is held must not grow. A second run, in a browser
 * as it is on air, compiles what it runs: its figures have no target.
 */
export async function memoryFigures({ takes }: OutputBenchOptions): Promise<string[]> {
  const bare = await heldOver(takes, uncompiled);
  const compiled = await heldOver(takes);
  return [
    ...bare.map(heldLine),
    ...figuresOf(bare, takes).map(figureLine),
    '  the same with compiled scripts:',
    ...compiled.map(heldLine),
    ...compiledFigures(compiled, takes).map(figureLine),
  ];
}

/** What is held each time that so many takes were made, in a browser with these switches. */
async function heldOver(takes: number, ...switches: string[]): Promise<Held[]> {
  const browser = await launchBrowser(...switches);
  const stage = await openStage();
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.goto(stage.onair);
  await page.waitForSelector('html[data-revision]');
  const looked: Looked = {
    stage,
    page,
    session: await page.context().newCDPSession(page),
    process: await pageProcess(browser),
  };
  const held: Held[] = [];
  for (let turn = 1; turn <= takes; turn++) {
    await stage.send(stage.request([asked(turn)]));
    await pause(between);
    if (turn % each === 0) held.push(await look(looked));
  }
  await browser.close();
  await stage.close();
  return held;
}

/** Every graphic in turn: In with something new, then out either way; every third time by a jump. */
function asked(turn: number): Asked {
  const round = Math.floor(turn / graphics);
  const to = (['In', 'Out1', 'In', 'Out2'] as const)[round % 4]!;
  const payload = { name: `Ada King ${turn}`, picture: pictures[turn % pictures.length]! };
  const take = { to, action: turn % 3 === 0 ? 'jump' : 'play' } as const;
  return { graphic: turn % graphics, take, ...(to === 'In' && { payload }) };
}

/** What is looked at. */
interface Looked {
  stage: OnAirStage;
  page: Page;
  session: CDPSession;
  /** The id of the process that draws the page. */
  process: number;
}

async function look({ stage, page, session, process }: Looked): Promise<Held> {
  await page.waitForFunction(() => document.getAnimations().length === 0);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return {
    heap: usedSize / 1024,
    nodes,
    listeners: jsEventListeners,
    animations: await page.evaluate(() => document.getAnimations().length),
    ...(await memoryOf(process)),
    service: (await stage.service.used()).memory,
  };
}

/** The process that draws the one page of a browser: of those that draw, the one that worked most. */
async function pageProcess(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const [page] = processInfo
    .filter(({ type }) => type === 'renderer')
    .sort((one, other) => other.cpuTime - one.cpuTime);
  if (!page) throw new Error('the browser has no process that draws a page');
  return page.id;
}

/** What Linux says that a process holds, in MiB; NaN where the system is another one. */
async function memoryOf(process: number): Promise<Pick<Held, 'own' | 'resident'>> {
  const text = await readFile(`/proc/${process}/smaps_rollup`, 'utf8').catch(() => '');
  const sum = (names: string): number =>
    [...text.matchAll(new RegExp(`^(?:${names}): +(\\d+) kB$`, 'gm'))].reduce(
      (all, [, kiB]) => all + Number(kiB) / 1024,
      0,
    );
  return text === '' ? { own: NaN, resident: NaN } : { own: sum('Private_Clean|Private_Dirty'), resident: sum('Rss') };
}

function heldLine({ heap, nodes, listeners, animations, own, resident, service }: Held, at: number): string {
  const columns = [
    `${heap.toFixed(0)} KiB of heap`,
    `${nodes} nodes`,
    `${listeners} listeners`,
    `${animations} animations`,
    `page's process ${own.toFixed(1)} MiB of its own, ${resident.toFixed(1)} MiB resident`,
    `service ${service.toFixed(1)} MiB`,
  ];
  return `  after ${String((at + 1) * each).padStart(6)} takes: ${columns.join(', ')}`;
}

/** How much of something comes with each thousand takes. */
function growth(held: readonly Held[], what: keyof Held, [name, unit]: [name: string, unit: Figure['unit']]): Figure {
  return {
    name: `growth of ${name} in 1,000 takes`,
    value: slope(held.map((one) => one[what])),
    unit,
    note: `${held[0]?.[what].toFixed(0)} -> ${held.at(-1)?.[what].toFixed(0)}`,
  };
}

/** The first thousand takes fill caches; what counts is what comes after. */
function heapShare(held: readonly Held[], takes: number): Figure {
  return {
    name: `the page's heap after ${takes} takes to that after ${each}`,
    value: (held.at(-1)?.heap ?? NaN) / (held[0]?.heap ?? NaN),
    unit: 'x',
  };
}

function figuresOf(held: readonly Held[], takes: number): Figure[] {
  return [
    growth(held, 'heap', ["the page's heap", 'KiB']),
    growth(held, 'nodes', ["the page's nodes", '']),
    growth(held, 'listeners', ["the page's listeners", '']),
    { ...heapShare(held, takes), target: { atMost: 1.02 } },
    growth(held, 'own', ["the memory of the page's process", 'MiB']),
    growth(held, 'service', ["the service's memory", 'MiB']),
  ];
}

/** Without a target: what is compiled is kept too. */
function compiledFigures(held: readonly Held[], takes: number): Figure[] {
  return [
    growth(held, 'heap', ["the page's heap, compiled", 'KiB']),
    { ...heapShare(held, takes), name: `... its heap, compiled, after ${takes} takes to that after ${each}` },
    growth(held, 'own', ["the memory of the page's process, compiled", 'MiB']),
  ];
}

/** Of the line that fits evenly spaced numbers best: how much it rises from one to the next. */
function slope(numbers: readonly number[]): number {
  const middle = (numbers.length - 1) / 2;
  const rise = numbers.reduce((sum, number, at) => sum + (at - middle) * number, 0);
  return rise / numbers.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
}
