import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../service/figure.ts';
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
  for (let round = 0; round < 3; round++) await panicked(desk);
  const measured: Panicked[] = [];
  for (let round = 0; round < (quick ? 8 : 30); round++) measured.push(await panicked(desk));
  await desk.close();
  return [
    timesFigure(
      `panic in a show of ${subCompositions} -> bytes with the operating system`,
      measured.map(({ sent }) => sent),
      5,
    ),
    timesFigure(
      '... the longest that the desk did nothing else after it',
      measured.map(({ blocked }) => blocked),
    ),
    {
      ...{ name: '... sent to a screen for it, at most', value: Math.max(...measured.map(({ told }) => told)) / 1024 },
      ...{ unit: 'KiB', target: { atMost: 16 }, note: `${onAir} on air` },
    },
  ];
}

interface Panicked {
  /** Milliseconds until the operating system had the request. */
  sent: number;
  /** The longest turn of the desk (ms) from then on. */
  blocked: number;
  /** Bytes. */
  told: number;
}

async function panicked({ screen, id, nextSent, bytesToScreen }: BenchDesk): Promise<Panicked> {
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
