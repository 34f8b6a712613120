import type { LinkView, ShownSource } from '../../contract/desk-api/data-link.ts';
import type { Field, Payload } from '../../contract/model/field.ts';
import type { RowChoice, Source } from '../../contract/desk-api/source.ts';
import { displayText, sameValue } from '../fields/shown-value.ts';
import { agoText } from '../health/age.ts';
import { texts } from '../texts/texts.ts';
import { ownOf } from '../../contract/own.ts';

const words = texts.data;

/** A source's state in a line: `12 rows, read 3 s ago`. `age`: milliseconds; undefined for never. */
export function sourceText(view: ShownSource | undefined, age: number | undefined): string {
  const rows = words.rowCount(view?.rows ?? 0);
  const read = age === undefined ? words.nothingRead : words.read(rows, agoText(age));
  return [view?.error, read].filter(Boolean).join(' ');
}

export function staleText(name: string, view: ShownSource | undefined): string {
  return `${name}: ${view?.error || words.states[view?.state ?? 'STALE']}`;
}

/** The row of a link among all rows: `2 of 30`; `“KEY”, not among 30 rows`. */
export function rowText({ row, place }: Pick<LinkView, 'row' | 'place'>, rows: number): string {
  if (place === null && 'key' in row && rows > 0) return words.rowByKey(row.key, rows);
  const at = place === null ? ('key' in row ? row.key : '?') : String(place + 1);
  return rows === 0 ? words.rowOfUnknown(at) : words.rowOfRows(at, rows);
}

/** A row as typed: its key if the source has keys, else its number. `#` always begins a number. */
export function typedRow(text: string, { key }: Pick<Source, 'key'>): RowChoice | undefined {
  const typed = text.trim();
  const number = /^#?([1-9]\d{0,6})$/.exec(typed)?.[1];
  if (number !== undefined && (key === '' || typed.startsWith('#'))) return { index: Number(number) - 1 };
  return key === '' || typed === '' ? undefined : { key: typed };
}

/** A row as {@link typedRow} reads it. */
export function rowAsTyped(row: RowChoice | undefined, { key }: Pick<Source, 'key'>): string {
  if (!row) return '';
  if ('key' in row) return row.key;
  return key === '' ? String(row.index + 1) : `#${row.index + 1}`;
}

const mostReplaced = 2;

/**
 * The values of `present` that the data replaces once all its fields follow it, in quotes; empty if none. Words of a
 * cell that cannot be read are replaced later, when it can.
 */
export function replacedByData(
  view: Pick<LinkView, 'fields'>,
  fields: readonly Field[],
  present: Payload = {},
): string {
  const replaced = fields.flatMap((field) => {
    const [of, value] = [ownOf(view.fields, field.id), ownOf(present, field.id)];
    if (!of || value === undefined) return [];
    const words = displayText(field, value);
    const comesLater = 'problem' in of && !of.gone && words !== '';
    const isReplaced = 'value' in of ? !sameValue(of.value, value) : comesLater;
    return isReplaced ? [texts.data.quoted(words)] : [];
  });
  return texts.common.namesAndMore(replaced.slice(0, mostReplaced).join(', '), replaced.length - mostReplaced);
}
