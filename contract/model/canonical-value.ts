import colorNames from 'color-name';
import { elapsed } from './time-control.ts';
import type { ButtonPress, Color, Field, TimeControl, Value } from './field.ts';

/** When a value is set: the value it replaces, and the time in milliseconds since the epoch. */
export interface Moment {
  present: Value | undefined;
  now: number;
}

export type Canonical = { ok: true; value: Value } | { ok: false; problem: string };

/**
 * The canonical form of a value that a client sent, or a problem that names what was expected. Accepts every form in the
 * specification's two value tables. Source: decisions.md "Control updates".
 */
export function canonicalValue(field: Field, input: unknown, moment: Moment): Canonical {
  switch (field.type) {
    case 'text':
    case 'textarea':
      return text(input, field.type === 'text');
    case 'composition':
    case 'gradient':
      return text(input, true);
    case 'number':
    case 'counter':
      return number(input, field.min, field.max);
    case 'normalizednumber':
      return number(input, field.min ?? '0', field.max ?? '100');
    case 'selection':
      return selection(field, input);
    case 'image':
    case 'audio':
      return url(input);
    case 'color':
      return color(input);
    case 'checkbox':
      return typeof input === 'boolean' ? good(input) : bad('expected true or false', input);
    case 'json':
      return json(input);
    case 'timecontrol':
      return timeControl(input, moment);
    case 'button':
      return button(input, moment);
    case 'infotext':
      return bad('this field is only shown and holds no value', input);
  }
}

const good = (value: Value): Canonical => ({ ok: true, value });
const bad = (expected: string, input: unknown): Canonical => ({
  ok: false,
  problem: `${expected}, got ${shown(input)}`,
});

/** The value a client sent, as at most 60 characters of JSON: short enough for a message. */
function shown(input: unknown): string {
  const written = asJson(input);
  return written.length > 60 ? `${written.slice(0, 57)}...` : written;
}

/** A value nested too deeply for `JSON.stringify` is still a wrong value, not an internal error. */
function asJson(input: unknown): string {
  try {
    return input === undefined ? 'undefined' : JSON.stringify(input);
  } catch {
    // The value is refused anyway: these are only the words for it.
    return Array.isArray(input) ? 'an array' : `an ${typeof input}`;
  }
}

function text(input: unknown, oneLine: boolean): Canonical {
  if (typeof input !== 'string') return bad('expected a string', input);
  return oneLine && /[\r\n]/.test(input) ? bad('expected one line of text', input) : good(input);
}

/** JSON numbers and numeric strings become a plain decimal string; `min` and `max` are the model's, as strings. */
function number(input: unknown, min: string | undefined, max: string | undefined): Canonical {
  const value = numeric(input);
  if (value === undefined) return bad('expected a number', input);
  const below = min !== undefined && min !== '' && value < Number(min);
  const above = max !== undefined && max !== '' && value > Number(max);
  if (below || above) return bad(`expected a number from ${min ?? 'any'} to ${max ?? 'any'}`, input);
  return good(decimal(value));
}

function numeric(input: unknown): number | undefined {
  if (typeof input === 'number') return Number.isFinite(input) ? input : undefined;
  if (typeof input !== 'string' || !/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(input)) return undefined;
  const value = Number(input);
  return Number.isFinite(value) ? value : undefined;
}

/** The shortest decimal string without an exponent: a client that shows it must not see `1e+21`. */
function decimal(value: number): string {
  const plain = String(Object.is(value, -0) ? 0 : value);
  const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(plain);
  if (!parts) return plain;
  const [, sign = '', first = '', rest = '', exponent = '0'] = parts;
  const digits = first + rest;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}

function selection(field: Field, input: unknown): Canonical {
  const ids = (field.selections ?? []).map((option) => option.id);
  return typeof input === 'string' && ids.includes(input)
    ? good(input)
    : bad(`expected one of ${ids.join(', ')}`, input);
}

/** An absolute http(s) or data URL, or one relative to the service; empty means none. Nothing that runs as a script. */
function url(input: unknown): Canonical {
  if (typeof input !== 'string') return bad('expected a URL', input);
  if (input === '') return good(input);
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
    return { ok: false, problem: `expected a string that holds JSON: ${(error as Error).message}` };
  }
}

function color(input: unknown): Canonical {
  const parsed = typeof input === 'string' ? colorFromText(input.trim()) : colorFromObject(input);
  return parsed
    ? good(parsed)
    : bad('expected a color: {r, g, b, a}, a CSS name, #rgb, #rgba, #rrggbb, #rrggbbaa, rgb() or rgba()', input);
}

function colorFromObject(input: unknown): Color | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { r, g, b, a } = input as Record<string, unknown>;
  return colorFromParts([numeric(r), numeric(g), numeric(b), a === undefined ? 1 : numeric(a)]);
}

function colorFromText(input: string): Color | undefined {
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

/** The color made of red, green, blue and alpha, in this order. Further numbers are ignored. */
function colorFromParts([r, g, b, a]: readonly (number | undefined)[]): Color | undefined {
  const inRange = (value: number | undefined, most: number): value is number =>
    value !== undefined && value >= 0 && value <= most;
  return inRange(r, 255) && inRange(g, 255) && inRange(b, 255) && inRange(a, 1) ? { a, b, g, r } : undefined;
}

function timeControl(input: unknown, { present, now }: Moment): Canonical {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  if (Number.isSafeInteger(given.UTC) && typeof given.isRunning === 'boolean' && Number.isSafeInteger(given.value)) {
    return good({ UTC: given.UTC as number, isRunning: given.isRunning, value: given.value as number });
  }
  const timer = isTimer(present) ? present : { UTC: now, isRunning: false, value: 0 };
  switch (given.command) {
    case 'play':
      return good({ UTC: now, isRunning: true, value: elapsed(timer, now) });
    case 'pause':
      return good({ UTC: now, isRunning: false, value: elapsed(timer, now) });
    case 'reset':
      return good({ UTC: now, isRunning: timer.isRunning, value: 0 });
    case 'start':
      return good({ UTC: now, isRunning: true, value: 0 });
    default:
      return bad('expected {command: play, pause, reset or start} or {UTC, isRunning, value}', input);
  }
}

function isTimer(value: Value | undefined): value is TimeControl {
  return typeof value === 'object' && 'isRunning' in value;
}

/**
 * `execute` is a press. Its time is always later than that of the press before it, so two presses in one millisecond stay
 * two. The stored object is accepted too, so that a client may send back what it read.
 */
function button(input: unknown, { present, now }: Moment): Canonical {
  if (input === 'execute') {
    const before = isPress(present) ? present.ts : 0;
    return good({ __serviceButton: true, ts: Math.max(now, before + 1) });
  }
  const given = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  return given.__serviceButton === true && Number.isSafeInteger(given.ts)
    ? good({ __serviceButton: true, ts: given.ts as number })
    : bad('expected "execute"', input);
}

function isPress(value: Value | undefined): value is ButtonPress {
  return typeof value === 'object' && '__serviceButton' in value;
}
