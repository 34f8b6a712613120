import { type Canonical, canonicalValue, isPress, type ValueContext } from './canonical-value.ts';
import type { Field, FieldType } from './field.ts';

/**
 * Canonicalizes an HTTP value; also accepts numbers as text, `"on"`, JSON objects, bare commands and `null` for reset.
 * Editors must not use it: a number being typed is briefly empty. Source: decisions.md "Lenient in, canonical out".
 */
export function wireValue(field: Field, input: unknown, moment: ValueContext): Canonical {
  const reading = readings[field.type][input === null ? 'null' : 'other'];
  return canonicalValue(field, reading(input, field, moment), moment);
}

type FormReading = (input: unknown, field: Field, moment: ValueContext) => unknown;

const asIs: FormReading = (input) => input;
const oneLine: FormReading = (input) => text(input, /[\r\n]+/g, ' ');
const orReset: FormReading = (input, { resetValue }) => (input === '' ? resetValue : input);
const empty: FormReading = () => '';
const reset: FormReading = (_null, { resetValue }) => resetValue;

/** `other`: forms besides the canonical one. `null`: clears text and pictures, else resets; never presses a button. */
const readings: Readonly<Record<FieldType, { null: FormReading; other: FormReading }>> = {
  text: { null: empty, other: oneLine },
  textarea: { null: empty, other: (input) => text(input, /\r\n?/g, '\n') },
  number: { null: reset, other: orReset },
  normalizednumber: { null: reset, other: orReset },
  counter: { null: reset, other: orReset },
  selection: { null: reset, other: option },
  image: { null: empty, other: asIs },
  color: { null: reset, other: (input, { resetValue }) => (input === '' ? resetValue : withHash(input)) },
  checkbox: { null: reset, other: (input) => switches.get(word(input)) ?? input },
  audio: { null: empty, other: asIs },
  json: { null: reset, other: (input) => (typeof input === 'object' ? JSON.stringify(input) : input) },
  timecontrol: { null: reset, other: command },
  button: { null: (_null, { resetValue }, { present }) => present ?? resetValue, other: press },
  infotext: { null: asIs, other: asIs },
  composition: { null: reset, other: oneLine },
  gradient: { null: reset, other: oneLine },
};

/** Writing back a stored press is not a new press, and its time never decreases. */
function press(input: unknown, _field: Field, { present }: ValueContext): unknown {
  if (input === true || word(input) === 'execute') return 'execute';
  return isPress(input) ? (present ?? input) : input;
}

function text(input: unknown, lineBreak: RegExp, as: string): unknown {
  if (typeof input === 'number' || typeof input === 'boolean') return String(input);
  return typeof input === 'string' ? input.replace(lineBreak, as) : input;
}

export function withHash(input: unknown): unknown {
  return typeof input === 'string' && /^\s*([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\s*$/i.test(input)
    ? `#${input.trim()}`
    : input;
}

function option(input: unknown, { selections = [] }: Field): unknown {
  const given = typeof input === 'number' ? String(input) : input;
  const titled = selections.filter(({ title }) => title === given);
  return selections.every(({ id }) => id !== given) && titled.length === 1 ? titled[0]?.id : given;
}

const switches: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[1, '1', 'true', 'on'].map((one) => [one, true] as const),
  ...[0, '0', 'false', 'off'].map((one) => [one, false] as const),
]);

function command(input: unknown): unknown {
  if (typeof input === 'string') return { command: word(input) };
  const given = typeof input === 'object' && input !== null && 'command' in input ? input.command : undefined;
  return typeof given === 'string' ? { command: word(given) } : input;
}

function word(input: unknown): unknown {
  return typeof input === 'string' ? input.trim().toLowerCase() : input;
}
