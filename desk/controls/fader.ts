import type { EncoderKind, FaderRange } from '../../contract/desk-api/controller.ts';

/** The largest value of a control change. */
export const topValue = 127;
/** As what a fine movement counts. */
const fineShare = 0.1;
/** How far from where a motor has brought it a fader may be when it is first moved by hand. */
const nearby = 0.03;

/** How a fader is moved. */
export interface Movement {
  /** A motor brings it to where the value is. */
  isThere?: boolean;
  /** It counts a tenth, in steps of its field; undefined where that takes any number. */
  fine?: { step: number | undefined };
}

/** A fader that sets a number, and may have to reach it first. */
export class Fader {
  readonly #range: FaderRange;
  /** Where it stood last, and the number that it set last. */
  #stood: number | undefined;
  #set: number | undefined;
  /** Where it would stand if it stood at the value, between the steps too; only for `scale`, and for fine movements. */
  #scaled = 0;
  /** The number that a fine movement set last. */
  #setFine: number | undefined;
  /** Fine movements have led it away from the value, and its motor has not brought it back. */
  #isAway = false;

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
  moved(position: number, shown: number | undefined, { isThere = false, fine }: Movement = {}): number | undefined {
    const stood = this.#before(position, isThere ? shown : undefined);
    this.#stood = position;
    if (fine && shown !== undefined) return this.#fine(stood, position, { shown, ...fine });
    if (isThere && !this.#isAway) return (this.#set = numberAt(position, this.#range));
    const isElsewhere = shown !== undefined && shown !== this.#set;
    const takeover = isThere ? 'scale' : this.#range.takeover;
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

  /** Where it stood before it was moved: where it was heard of last, or where its motor has brought it to meanwhile. */
  #before(position: number, brought: number | undefined): number {
    const stood = this.#stood ?? position;
    if (brought === undefined) return stood;
    const there = positionOf(brought, this.#range);
    const distance = Math.abs(position - there);
    const isNearer = this.#stood === undefined || distance < Math.abs(position - stood);
    if (distance > nearby || !isNearer) return stood;
    this.#isAway = false;
    return there;
  }

  /** The value goes a tenth of the way in the same direction. The fader stands elsewhere than the value from then on. */
  #fine(stood: number, position: number, { shown, step }: { shown: number; step: number | undefined }): number {
    if (shown !== this.#setFine) this.#scaled = positionOf(shown, this.#range);
    if (position === stood) return shown;
    this.#set = undefined;
    this.#isAway = true;
    this.#scaled = Math.min(1, Math.max(0, this.#scaled + (position - stood) * fineShare));
    const value = numberAt(this.#scaled, { ...this.#range, step: fineStep(this.#range.step, step) });
    // A value that lies between the steps is never rounded against the movement.
    const isBack = (positionOf(value, this.#range) - positionOf(shown, this.#range)) * (position - stood) < 0;
    this.#setFine = isBack ? shown : value;
    return this.#setFine;
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

/** A tenth of a step, as far as the field takes that. */
function fineStep(step: number, ofField: number | undefined): number {
  const tenth = step * fineShare;
  return ofField === undefined ? tenth : Math.max(1, Math.round(tenth / ofField)) * ofField;
}

/**
 * What fine turns of a knob add to a number that a turn changes by `each`: as many steps of the field as they are enough for. What is
 * left are turns too.
 */
export function fineTurns(turns: number, each: number, ofField: number | undefined): { by: number; left: number } {
  const tenth = each * fineShare;
  const step = ofField ?? Math.abs(tenth);
  const steps = Math.trunc(plain((turns * tenth) / step));
  return { by: plain(steps * step), left: plain(turns - (steps * step) / tenth) };
}

/** By which power of its position a fader sets its numbers. */
const powers: Readonly<Record<FaderRange['curve'], number>> = { linear: 1, fineLow: 2, fineHigh: 0.5 };

function numberAt(position: number, { from, to, step, curve }: FaderRange): number {
  // The ends are always reached, also where they are no multiples.
  if (position <= 0) return from;
  if (position >= 1) return to;
  const exact = from + (to - from) * position ** powers[curve];
  return plain(Math.round(exact / step) * step);
}

/** A number without the tail of digits that multiples of 0.1 have. */
function plain(number: number): number {
  return Number(number.toPrecision(12));
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
