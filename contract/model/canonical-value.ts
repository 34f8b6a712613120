import { errorIn } from '../errors.ts';
import { compared, numeric, plainDecimal, plainSum } from './decimal.ts';
import type { ButtonPress, Color, Field, FieldType, TimeControl, Value } from './field.ts';
import { elapsed } from './time-control.ts';
import colorNames from 'color-name';

/** `now` is in milliseconds since the epoch. */
export interface ValueContext {
  present: Value | undefined;
  now: number;
}

export type Canonical = { ok: true; value: Value } | { ok: false; problem: string };

/** Accepts every form in the specification's two value tables. Source: decisions.md "Control updates". */
export function canonicalValue(field: Field, input: unknown, moment: ValueContext): Canonical {
  return readers[field.type](input, field, moment);
}

const readers: Readonly<Record<FieldType, (input: unknown, field: Field, moment: ValueContext) => Canonical>> = {
  text: oneLine,
  textarea: text,
  number,
  normalizednumber: number,
  counter: number,
  selection,
  image: url,
  color,
  checkbox: (input) => (typeof input === 'boolean' ? good(input) : bad('expected true or false', input)),
  audio: url,
  json,
  timecontrol: timeControl,
  button,
  infotext: (input) => bad('this field is only shown and holds no value', input),
  composition: oneLine,
  gradient: oneLine,
};

const good = (value: Value): Canonical => ({ ok: true, value });
const bad = (expected: string, input: unknown): Canonical => ({
  ok: false,
  problem: `${expected}, got ${shown(input)}`,
});

function shown(input: unknown): string {
  const written = asJson(input);
  return written.length > 60 ? `${written.slice(0, 57)}...` : written;
}

/** `JSON.stringify` fails on deeply nested values; the value is invalid, not an internal error. */
function asJson(input: unknown): string {
  try {
    return input === undefined ? 'undefined' : JSON.stringify(input);
  } catch {
    // The value is refused anyway: these are only the words for it.
    return Array.isArray(input) ? 'an array' : `an ${typeof input}`;
  }
}

/** Control characters except tab and line feed. PostgreSQL cannot store NUL; the others are not drawable. */
export const controlCharacter = /[^\P{Cc}\t\n]/u;

function oneLine(input: unknown): Canonical {
  return typeof input === 'string' && /[\r\n]/.test(input) ? bad('expected one line of text', input) : text(input);
}

function text(input: unknown): Canonical {
  if (typeof input !== 'string') return bad('expected a string', input);
  return controlCharacter.test(input) ? bad('expected text without control characters', input) : good(input);
}

type Limited = Pick<Field, 'type' | 'min' | 'max'>;

export function writtenLimits({ type, min, max }: Limited): { min: string | undefined; max: string | undefined } {
  return type === 'normalizednumber' ? { min: min ?? '0', max: max ?? '100' } : { min, max };
}

function numberLimits(field: Limited): [least: number, most: number] {
  const { min = '', max = '' } = writtenLimits(field);
  return [numeric(min) ?? -Infinity, numeric(max) ?? Infinity];
}

/** Adds within the field's limits and keeps the written digits. A non-number counts as 0. */
export function stepped(field: Limited, from: unknown, by: number | string): string {
  const sum = plainSum(numeric(from) === undefined ? '0' : (from as number | string), by);
  const [least, most] = numberLimits(field);
  if (Number(sum) < least) return plainDecimal(least);
  return Number(sum) > most ? plainDecimal(most) : sum;
}

function number(input: unknown, field: Limited): Canonical {
  const value = numeric(input);
  if (value === undefined) return bad('expected a number', input);
  const plain = plainDecimal(input as number | string);
  const [least, most] = numberLimits(field);
  const { min, max } = writtenLimits(field);
  // Floats are too coarse to compare a number near a limit.
  const isLess = value < least || (value === least && compared(plain, plainDecimal(min ?? '')) < 0);
  const isMore = value > most || (value === most && compared(plain, plainDecimal(max ?? '')) > 0);
  return isLess || isMore ? bad(`expected a number from ${min ?? 'any'} to ${max ?? 'any'}`, input) : good(plain);
}

function selection(input: unknown, { selections = [] }: Field): Canonical {
  const ids = selections.map((option) => option.id);
  return typeof input === 'string' && ids.includes(input)
    ? good(input)
    : bad(`expected one of ${ids.join(', ')}`, input);
}

/** An http(s) or data URL, or a path relative to the service; empty for none. No script URLs. */
function url(input: unknown): Canonical {
  if (typeof input !== 'string') return bad('expected a URL', input);
  if (input === '') return good(input);
  if (/\p{Cc}/u.test(input)) return bad('expected a URL without control characters', input);
  const parsed = URL.parse(input, 'http://service.invalid/');
  if (!parsed || !['http:', 'https:', 'data:'].includes(parsed.protocol)) {
    return bad('expected an http, https or data URL, or one relative to the service', input);
  }
  return good(input);
}

function json(input: unknown): Canonical {
  if (typeof input !== 'string') return bad('expected a string that holds JSON', input);
  try {
    JSON.parse(input);
    return good(input);
  } catch (error) {
    return { ok: false, problem: `expected a string that holds JSON: ${errorIn(error).message}` };
  }
}

/** Numbers may be numeric strings. Source: decisions.md "Control updates". */
function color(input: unknown): Canonical {
  const value = typeof input === 'string' ? colorFromText(input.trim()) : colorFromObject(input);
  return value
    ? good(value)
    : bad('expected a color: {r, g, b, a}, a CSS name, #rgb, #rgba, #rrggbb, #rrggbbaa, rgb() or rgba()', input);
}

function timeControl(input: unknown, _field: Field, { present, now }: ValueContext): Canonical {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  if (Number.isSafeInteger(given.UTC) && typeof given.isRunning === 'boolean' && Number.isSafeInteger(given.value)) {
    return good({ UTC: given.UTC as number, isRunning: given.isRunning, value: given.value as number });
  }
  const timer = isTimer(present) ? present : { UTC: now, isRunning: false, value: 0 };
  switch (given.command) {
    case 'play':
      return good({ UTC: now, isRunning: true, value: held(elapsed(timer, now)) });
    case 'pause':
      return good({ UTC: now, isRunning: false, value: held(elapsed(timer, now)) });
    case 'reset':
      return good({ UTC: now, isRunning: timer.isRunning, value: 0 });
    case 'start':
      return good({ UTC: now, isRunning: true, value: 0 });
    default:
      return bad('expected {command: play, pause, reset or start} or {UTC, isRunning, value}', input);
  }
}

/** Two safe integers can add up to an unsafe integer, which no reader accepts. */
function held(sum: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(sum, Number.MAX_SAFE_INTEGER));
}

function isTimer(value: Value | undefined): value is TimeControl {
  return typeof value === 'object' && 'isRunning' in value;
}

/** `execute` presses; press times always increase. A stored press is a valid value, but no new press. */
function button(input: unknown, _field: Field, { present, now }: ValueContext): Canonical {
  if (input === 'execute') {
    const before = isPress(present) ? present.ts : 0;
    return good({ __serviceButton: true, ts: held(Math.max(now, before + 1)) });
  }
  return isPress(input) && Number.isSafeInteger(input.ts)
    ? good({ __serviceButton: true, ts: input.ts })
    : bad('expected "execute"', input);
}

export function isPress(value: unknown): value is ButtonPress {
  return typeof value === 'object' && value !== null && '__serviceButton' in value && value.__serviceButton === true;
}

function colorFromObject(input: unknown): Color | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { r, g, b, a } = input as Record<string, unknown>;
  return colorFromParts([numeric(r), numeric(g), numeric(b), a === undefined ? 1 : numeric(a)]);
}

export function colorFromText(input: string): Color | undefined {
  const lower = input.toLowerCase();
  if (lower === 'transparent') return { a: 0, b: 0, g: 0, r: 0 };
  const named = Object.hasOwn(colorNames, lower) ? colorNames[lower as keyof typeof colorNames] : undefined;
  if (named) return colorFromParts([...named, 1]);
  return colorFromHex(lower) ?? colorFromFunction(lower);
}

function colorFromHex(input: string): Color | undefined {
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(input)?.[1];
  if (!digits) return undefined;
  const long = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
  const part = (at: number): number => parseInt(long.slice(at, at + 2), 16);
  const alpha = long.length === 8 ? Math.round((part(6) / 255) * 1000) / 1000 : 1;
  return colorFromParts([part(0), part(2), part(4), alpha]);
}

function colorFromFunction(input: string): Color | undefined {
  const inside = /^rgba?\((.*)\)$/.exec(input)?.[1];
  const parts = inside?.split(/[\s,/]+/).filter((part) => part !== '');
  if (!parts || parts.length < 3 || parts.length > 4) return undefined;
  const numbers = parts.map((part, at) =>
    part.endsWith('%') ? scaled(numeric(part.slice(0, -1)), at < 3 ? 2.55 : 0.01) : numeric(part),
  );
  return colorFromParts([...numbers, 1]);
}

function scaled(value: number | undefined, by: number): number | undefined {
  return value === undefined ? undefined : Math.round(value * by * 1000) / 1000;
}

function colorFromParts([r, g, b, a]: readonly (number | undefined)[]): Color | undefined {
  const inRange = (value: number | undefined, most: number): value is number =>
    value !== undefined && value >= 0 && value <= most;
  return inRange(r, 255) && inRange(g, 255) && inRange(b, 255) && inRange(a, 1) ? { a, b, g, r } : undefined;
}
