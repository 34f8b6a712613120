import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** What is started: a yardstick, and the service from its sources, built, and built where Node keeps what it compiles. */
type Side = 'echo' | 'bare' | 'sources' | 'built' | 'kept';

/** From the start of the program until it says that it is ready and until it gave the whole show, and what it holds idle. */
export async function startFigures({ rounds }: BenchOptions): Promise<Figure[]> {
  const data = largeShow();
  const measured: Record<Side, Start[]> = { echo: [], bare: [], sources: [], built: [], kept: [] };
  const serve = (program: string, env = {}) => startService(data.path, { program, env });
  const kept = compileCache(data.path);
  // The first start stores what is kept, a second after it is ready.
  await started(await serve(programs.built, kept));
  for (let turn = 0; turn < rounds; turn++) {
    measured.echo.push(await started(await start(programs.echo)));
    measured.bare.push(await started(await start(programs.bare, [data.path])));
    for (const from of ['sources', 'built'] as const) {
      measured[from].push(await started(await serve(programs[from]), data.token));
    }
    measured.kept.push(await started(await serve(programs.built, kept), data.token));
  }
  data.remove();
  const of = (from: Side, what: keyof Start): number => median(measured[from].map((one) => one[what]));
  const bare = of('bare', 'ready');
  return [
    { name: 'start of a bare program that opens the same database and listens', value: bare, unit: 'ms' },
    ...(['sources', 'built', 'kept'] as const).flatMap((from) => startsOf(from, of)),
    {
      name: 'start to ready, built, where Node keeps what it compiles: to the bare program',
      value: of('kept', 'ready') / bare,
      unit: 'x',
      note: `built: ${(of('built', 'ready') / bare).toFixed(2)} x`,
    },
  ];
}

function startsOf(from: 'sources' | 'built' | 'kept', of: (from: Side, what: keyof Start) => number): Figure[] {
  const name = from === 'kept' ? 'built, compiled code kept' : from;
  const one = (what: string, which: keyof Start, atMost?: number): Figure =>
    figure(`${what}, ${name}`, of(from, which), of('echo', which), atMost);
  const mebibytes = (figure: Figure): Figure => ({ ...figure, unit: 'MiB' });
  return [
    one('start to ready, 5,000 fields on the disk', 'ready', 150),
    one('start to the whole show in hand', 'shown'),
    mebibytes(one('idle memory before any show was asked for', 'idle', 90)),
    mebibytes(one('idle memory after the show of 5,000 fields was read', 'memory', 100)),
  ];
}

/** As the desk starts a service: what Node compiles of it is kept in the data directory. */
function compileCache(directory: string): { NODE_COMPILE_CACHE: string } {
  return { NODE_COMPILE_CACHE: join(directory, 'cache') };
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
 * that ask for it again, and not to those that name the revision that they have. In turn with it the same of a bare
 * program that sends the same bytes: what is left for this machine to do.
 */
export async function recoveryFigures({ rounds }: BenchOptions): Promise<Figure[]> {
  const data = largeShow();
  const env = compileCache(data.path);
  const served = (port = 0): Promise<Running> => startService(data.path, { port, env });
  const snapshot = await keptSnapshot(data, served);
  const bare = (port = 0): Promise<Running> => start(programs.bare, [data.path, snapshot, String(port)]);
  const took: Record<'anew' | 'resumed', Took> = {
    anew: { service: [], bare: [] },
    resumed: { service: [], bare: [] },
  };
  for (let turn = 0; turn < rounds; turn++) {
    for (const [way, { service, bare: floor }] of Object.entries(took)) {
      const resumes = way === 'resumed';
      service.push(await recovery(served, { token: data.token, resumes }));
      floor.push(await recovery(bare, { token: data.token, resumes }));
    }
  }
  data.remove();
  return [
    ...recoveryOf('hold the show of 5,000 fields again', took.anew, 350),
    ...recoveryOf('go on at the revision that they have', took.resumed, 220),
  ];
}

/** Times (ms) of recoveries of the service and of the bare program, in turn. */
type Took = Record<'service' | 'bare', number[]>;

function recoveryOf(what: string, { service, bare }: Took, atMost: number): Figure[] {
  return [
    {
      name: `kill -9 until ${readers} readers ${what}`,
      value: median(service),
      unit: 'ms',
      target: { atMost },
      note: `worst ${Math.max(...service).toFixed(0)} ms, n ${service.length}`,
    },
    { name: '... the same of a bare program that sends the same bytes', value: median(bare), unit: 'ms' },
    {
      name: '... the median of one to the other, round by round',
      value: median(service.map((one, at) => one / bare[at]!)),
      unit: 'x',
    },
  ];
}

/**
 * The first frame of a live channel, as a file beside the data. The service has stored by then what Node compiled of it, as one that
 * is killed in a show has.
 */
async function keptSnapshot(
  { path, token }: { path: string; token: string },
  served: () => Promise<Running>,
): Promise<string> {
  const service = await served();
  const payload = await new Promise<Buffer>((heard) => new Reader(service.url, token, { heard }));
  const file = join(path, 'snapshot.json');
  writeFileSync(file, payload);
  await pause(calm);
  await service.kill();
  return file;
}

async function recovery(
  started: (port?: number) => Promise<Running>,
  { token, resumes }: { token: string; resumes: boolean },
): Promise<number> {
  const first = await started();
  const port = Number(new URL(first.url).port);
  const crowd = new ReturningCrowd(first.url, { token, resumes });
  await crowd.whole();
  const began = performance.now();
  const again = crowd.whole();
  await first.kill();
  const second = await started(port);
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
