import { choices } from '../../scene/schema/choices.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, type Scope, textOf } from '../binding.ts';

/** A timer's forms; `ss.t` is seconds with tenths. */
export type TimerFormat = 'mm:ss' | 'h:mm:ss' | 'ss.t';

/** Every sign that a timer may need. */
export const timerSigns = '0123456789:.-';

/** What a countdown shows when it has come to its end. */
export interface AtEnd {
  atEnd: 'continue' | 'hold' | 'hide' | 'text';
  /** `text`: the words. */
  endText: string;
}

/** What a timer or a clock shows at the end of its countdown; it holds where the scene says nothing. */
export function atEndOf({ atEnd = 'hold', endText }: ElementOf<'timer' | 'clock'>, scope: Scope): AtEnd {
  return {
    atEnd: choiceOf(atEnd, scope, choices.atEnd),
    endText: endText === undefined ? '' : textOf(endText, scope),
  };
}

/**
 * What a timer shows for `milliseconds`. Minutes of `mm:ss` go past 59, as a match clock does. Parts of the smallest unit
 * are not shown, always downwards in time, so that ten minutes to go read -10:00 for their whole first second.
 * @throws Error for a format that it does not know
 */
export function timerText(milliseconds: number, format: string): string {
  return (milliseconds < 0 ? '-' : '') + digits(milliseconds, format);
}

/**
 * What a countdown shows when its end was `milliseconds` ago: before that a negative number. It begins with the whole time,
 * for as long as a unit takes, and reads zero at its end and not before. `continue` counts on below zero.
 * @throws Error for a format that it does not know
 */
export function countdownText(milliseconds: number, format: string, { atEnd, endText }: AtEnd): string {
  const zero = digits(0, format);
  if (milliseconds < 0) return digits(milliseconds, format);
  switch (atEnd) {
    case 'hold':
      return zero;
    case 'hide':
      return '';
    case 'text':
      return endText;
    case 'continue': {
      const below = digits(milliseconds, format);
      return below === zero ? zero : `-${below}`;
    }
  }
}

/** Without a sign. */
function digits(milliseconds: number, format: string): string {
  const whole = Math.abs(Math.floor(milliseconds / 1_000));
  const tenths = Math.abs(Math.floor(milliseconds / 100));
  switch (format as TimerFormat) {
    case 'mm:ss':
      return `${two(whole / 60)}:${two(whole % 60)}`;
    case 'h:mm:ss':
      return `${Math.floor(whole / 3_600)}:${two((whole / 60) % 60)}:${two(whole % 60)}`;
    case 'ss.t':
      return `${two(tenths / 10)}.${tenths % 10}`;
    default:
      throw new Error(`there is no timer format "${format}"`);
  }
}

const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
