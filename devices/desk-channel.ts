import { DriverDoes, type DriverSays, staleAfter } from '../contract/devices/driver.ts';
import { speakAs } from '../contract/texts/texts.ts';

interface ParentPort {
  on(event: 'message', takes: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/**
 * Connects to the desk in either shell and returns the send function. `gone` runs when the desk has ended, except in
 * Electron, which ends its processes itself. Throws a sentence without a desk.
 */
export function connectToDesk(takes: (message: DriverDoes) => void, gone: () => void): (message: DriverSays) => void {
  speakAs(process.env);
  const { parentPort } = process as { parentPort?: ParentPort };
  if (parentPort) {
    parentPort.on('message', ({ data }) => takes(DriverDoes.parse(data)));
    return (message) => parentPort.postMessage(message);
  }
  if (!process.connected)
    throw new Error('A driver runs only as a process of Overlay Desk, which starts it by itself.');
  process.on('message', (message) => takes(DriverDoes.parse(message)));
  process.on('disconnect', gone);
  // The desk ends a driver with a message, or by its own end. systemd sends this to all programs of a unit, also to
  // those of a killed desk, whose devices are still lit.
  process.on('SIGTERM', () => undefined);
  // A failed send means that the desk is gone; `gone` reports that.
  return (message) => void process.send?.(message, undefined, undefined, () => undefined);
}

export interface DeskAndMachine {
  say(message: DriverSays): void;
  /** Milliseconds of the system's monotonic clock. */
  now(): number;
  after(milliseconds: number, run: () => void): () => void;
  /** The USB location of a device; undefined if unknown. */
  placeOf(device: string): string | undefined;
  /** Must be new for every port. */
  newId(): string;
}

/** The clock of this machine, and ids that are unique across restarts of the driver. */
export function machineFor(driver: string): Pick<DeskAndMachine, 'now' | 'after' | 'newId'> {
  let ids = 0;
  return {
    now: () => Number(process.hrtime.bigint()) / 1e6,
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    newId: () => `${driver}-${process.pid}-${(ids += 1)}`,
  };
}

/** Calls `stale` when the desk is not heard any more, and `back` when it is heard again. */
export function watchDesk(after: DeskAndMachine['after'], on: { stale(): void; back(): void }) {
  let isStale = false;
  let callOff: () => void = () => undefined;
  return {
    heard(): void {
      callOff();
      callOff = after(staleAfter, () => {
        isStale = true;
        on.stale();
      });
      if (!isStale) return;
      isStale = false;
      on.back();
    },
    end: (): void => callOff(),
  };
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

export function quoted(name: string): string {
  return JSON.stringify(name.trim());
}
