import { type Canonical, canonicalValue, type ValueContext } from './canonical-value.ts';
import { type Field, holdsNumber, isSettable, type Value } from './field.ts';
import { wireValue, withHash } from './wire-value.ts';

const yes = ['yes', 'true', 'on', 'x', '1'];
const no = ['no', 'false', 'off', '0'];

/**
 * Canonicalizes a table cell; also accepts option titles in any case, yes/no, and decimal commas. An empty cell is
 * refused where no text fits: it must not reset a number or remove a picture. Buttons and timers are refused.
 * `present`: the confirmed value.
 */
export function writtenValue(field: Field, written: string | number | boolean, present?: Value): Canonical {
  if (!isSettable(field)) return { ok: false, problem: `${field.title} is a ${field.type}, which data cannot set` };
  if (written === '' && !['text', 'textarea', 'selection'].includes(field.type))
    return { ok: false, problem: 'the cell is empty' };
  return wireValue(field, typeof written === 'string' ? asMeant(field, written) : written, { present, now: 0 });
}

function asMeant({ type, selections = [] }: Field, text: string): unknown {
  const plain = text.trim().toLowerCase();
  switch (type) {
    case 'checkbox':
      return yes.includes(plain) ? true : no.includes(plain) ? false : text;
    case 'selection':
      return (
        (
          selections.find(({ id }) => id === text.trim()) ??
          selections.find(({ title }) => title.trim().toLowerCase() === plain)
        )?.id ?? text
      );
    case 'number':
    case 'counter':
    case 'normalizednumber':
      return withPoint(text.trim());
    default:
      return text;
  }
}

/** Canonicalizes an editor's input; also accepts a decimal comma, leading zeros, and a color without `#`. */
export function typedValue(field: Field, input: unknown, moment: ValueContext): Canonical {
  if (typeof input !== 'string') return canonicalValue(field, input, moment);
  if (holdsNumber(field)) {
    return canonicalValue(field, withPoint(input.trim()).replace(/^([+-]?)0+(?=\d)/, '$1'), moment);
  }
  return canonicalValue(field, field.type === 'color' ? withHash(input) : input, moment);
}

export function withPoint(number: string): string {
  return /^[+-]?\d*,\d*$/.test(number) ? number.replace(',', '.') : number;
}
