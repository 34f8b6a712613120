import type { Payload, TimeControl, Value } from '../contract/model/field.ts';

type Bound<T> = T | { field: string };

/**
 * The values that a scene's properties take from their fields. Each throws an `Error` that names the field where there
 * is no such field or it holds something else; what draws the element catches it and keeps what it shows.
 */
export function textOf(bound: Bound<string>, values: Payload): string {
  if (typeof bound === 'string') return bound;
  const value = fieldValue(bound.field, values);
  return typeof value === 'string' ? value : refuse(bound.field, 'a text');
}

/** A number: fixed, or a field that holds a decimal string. */
export function numberOf(bound: Bound<number>, values: Payload): number {
  if (typeof bound === 'number') return bound;
  const value = fieldValue(bound.field, values);
  const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : refuse(bound.field, 'a number');
}

/** True or false: fixed, or a checkbox field. */
export function flagOf(bound: Bound<boolean>, values: Payload): boolean {
  if (typeof bound === 'boolean') return bound;
  const value = fieldValue(bound.field, values);
  return typeof value === 'boolean' ? value : refuse(bound.field, 'true or false');
}

/** A CSS color: fixed, or a color field. */
export function colorOf(bound: Bound<string>, values: Payload): string {
  if (typeof bound === 'string') return bound;
  const value = fieldValue(bound.field, values);
  if (typeof value !== 'object' || !('r' in value)) return refuse(bound.field, 'a color');
  return `rgba(${value.r}, ${value.g}, ${value.b}, ${value.a})`;
}

/** A timer: a timecontrol field. */
export function timerOf(bound: { field: string }, values: Payload): TimeControl {
  const value = fieldValue(bound.field, values);
  return typeof value === 'object' && 'isRunning' in value ? value : refuse(bound.field, 'a timer');
}

/** When a button field was last pressed, milliseconds since the epoch; 0 for never and for what is not a button. */
export function pressedAt(value: Value | undefined): number {
  return typeof value === 'object' && '__serviceButton' in value ? value.ts : 0;
}

/** The ids of all fields that a part of a scene is bound to. */
export function fieldsOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  if ('field' in part && typeof part.field === 'string') return [part.field];
  return Object.values(part).flatMap(fieldsOf);
}

function fieldValue(field: string, values: Payload): Value {
  const value = Object.hasOwn(values, field) ? values[field] : undefined;
  if (value === undefined) throw new Error(`there is no field "${field}"`);
  return value;
}

function refuse(field: string, expected: string): never {
  throw new Error(`the field "${field}" does not hold ${expected}`);
}
