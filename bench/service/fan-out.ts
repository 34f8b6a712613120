import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, openConnection, requestBytes } from './connection.ts';
import type { BenchOptions, Figure } from './figure.ts';
import { Reader } from './reader.ts';
import { median, quantile, round } from './rounds.ts';
import { changes, type Stage, stageOf } from './stage.ts';

const readers = 50;
/** Between two changes (ms): a hand on a fader is not quicker. */
const between = 4;
/** More than a connection's buffers and what the service keeps for one reader can hold together, in bytes. */
const stalling = 24 * 1024 * 1024;
const largeText = 'x'.repeat(64 * 1024);

/** When each reader was told of changes, counted (ms) from when they were asked for. */
interface Told {
  all: number[];
  last: number[];
}

/** From asking for a change until fifty readers of the live channel were told, with and without one that reads nothing. */
export async function fanOutFigures(options: BenchOptions): Promise<Figure[]> {
  const stage = await stageOf({ subs: 20, fieldsEach: 5 });
  const crowd = new Crowd(stage);
  await crowd.whole;
  const [free, held]: [Told, Told] = [
    { all: [], last: [] },
    { all: [], last: [] },
  ];
  const shares: number[] = [];
  for (let turn = 0; turn < options.rounds; turn++) {
    const without = await tell(stage, crowd, options);
    const stalled = await stall(stage);
    const beside = await tell(stage, crowd, options);
    await stalled.close();
    shares.push(median(beside.all) / median(without.all));
    for (const [into, from] of [
      [free, without],
      [held, beside],
    ] as const) {
      into.all.push(...from.all);
      into.last.push(...from.last);
    }
  }
  const echo = median((await round({ url: options.echo, requests: [plain(options.echo)] }, 1, 0.5)).times);
  await crowd.close();
  await stage.close();
  return figuresOf(free, echo, median(shares));
}

function figuresOf(told: Told, echo: number, stalled: number): Figure[] {
  const figure = (name: string, value: number, atMost: number): Figure => ({
    name,
    value,
    unit: 'ms',
    echo: value / echo,
    target: { atMost },
    note: `n ${told.last.length}`,
  });
  return [
    figure(`change to ${readers} live readers, median of all`, median(told.all), 1.2),
    figure(`change to ${readers} live readers, the last one told, median`, median(told.last), 1.5),
    figure(`change to ${readers} live readers, the last one told, p99`, quantile(told.last, 0.99), 4),
    {
      name: 'the same median beside one reader that stalls',
      value: stalled,
      unit: 'x',
      target: { atMost: 1.2 },
    },
  ];
}

function plain(url: string): Buffer {
  return requestBytes(url, { method: 'GET', path: '/' });
}

/** The readers together. */
class Crowd {
  /** Every reader has its first frame. */
  readonly whole: Promise<void>;
  readonly #readers: Reader[];
  #heard: (payload: Buffer) => void = () => undefined;

  constructor({ service, token }: Stage) {
    let [first, done] = [0, (): void => undefined];
    this.whole = new Promise((resolve) => (done = resolve));
    this.#heard = () => {
      first += 1;
      if (first === readers) done();
    };
    const heard = (payload: Buffer): void => this.#heard(payload);
    this.#readers = Array.from({ length: readers }, () => new Reader(service.url, token, { heard }));
  }

  /** How long (ms from `began`) it took until each reader had been told of a change. */
  async told(began: number): Promise<number[]> {
    const times: number[] = [];
    await new Promise<void>((resolve) => {
      this.#heard = (payload) => {
        if (!payload.includes('"type":"change"')) return;
        times.push(performance.now() - began);
        if (times.length === readers) resolve();
      };
    });
    return times;
  }

  async close(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.close()));
  }
}

/** Change something again and again, and note when everyone was told. */
async function tell(stage: Stage, crowd: Crowd, { roundSeconds }: BenchOptions): Promise<Told> {
  const { requests } = changes(stage.service.url, stage, 1);
  const connection = await openConnection(stage.service.url);
  const told: Told = { all: [], last: [] };
  const end = performance.now() + roundSeconds * 1000;
  for (let turn = 0; performance.now() < end; turn++) {
    await pause(between);
    const began = performance.now();
    const all = crowd.told(began);
    const answered = connection.ask(requests[turn % requests.length]!);
    const times = await all;
    await answered;
    told.all.push(...times);
    told.last.push(Math.max(...times));
  }
  connection.close();
  return told;
}

/** A further reader that stops reading, and what it takes until the service has to leave something out for it. */
async function stall(stage: Stage): Promise<Reader> {
  let ready = (): void => undefined;
  const open = new Promise<void>((resolve) => (ready = resolve));
  const reader = new Reader(stage.service.url, stage.token, { heard: () => ready() });
  await open;
  reader.stall();
  const connection = await openConnection(stage.service.url);
  for (let sent = 0; sent < stalling; sent += largeText.length) await fillUp(connection, stage);
  connection.close();
  return reader;
}

async function fillUp(connection: Connection, { service, path, composition }: Stage): Promise<void> {
  const [sub] = composition.root.subcompositions;
  const body = [{ subCompositionId: sub?.id, payload: { [sub?.fields[0]?.id ?? '']: largeText } }];
  await connection.ask(requestBytes(service.url, { method: 'PATCH', path, body }));
}
