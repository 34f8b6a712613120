import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { launchBrowser } from '../../test/kit/browser.ts';
import { type Figure, figureLine } from '../service/figure.ts';
import { quantile } from '../service/rounds.ts';
import type { OutputBenchOptions } from './options.ts';
import { type Asked, type OnAirStage, openStage } from './stage.ts';
import { type Frames, frameWork } from './trace.ts';
import { comes, together } from './twenty-graphics.ts';

/** The distance (ms) of two frames of a 60 Hz display. */
const beat = 1000 / 60;
/** The longest times (ms) of the bars of the histogram: on the beat, late, one frame left out, two, more. */
const bars = [beat * 0.9, beat * 1.1, beat * 1.5, beat * 2.5, beat * 3.5, Infinity];

/** Ten timelines run all the time: what frames that leaves, and what each of them takes. */
export async function frameFigures({ seconds }: OutputBenchOptions): Promise<string[]> {
  const browser = await launchBrowser();
  const stage = await openStage();
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.goto(stage.onair);
  await page.waitForSelector('html[data-revision]');
  // A picture that has been on for a while: until then code is compiled, pictures are decoded and memory is asked for.
  await keepRunning(stage, seconds);
  let times: number[] = [];
  const frames = await frameWork(browser, page, async () => {
    const counted = frameTimes(page, seconds);
    await keepRunning(stage, seconds);
    times = await counted;
  });
  await browser.close();
  await stage.close();
  return [...figuresOf(times, frames).map(figureLine), ...histogram(times)];
}

/** Takes one graphic after the other, each again as soon as it has come or gone, so that ten of them always move. */
async function keepRunning(stage: OnAirStage, seconds: number): Promise<void> {
  const apart = (comes + 20) / together;
  const takes = Math.round((seconds * 1000) / apart);
  const began = performance.now();
  for (let turn = 0; turn < takes; turn++) {
    await pause(Math.max(0, began + turn * apart - performance.now()));
    await stage.send(stage.request([asked(turn)]));
  }
}

/** Out, In with other words, out the other way, and In again. */
function asked(turn: number): Asked {
  const graphic = turn % together;
  const round = Math.floor(turn / together);
  const to = (['Out1', 'In', 'Out2', 'In'] as const)[round % 4]!;
  const payload = { name: `Ada King ${turn}`, role: `Analyst of engine ${round}` };
  return { graphic, take: { to, action: 'play' }, ...(to === 'In' && { payload }) };
}

/** The time (ms) from each frame callback to the next. */
function frameTimes(page: Page, seconds: number): Promise<number[]> {
  return page.evaluate(
    (length) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        let [first, before] = [NaN, NaN];
        const count = (at: number): void => {
          if (Number.isNaN(first)) first = at;
          else times.push(at - before);
          before = at;
          if (at - first < length) requestAnimationFrame(count);
          else resolve(times);
        };
        requestAnimationFrame(count);
      }),
    (seconds - 0.2) * 1000,
  );
}

function figuresOf(times: readonly number[], { work, drawn }: Frames): Figure[] {
  const whole = times.reduce((sum, one) => sum + one, 0);
  const leftOut = times.reduce((sum, one) => sum + Math.max(0, Math.round(one / beat) - 1), 0);
  const wall = work.map((frame) => frame.wall);
  const cpu = work.map((frame) => frame.cpu);
  const about = (of: readonly number[]): string =>
    `p50 ${quantile(of, 0.5).toFixed(2)} ms, p95 ${quantile(of, 0.95).toFixed(2)} ms, worst ${Math.max(...of).toFixed(2)} ms`;
  return [
    {
      name: 'frames while 10 timelines run at 1920 x 1080',
      value: (times.length / whole) * 1000,
      unit: 'frames/s',
      target: { atLeast: 59.5 },
      note: `${leftOut} of ${times.length + leftOut} frames left out; ${drawn} drawn of ${work.length} made`,
    },
    {
      name: 'time of the main thread per frame meanwhile, p99',
      value: quantile(cpu, 0.99),
      unit: 'ms',
      target: { atMost: 4 },
      note: `${about(cpu)}; n ${work.length}`,
    },
    {
      name: '... with its waits for a processor, which draws the picture too, p99',
      value: quantile(wall, 0.99),
      unit: 'ms',
      note: about(wall),
    },
  ];
}

/** One line for each bar: its longest time, how many frames, and a bar. */
function histogram(times: readonly number[]): string[] {
  return bars.map((longest, at) => {
    const shortest = bars[at - 1] ?? 0;
    const count = times.filter((time) => time > shortest && time <= longest).length;
    const range = longest === Infinity ? `over ${shortest.toFixed(0)} ms` : `to ${longest.toFixed(0)} ms`;
    const length = Math.ceil((40 * count) / times.length);
    return `  frame time ${range.padEnd(12)} ${String(count).padStart(6)}  ${'#'.repeat(length)}`.trimEnd();
  });
}
