import { type Canonical, canonicalValue, isPress, type ValueContext } from './canonical-value.ts';
import type { Field } from './field.ts';

/**
 * Canonicalizes an HTTP value; also accepts numbers as text, `"on"`, JSON objects, bare commands and `null` for reset.
 * Editors must not use it: a number being typed is briefly empty. Source: decisions.md "Lenient in, canonical out".
 */
export function wireValue(field: Field, input: unknown, moment: ValueContext): Canonical {
  return canonicalValue(field, input === null ? atRest(field, moment) : coerced(field, input, moment), moment);
}

/** `null` clears text and pictures, else resets; never presses a button. */
function atRest(field: Field, { present }: ValueContext): unknown {
  switch (field.type) {
    case 'text':
    case 'textarea':
    case 'image':
    case 'audio':
      return '';
    case 'button':
      return present ?? field.resetValue;
    case 'infotext':
      return null;
    case 'number':
    case 'normalizednumber':
    case 'counter':
    case 'selection':
    case 'color':
    case 'checkbox':
    case 'json':
    case 'timecontrol':
    case 'composition':
    case 'gradient':
      return field.resetValue;
    default:
      return field.type satisfies never;
  }
}

function coerced(field: Field, input: unknown, { present }: ValueContext): unknown {
  switch (field.type) {
    case 'text':
    case 'composition':
    case 'gradient':
      return text(input, /[\r\n]+/g, ' ');
    case 'textarea':
      return text(input, /\r\n?/g, '\n');
    case 'number':
    case 'normalizednumber':
    case 'counter':
      return input === '' ? field.resetValue : input;
    case 'color':
      return input === '' ? field.resetValue : withHash(input);
    case 'selection':
      return option(field, input);
    case 'checkbox':
      return switches.get(word(input)) ?? input;
    case 'json':
      return typeof input === 'object' ? JSON.stringify(input) : input;
    case 'timecontrol':
      return command(input);
    case 'button':
      if (input === true || word(input) === 'execute') return 'execute';
      // Writing back a stored press is not a new press, and its time never decreases.
      return isPress(input) ? (present ?? input) : input;
    case 'image':
    case 'audio':
    case 'infotext':
      return input;
    default:
      return field.type satisfies never;
  }
}

function text(input: unknown, lineBreak: RegExp, as: string): unknown {
  if (typeof input === 'number' || typeof input === 'boolean') return String(input);
  return typeof input === 'string' ? input.replace(lineBreak, as) : input;
}

function withHash(input: unknown): unknown {
  return typeof input === 'string' && /^\s*([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\s*$/i.test(input)
    ? `#${input.trim()}`
    : input;
}

function option({ selections = [] }: Field, input: unknown): unknown {
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
