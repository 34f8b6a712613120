import { canonicalValue, stepped, writtenLimits } from '../../contract/model/canonical-value.ts';
import { hexOf } from '../../contract/model/css-color.ts';
import {
  type Color,
  type Field,
  holdsNumber,
  stepOf,
  type TimeControl,
  type Value,
} from '../../contract/model/field.ts';
import { texts } from '../texts/texts.ts';

const words = texts.fields;

export function asText(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? words.onLower : words.offLower;
  if (isColor(value)) return colorText(value);
  return '';
}

/** A value to read, never empty. A selection shows the title of its option. */
export function displayText(field: Field, value: Value): string {
  const option = field.selections?.find(({ id }) => id === value);
  const text = option?.title ?? (isTimer(value) ? timerText(value.value) : asText(value));
  return text === '' ? words.empty : text;
}

/** By JSON: canonical values are small plain data with a fixed member order. */
export function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The canonical form of a staged value; undefined if none is staged, or the field refuses it. */
export function stagedValue(field: Field, staged: unknown, present: Value): Value | undefined {
  if (staged === undefined) return undefined;
  const canonical = canonicalValue(field, staged, { present, now: 0 });
  return canonical.ok ? canonical.value : undefined;
}

export function isColor(value: Value): value is Color {
  return typeof value === 'object' && 'r' in value;
}

export function isTimer(value: Value): value is TimeControl {
  return typeof value === 'object' && 'isRunning' in value;
}

/** `#rrggbb` when exact, else `rgba(r, g, b, a)`: no rounding. */
export function colorText(color: Color): string {
  const { r, g, b, a } = color;
  return a === 1 && [r, g, b].every(Number.isInteger) ? hexOf(color) : `rgba(${r}, ${g}, ${b}, ${a})`;
}

/** Milliseconds as a timer shows them: `m:ss.t`, with hours from one hour on, and a minus below zero. */
export function timerText(milliseconds: number): string {
  const tenths = Math.floor(Math.abs(milliseconds) / 100);
  const [seconds, minutes, hours] = [
    Math.floor(tenths / 10) % 60,
    Math.floor(tenths / 600) % 60,
    Math.floor(tenths / 36_000),
  ];
  const two = (part: number): string => String(part).padStart(2, '0');
  const front = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${milliseconds < 0 ? '-' : ''}${front}:${two(seconds)}.${tenths % 10}`;
}

/** Limits in words, `0 to 100, step 5`; empty for a field without limits. */
export function limitsText(field: Field): string {
  if (!holdsNumber(field)) return '';
  const { step } = field;
  const { min, max } = writtenLimits(field);
  const range = min && max ? words.fromTo(min, max) : min ? words.from(min) : max ? words.upTo(max) : '';
  return [range, step && words.step(step)].filter(Boolean).join(', ');
}

export function oneStep(field: Field, text: string, by: 1 | -1): string {
  return stepped(field, text, by * (stepOf(field) ?? 1));
}
