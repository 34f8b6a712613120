import type { DataLink, LinkedField, LinkView } from '../../contract/desk-api/data-link.ts';
import type { CellValue, ReadCell, RowChoice, WantedCell } from '../../contract/desk-api/source.ts';
import type { Field, Value } from '../../contract/model/field.ts';
import { writtenValue } from '../../contract/model/written-value.ts';
import { formatted, pathsIn } from './link-format.ts';

export type LinkedCell = Omit<WantedCell, 'id'>;

type FieldValue = LinkView['fields'][string];

/** The cells that a link needs from a row; for a row chosen by key, also its index. */
export function cellsOf({ source, fields }: DataLink, row: RowChoice): LinkedCell[] {
  const paths = Object.values(fields).flatMap(({ path, format }) => [path, ...pathsIn(format)]);
  const cells = [...new Set(paths)].map((path) => ({ source, row, path }));
  return 'key' in row ? [...cells, placeOf(source, row)] : cells;
}

export function placeOf(source: string, row: RowChoice): LinkedCell {
  return { source, row, path: '', place: true };
}

export interface LinkReader {
  cell(path: string): ReadCell | undefined;
  field(id: string): { field: Field; present: Value | undefined } | undefined;
}

/** The value of each linked field in a row, or why it has none. Omits fields not read yet. */
export function fieldValues({ fields }: DataLink, reader: LinkReader): Record<string, FieldValue> {
  const values = Object.entries(fields).flatMap(([id, linked]): [string, FieldValue][] => {
    const value = fieldValue(linked, id, reader);
    return value ? [[id, value]] : [];
  });
  return Object.fromEntries(values);
}

function fieldValue(linked: LinkedField, id: string, reader: LinkReader): FieldValue | undefined {
  const of = reader.field(id);
  if (!of) return { problem: 'The show has no such field.' };
  const cells = [linked.path, ...pathsIn(linked.format)].map((path) => reader.cell(path));
  if (cells.some((cell) => cell === undefined)) return undefined;
  const wrong = cells.find((cell) => cell && 'problem' in cell);
  if (wrong && 'problem' in wrong) return { problem: wrong.problem };
  const value = (path = linked.path): CellValue | undefined => {
    const cell = reader.cell(path);
    return cell && 'value' in cell ? cell.value : undefined;
  };
  const result = linked.format === undefined ? { value: value() ?? '' } : formatted(linked.format, value);
  return 'problem' in result ? result : converted(of, result.value);
}

function converted({ field, present }: NonNullable<ReturnType<LinkReader['field']>>, value: CellValue): FieldValue {
  const result = writtenValue(field, value, present);
  return result.ok ? { value: result.value } : { problem: `${capital(result.problem)}.` };
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
