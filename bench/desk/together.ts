import { setTimeout as pause } from 'node:timers/promises';
import type { UpdateItem } from '../../contract/model/control.ts';
import { openHttpConnection } from '../../node/http/http-connection.ts';
import type { Figure } from '../service/figure.ts';
import { type BenchDesk, openBenchDesk } from './bench-desk.ts';
import { bareWork, type Extent, moment, timesFigure } from './moments.ts';
import type { StandIn } from './programs.ts';
import type { Received } from './stand-in.ts';

const subCompositions = 5_000;
const changes = 100;
/** Rounds of a desk that was just started: until then Node compiles what is used, and asks for memory. */
const warmUp = 200;
/** About what so many changes take (ms). */
const likeTheChanges = 2;
/** How long (ms) the answers of a service take that is far away. */
const farAway = 40;

/** Changes fired together, from the first press until the last is applied at the service; and the same sent one after another. */
export async function togetherFigures({ quick }: Extent): Promise<Figure[]> {
  const desk = await openBenchDesk({ subCompositions });
  const { standIn } = desk;
  const early = await rounds(quick ? 20 : warmUp, () => fireTogether(desk));
  await rounds(2, () => sendInTurn(standIn));
  const bare = bareWork(likeTheChanges);
  const alone: number[] = [];
  const near = await rounds(quick ? 40 : 150, async () => {
    alone.push(bare());
    await pause(farAway + 25);
    return fireTogether(desk);
  });
  const nearInTurn = await rounds(quick ? 10 : 30, () => sendInTurn(standIn));
  standIn.answerAfter(farAway);
  const far = await rounds(quick ? 20 : 50, () => fireTogether(desk));
  const farInTurn = await rounds(quick ? 2 : 4, () => sendInTurn(standIn));
  await desk.close();
  return [
    ...figures(`${changes} changes fired together -> all applied`, near, { mostTime: 5, mostRequests: 1 }),
    timesFigure(
      `... the first ${early.length} times in a desk that was just started`,
      early.map(({ time }) => time),
    ),
    { name: '... the very first', value: early[0]?.time ?? NaN, unit: 'ms' },
    timesFigure(`... bare work of ${likeTheChanges} ms in turn with it`, alone),
    ...figures('... one after another, loopback', nearInTurn),
    ...figures(`... fired together, answers take ${farAway} ms`, far, { mostTime: 5, mostRequests: 1 }),
    ...figures(`... one after another, answers take ${farAway} ms`, farInTurn),
  ];
}

interface Applied {
  /** Milliseconds from the first press. */
  time: number;
  requests: number;
}

async function rounds(count: number, one: () => Promise<Applied>): Promise<Applied[]> {
  const measured: Applied[] = [];
  for (let round = 0; round < count; round++) measured.push(await one());
  return measured;
}

function figures(name: string, all: Applied[], most?: { mostTime: number; mostRequests: number }): Figure[] {
  const requests = Math.max(...all.map((one) => one.requests));
  return [
    timesFigure(
      name,
      all.map(({ time }) => time),
      most?.mostTime,
    ),
    {
      name: '... as so many requests',
      value: requests,
      unit: '',
      ...(most && { target: { atMost: most.mostRequests } }),
    },
  ];
}

let turn = 0;

async function fireTogether({ screen, standIn, id }: BenchDesk): Promise<Applied> {
  turn += 1;
  const start = moment();
  for (let at = 0; at < changes; at++)
    void screen.call('do', { action: { do: 'set', subComposition: id(at * 10), field: 'score', value: turn } });
  return appliedSince(start, standIn);
}

async function sendInTurn(standIn: StandIn): Promise<Applied> {
  turn += 1;
  const connection = openHttpConnection();
  const start = moment();
  for (let at = 0; at < changes; at++) {
    const item: UpdateItem = { subCompositionId: `sub${at * 10}`, payload: { score: String(turn) } };
    const url = `http://127.0.0.1:${standIn.port}/apiv2/controlapps/app0/control`;
    await connection.request({ method: 'PATCH', url, body: JSON.stringify([item]) }, new AbortController().signal);
  }
  const applied = await appliedSince(start, standIn);
  connection.close();
  return applied;
}

/** When every change of this turn is applied, and the desk may send values again. */
async function appliedSince(start: number, standIn: StandIn): Promise<Applied> {
  const received: Received[] = [];
  const isAll = (): boolean => new Set(received.flatMap(({ items }) => items.map(idOf))).size === changes;
  while (!isAll()) {
    await pause(5);
    received.push(...(await standIn.report()));
  }
  await pause(farAway + 25);
  received.push(...(await standIn.report()));
  if (received.some(({ items }) => items.some(({ payload }) => Number(payload?.score) !== turn))) {
    throw new Error('The service received another value than the one that was asked for.');
  }
  return { time: Math.max(...received.map(({ applied }) => applied)) - start, requests: received.length };
}

function idOf({ subCompositionId }: UpdateItem): string | undefined {
  return subCompositionId;
}
