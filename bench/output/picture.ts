import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { launchBrowser } from '../../test/kit/browser.ts';
import { openConnection, requestBytes } from '../service/connection.ts';
import { DiskProbe } from '../service/disk-sync.ts';
import { type Figure, figureLine } from '../service/figure.ts';
import { start } from '../service/programs.ts';
import { quantile } from '../service/rounds.ts';
import type { OutputBenchOptions } from './options.ts';
import { type Asked, openStage } from './stage.ts';
import { together } from './twenty-graphics.ts';
import { Witness } from './witness.ts';

/**
 * Changes before those that count, as fast as they are answered: what is measured is a show that has been on for a while. A
 * fresh store still lets its log grow, which makes each sync longer.
 */
const warmUp = 1_000;
/**
 * Milliseconds between two events; up to a frame more, differently each time, so that they keep to no beat of the display. The
 * browser has come to rest by then, as between the presses of an operator: of events 24 to 41 ms apart half had to wait for
 * the beat after that of the one before, and the median told which half was the greater one.
 */
const [between, spread] = [45, 17];
/** Events on one way before those on the other: a disk that is left alone for long takes many times as long for a sync. */
const round = 25;
/** The first events of each round, which do not count: what rested while others had their turn wakes up. */
const waking = 5;

/** One way from a request to a page, and how long (ms) from its request it took until the page was changed and drawn. */
interface Way {
  ask: (turn: number) => Promise<unknown>;
  witness: Witness;
  turn: number;
  heard: number[];
  applied: number[];
  frame: number[];
}

/** From a request to the changed picture, in turn with a bare page on a bare server, which is the floor. */
export async function pictureFigures({ events }: OutputBenchOptions): Promise<string[]> {
  const browser = await launchBrowser();
  const stage = await openStage();
  const bare = await start(join(import.meta.dirname, 'bare-server.ts'));
  const bareConnection = await openConnection(bare.url);
  const openWay = async (address: string, ask: Way['ask']): Promise<Way> => {
    // The page's policy keeps it from the witness, as from everybody but its service.
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, bypassCSP: true });
    const page = await context.newPage();
    const witness = await Witness.of(context, async () => {
      await page.goto(address);
      await page.waitForSelector('html[data-revision]');
    });
    return { ask, witness, turn: 0, heard: [], applied: [], frame: [] };
  };
  const ways = [
    await openWay(stage.onair, (turn) => stage.send(stage.request([asked(turn)]))),
    await openWay(bare.url, (turn) => bareConnection.ask(bareRequest(bare.url, turn))),
  ];
  for (const way of ways) {
    const last = way.witness.shows(revisionOf(warmUp - 1));
    while (way.turn < warmUp) await way.ask(way.turn++);
    await last;
  }
  const disk = new DiskProbe(stage.data);
  const syncs: number[] = [];
  for (let done = 0; done < events; done += round) {
    for (const way of ways) await paced(Math.min(round, events - done), () => once(way));
    await paced(Math.min(round, events - done), () => {
      const took = disk.sync();
      return () => syncs.push(took);
    });
  }
  disk.remove();
  bareConnection.close();
  await bare.kill();
  await stage.close();
  await browser.close();
  return figuresOf(ways[0]!, ways[1]!, syncs).map(figureLine);
}

async function once(way: Way): Promise<() => void> {
  const turn = way.turn++;
  const seen = way.witness.shows(revisionOf(turn));
  const began = performance.now();
  const answered = way.ask(turn);
  const at = await seen;
  await answered;
  return () => {
    way.heard.push(at.heard - began);
    way.applied.push(at.applied - began);
    way.frame.push(at.frame - began);
  };
}

/** Events apart from each other. The first ones only wake what rested while others had their turn; the rest count. */
async function paced(events: number, once: () => Promise<() => unknown> | (() => unknown)): Promise<void> {
  for (let event = -waking; event < events; event++) {
    await pause(between + spread * ((event * 0.618 + 10) % 1));
    const count = await once();
    if (event >= 0) count();
  }
}

/** The revision that the request of a turn makes, counted from 0; setting the stage made the first one. */
const revisionOf = (turn: number): number => turn + 2;

const names = [
  'Ada King',
  'Chen Xiaohong',
  'Eleanor Marsh',
  'Grace Hopper',
  'Ines Duarte',
  'Jón Þórsson',
  'Omar Haddad',
];

/** New words of a graphic that is on air, and in turn a jump of one off air or on air with new words. */
function asked(turn: number): Asked {
  const graphic = Math.floor(turn / 4) % together;
  const payload = { name: names[turn % names.length]!, points: String(turn % 100) };
  const take = { to: turn % 4 === 1 ? 'Out1' : 'In', action: 'jump' } as const;
  return { graphic, payload, ...(turn % 2 === 1 && { take }) };
}

function bareRequest(url: string, turn: number): Buffer {
  const body = { revision: revisionOf(turn), words: `Ada Lovelace ${turn}` };
  return requestBytes(url, { method: 'PATCH', path: '/', body });
}

function figuresOf(page: Way, floor: Way, syncs: readonly number[]): Figure[] {
  const figure = (name: string, what: 'heard' | 'applied' | 'frame', share: number, atMost?: number): Figure => {
    const [ours, bare] = [quantile(page[what], share), quantile(floor[what], share)];
    return {
      name: `${name} over the floor`,
      value: ours - bare,
      unit: 'ms',
      ...(atMost !== undefined && { target: { atMost } }),
      note: `page ${ours.toFixed(2)} ms, floor ${bare.toFixed(2)} ms`,
    };
  };
  const error = Math.max(page.witness.error, floor.witness.error).toFixed(2);
  const last = figure('request to changed picture, p99', 'frame', 0.99, 3);
  return [
    figure('request to message in the page, median', 'heard', 0.5),
    figure('request to applied change, median', 'applied', 0.5),
    figure('request to applied change, p95', 'applied', 0.95),
    figure('request to applied change, p99', 'applied', 0.99),
    figure('request to changed picture, median', 'frame', 0.5, 2),
    figure('request to changed picture, p95', 'frame', 0.95),
    {
      name: 'of it one sync of the disk, bare, median',
      value: quantile(syncs, 0.5),
      unit: 'ms',
      note: `p99 ${quantile(syncs, 0.99).toFixed(2)} ms; the floor has none`,
    },
    { ...last, note: `${last.note}; n ${page.frame.length}, times right to ${error} ms` },
  ];
}
