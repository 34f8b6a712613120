import { texts } from '../../../contract/texts/texts.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { type DataLimits, DataProblem } from './data-limits.ts';

interface Table {
  columns: readonly string[];
  tree: readonly Readonly<Record<string, string>>[];
  places: readonly number[];
}

const longestHeader = 65_536;

/**
 * Reads rows under a header. Skips what spreadsheets add: empty rows, empty cells beyond the header, unnamed columns.
 * Any other mismatch is refused.
 */
export function readDelimited(text: string, format: 'csv' | 'tsv', limits: DataLimits): Table {
  const { text: table, separator } = withoutSeparator(text);
  const firstRow = separator === undefined ? 2 : 3;
  const delimiter = separator ?? (format === 'tsv' ? '\t' : commaOrSemicolon(table));
  const [header = [], ...rows] = records(table, delimiter, 2 * limits.rows + firstRow);
  const names = withoutEmptyEnd(header.map((name) => name.trim()));
  refuseHeader(names, limits.columns);
  const filled = rows.flatMap((cells, at) => {
    const row = at + firstRow;
    const written = withoutEmptyEnd(cells).length;
    if (written === 0) return [];
    const given = Math.min(cells.length, Math.max(written, names.length));
    if (given !== names.length) refuseMisfit({ row, given, names }, limits);
    return [{ row, cells: rowOf(names, cells) }];
  });
  if (filled.length > limits.rows) throw new DataProblem(texts.data.tooManyRows(limits.rows));
  return {
    columns: names.filter((name) => name !== ''),
    tree: filled.map(({ cells }) => cells),
    places: filled.map(({ row }) => row),
  };
}

/** A first line such as `sep=;` names the separator for a spreadsheet program. */
export function withoutSeparator(text: string): { text: string; separator?: string } {
  const [line = '', separator] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  return { text: text.slice(line.length), ...(separator !== undefined && { separator }) };
}

function records(text: string, delimiter: string, most: number): string[][] {
  try {
    return parse(text, {
      delimiter,
      // By default, the library expects the first row's line ending in all rows.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      to: most,
    });
  } catch (error) {
    if (error instanceof CsvError) throw new DataProblem(texts.data.noColumns(error.message));
    throw error;
  }
}

/**
 * Spreadsheets write semicolons where the comma is the decimal sign. Semicolons separate if the header has no comma.
 */
function commaOrSemicolon(text: string): string {
  const [header = ''] = text
    .slice(0, longestHeader)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  return header.includes(';') && !header.includes(',') ? ';' : ',';
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

function refuseHeader(names: readonly string[], most: number): void {
  if (names.length === 0) throw new DataProblem(texts.data.emptyHeader);
  if (names.length > most) throw new DataProblem(texts.data.tooManyColumns(names.length, most));
  const again = names.findIndex((name, at) => name !== '' && names.indexOf(name) !== at);
  if (again === -1) return;
  const name = names[again] ?? '';
  throw new DataProblem(texts.data.sameColumns(names.indexOf(name) + 1, again + 1, name));
}

function refuseMisfit(
  { row, given, names }: { row: number; given: number; names: readonly string[] },
  { onMisfit }: DataLimits,
): void {
  if (!onMisfit) throw new DataProblem(texts.data.wrongColumns(row, given, names.length));
  onMisfit({ row, text: texts.data.columns(given, names.length) });
}

function rowOf(names: readonly string[], cells: readonly string[]): Readonly<Record<string, string>> {
  const named = names.map((name, at) => [name, cells[at] ?? ''] as const);
  // Safe for a column named `__proto__`, unlike assignment.
  return Object.fromEntries(named.filter(([name]) => name !== ''));
}
