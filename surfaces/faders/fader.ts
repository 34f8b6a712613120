import type { EncoderKind, FaderRange } from '../../contract/desk-api/controller.ts';

/** The largest value of a MIDI control change. */
export const topValue = 127;
const fineShare = 0.1;
/** Distance (0 to 1) from the motor's position that a first movement by hand may have. */
const nearby = 0.03;

export interface Movement {
  /** A motor keeps the fader at the value. */
  isThere?: boolean;
  /** Present in fine mode, with the step of the field; undefined if the field takes any number. */
  fine?: { step: number | undefined };
}

/** A fader that sets a number. It may have to reach the value first, or it leads the value from where it is. */
export class Fader {
  readonly #range: FaderRange;
  #stood: number | undefined;
  #set: number | undefined;
  /** The number to which the fader has led the value, and the position of that number between the steps. */
  #led: { number: number; isFine: boolean; at: number } | undefined;
  /** Fine movements have led the value away, and no motor has followed. */
  #isAway = false;

  constructor(range: FaderRange) {
    this.#range = range;
  }

  get stands(): number | undefined {
    return this.#stood === undefined ? undefined : numberAt(this.#stood, this.#range);
  }

  /** `position`: 0 to 1; `shown`: the value that operators see. Undefined until the fader passes `shown`. */
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

  /** Moves the value with the fader: a tenth of the way in fine mode, else so that both reach the end together. */
  #lead(shown: number, { from, to }: { from: number; to: number }, fine: Movement['fine']): number {
    if (to === from) return shown;
    const { step } = this.#range;
    const isFine = fine !== undefined;
    const led = this.#led?.number === shown && this.#led.isFine === isFine ? this.#led.at : undefined;
    const before = led ?? positionOf(shown, this.#range);
    const at = fine ? before + (to - from) * fineShare : inProportion(before, from, to);
    const value = numberAt(at, { ...this.#range, step: fine ? fineStep(step, fine.step) : step });
    // Never round a value against the movement.
    const isBack = (positionOf(value, this.#range) - positionOf(shown, this.#range)) * (to - from) < 0;
    const number = isBack ? shown : value;
    this.#led = { number, isFine, at: Math.min(1, Math.max(0, at)) };
    this.#set = undefined;
    this.#isAway ||= isFine;
    return number;
  }
}

/** Scales `before` so that it reaches the end together with the movement from `from` to `to`. */
function inProportion(before: number, from: number, to: number): number {
  return to > from ? before + ((1 - before) * (to - from)) / (1 - from) : (before * to) / from;
}

function fineStep(step: number, ofField: number | undefined): number {
  const tenth = step * fineShare;
  return ofField === undefined ? tenth : Math.max(1, Math.round(tenth / ofField)) * ofField;
}

/** The change by fine turns of a knob, in whole steps of the field. `left` are the turns that remain. */
export function fineTurns(turns: number, each: number, ofField: number | undefined): { by: number; left: number } {
  const tenth = each * fineShare;
  const step = ofField ?? Math.abs(tenth);
  const steps = Math.trunc(plain((turns * tenth) / step));
  return { by: plain(steps * step), left: plain(turns - (steps * step) / tenth) };
}

/** Exponent of the position for each curve. */
const powers: Readonly<Record<FaderRange['curve'], number>> = { linear: 1, fineLow: 2, fineHigh: 0.5 };

function numberAt(position: number, { from, to, step, curve }: FaderRange): number {
  // The ends are always reached, also if they are no multiples of the step.
  if (position <= 0) return from;
  if (position >= 1) return to;
  const exact = from + (to - from) * position ** powers[curve];
  return plain(Math.round(exact / step) * step);
}

/** Removes the tail of digits that multiples of 0.1 have. */
function plain(number: number): number {
  return Number(number.toPrecision(12));
}

export function positionOf(value: number, { from, to, curve }: Pick<FaderRange, 'from' | 'to' | 'curve'>): number {
  if (from === to) return 0;
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return part ** (1 / powers[curve]);
}

/** Turns of an endless knob from its control change; positive to the right. */
export const turned: Readonly<Record<EncoderKind, (value: number) => number>> = {
  twos: (value) => (value < 64 ? value : value - 128),
  offset: (value) => value - 64,
  sign: (value) => (value < 64 ? value : 64 - value),
  sign2: (value) => (value < 64 ? -value : value - 64),
};
