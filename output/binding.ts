import { errorIn } from '../contract/errors.ts';
import type { Bound, ExpressionBinding, FieldBinding } from '../scene/schema/bound.ts';
import { evaluate, type ExpressionValue, parseExpression, repeaterNames } from '../scene/expression/expression.ts';
import type { Shadow } from '../scene/schema/element.ts';
import type { Payload, TimeControl, Value } from '../contract/model/field.ts';
import { ownOf } from '../contract/own.ts';

/** The values for a bound property: the fields of its sub-composition and, inside a repeater, the current member. */
export interface Scope {
  fields: Payload;
  /** The member of the repeater's array that is being drawn. */
  item?: unknown;
  /** The position of the member in the array, from 0. */
  index?: number;
  count?: number;
}

type Binding = FieldBinding | ExpressionBinding;

/**
 * Returns a text: fixed, from a text field, or from an expression.
 * @throws Error that names the field or the expression if the value is not a text. All readers in this file do the
 * same; the element that catches the error keeps its present picture.
 */
export function textOf(bound: Bound<string>, scope: Scope): string {
  if (typeof bound === 'string') return bound;
  const value = valueOf(bound, scope);
  if (typeof value === 'string') return value;
  if (!('expression' in bound)) return refuse(bound, 'a text');
  if (value === null) return '';
  return typeof value === 'object' ? refuse(bound, 'a text') : String(value);
}

/** A field holds a number as a decimal string. */
export function numberOf(bound: Bound<number>, scope: Scope): number {
  if (typeof bound === 'number') return bound;
  const value = valueOf(bound, scope);
  if (typeof value === 'number') return value;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : refuse(bound, 'a number');
}

/** As {@link numberOf}, but also throws outside the range that the drawing code relies on. */
export function numberWithin(bound: Bound<number>, scope: Scope, [least, most]: readonly [number, number]): number {
  const number = numberOf(bound, scope);
  if (typeof bound === 'number' || (number >= least && number <= most)) return number;
  return refuse(bound, most === Infinity ? `a number of ${least} at least` : `a number from ${least} to ${most}`);
}

export function choiceOf<Word extends string>(bound: Bound<Word>, scope: Scope, choices: readonly Word[]): Word {
  if (typeof bound === 'string') return bound;
  const text = textOf(bound, scope);
  return choices.find((choice) => choice === text) ?? refuse(bound, `one of ${choices.join(', ')}`);
}

export function flagOf(bound: Bound<boolean>, scope: Scope): boolean {
  if (typeof bound === 'boolean') return bound;
  const value = valueOf(bound, scope);
  return typeof value === 'boolean' ? value : refuse(bound, 'true or false');
}

export function colorOf(bound: Bound<string>, scope: Scope): string {
  if (typeof bound === 'string') return bound;
  const value = valueOf(bound, scope);
  if (typeof value === 'string' && 'expression' in bound && CSS.supports('color', value)) return value;
  if (!isColor(value)) return refuse(bound, 'a color');
  return `rgba(${value.r}, ${value.g}, ${value.b}, ${value.a})`;
}

/** In the form that both `box-shadow` and `text-shadow` take. */
export function shadowOf({ x, y, blur, color }: Shadow, scope: Scope): string {
  const lengths = [numberOf(x, scope), numberOf(y, scope), numberWithin(blur, scope, [0, Infinity])];
  return `${lengths.map((length) => `${length}px`).join(' ')} ${colorOf(color, scope)}`;
}

export function timerOf(bound: FieldBinding, scope: Scope): TimeControl {
  const value = fieldValue(bound.field, scope.fields);
  return typeof value === 'object' && 'isRunning' in value ? value : refuse(bound, 'a timer');
}

/** Returns JSON: parsed from a text field, or from an expression. */
export function jsonOf(bound: Binding, scope: Scope): unknown {
  const value = valueOf(bound, scope);
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    // The refusal names the field, which helps more than the place in the JSON.
    return refuse(bound, 'JSON');
  }
}

/** The last press of a button field (ms since the epoch); 0 if never pressed, or not a button. */
export function pressedAt(value: Value | undefined): number {
  return typeof value === 'object' && '__serviceButton' in value ? value.ts : 0;
}

/** The ids of all fields in a part of a scene, including expressions and nested elements. */
export function fieldsOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  if ('field' in part && typeof part.field === 'string') return [part.field];
  if ('expression' in part && typeof part.expression === 'string') return namesIn(part as ExpressionBinding);
  return Object.values(part).flatMap(fieldsOf);
}

function namesIn(bound: ExpressionBinding): string[] {
  try {
    return [...parseExpression(bound.expression).names];
  } catch {
    // Drawing the element reports the expression.
    return [];
  }
}

function valueOf(bound: Binding, scope: Scope): ExpressionValue {
  if ('field' in bound) return fieldValue(bound.field, scope.fields);
  try {
    return evaluate(parseExpression(bound.expression), (name) => lookUp(name, scope));
  } catch (error) {
    throw new Error(`the expression "${bound.expression}": ${errorIn(error).message}`, { cause: error });
  }
}

function lookUp(name: string, scope: Scope): ExpressionValue | undefined {
  if (scope.index !== undefined && repeaterNames.has(name)) {
    return scope[name as 'item' | 'index' | 'count'] as ExpressionValue;
  }
  return ownOf(scope.fields, name);
}

function fieldValue(field: string, values: Payload): Value {
  const value = ownOf(values, field);
  if (value === undefined) throw new Error(`there is no field "${field}"`);
  return value;
}

function isColor(value: ExpressionValue): value is { r: number; g: number; b: number; a: number } {
  if (typeof value !== 'object' || value === null) return false;
  const parts = new Map(Object.entries(value));
  return ['r', 'g', 'b', 'a'].every((part) => typeof parts.get(part) === 'number');
}

function refuse(bound: Binding, expected: string): never {
  const what = 'field' in bound ? `the field "${bound.field}" does not hold` : `"${bound.expression}" does not give`;
  throw new Error(`${what} ${expected}`);
}
