import { choices } from '../../scene/schema/choices.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, type Scope, textOf } from '../binding.ts';

export const timerSigns = '0123456789:.-';

export interface AtEnd {
  atEnd: 'continue' | 'hold' | 'hide' | 'text';
  endText: string;
}

/** The end behaviour of a timer's or clock's countdown; `hold` by default. */
export function atEndOf({ atEnd = 'hold', endText }: ElementOf<'timer' | 'clock'>, scope: Scope): AtEnd {
  return {
    atEnd: choiceOf(atEnd, scope, choices.atEnd),
    endText: endText === undefined ? '' : textOf(endText, scope),
  };
}

/**
 * Minutes in `mm:ss` go past 59, as on a match clock. Values are rounded down in time: ten minutes to go read -10:00
 * for the whole first second.
 * @throws Error for an unknown format
 */
export function timerText(milliseconds: number, format: string): string {
  return (milliseconds < 0 ? '-' : '') + digits(milliseconds, format);
}

/**
 * The text of a countdown that ended `milliseconds` ago; negative before its end. The whole time shows for its first
 * unit, and zero from its end on. `continue` counts below zero.
 * @throws Error for an unknown format
 */
export function countdownText(milliseconds: number, format: string, { atEnd, endText }: AtEnd): string {
  const zero = digits(0, format);
  if (milliseconds < 0) return digits(milliseconds, format);
  if (atEnd === 'hide') return '';
  if (atEnd === 'text') return endText;
  const below = digits(milliseconds, format);
  return atEnd === 'hold' || below === zero ? zero : `-${below}`;
}

function digits(milliseconds: number, format: string): string {
  const whole = Math.abs(Math.floor(milliseconds / 1_000));
  const tenths = Math.abs(Math.floor(milliseconds / 100));
  switch (format) {
    case 'mm:ss':
      return `${two(whole / 60)}:${two(whole % 60)}`;
    case 'h:mm:ss':
      return `${Math.floor(whole / 3_600)}:${two((whole / 60) % 60)}:${two(whole % 60)}`;
    // Seconds with tenths.
    case 'ss.t':
      return `${two(tenths / 10)}.${tenths % 10}`;
    default:
      throw new Error(`there is no timer format "${format}"`);
  }
}

const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
