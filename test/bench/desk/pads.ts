import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DriverHandlers, LaunchDriver } from '../../../desk/driver-ports.ts';
import { systemClock } from '../../../desk/node-ports/clock.ts';
import { driverIn } from '../../../host/driver-process.ts';
import type { Figure } from '../service/figure.ts';
import { openBenchDesk } from './bench-desk.ts';
import { type Extent, moment, timesFigure } from './moments.ts';

const subCompositions = 200;
/** Presses first, so that what is measured is a desk in the middle of a show. */
const warmUp = 40;

/** From the bytes of a pad in a driver process to those on the socket, beside a fader that never rests; and to its lamp. */
export async function padFigures({ quick }: Extent): Promise<Figure[]> {
  const noted = { presses: [] as number[], lamps: [] as number[] };
  const desk = await openBenchDesk({ subCompositions, driver: noting(noted) });
  const times = { sent: [] as number[], lamp: [] as number[] };
  const confirmed: number[] = [];
  desk.screen.on('changed', ({ subs = {} }) => {
    // The fader changes a value of the first one all the while, and that is no confirmation of a take.
    for (const [address, sub] of Object.entries(subs)) {
      if (address !== desk.id(0) && sub.requested === null) confirmed.push(moment());
    }
  });
  const count = warmUp + (quick ? 100 : 500);
  for (let press = 0; press < count; press++) {
    for (const list of [confirmed, noted.presses, noted.lamps]) list.length = 0;
    const sent = await desk.nextSent();
    const [pressed] = noted.presses;
    await pause(30);
    if (press < warmUp || pressed === undefined) continue;
    times.sent.push(sent - pressed);
    const [told] = confirmed;
    const lamp = told === undefined ? undefined : noted.lamps.find((at) => at > told);
    if (told !== undefined && lamp !== undefined) times.lamp.push(lamp - told);
  }
  await desk.close();
  return [
    timesFigure(
      'a pad in a driver process -> bytes with the operating system, beside 1,000 fader messages/s',
      times.sent,
      2,
    ),
    timesFigure('... confirmed -> bytes of its lamp with the driver', times.lamp, 5),
  ];
}

/** The driver in its process, and when its pads were pressed and their lamps lit, by {@link moment}. */
function noting(noted: { presses: number[]; lamps: number[] }): LaunchDriver {
  const program = fileURLToPath(new URL('pad-driver.ts', import.meta.url));
  const log = { write: () => undefined };
  const launch = driverIn(program, { name: 'pads', clock: systemClock, log }, []);
  const ahead = moment() - systemClock.monotonic();
  return (on: DriverHandlers) => {
    const driver = launch({
      ...on,
      says(message) {
        if (message.say === 'bytes' && message.bytes[0] === 0x90) noted.presses.push(message.at + ahead);
        on.says(message);
      },
    });
    return {
      stop: () => driver.stop(),
      do(message) {
        if (message.do === 'send') noted.lamps.push(moment());
        driver.do(message);
      },
    };
  };
}
