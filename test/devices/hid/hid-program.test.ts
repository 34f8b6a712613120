import { expect, it, onTestFinished } from 'vitest';
import { DriverKeeper } from '../../../surfaces/drivers.ts';
import { hidSurfaces } from '../../../surfaces/hid/hid-surfaces.ts';
import type { ControlEvent, Surface } from '../../../surfaces/surface.ts';
import { systemClock } from '../../../node/clock.ts';
import { pictureThread } from '../../../node/picture-thread.ts';
import { driverIn } from '../../../host/processes.ts';
import { places } from '../../../host/places.ts';
import { listLog, RecordedDriver } from '../../kit/midi/recorded-driver.ts';

const standIn = new URL('../../kit/hid/stand-in-register.ts', import.meta.url).href;
const ports = () => ({ name: 'hid', clock: systemClock, log: listLog() });

it('the program of the driver loads its library, tells the panels of this machine, and ends when it is asked to', async () => {
  const { log, ...rest } = ports();
  const driver = new RecordedDriver(driverIn(places.hidDriver, { ...rest, log }));
  await expect.poll(() => driver.said).toEqual([{ say: 'ports', ports: expect.any(Array), trouble: null }]);
  await driver.end();
  expect(driver.ended).toEqual(['The driver ended with exit code 0.']);
  expect(log.records).toEqual([]);
});

it('a desk draws 32 keys in its thread, over the process of the driver, whose presses come back', async () => {
  let surfaces: readonly Surface[] = [];
  const events: (ControlEvent & { on: string })[] = [];
  const kind = hidSurfaces(
    new DriverKeeper(systemClock, driverIn(places.hidDriver, ports(), ['--import', standIn])),
    pictureThread(),
  )({
    plugged: (now) => (surfaces = now),
    happened: (surface, event) => events.push({ ...event, on: surface.plain }),
    lost: () => undefined,
    changed: () => undefined,
  });
  onTestFinished(() => kind.close());
  await expect.poll(() => surfaces.map(({ plain }) => plain)).toEqual(['Stream Deck XL CL1', 'X-keys XK-24']);
  const [deck] = surfaces;
  const keys = Array.from({ length: 32 }, (_, key) => `key ${key + 1}`);
  deck?.mapped(new Set(['key 7']));
  const pressed = () => events.filter(({ kind }) => kind === 'down').map(({ on, control }) => `${on} ${control}`);
  let drawn = 0;
  await expect
    .poll(() => {
      // The stand-in answers each picture by a press, and those of the first half second do not count.
      drawn += 1;
      deck?.show(new Map(keys.map((key) => [key, { state: 'onAir', name: `Title ${drawn}` }])));
      return [...new Set(pressed())].toSorted();
    })
    .toEqual(keys.map((key) => `Stream Deck XL CL1 ${key}`).toSorted());
  const now = systemClock.monotonic();
  // Times are those of the desk.
  expect(events.every(({ at }) => at <= now && now - at < 60_000)).toBe(true);
});
