import type { DriverDoes, PortInfo } from '../../../contract/devices/driver.ts';
import type { DrawPicture, DriverHandlers, PictureOrder } from '../../../surfaces/driver-ports.ts';
import { DriverKeeper } from '../../../surfaces/drivers.ts';
import { hidSurfaces } from '../../../surfaces/hid/hid-surfaces.ts';
import type { ControlEvent, Face, Surface } from '../../../surfaces/surface.ts';
import { ManualClock } from '../manual-clock.ts';

/** A Stream Deck XL, and another one. */
export const xl: PortInfo = {
  id: 'a',
  name: 'Stream Deck XL',
  direction: 'both',
  serial: 'CL1',
  usb: { vendor: 0x0fd9, product: 0x006c },
};
export const twin: PortInfo = { ...xl, id: 'b', serial: 'CL2' };

/** Panels over a driver that the test speaks for, which takes at once whatever is written, and tells `did`. */
export function openedPanels(did: (message: DriverDoes) => void = () => undefined) {
  const clock = new ManualClock();
  const drivers: { on: DriverHandlers; did: DriverDoes[]; stopped: boolean }[] = [];
  let surfaces: readonly Surface[] = [];
  const events: (ControlEvent & { on: string })[] = [];
  const lost: string[] = [];
  const orders: PictureOrder[] = [];
  const stalls = new Set<string>();
  /** Why nothing is drawn; undefined if it is. */
  const drawing: { fails: string | undefined } = { fails: undefined };
  const draw: DrawPicture = (order) => {
    orders.push(order);
    if (drawing.fails !== undefined) return Promise.reject(new Error(drawing.fails));
    return Promise.resolve([{ kind: 'output', bytes: Uint8Array.from(Buffer.from(order.control)) }]);
  };
  const kind = hidSurfaces(
    new DriverKeeper(clock, (on) => {
      const driver = { on, did: [] as DriverDoes[], stopped: false };
      drivers.push(driver);
      return {
        do: (message) => {
          driver.did.push(message);
          did(message);
          if (message.do !== 'write' || stalls.has(message.port)) return;
          queueMicrotask(() => on.says({ say: 'written', port: message.port }));
        },
        stop: () => (driver.stopped = true),
      };
    }),
    draw,
  )({
    plugged: (now) => (surfaces = now),
    happened: (surface, event) => events.push({ ...event, on: surface.plain }),
    lost: (surface) => lost.push(surface.plain),
    changed: () => undefined,
  });
  const driver = () => drivers.at(-1)!;
  const surface = (name: string): Surface => surfaces.find((one) => one.plain === name)!;
  return {
    clock,
    kind,
    drivers,
    driver,
    surface,
    events,
    lost,
    orders,
    stalls,
    drawing,
    surfaces: () => surfaces,
    names: () => surfaces.map(({ plain, model, trouble }) => [plain, model, trouble]),
    plug(...ports: PortInfo[]): void {
      driver().on.says({ say: 'ports', ports, trouble: null });
      for (const { id } of ports) driver().on.says({ say: 'opened', port: id });
    },
    play: (port: string, ...bytes: number[]): void =>
      driver().on.says({ say: 'bytes', port, bytes, at: clock.monotonic() }),
    /** What the driver had read by then comes now. */
    playLate: (port: string, at: number, bytes: number[]): void => driver().on.says({ say: 'bytes', port, bytes, at }),
    /** What a port is written once the desk is gone; undefined if it never had anything. */
    last(port: string): string[] | undefined {
      const all = drivers.flatMap(({ did }) => did);
      const given = all.findLast((one) => one.do === 'writeLast' && one.port === port);
      if (given?.do !== 'writeLast') return undefined;
      return given.reports.map(({ kind: how, bytes }) => `${how} ${Buffer.from(bytes).subarray(0, 5).toString('hex')}`);
    },
    /** What was written to a port since the last time, each report as the letters of its control or as bytes. */
    written(port: string): string[] {
      const all = drivers.flatMap(({ did }) => did.splice(0));
      return all.flatMap((one) => {
        if (one.do !== 'write' || one.port !== port) return [];
        return one.reports.map(({ kind: how, bytes }) => {
          const text = Buffer.from(bytes);
          if (how === 'output' && bytes.length < 20) return text.toString();
          return `${how} ${text.subarray(0, 5).toString('hex')}`;
        });
      });
    },
  };
}

/** A report of an XL in which these keys are down, from 1. */
export const xlKeys = (...down: number[]): number[] => {
  return [1, 0, 32, 0, ...Array.from({ length: 32 }, (_, key) => (down.includes(key + 1) ? 1 : 0))];
};
/** What a key shows that stands for something in this state. */
export const face = (state: Face['state'], name = 'Title'): Face => ({ ...(state && { state }), name });
/** The controls that do something, wherever a test maps any. */
export const mapped = new Set(['key 1']);
/** What the first XL is called. */
export const name = 'Stream Deck XL CL1';
