import { Agent } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../service/figure.ts';
import { bareRequest } from './bare-request.ts';
import { type BenchDesk, openBenchDesk } from './bench-desk.ts';
import { type Extent, moment, timesFigure } from './moments.ts';

const subCompositions = 10_000;
/** How many of them are on air when everything is taken out. */
const onAir = 5;
/** How long (ms) screens may still be told of what happened last. */
const settledAfter = 700;

/** A panic in a large show: from the press to the bytes on the socket, and what a screen is sent for it. */
export async function panicFigures({ quick }: Extent): Promise<Figure[]> {
  const desk = await openBenchDesk({ subCompositions, screens: 10 });
  // Both are compiled by the first ones.
  const agent = new Agent({ keepAlive: true });
  for (let round = 0; round < 3; round++) await inTurn(desk, agent);
  const measured: Panicked[] = [];
  for (let round = 0; round < (quick ? 20 : 60); round++) measured.push(await inTurn(desk, agent));
  agent.destroy();
  await desk.close();
  return [
    timesFigure(
      `panic in a show of ${subCompositions} -> bytes with the operating system`,
      measured.map(({ sent }) => sent),
      5,
    ),
    timesFigure(
      '... the same request of Node alone, written down and sent, in turn with it',
      measured.map(({ bare }) => bare),
    ),
    timesFigure(
      '... the longest that the desk did nothing else after it',
      measured.map(({ blocked }) => blocked),
    ),
    {
      name: '... sent to a screen for it, at most',
      value: Math.max(...measured.map(({ told }) => told)) / 1024,
      unit: 'KiB',
      target: { atMost: 16 },
      note: `${onAir} on air`,
    },
  ];
}

interface Panicked {
  /** Milliseconds until the operating system had the same request without a desk. */
  bare: number;
  /** Milliseconds until the operating system had the request. */
  sent: number;
  /** The longest turn of the desk (ms) from then on. */
  blocked: number;
  /** Bytes. */
  told: number;
}

async function inTurn(desk: BenchDesk, agent: Agent): Promise<Panicked> {
  const items = Array.from({ length: subCompositions }, (_, at) => {
    return { subCompositionId: `sub${at}`, state: 'Out' as const, action: 'jump' as const };
  });
  const { start, sent } = await bareRequest(desk.standIn, agent, items);
  await pause(settledAfter);
  return { ...(await panicked(desk)), bare: sent - start };
}

async function panicked({ screen, id, nextSent, bytesToScreen }: BenchDesk): Promise<Omit<Panicked, 'bare'>> {
  for (let at = 0; at < onAir; at++) {
    await screen.call('do', { action: { do: 'take', subComposition: id(at * 100), to: 'In', action: 'play' } });
  }
  await pause(settledAfter);
  const before = bytesToScreen();
  const sending = nextSent();
  const start = moment();
  await screen.call('do', { action: { do: 'panic' } });
  const sent = (await sending) - start;
  const turns = monitorEventLoopDelay({ resolution: 1 });
  turns.enable();
  await pause(settledAfter);
  turns.disable();
  const blocked = turns.max / 1e6;
  return { sent, blocked, told: bytesToScreen() - before };
}
