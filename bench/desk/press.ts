import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../service/figure.ts';
import { bareRequest } from './bare-request.ts';
import { type BenchDesk, mappedKeys, openBenchDesk } from './bench-desk.ts';
import { type Extent, moment, timesFigure } from './moments.ts';
import type { StandIn } from './programs.ts';

const subCompositions = 5_000;
const screens = 200;
/** Presses first, so that what is measured is a desk in the middle of a show. */
const warmUp = 100;

/** From a key event in the desk to the bytes on the socket, among many screens and in a large show. */
export async function pressFigures({ quick }: Extent): Promise<Figure[]> {
  const desk = await openBenchDesk({ subCompositions, screens });
  const measured = { sent: [] as number[], read: [] as number[], bare: [] as number[] };
  const agent = new Agent({ keepAlive: true });
  const first = await pressed(desk, 0);
  for (let turn = 0; turn < warmUp + (quick ? 480 : 2_400); turn++) {
    // The next press comes while the screens are being told of the one before, or after that.
    await pause(5 + ((turn * 7) % 21));
    if (turn % 4 === 0) {
      const item = { subCompositionId: 'sub0', state: 'In' as const, action: 'play' as const };
      const { sent } = await away(desk.standIn, await bareRequest(desk.standIn, agent, [item]));
      if (turn >= warmUp) measured.bare.push(sent);
      continue;
    }
    const { sent, read } = await pressed(desk, turn);
    // The first one after a bare request found no screen that was being told.
    if (turn < warmUp || turn % 4 === 1) continue;
    measured.sent.push(sent);
    measured.read.push(read);
  }
  agent.destroy();
  await desk.close();
  return [
    timesFigure('key in the desk -> bytes with the operating system', measured.sent, 1),
    { name: '... the first press in a desk that was just started', value: first.sent, unit: 'ms' },
    timesFigure('... -> the process of the service has read them', measured.read),
    timesFigure('... a bare request of Node in turn with it', measured.bare),
  ];
}

interface Away {
  /** Milliseconds until the operating system had the bytes, and until the process of the service had read them. */
  sent: number;
  read: number;
}

async function pressed({ screen, standIn, nextSent }: BenchDesk, press: number): Promise<Away> {
  const sending = nextSent();
  const start = moment();
  const mapped = await screen.call('key', { key: `F${(press % mappedKeys) + 1}`, repeat: false });
  if (!mapped) throw new Error('The key is not mapped.');
  return away(standIn, { start, sent: await sending });
}

/**
 * The stand-in is asked only when the bytes are away: a question is written before what is sent in the next tick, and would be
 * measured with it.
 */
async function away(standIn: StandIn, { start, sent }: { start: number; sent: number }): Promise<Away> {
  for (;;) {
    const [received] = await standIn.report();
    if (!received) continue;
    // Whoever wakes up to read them can push this process aside, before it can note that they are away.
    return { sent: Math.min(sent, received.came) - start, read: received.came - start };
  }
}
