import { texts } from '../../../contract/texts/texts.ts';
import { deepKeys } from 'dot-prop';
import type {
  Source,
  CellValue,
  ReadCell,
  RowChoice,
  RowPage,
  RowPageQuery,
  WantedCell,
} from '../../../contract/desk-api/source.ts';
import { type DataLimits, DataProblem } from './data-limits.ts';
import { treeAt, cellValue, isNamed, rowsAt, type NamedTree, saysNothing, type Tree } from './tree.ts';
import type { ReadText } from './read-text.ts';

export interface Rows {
  list: readonly Tree[];
  columns: readonly string[];
  /** Row indexes by key, from 0. More than one index if the key is not unique. */
  byKey: ReadonlyMap<string, readonly number[]>;
  note: string;
  shapes: Shapes;
}

type Shapes = ReadonlyMap<string, readonly string[]>;

/**
 * Finds the rows in a text and reuses the cell paths of `before`. Throws a {@link DataProblem} if the rows are not at
 * the configured place.
 */
export function rowsOf(
  read: ReadText,
  source: Pick<Source, 'rows' | 'key'>,
  { limits, before }: { limits: DataLimits; before?: Rows | undefined },
): Rows {
  const list = rowsAt(read.tree, source.rows);
  if (!list) throw new DataProblem(texts.data.noPath(source.rows, partNames(read.tree)));
  if (list.length > limits.rows) throw new DataProblem(texts.data.tooManyRows(limits.rows));
  const { columns, shapes } = read.columns
    ? { columns: read.columns, shapes: noShapes }
    : columnsOf(list, { most: limits.columns, known: before?.shapes ?? noShapes });
  return { list, columns, shapes, ...keysOf(list, source.key) };
}

export function hasNoData({ list }: Rows): boolean {
  return list.every(saysNothing);
}

function partNames(tree: Tree): string {
  const names = typeof tree === 'object' && tree !== null && !Array.isArray(tree) ? Object.keys(tree) : [];
  return names.length === 0 ? texts.data.noNames : names.slice(0, 10).join(', ');
}

const noShapes: Shapes = new Map();

function columnsOf(
  list: readonly Tree[],
  { most, known }: { most: number; known: Shapes },
): Pick<Rows, 'columns' | 'shapes'> {
  const columns = new Set<string>();
  // Most tables have rows of one shape; finding the paths of each row would dominate the cost.
  const shapes = new Map<string, readonly string[]>();
  let last: readonly string[] | undefined;
  for (const row of list) {
    if (last && isFlat(row, last)) continue;
    last = isFlat(row) ? Object.keys(row) : undefined;
    const shape = last && JSON.stringify(last);
    if (shape !== undefined && shapes.has(shape)) continue;
    const paths = (shape !== undefined && known.get(shape)) || pathsOf(row);
    if (shape !== undefined) shapes.set(shape, paths);
    for (const path of paths) columns.add(path);
    if (columns.size > most) throw new DataProblem(texts.data.tooManyCells(most));
  }
  return { columns: [...columns], shapes };
}

function pathsOf(row: Tree): readonly string[] {
  return typeof row === 'object' && row !== null ? [...deepKeys(row)] : [''];
}

/** Checks that a row is an object of plain values; with `names`, exactly these names in this order. */
function isFlat(row: Tree, names?: readonly string[]): row is NamedTree {
  if (!isNamed(row)) return false;
  let at = 0;
  for (const name in row) {
    if (names && name !== names[at]) return false;
    const value = row[name];
    if (typeof value === 'object' && value !== null) return false;
    at += 1;
  }
  return !names || at === names.length;
}

function keysOf(list: readonly Tree[], path: string): Pick<Rows, 'byKey' | 'note'> {
  const byKey = new Map<string, number[]>();
  if (path === '') return { byKey, note: '' };
  list.forEach((row, at) => {
    const key = cellValue(treeAt(row, path), Infinity);
    if ('problem' in key || key.value === '') return;
    const places = byKey.get(String(key.value));
    if (places) places.push(at);
    else byKey.set(String(key.value), [at]);
  });
  return { byKey, note: keyNote(byKey, list.length, path) };
}

function keyNote(byKey: ReadonlyMap<string, readonly number[]>, rows: number, path: string): string {
  if (rows > 0 && byKey.size === 0) return texts.data.noKey(path);
  const again = [...byKey].find(([, places]) => places.length > 1);
  return again ? sharedKey(...again) : '';
}

/** Explains why a key identifies no row. Rows are counted from 1. */
function sharedKey(key: string, places: readonly number[]): string {
  const [first = 0, second = 0] = places;
  return texts.data.sharedKey(first + 1, second + 1, key);
}

/** Returns the value of a cell, or a sentence why it has none. `longest`: maximum characters of a value. */
export function findCell(
  rows: Rows,
  { row, path, place, key }: Pick<WantedCell, 'row' | 'path' | 'place' | 'key'>,
  longest: number,
): ReadCell {
  const found = findRow(rows, row);
  if ('problem' in found) return found;
  if (place) return { value: found.place };
  const value = cellValue(treeAt(found.row, path), longest);
  if ('value' in value) {
    const places = key ? (rows.byKey.get(String(value.value)) ?? []) : [];
    return places.length > 1 ? { problem: sharedKey(String(value.value), places) } : value;
  }
  const problem = texts.data.cellWrong(path === '' ? texts.data.theRow : path, value.problem, rowName(row));
  // A text in which no row has the cell is another text than expected.
  return value.absent && rows.columns.includes(path) ? { problem, absent: true } : { problem };
}

function findRow({ list, byKey }: Rows, choice: RowChoice): { row: Tree; place: number } | { problem: string } {
  const places = 'index' in choice ? [choice.index] : (byKey.get(choice.key) ?? []);
  if ('key' in choice && places.length > 1) return { problem: sharedKey(choice.key, places) };
  const place = places[0] ?? -1;
  const row = list[place];
  if (row !== undefined) return { row, place };
  return { problem: texts.data.noRow(rowName(choice), texts.data.rows(list.length)) };
}

function rowName(choice: RowChoice): string {
  return 'index' in choice ? texts.ingest.row(choice.index + 1) : texts.data.rowKey(choice.key);
}

/** Maximum characters of one cell in a table, and of all cells on a page. */
const mostOfCell = 1_000;
const mostOfPage = 1_000_000;

export function pageOf({ list, columns }: Rows, { from, count }: RowPageQuery): RowPage {
  const rows: RowPage['rows'] = [];
  let characters = 0;
  for (const row of list.slice(from, from + count)) {
    const cells = columns.map((path) => shownCell(treeAt(row, path)));
    characters += cells.reduce<number>((sum, cell) => sum + String(cell).length, 0);
    // Always includes the first row, so that the next page starts after it.
    if (characters > mostOfPage && rows.length > 0) break;
    rows.push(cells);
  }
  return { from, total: list.length, columns: [...columns], rows };
}

function shownCell(tree: Tree | undefined): CellValue | null {
  const cell = cellValue(typeof tree === 'string' ? tree.slice(0, mostOfCell) : tree, mostOfCell);
  return 'value' in cell ? cell.value : null;
}
