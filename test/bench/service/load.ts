import { setTimeout as pause } from 'node:timers/promises';
import { openConnection } from './connection.ts';
import type { BenchOptions, Figure } from './figure.ts';
import { Reader } from './reader.ts';
import { median, quantile } from './rounds.ts';
import { changes, stageOf } from './stage.ts';

const readers = 50;
const connections = 8;
/** Updates in a second of each connection. */
const each = 125;

/** What the service holds while it has a thousand updates a second and fifty readers, and whether it stays at that. */
export async function loadFigures({ loadSeconds }: BenchOptions): Promise<Figure[]> {
  const stage = await stageOf({ subs: 500, fieldsEach: 10 });
  const { url, used } = stage.service;
  const crowd = Array.from({ length: readers }, () => new Reader(url, stage.token, { heard: () => undefined }));
  const { requests } = changes(url, stage, 1);
  const end = performance.now() + loadSeconds * 1000;
  const times: number[] = [];
  const write = async (first: number): Promise<void> => {
    const connection = await openConnection(url);
    for (let next = first, due = performance.now(); due < end; next += 1, due += 1000 / each) {
      await pause(Math.max(0, due - performance.now()));
      await connection.ask(requests[next % requests.length] as Buffer);
      times.push(performance.now() - due);
    }
    connection.close();
  };
  const held: number[] = [];
  const before = (await used()).cpu;
  const watch = async (): Promise<void> => {
    for (; performance.now() < end; await pause(1_000)) held.push((await used()).memory);
  };
  await Promise.all([watch(), ...Array.from({ length: connections }, (_, at) => write(at * 7))]);
  const processor = ((await used()).cpu - before) / times.length;
  await Promise.all(crowd.map((reader) => reader.close()));
  await stage.close();
  const tenth = Math.ceil(held.length / 10);
  return [
    {
      ...{
        name: `memory at ${connections * each} updates/s with ${readers} readers, at most`,
        value: Math.max(...held),
      },
      ...{ unit: 'MiB', target: { atMost: 165 } },
      note: `${(times.length / loadSeconds).toFixed(0)} updates/s for ${loadSeconds} s, p99 ${quantile(times, 0.99).toFixed(2)} ms, ${(processor * 1e6).toFixed(0)} µs of processor time each`,
    },
    {
      name: '... in the last tenth of that time, to that in the second tenth',
      value: median(held.slice(-tenth)) / median(held.slice(tenth, 2 * tenth)),
      ...{ unit: 'x', target: { atMost: 1.05 } },
    },
  ];
}
