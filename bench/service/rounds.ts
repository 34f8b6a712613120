import { performance } from 'node:perf_hooks';
import type { BenchOptions } from './figure.ts';
import { type Connection, openConnection } from './connection.ts';

/** What one round gave: how many requests were answered in how many seconds, and how long each took (ms). */
export interface Round {
  count: number;
  seconds: number;
  times: number[];
}

/** One side of a comparison: where it is, and its requests, which are sent one after the other and over again. */
export interface Side {
  url: string;
  requests: readonly Buffer[];
}

/** Ask for so many seconds on so many connections at the same time. Throws where an answer is no success. */
export async function round({ url, requests }: Side, connections: number, seconds: number): Promise<Round> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(url)));
  const start = performance.now();
  const end = start + seconds * 1000;
  const times: number[] = [];
  const ask = async (connection: Connection, first: number): Promise<void> => {
    for (let next = first, began = performance.now(); began < end; next += 1) {
      const { status, body } = await connection.ask(requests[next % requests.length] as Buffer);
      if (status !== 200) throw new Error(`A request was answered with ${status}: ${body.toString()}`);
      const now = performance.now();
      times.push(now - began);
      began = now;
    }
  };
  await Promise.all(open.map((connection, at) => ask(connection, at * 7)));
  const took = (performance.now() - start) / 1000;
  for (const connection of open) connection.close();
  return { count: times.length, seconds: took, times };
}

/** The middle one of some numbers. */
export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** The number that this share of all numbers is at or under. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** Rounds of two sides in turn, so that a noisy moment of the machine meets both. */
export async function inTurn(sides: readonly Side[], connections: number, options: BenchOptions): Promise<Round[][]> {
  const measured: Round[][] = sides.map(() => []);
  for (const side of sides) await round(side, connections, options.roundSeconds / 3);
  for (let turn = 0; turn < options.rounds; turn++) {
    for (const [at, side] of sides.entries()) {
      measured[at]!.push(await round(side, connections, options.roundSeconds));
    }
  }
  return measured;
}

/** Requests in a second. */
export const rate = ({ count, seconds }: Round): number => count / seconds;
/** How long the requests of all rounds took (ms). */
export const times = (rounds: readonly Round[]): number[] => rounds.flatMap((one) => one.times);

/** The median over rounds of what one side did in a round as a share of what the other did right before it. */
export function share(of: readonly Round[], to: readonly Round[]): number {
  return median(of.map((one, at) => rate(one) / rate(to[at]!)));
}
