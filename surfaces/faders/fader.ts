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

/** A fader that sets a number, and may have to reach it first, or leads it from where it is. */
export class Fader {
  readonly #range: FaderRange;
  /** Where it stood last, and the number that it set last by standing there. */
  #stood: number | undefined;
  #set: number | undefined;
  /** The number to which it has led the value, finely or not, and where it would stand if it stood there, between the steps too. */
  #led: { number: number; isFine: boolean; at: number } | undefined;
  /** Fine movements have led the value away from it, and its motor has not brought it there. */
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
   * value to set; undefined while the fader changes nothing until it passes that value.
   */
  moved(position: number, shown: number | undefined, { isThere = false, fine }: Movement = {}): number | undefined {
    const stood = this.#before(position, isThere ? shown : undefined);
    const { takeover } = this.#range;
    this.#stood = position;
    const leads = fine !== undefined || (isThere ? this.#isAway : takeover === 'scale');
    if (leads && shown !== undefined) return this.#lead(shown, { from: stood, to: position }, fine);
    const value = numberAt(position, this.#range);
    const isElsewhere = !isThere && shown !== undefined && shown !== this.#set;
    if (takeover === 'pickup' && isElsewhere) {
      const before = numberAt(stood, this.#range);
      if ((before - shown) * (value - shown) > 0) return (this.#set = undefined);
    }
    return (this.#set = value);
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

  /**
   * The value goes in the direction of the movement from where it is: a fine movement leads it a tenth of the way, any other one so that
   * both reach the end together. The fader stands elsewhere than the value meanwhile.
   */
  #lead(shown: number, { from, to }: { from: number; to: number }, fine: Movement['fine']): number {
    if (to === from) return shown;
    const { step } = this.#range;
    const isFine = fine !== undefined;
    const led = this.#led?.number === shown && this.#led.isFine === isFine ? this.#led.at : undefined;
    const before = led ?? positionOf(shown, this.#range);
    const at = fine ? before + (to - from) * fineShare : inProportion(before, from, to);
    const value = numberAt(at, { ...this.#range, step: fine ? fineStep(step, fine.step) : step });
    // A value that lies between the steps is never rounded against the movement.
    const isBack = (positionOf(value, this.#range) - positionOf(shown, this.#range)) * (to - from) < 0;
    const number = isBack ? shown : value;
    this.#led = { number, isFine, at: Math.min(1, Math.max(0, at)) };
    this.#set = undefined;
    this.#isAway ||= isFine;
    return number;
  }
}

/** Where something is that was at `before`, and reaches the end together with what goes from one place to another. */
function inProportion(before: number, from: number, to: number): number {
  return to > from ? before + ((1 - before) * (to - from)) / (1 - from) : (before * to) / from;
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
