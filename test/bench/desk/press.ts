import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../service/figure.ts';
import { type BenchDesk, mappedKeys, openBenchDesk } from './bench-desk.ts';
import { type Extent, moment, processorTime, timesFigure } from './moments.ts';

const subCompositions = 5_000;
const screens = 200;
/** Presses first, so that what is measured is a desk in the middle of a show. */
const warmUp = 100;

/** From a key event in the desk to the bytes on the socket, among many screens and in a large show. */
export async function pressFigures({ quick }: Extent): Promise<Figure[]> {
  const desk = await openBenchDesk({ subCompositions, screens });
  const measured = { sent: [] as number[], used: [] as number[], read: [] as number[] };
  for (let press = 0; press < warmUp + (quick ? 300 : 1_500); press++) {
    const { sent, used, read } = await pressed(desk, press);
    if (press < warmUp) continue;
    measured.sent.push(sent);
    measured.used.push(used);
    measured.read.push(read);
  }
  await desk.close();
  return [
    timesFigure('key in the desk -> bytes with the operating system', measured.sent, 1),
    timesFigure("... processor time of the desk's thread for it", measured.used),
    timesFigure('... -> the process of the service has read them', measured.read),
  ];
}

/** The next press comes while the screens are being told of this one, or after that. */
async function pressed({ screen, standIn, lastSent }: BenchDesk, press: number) {
  await pause(5 + ((press * 7) % 21));
  const [start, used] = [moment(), processorTime()];
  const mapped = await screen.call('key', { key: `F${(press % mappedKeys) + 1}`, repeat: false });
  if (!mapped) throw new Error('The key is not mapped.');
  for (;;) {
    const [received] = await standIn.report();
    if (!received) continue;
    return { sent: lastSent().at - start, used: lastSent().used - used, read: received.came - start };
  }
}
