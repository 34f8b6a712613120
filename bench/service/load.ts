import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, openConnection } from './connection.ts';
import type { BenchOptions, Figure } from './figure.ts';
import { Reader } from './reader.ts';
import { median, quantile } from './rounds.ts';
import { changes, stageOf } from './stage.ts';

const readers = 50;
const connections = 8;
/** Updates in a second, of all connections. */
const rate = 1_000;
/** Updates until the heap has the size that this work needs. */
const settling = 20_000;
/** How often memory is looked at: after this many equal shares of the updates. */
const looks = 100;

/** What a service held (MiB) in a process of its own, and how it answered. */
export interface Load {
  /** Before anything was asked of it, and once a show of 5,000 fields was read. */
  idle: number;
  read: number;
  /** Under the load, after each share of the updates. */
  held: number[];
  /** How long (ms) after its due time each update was answered, and processor time (s) of the service for each. */
  times: number[];
  processor: number;
}

/**
 * A thousand updates a second, or as many as this machine can, with fifty readers of the live channel, until that many are
 * answered. Throws if an update is refused. Resolves when each reader has been told of the last one.
 */
export async function underLoad(updates: number): Promise<Load> {
  const stage = await stageOf({ subs: 500, fieldsEach: 10 });
  const { url, used } = stage.service;
  const memory = async (): Promise<number> => (await used()).memory;
  const idle = await memory();
  await (await fetch(url + stage.path)).text();
  const read = await memory();
  const crowd = Array.from({ length: readers }, () => new Listener(url, stage.token));
  const { requests } = changes(url, stage, 1);
  const writers = await Promise.all(Array.from({ length: connections }, (_, at) => writerOf(url, requests, at)));
  const write = (count: number): Promise<number[][]> =>
    Promise.all(writers.map(({ write: each }) => each(Math.ceil(count / connections))));
  await write(settling);
  const held: number[] = [];
  const times: number[] = [];
  const before = (await used()).cpu;
  for (let look = 0; look < looks; look++) {
    times.push(...(await write(updates / looks)).flat());
    held.push(await memory());
  }
  const processor = ((await used()).cpu - before) / times.length;
  const etag = (await fetch(url + stage.path)).headers.get('etag') ?? '';
  await Promise.all(crowd.map((reader) => reader.toldOf(Number(etag.replaceAll('"', '')))));
  for (const { close } of writers) close();
  await Promise.all(crowd.map((reader) => reader.close()));
  await stage.close();
  return { idle, read, held, times, processor };
}

interface Writer {
  /** Sends so many updates, each when it is due. Gives how long (ms) after that each was answered. */
  write(count: number): Promise<number[]>;
  close(): void;
}

async function writerOf(url: string, requests: readonly Buffer[], at: number): Promise<Writer> {
  const connection: Connection = await openConnection(url);
  let [next, due] = [at * 7, performance.now()];
  const write = async (count: number): Promise<number[]> => {
    const times: number[] = [];
    for (let sent = 0; sent < count; sent += 1, next += 1, due += (1000 * connections) / rate) {
      await pause(Math.max(0, due - performance.now()));
      const { status } = await connection.ask(requests[next % requests.length]!);
      if (status !== 200) throw new Error(`An update was answered with ${status}.`);
      times.push(performance.now() - due);
    }
    return times;
  };
  return { write, close: () => connection.close() };
}

/** A reader that knows the revision that it was last told of. */
class Listener {
  readonly #reader: Reader;
  #last: Buffer = Buffer.from('{}');
  #heard: () => void = () => undefined;

  constructor(url: string, token: string) {
    const heard = (payload: Buffer): void => {
      this.#last = payload;
      this.#heard();
    };
    this.#reader = new Reader(url, token, { heard });
  }

  /** Resolves when it has been told of this revision. */
  async toldOf(revision: number): Promise<void> {
    const last = (): unknown => (JSON.parse(this.#last.toString()) as { revision?: number }).revision;
    while (last() !== revision) await new Promise<void>((resolve) => (this.#heard = resolve));
  }

  close(): Promise<void> {
    return this.#reader.close();
  }
}

/** What the service holds while it has a thousand updates a second and fifty readers, and whether it stays at that. */
export async function loadFigures({ loadUpdates }: BenchOptions): Promise<Figure[]> {
  return figuresOf(await underLoad(loadUpdates));
}

/** Memory under a load as figures, with their targets. */
export function figuresOf({ idle, read, held, times, processor }: Load): Figure[] {
  const mebibytes = (name: string, value: number): Figure => ({ name, value, unit: 'MiB' });
  return [
    mebibytes('memory of a service that was just started', idle),
    mebibytes('... right after a show of 5,000 fields was read', read),
    {
      ...mebibytes(`... at ${rate} updates/s with ${readers} readers, at most`, Math.max(...held)),
      target: { atMost: 165 },
      note: `${times.length} updates, p99 ${quantile(times, 0.99).toFixed(2)} ms after they were due, ${(processor * 1e6).toFixed(0)} µs of processor time each`,
    },
    {
      name: '... in the last tenth of that time, to that in the first',
      value: growth(held),
      unit: 'x',
      target: { atMost: 1.05 },
    },
  ];
}

/** Memory in the last tenth of a load, to that in the first. */
export function growth(held: readonly number[]): number {
  const tenth = Math.ceil(held.length / 10);
  return median(held.slice(-tenth)) / median(held.slice(0, tenth));
}
