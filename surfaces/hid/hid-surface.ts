import type { HidReport } from '../../contract/devices/driver.ts';
import type { PanelEvent } from './deck.ts';
import type { ControlEvent, Surface } from '../surface.ts';

/** What a panel tells of which one it is. */
export type PanelIdentity = Pick<Surface, 'plain' | 'place'>;

/** A panel that is plugged in. */
export interface HidSurface extends Surface {
  /** The driver has opened it, or was told to show nothing because the desk hung. */
  opened(): void;
  /** The driver has not opened it, or has lost it. */
  closed(reason: string): void;
  /** The reports of one call of `write` are with the device. */
  written(): void;
  /** What a report of it means. `at` is when it came, by the monotonic clock. */
  read(report: Uint8Array, at: number): ControlEvent[];
}

type TakeReports = (reports: readonly HidReport[]) => void;

/** What a panel is told by. */
export interface HidPort {
  /** Writes reports to it, which it answers with `written`. */
  write: TakeReports;
  /** What it is written once the desk is gone or hangs, in place of what was given before: it shows nothing that may be false then. */
  writeLast: TakeReports;
}

/**
 * Keeps keys that were held while a panel was plugged in from counting as presses: a panel tells what is down with the next key that moves,
 * and two that go down in its first report cannot both have been pressed since.
 */
export class FirstReport {
  #isFirst = true;
  readonly #passedOver = new Set<string>();

  /** What counts of these events. */
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
