import { Deck, type PanelEvent } from './deck.ts';
import type { ControlEvent, Surface, SurfaceHandlers } from '../surface.ts';
import type { HidReport, PortInfo } from '../../contract/devices/driver.ts';
import type { Clock } from '../../contract/clock.ts';
import type { DriverKeeper } from '../drivers.ts';
import { XKeys } from './x-keys.ts';

/** A panel at its port: its identity, and its ways to the driver and to the desk. */
export class PanelPort {
  readonly id: string;
  /** Undefined if the model is unknown. */
  readonly model: Deck | XKeys | undefined;
  /** Model and serial number, so that a mapping survives a replug elsewhere. Panels without a number share a name. */
  readonly plain: string;
  readonly place: string | undefined;
  readonly #driver: DriverKeeper;
  readonly #on: SurfaceHandlers;

  constructor({ id, usb, name, place, serial }: PortInfo, driver: DriverKeeper, on: SurfaceHandlers) {
    this.id = id;
    this.model = usb && (XKeys.open(usb) ?? Deck.open(usb));
    this.plain = [this.model?.name ?? (name.trim() || 'Panel'), plainSerial(serial)].join(' ').trim();
    [this.place, this.#driver, this.#on] = [place, driver, on];
  }

  get clock(): Clock {
    return this.#driver.clock;
  }

  /** Answered with `written`. */
  write(reports: readonly HidReport[]): void {
    this.#driver.do({ do: 'write', port: this.id, reports: [...reports] });
  }

  /** Sets what the driver writes when the desk is gone or hangs, so that the panel shows nothing false. */
  writeLast(reports: readonly HidReport[]): void {
    this.#driver.do({ do: 'writeLast', port: this.id, reports: [...reports] });
  }

  changed(): void {
    this.#on.changed();
  }
}

/** Some panels report zeros or one digit, which identify nothing. */
function plainSerial(serial = ''): string {
  const plain = serial.replaceAll(/[^\x20-\x7e]/g, '').trim();
  return /^0*\d?$/.test(plain) ? '' : plain;
}

export interface HidSurface extends Surface {
  /** The driver has opened the panel, or has darkened it because the desk hung. The trouble ends with the first `written`. */
  opened(): void;
  closed(reason: string): void;
  written(): void;
  /** Reads a report into events. `at`: monotonic milliseconds. */
  read(report: Uint8Array, at: number): ControlEvent[];
}

/** Ignores keys held at plug-in, which come with the next key: two in the first report cannot both be new. */
export class FirstReport {
  #isFirst = true;
  readonly #passedOver = new Set<string>();

  counting(events: readonly PanelEvent[]): PanelEvent[] {
    if (this.#isFirst) {
      const down = events.filter(({ kind }) => kind === 'down');
      if (down.length > 1) for (const { control } of down) this.#passedOver.add(control);
    }
    if (events.some(({ kind }) => kind === 'down' || kind === 'up')) this.#isFirst = false;
    return events.filter(({ kind, control }) => {
      if (!this.#passedOver.has(control)) return true;
      if (kind === 'up') this.#passedOver.delete(control);
      return false;
    });
  }
}
