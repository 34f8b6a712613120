import { topValue } from '../faders/fader.ts';
import type { ControlEvent } from '../surface.ts';
import { controlName, type MidiMessage } from './midi-stream.ts';

const top14 = 16_383;
/** Control changes that carry parameters. Source: MIDI 1.0 Detailed Specification, table III. */
export const carriers = {
  data: 6,
  fineData: 38,
  increment: 96,
  decrement: 97,
  fineNumber: 98,
  number: 99,
  fineRegistered: 100,
  registered: 101,
} as const;

type Parameter = { number: number | undefined; fine: number | undefined; data: number };

/** 14-bit halves and parameters count only where mapped: most devices use the same numbers for plain knobs. */
export class MidiControls {
  #mapped: ReadonlySet<string> = new Set();
  readonly #upper = new Map<string, number>();
  readonly #parameters = new Map<number, Parameter>();
  /** Parameters with a lower half, which alone completes a value. */
  readonly #fine = new Set<string>();

  mapped(controls: ReadonlySet<string>): void {
    this.#mapped = controls;
  }

  read(message: MidiMessage, at: number): ControlEvent[] {
    const control = controlName(message);
    const { kind, value } = message;
    switch (kind) {
      case 'note':
        return [{ control, kind: value > 0 ? 'down' : 'up', at }];
      case 'program':
        return [
          { control, kind: 'down', at },
          { control, kind: 'up', at },
        ];
      case 'bend':
        return [{ control, kind: 'position', value: value / top14, at }];
      case 'pressure':
        return [{ control, kind: 'position', value: value / topValue, at }];
      case 'cc':
        return (
          this.#parameter(message, at) ??
          this.#half(message, at) ?? [{ control, kind: 'position', value: value / topValue, at }]
        );
    }
  }

  /** The event of a 14-bit pair, complete with the lower half; undefined for other messages. */
  #half({ channel, number = 0, value }: MidiMessage, at: number): ControlEvent[] | undefined {
    const control = `cc14 ${channel}/${number % 32}`;
    if (number >= 64 || !this.#mapped.has(control)) return undefined;
    if (number < 32) {
      this.#upper.set(control, value);
      return [];
    }
    const upper = this.#upper.get(control);
    return upper === undefined ? [] : [{ control, kind: 'position', value: ((upper << 7) + value) / top14, at }];
  }

  #parameter({ channel, number = 0, value }: MidiMessage, at: number): ControlEvent[] | undefined {
    if (!Object.values<number>(carriers).includes(number) || !this.#hasParameters(channel)) return undefined;
    const chosen = this.#parameters.get(channel) ?? { number: undefined, fine: undefined, data: 0 };
    this.#parameters.set(channel, chosen);
    switch (number) {
      case carriers.number:
        chosen.number = value;
        return [];
      case carriers.fineNumber:
        chosen.fine = value;
        return [];
      case carriers.registered:
      case carriers.fineRegistered:
        this.#parameters.delete(channel);
        return [];
    }
    // 127 twice deselects.
    if (chosen.number === undefined || chosen.fine === undefined || (chosen.number & chosen.fine) === topValue)
      return [];
    const control = `nrpn ${channel}/${(chosen.number << 7) + chosen.fine}`;
    return this.#data(control, chosen, { number, value, at });
  }

  #data(
    control: string,
    chosen: Parameter,
    { number, value, at }: { number: number; value: number; at: number },
  ): ControlEvent[] {
    switch (number) {
      case carriers.increment:
        return [{ control, kind: 'turned', by: Math.max(1, value), at }];
      case carriers.decrement:
        return [{ control, kind: 'turned', by: -Math.max(1, value), at }];
      case carriers.data:
        chosen.data = value;
        return this.#fine.has(control) ? [] : [{ control, kind: 'position', value: value / topValue, at }];
      default:
        this.#fine.add(control);
        return [{ control, kind: 'position', value: ((chosen.data << 7) + value) / top14, at }];
    }
  }

  #hasParameters(channel: number): boolean {
    for (const control of this.#mapped) if (control.startsWith(`nrpn ${channel}/`)) return true;
    return false;
  }
}
