import colorNames from 'color-name';
import { numeric } from './decimal.ts';
import type { Color } from './field.ts';

/**
 * Accepts `{r, g, b, a}` with numbers or numeric strings, CSS names, hex, `rgb()` and `rgba()`; otherwise undefined.
 * Source: decisions.md "Control updates".
 */
export function readColor(input: unknown): Color | undefined {
  return typeof input === 'string' ? colorFromText(input.trim()) : colorFromObject(input);
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

function colorFromParts([r, g, b, a]: readonly (number | undefined)[]): Color | undefined {
  const inRange = (value: number | undefined, most: number): value is number =>
    value !== undefined && value >= 0 && value <= most;
  return inRange(r, 255) && inRange(g, 255) && inRange(b, 255) && inRange(a, 1) ? { a, b, g, r } : undefined;
}
