import type {
  CellValue,
  ReadCell,
  RowChoice,
  RowPage,
  RowPageQuery,
  WantedCell,
} from '../../../contract/desk-api/source.ts';
import { cellValue } from './cells.ts';
import { treeAt } from './data-path.ts';
import { type Rows, sharedKey } from './rows.ts';
import type { Tree } from './tree.ts';

/** Returns the value of a cell, or a sentence why it has none. `longest`: maximum characters of a value. */
export function findCell(
  rows: Rows,
  { row, path, place }: Pick<WantedCell, 'row' | 'path' | 'place'>,
  longest: number,
): ReadCell {
  const found = findRow(rows, row);
  if ('problem' in found) return found;
  if (place) return { value: found.place };
  const value = cellValue(treeAt(found.row, path), longest);
  if ('value' in value) return value;
  return { problem: `${path === '' ? 'The row' : path} ${value.problem} in ${rowName(row)}.` };
}

function findRow({ list, byKey }: Rows, choice: RowChoice): { row: Tree; place: number } | { problem: string } {
  const places = 'index' in choice ? [choice.index] : (byKey.get(choice.key) ?? []);
  if ('key' in choice && places.length > 1) return { problem: sharedKey(choice.key, places) };
  const place = places[0] ?? -1;
  const row = list[place];
  if (row !== undefined) return { row, place };
  const count = list.length === 1 ? '1 row' : `${list.length} rows`;
  return { problem: `There is no ${rowName(choice)}: the source has ${count}.` };
}

function rowName(choice: RowChoice): string {
  return 'index' in choice ? `row ${choice.index + 1}` : `row with the key ${choice.key}`;
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
