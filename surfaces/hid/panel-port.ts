import type { HidReport, PortInfo } from '../../contract/devices/driver.ts';
import type { Clock } from '../../contract/clock.ts';
import type { DriverKeeper } from '../drivers.ts';
import type { SurfaceHandlers } from '../surface.ts';
import { Deck } from './deck.ts';
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
    this.place = place;
    this.#driver = driver;
    this.#on = on;
  }

  get clock(): Clock {
    return this.#driver.clock;
  }

  /** Answered with `written`. */
  write(reports: readonly HidReport[]): void {
    this.#driver.do({ do: 'write', port: this.id, reports: [...reports] });
  }

  /**
   * Sets the reports that the driver writes when the desk is gone or hangs, so that the panel shows nothing false.
   * Replaces earlier ones.
   */
  writeLast(reports: readonly HidReport[]): void {
    this.#driver.do({ do: 'writeLast', port: this.id, reports: [...reports] });
  }

  /** The trouble or the sleep of the panel has changed. */
  changed(): void {
    this.#on.changed();
  }
}

/** Some panels report zeros or one digit, which identify nothing. */
function plainSerial(serial = ''): string {
  const plain = serial.replaceAll(/[^\x20-\x7e]/g, '').trim();
  return /^0*\d?$/.test(plain) ? '' : plain;
}
