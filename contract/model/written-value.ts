import { type Canonical, canonicalValue } from './canonical-value.ts';
import type { Field } from './field.ts';

const yes = ['yes', 'true', 'on', 'x', '1'];
const no = ['no', 'false', 'off', '0'];

/**
 * The value of a field as people write it into a table, or a problem that names what was expected: a choice by its title or
 * id, a checkbox as yes or no, a number also with a comma. Buttons and timers have none.
 */
export function writtenValue(field: Field, text: string): Canonical {
  return canonicalValue(field, asMeant(field, text), { present: undefined, now: 0 });
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
      return /^[+-]?\d+,\d+$/.test(plain) ? plain.replace(',', '.') : text.trim();
    default:
      return text;
  }
}
