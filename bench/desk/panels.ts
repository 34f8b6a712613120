import { setTimeout as pause } from 'node:timers/promises';
import { DriverKeeper } from '../../surfaces/drivers.ts';
import { hidSurfaces } from '../../surfaces/hid/hid-surfaces.ts';
import type { Face, Surface } from '../../surfaces/surface.ts';
import { systemClock } from '../../node/clock.ts';
import { pictureThread } from '../../node/picture-thread.ts';
import { driverIn } from '../../host/processes.ts';
import { places } from '../../host/places.ts';
import type { Figure } from '../service/figure.ts';
import { type Extent, moment, timesFigure } from './moments.ts';

const keys = 32;
const standIn = new URL('../../test/kit/hid/stand-in-register.ts', import.meta.url).href;

/**
 * From new faces of all 32 keys of a Stream Deck XL until its driver process has written them, and from a press in that process to the desk while it
 * draws. The device is a stand-in that takes reports at once and answers each picture by a press: its USB is not in the figures.
 */
export async function panelFigures({ quick }: Extent): Promise<Figure[]> {
  let surfaces: readonly Surface[] = [];
  const delays: number[] = [];
  let written = 0;
  const launch = driverIn(places.hidDriver, { name: 'hid', clock: systemClock, log: { write: () => undefined } }, [
    '--import',
    standIn,
  ]);
  const kind = hidSurfaces(
    new DriverKeeper(systemClock, (on) =>
      launch({ ...on, says: (message) => (on.says(message), (written += Number(message.say === 'written'))) }),
    ),
    pictureThread(),
  )({
    plugged: (now) => (surfaces = now),
    happened: (_, event) => delays.push(systemClock.monotonic() - event.at),
    lost: () => undefined,
    changed: () => undefined,
  });
  while (surfaces.length === 0) await pause(5);
  const deck = surfaces[0]!;
  const states = ['out', 'cued', 'requested', 'onAir', 'failed', 'unknown'] as const;
  const redraw = async (turn: number): Promise<number> => {
    written = 0;
    const start = moment();
    deck.show(
      new Map(
        Array.from({ length: keys }, (_, key): [string, Face] => {
          // No picture is one that was drawn before.
          const state = states[(key + turn) % states.length]!;
          return [
            `key ${key + 1}`,
            { state, name: `Lower third ${turn}.${key}`, due: { what: 'out', at: null, left: turn * 1_000 } },
          ];
        }),
      ),
    );
    while (written < keys) await pause(0);
    return moment() - start;
  };
  deck.mapped(new Set(['key 1']));
  for (let turn = 0; turn < 10; turn += 1) await redraw(turn);
  delays.length = 0;
  const times: number[] = [];
  for (let turn = 10; turn < (quick ? 40 : 110); turn += 1) times.push(await redraw(turn));
  await kind.close();
  return [
    timesFigure('a Stream Deck XL of 32 new pictures -> all written by its driver', times, 50),
    timesFigure('... a press in the driver meanwhile -> the desk', delays, 2),
  ];
}
