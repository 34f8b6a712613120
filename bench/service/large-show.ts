import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, openConnection, requestBytes } from './connection.ts';
import { DiskProbe } from './disk-sync.ts';
import type { BenchOptions, Figure } from './figure.ts';
import { Reader } from './reader.ts';
import { median, quantile } from './rounds.ts';
import { type Stage, stageOf } from './stage.ts';

const subs = 10_000;
/** Milliseconds between two presses. */
const between = 250;
/** Sub-compositions on air before a panic. */
const onAir = 5;
/** Rounds that are not counted: code is compiled, and the log of the database grows. */
const warmUp = 3;
/** Milliseconds until a reader has the frame, and its KiB. */
const target = { time: 15, frame: 4 };

/** A press: the requests that a program sends for it one after the other, and what came of them. */
interface Press {
  name: string;
  requests: readonly Buffer[];
  /** Milliseconds from the first request to the first frame of a reader, and to the last answer. */
  read: number[];
  answered: number[];
  /** KiB of the largest frame. */
  frame: number;
}

/** From the request of a press to the frame of a reader in a large show, presses as far apart as those of a hand. */
export async function largeShowFigures({ echo, rounds }: BenchOptions): Promise<Figure[]> {
  const stage = await stageOf({ subs, fieldsEach: 1 });
  const frames = new Frames(stage);
  const connection = await openConnection(stage.service.url);
  const bare = await openConnection(echo);
  const disk = new DiskProbe(stage.data);
  const presses = pressesOf(stage);
  const floor = { echo: [] as number[], sync: [] as number[] };
  await frames.first;
  for (let round = -warmUp; round < 6 * rounds; round++) {
    for (const press of presses) {
      await pause(between);
      const { read, answered, frame } = await pressed(press, connection, frames);
      if (round < 0) continue;
      press.read.push(read);
      press.answered.push(answered);
      press.frame = Math.max(press.frame, frame);
    }
    await pause(between);
    const began = performance.now();
    await bare.ask(presses[0]!.requests[0]!);
    floor.echo.push(performance.now() - began);
    floor.sync.push(disk.sync());
  }
  disk.remove();
  for (const one of [connection, bare]) one.close();
  await frames.close();
  await stage.close();
  return [
    {
      name: 'four presses a second: one sync of the disk, bare',
      value: median(floor.sync),
      unit: 'ms',
      note: `p99 ${quantile(floor.sync, 0.99).toFixed(2)} ms; echo p50 ${median(floor.echo).toFixed(2)} ms, p99 ${quantile(floor.echo, 0.99).toFixed(2)} ms`,
    },
    ...presses.map((press) => timesOf(press, median(floor.echo))),
    {
      name: '... the largest frame of all',
      value: Math.max(...presses.map(({ frame }) => frame)),
      unit: 'KiB',
      target: { atMost: target.frame },
    },
  ];
}

async function pressed({ requests }: Press, connection: Connection, frames: Frames) {
  const heard = frames.next();
  const began = performance.now();
  const written = heard.then(() => performance.now() - began);
  for (const request of requests) await connection.ask(request);
  const answered = performance.now() - began;
  const read = await written;
  return { read, answered, frame: frames.largest() / 1024 };
}

function timesOf({ name, requests, read, answered }: Press, echo: number): Figure {
  const [middle, p99] = [median(read), quantile(read, 0.99)];
  const last = requests.length > 1 ? `, the last answer ${median(answered).toFixed(1)} ms` : '';
  return {
    name: `... ${name} in a show of ${subs} -> frame of a reader`,
    value: p99,
    unit: 'ms',
    echo: middle / echo,
    // Another program names all in one request, and all are checked before the first goes out.
    ...(name !== inOne && { target: { atMost: target.time } }),
    note: `p99; p50 ${middle.toFixed(2)} ms${last}, n ${read.length}; the share is of the medians`,
  };
}

const inOne = 'panic in one request';

function pressesOf({ service, path, composition }: Stage): Press[] {
  const ids = composition.root.subcompositions.map(({ id }) => id);
  const press = (name: string, ...bodies: object[][]): Press => {
    const requests = bodies.map((body) => requestBytes(service.url, { method: 'PATCH', path, body }));
    return { name, requests, read: [], answered: [], frame: 0 };
  };
  const to = (state: 'In' | 'Out', action: 'play' | 'jump') => (subCompositionId: string) => {
    return { subCompositionId, state, action };
  };
  const several = Array.from({ length: onAir }, (_, at) => ids[(at * subs) / onAir]!);
  const one = several.slice(0, 1);
  const out = ids.map(to('Out', 'jump'));
  return [
    press('take', one.map(to('In', 'play'))),
    press('Out', one.map(to('Out', 'play'))),
    press(`take of ${onAir}`, several.map(to('In', 'play'))),
    press('panic', several.map(to('Out', 'jump')), out),
    press(`take of ${onAir} again`, several.map(to('In', 'play'))),
    press(inOne, out),
  ];
}

/** The changes that a reader is sent. */
class Frames {
  readonly first: Promise<void>;
  readonly #reader: Reader;
  #heard: () => void = () => undefined;
  #largest = 0;

  constructor({ service, token }: Stage) {
    this.first = this.next();
    this.#reader = new Reader(service.url, token, {
      heard: (payload) => {
        if (payload.includes('"type":"beat"')) return;
        this.#largest = Math.max(this.#largest, payload.byteLength);
        this.#heard();
      },
    });
  }

  next(): Promise<void> {
    this.#largest = 0;
    return new Promise((resolve) => (this.#heard = resolve));
  }

  /** Bytes, since the last call of {@link Frames.next}. */
  largest(): number {
    return this.#largest;
  }

  close(): Promise<void> {
    return this.#reader.close();
  }
}
