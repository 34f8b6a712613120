import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DriverHandlers, LaunchDriver } from '../../surfaces/driver-ports.ts';
import { systemClock } from '../../node/clock.ts';
import { driverIn } from '../../host/processes.ts';
import type { Figure } from '../service/figure.ts';
import { mappedKeys, openBenchDesk } from './bench-desk.ts';
import { type Extent, moment, timesFigure } from './moments.ts';

const subCompositions = 220;
/** How many lamps change when another page is opened. */
const pageLamps = 200;
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
  const pages = await pageTimes(desk, noted, quick ? 20 : 100);
  await desk.close();
  return [
    timesFigure(
      'a pad in a driver process -> bytes with the operating system, beside 1,000 fader messages/s',
      times.sent,
      2,
    ),
    timesFigure('... confirmed -> bytes of its lamp with the driver', times.lamp, 5),
    timesFigure(`a page is opened -> bytes of all ${pageLamps} lamps with the driver`, pages, 20),
  ];
}

/** From the call that opens another page until the lamps of all its controls were sent. */
async function pageTimes(
  { screen, id }: Awaited<ReturnType<typeof openBenchDesk>>,
  noted: { lamps: number[] },
  count: number,
): Promise<number[]> {
  const pressed = Array.from({ length: mappedKeys }, (_, at) => Math.floor((at * subCompositions) / mappedKeys));
  const ofPage = Array.from({ length: subCompositions }, (_, at) => at).filter((at) => !pressed.includes(at));
  for (let lamp = 0; lamp < pageLamps; lamp++) {
    // Those of the first page are off, and those of the second one on, so that each is sent at each turn. That of a page that is open
    // blinks, and would be lit already at times.
    const control = `note ${lamp < 100 ? 2 : 3}/${lamp % 100}`;
    const on = { device: 'Pads', control } as const;
    const sub = { subComposition: id(ofPage[lamp] ?? 0) };
    await screen.call('do', { action: { do: 'take', ...sub, to: 'In' } });
    await screen.call('mapControl', { ...on, page: 1, action: { do: 'openPage', device: 'Pads', page: 3 } });
    await screen.call('mapControl', { ...on, page: 2, action: { do: 'toggle', ...sub } });
  }
  await pause(500);
  const times: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    noted.lamps.length = 0;
    const start = moment();
    await screen.call('do', { action: { do: 'turnPage', device: 'Pads' } });
    while (noted.lamps.length < pageLamps) await pause(1);
    times.push((noted.lamps[pageLamps - 1] ?? NaN) - start);
    await pause(20);
  }
  return times;
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
