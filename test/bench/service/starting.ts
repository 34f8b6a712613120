import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchOptions, Figure } from './figure.ts';
import { programs, type Running, start, startService } from './programs.ts';
import { Reader } from './reader.ts';
import { median } from './rounds.ts';
import { addOwner, addShow, compositionOfSize, dataDirectory, fill } from './stored-show.ts';

/** A data directory with a show of 5,000 fields, and the token of its app instance. */
function largeShow(): { path: string; token: string; remove(): void } {
  const directory = dataDirectory();
  const composition = compositionOfSize({ subs: 500, fieldsEach: 10 });
  const { app } = fill(directory.path, (store) => addShow(store, addOwner(store), composition));
  return { ...directory, token: app.token };
}

/** From the start of the program until it says that it is ready and until it gave the whole show, and what it holds idle. */
export async function startFigures({ rounds }: BenchOptions): Promise<Figure[]> {
  const data = largeShow();
  const measured = { echo: [] as Start[], sources: [] as Start[], built: [] as Start[] };
  for (let turn = 0; turn < rounds; turn++) {
    measured.echo.push(await started(await start(programs.echo)));
    for (const from of ['sources', 'built'] as const) {
      const running = await startService(data.path, { program: programs[from] });
      measured[from].push(await started(running, data.token));
    }
  }
  data.remove();
  const of = (from: keyof typeof measured, what: keyof Start): number => median(measured[from].map((one) => one[what]));
  return (['sources', 'built'] as const).flatMap((from) => [
    figure(`start to ready, 5,000 fields on the disk, ${from}`, of(from, 'ready'), of('echo', 'ready'), 400),
    figure(`start to the whole show in hand, ${from}`, of(from, 'shown'), of('echo', 'shown')),
    {
      ...figure(`idle memory before any show was asked for, ${from}`, of(from, 'idle'), of('echo', 'idle'), 105),
      unit: 'MiB' as const,
    },
    {
      ...figure(
        `idle memory after the show of 5,000 fields was read, ${from}`,
        of(from, 'memory'),
        of('echo', 'memory'),
        105,
      ),
      unit: 'MiB' as const,
    },
  ]);
}

function figure(name: string, value: number, echo: number, atMost?: number): Figure {
  return { name, value, unit: 'ms', echo: value / echo, ...(atMost !== undefined && { target: { atMost } }) };
}

interface Start {
  ready: number;
  shown: number;
  /** Memory (MiB) before anything was asked of it, and after the whole show was read and nothing more came. */
  idle: number;
  memory: number;
}

/** How long (ms) a service may have nothing to do before it counts as idle. */
const calm = 2_000;

async function started(running: Running, token?: string): Promise<Start> {
  const { memory: idle } = await running.used();
  const began = performance.now();
  await (await fetch(`${running.url}${token === undefined ? '/' : `/apiv2/controlapps/${token}/control`}`)).text();
  const shown = running.startedIn + performance.now() - began;
  await pause(calm);
  const { memory } = await running.used();
  await running.kill();
  return { ready: running.startedIn, shown, idle, memory };
}

const readers = 50;
/** How long (ms) a client waits before it comes back; it differs from client to client so that they do not come all at once. */
const comeBack = (): number => 50 * (0.75 + Math.random() / 2);

/**
 * From a `kill -9` of the service, which is started again at once, until fifty readers have the whole show: it is sent to those
 * that ask for it again, and not to those that name the revision that they have.
 */
export async function recoveryFigures({ rounds, echo }: BenchOptions): Promise<Figure[]> {
  const data = largeShow();
  const anew: number[] = [];
  const resumed: number[] = [];
  for (let turn = 0; turn < rounds; turn++) {
    anew.push(await recovery(data, { resumes: false }));
    resumed.push(await recovery(data, { resumes: true }));
  }
  data.remove();
  void echo;
  const figure = (what: string, took: readonly number[], atMost: number): Figure => ({
    name: `kill -9 until ${readers} readers ${what}`,
    value: median(took),
    unit: 'ms',
    target: { atMost },
    note: `worst ${Math.max(...took).toFixed(0)} ms, n ${took.length}`,
  });
  return [
    figure('hold the show of 5,000 fields again', anew, 350),
    figure('go on at the revision that they have', resumed, 220),
  ];
}

async function recovery(
  { path, token }: { path: string; token: string },
  { resumes }: { resumes: boolean },
): Promise<number> {
  const first = await startService(path);
  const port = Number(new URL(first.url).port);
  const crowd = new ReturningCrowd(first.url, { token, resumes });
  await crowd.whole();
  const began = performance.now();
  const again = crowd.whole();
  await first.kill();
  const second = await startService(path, { port });
  await again;
  const took = performance.now() - began;
  crowd.leave();
  await second.kill();
  return took;
}

/** Readers that come back when they were cut off. They ask for the whole show, or `resumes` at the revision that they have. */
class ReturningCrowd {
  #with = 0;
  #done: () => void = () => undefined;
  #staying = true;

  constructor(url: string, { token, resumes }: { token: string; resumes: boolean }) {
    const enter = (revision?: number): void => {
      let has: number | undefined;
      new Reader(url, token, {
        revision,
        heard: (payload) => {
          if (has !== undefined) return;
          // A reader that cannot read what it was sent does not have it: each parses the whole show.
          const frame = JSON.parse(payload.toString()) as { type: string; revision?: number };
          if (frame.revision === undefined || (revision === undefined && frame.type !== 'snapshot')) return;
          has = frame.revision;
          this.#with += 1;
          if (this.#with === readers) this.#done();
        },
        closed: () => this.#staying && setTimeout(() => enter(resumes ? (has ?? revision) : undefined), comeBack()),
      });
    };
    for (let at = 0; at < readers; at++) enter();
  }

  /** Resolves when every reader has the whole show once more. */
  whole(): Promise<void> {
    this.#with = 0;
    return new Promise((resolve) => (this.#done = resolve));
  }

  leave(): void {
    this.#staying = false;
  }
}
