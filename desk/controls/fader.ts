import type { EncoderKind, FaderRange } from '../../contract/desk-api/controller.ts';

/** The largest value of a control change. */
export const topValue = 127;

/** A fader that sets a number, and may have to reach it first. */
export class Fader {
  readonly #range: FaderRange;
  /** Where it stood last, and the number that it set last. */
  #stood: number | undefined;
  #set: number | undefined;
  /** Where it would stand if it stood at the value, between the steps too; only for `scale`. */
  #scaled = 0;

  constructor(range: FaderRange) {
    this.#range = range;
  }

  /** The number at which it stands. */
  get stands(): number | undefined {
    return this.#stood === undefined ? undefined : numberAt(this.#stood, this.#range);
  }

  /**
   * The fader was moved to a position from 0 to 1. `shown` is the value that operators see; undefined where there is none. Gives the
   * value to set; undefined while the fader changes nothing.
   */
  moved(position: number, shown: number | undefined): number | undefined {
    const stood = this.#stood ?? position;
    this.#stood = position;
    const isElsewhere = shown !== undefined && shown !== this.#set;
    const { takeover } = this.#range;
    if (takeover === 'scale' && shown !== undefined)
      return this.#scale(stood, position, isElsewhere ? shown : undefined);
    const value = numberAt(position, this.#range);
    const before = numberAt(stood, this.#range);
    if (takeover === 'pickup' && isElsewhere && (before - shown) * (value - shown) > 0) {
      this.#set = undefined;
      return undefined;
    }
    this.#set = value;
    return value;
  }

  /** `elsewhere` is the value if somebody else has changed it. */
  #scale(stood: number, position: number, elsewhere: number | undefined): number | undefined {
    if (elsewhere !== undefined) this.#scaled = positionOf(elsewhere, this.#range);
    if (position === stood) return undefined;
    this.#scaled =
      position > stood
        ? this.#scaled + ((1 - this.#scaled) * (position - stood)) / (1 - stood)
        : (this.#scaled * position) / stood;
    this.#set = numberAt(this.#scaled, this.#range);
    return this.#set;
  }
}

/** By which power of its position a fader sets its numbers. */
const powers: Readonly<Record<FaderRange['curve'], number>> = { linear: 1, fineLow: 2, fineHigh: 0.5 };

function numberAt(position: number, { from, to, step, curve }: FaderRange): number {
  // The ends are always reached, also where they are no multiples.
  if (position <= 0) return from;
  if (position >= 1) return to;
  const exact = from + (to - from) * position ** powers[curve];
  // Without this, multiples of 0.1 would have a tail of digits.
  return Number((Math.round(exact / step) * step).toPrecision(12));
}

/** Where a fader stands at a number, from 0 to 1. */
export function positionOf(value: number, { from, to, curve }: Pick<FaderRange, 'from' | 'to' | 'curve'>): number {
  if (from === to) return 0;
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return part ** (1 / powers[curve]);
}

/** How far a knob without ends was turned, by the value of its control change: above 0 to the right. */
export function turned(value: number, kind: EncoderKind): number {
  switch (kind) {
    case 'twos':
      return value < 64 ? value : value - 128;
    case 'offset':
      return value - 64;
    case 'sign':
      return value < 64 ? value : 64 - value;
    case 'sign2':
      return value < 64 ? -value : value - 64;
  }
}
