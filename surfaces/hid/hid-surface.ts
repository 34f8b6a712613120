import type { PanelEvent } from './deck.ts';
import type { ControlEvent, Surface } from '../surface.ts';

export interface HidSurface extends Surface {
  /** The driver has opened the panel, or has darkened it because the desk hung. */
  opened(): void;
  /** The driver has not opened the panel, or has lost it. */
  closed(reason: string): void;
  /** The device took the reports of one `write`. */
  written(): void;
  /** Reads a report into events. `at`: monotonic milliseconds. */
  read(report: Uint8Array, at: number): ControlEvent[];
}

/**
 * Ignores keys that were held at plug-in: a panel reports them with the next key that moves. Two keys in the first
 * report cannot both be new.
 */
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
