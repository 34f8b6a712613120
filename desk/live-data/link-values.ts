import { texts } from '../../contract/texts/texts.ts';
import type { DataLink, LinkedField, LinkView } from '../../contract/desk-api/data-link.ts';
import type { CellValue, ReadCell, RowChoice, Source, WantedCell } from '../../contract/desk-api/source.ts';
import { canonicalValue } from '../../contract/model/canonical-value.ts';
import { type Field, isSettable, type Payload, type Value } from '../../contract/model/field.ts';
import { writtenValue } from '../../contract/model/written-value.ts';
import { evaluate, ExpressionError, parseExpression } from '../../scene/expression/expression.ts';

export interface CueRow {
  subComposition: string;
  row: RowChoice;
}

export interface RowValues {
  values: Payload;
  lacks: string[];
  isRead: boolean;
  /** Without a link, the fields of the row are not known. */
  isLinked: boolean;
}

export const wholeRow: RowValues = { values: {}, lacks: [], isRead: true, isLinked: true };

export type LinkedCell = Omit<WantedCell, 'id'>;

type FieldValue = LinkView['fields'][string];

/** The cells that a link needs from a row, and who the row is. `keyPath`: of the source; empty for none. */
export function cellsOf({ source, fields }: DataLink, row: RowChoice, keyPath: string): LinkedCell[] {
  const paths = Object.values(fields).flatMap(({ path, format }) => [path, ...pathsIn(format)]);
  const cells = [...new Set(paths)].map((path) => ({ source, row, path }));
  if ('key' in row) return [...cells, placeOf(source, row)];
  return keyPath === '' ? cells : [...cells, keyCellOf({ id: source, key: keyPath }, row.index)];
}

export function keyCellOf({ id, key }: Pick<Source, 'id' | 'key'>, index: number): LinkedCell {
  return { source: id, row: { index }, path: key, key: true };
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
  if (!of) return { problem: texts.data.noSuchField, gone: true };
  const own = reader.cell(linked.path);
  const cells = [own, ...pathsIn(linked.format).map((path) => reader.cell(path))];
  if (cells.some((cell) => cell === undefined)) return undefined;
  if (own && isAbsent(own) && linked.absent !== undefined) {
    return linked.absent === 'keep' ? { kept: true } : { problem: problemIn(own) };
  }
  const wrong = cells.find((cell) => cell && 'problem' in cell && !isAbsent(cell));
  if (wrong && 'problem' in wrong) return { problem: wrong.problem };
  if (own && isAbsent(own) && linked.format === undefined) return emptied(of, own);
  const value = (path = linked.path): CellValue | undefined => {
    const cell = reader.cell(path);
    return cell && ('value' in cell ? cell.value : '');
  };
  const result = linked.format === undefined ? { value: value() ?? '' } : formatted(linked.format, value);
  return 'problem' in result ? result : converted(of, result.value);
}

function isAbsent(cell: ReadCell): boolean {
  return 'value' in cell ? cell.value === '' : cell.absent === true;
}

function emptied({ field }: NonNullable<ReturnType<LinkReader['field']>>, cell: ReadCell): FieldValue {
  const value = emptyOf(field);
  return value === undefined ? { problem: problemIn(cell) } : { value };
}

/** Words and pictures of another row must not stay, so they become empty. Undefined for values without an empty form. */
export function emptyOf(field: Field): Value | undefined {
  const result = isSettable(field) ? canonicalValue(field, '', { present: undefined, now: 0 }) : undefined;
  return result?.ok ? result.value : undefined;
}

function problemIn(cell: ReadCell): string {
  return 'problem' in cell ? cell.problem : texts.data.emptyCell;
}

function converted({ field, present }: NonNullable<ReturnType<LinkReader['field']>>, value: CellValue): FieldValue {
  const result = writtenValue(field, value, present);
  return result.ok ? { value: result.value } : { problem: `${capital(result.problem)}.` };
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const ownCell = 'value';

export function formatProblem(format: string): string {
  try {
    parseExpression(format);
    return '';
  } catch (thrown) {
    return problemOf(thrown);
  }
}

function pathsIn(format: string | undefined): readonly string[] {
  if (format === undefined || formatProblem(format) !== '') return [];
  return parseExpression(format).names.filter((name) => name !== ownCell);
}

/** `cell` returns a cell by its path; undefined means the field's own cell. */
function formatted(
  format: string,
  cell: (path: string | undefined) => CellValue | undefined,
): { value: CellValue } | { problem: string } {
  try {
    const value = evaluate(parseExpression(format), (name) => cell(name === ownCell ? undefined : name));
    if (typeof value !== 'object') return { value };
    return { problem: value === null ? texts.data.formatGivesNothing : texts.data.formatGivesSeveral };
  } catch (thrown) {
    return { problem: texts.data.noValue(problemOf(thrown)) };
  }
}

function problemOf(thrown: unknown): string {
  if (thrown instanceof ExpressionError) return thrown.message;
  throw thrown;
}

export class WantedCells {
  #wanted = new Map<string, WantedCell>();
  #byId = new Map<string, WantedCell>();
  readonly #read = new Map<string, ReadCell>();
  #last = 0;

  /** Replaces the wanted cells. Returns true if they changed. */
  want(cells: Iterable<LinkedCell>): boolean {
    const before = this.#byId;
    this.#wanted = new Map(
      [...cells].map((cell) => {
        const key = keyOf(cell);
        return [key, this.#wanted.get(key) ?? this.#new(cell)];
      }),
    );
    this.#byId = new Map([...this.#wanted.values()].map((cell) => [cell.id, cell]));
    for (const id of [...this.#read.keys()]) if (!this.#byId.has(id)) this.#read.delete(id);
    return before.size !== this.#byId.size || [...this.#byId.keys()].some((id) => !before.has(id));
  }

  /** Forgets the cells of a reconfigured source; the next `want` requests them again. */
  forget(source: string): void {
    for (const [key, cell] of this.#wanted) if (cell.source === source) this.#wanted.delete(key);
  }

  get all(): WantedCell[] {
    return [...this.#byId.values()];
  }

  /** Stores read cells and returns them. Drops cells that are no longer wanted. */
  take(cells: Readonly<Record<string, ReadCell>>): WantedCell[] {
    const read: WantedCell[] = [];
    for (const [id, cell] of Object.entries(cells)) {
      const wanted = this.#byId.get(id);
      if (!wanted) continue;
      this.#read.set(id, cell);
      read.push(wanted);
    }
    return read;
  }

  find(cell: LinkedCell): ReadCell | undefined {
    const id = this.#wanted.get(keyOf(cell))?.id;
    return id === undefined ? undefined : this.#read.get(id);
  }

  #new(cell: LinkedCell): WantedCell {
    this.#last += 1;
    return { ...cell, id: String(this.#last) };
  }
}

export function keyOf({ source, row, path, place, key }: LinkedCell): string {
  return JSON.stringify([source, row, path, place, key]);
}
