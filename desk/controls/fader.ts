import type { EncoderKind, FaderRange } from '../../contract/desk-api/controller.ts';

/** The largest value of a control change. */
export const topValue = 127;

/** A fader that sets a number, and may have to reach it first. */
export class Fader {
  readonly #range: FaderRange;
  /** The number at which it stood last, and the one that it set last. */
  #stood: number | undefined;
  #set: number | undefined;

  constructor(range: FaderRange) {
    this.#range = range;
  }

  /** The number at which it stands. */
  get stands(): number | undefined {
    return this.#stood;
  }

  /**
   * The fader was moved to a position from 0 to 1. `shown` is the value that operators see; undefined where there is none. Gives the
   * value to set; undefined while the fader has not reached the one that is shown.
   */
  moved(position: number, shown: number | undefined): number | undefined {
    const value = numberAt(position, this.#range);
    const before = this.#stood ?? value;
    this.#stood = value;
    const isElsewhere = shown !== undefined && shown !== this.#set;
    if (this.#range.takeover === 'pickup' && isElsewhere && (before - shown) * (value - shown) > 0) {
      this.#set = undefined;
      return undefined;
    }
    this.#set = value;
    return value;
  }
}

function numberAt(position: number, { from, to, step }: FaderRange): number {
  // The ends are always reached, also where they are no multiples.
  if (position <= 0) return from;
  if (position >= 1) return to;
  const exact = from + (to - from) * position;
  // Without this, multiples of 0.1 would have a tail of digits.
  return Number((Math.round(exact / step) * step).toPrecision(12));
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
  }
}
