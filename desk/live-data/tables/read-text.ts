import { texts } from '../../../contract/texts/texts.ts';
import { errorIn } from '../../../contract/errors.ts';
import type { DataFormat, SourceFormat } from '../../../contract/desk-api/source.ts';
import { type DataLimits, DataProblem } from './data-limits.ts';
import { readDelimited, withoutSeparator } from './delimited-text.ts';
import { jsonMistake } from './json-lines.ts';
import { isNamed, type Tree } from './tree.ts';
import { readXml } from './xml-text.ts';

/** `columns` is the header of a text in columns, present even without rows. */
export interface ReadText {
  tree: Tree;
  columns?: readonly string[];
  /** For a text in columns: the row number of each row, counted as in a spreadsheet. */
  places?: readonly number[];
}

/** Maximum characters of comments at the start of an HTML page. */
const mostBeforePage = 2_000;

/** Throws a {@link DataProblem} that names the row or line and the error. */
export function readText(text: string, format: SourceFormat, limits: DataLimits): ReadText {
  if (text.trim() === '') throw new DataProblem(texts.data.empty);
  if (isWebPage(text)) throw new DataProblem(texts.data.webPage);
  return readers[format === 'auto' ? formatOf(text) : format](text, limits);
}

const readers: Readonly<Record<DataFormat, (text: string, limits: DataLimits) => ReadText>> = {
  csv: (text, limits) => readDelimited(text, 'csv', limits),
  tsv: (text, limits) => readDelimited(text, 'tsv', limits),
  json: (text, limits) => notTooDeep(readJson(text), limits),
  xml: (text, limits) => notTooDeep(readXml(text, limits), limits),
};

function notTooDeep(tree: Tree, { depth }: DataLimits): ReadText {
  refuseDeep(tree, depth);
  return { tree };
}

function isWebPage(text: string): boolean {
  return /^(?:\s|<!--[^]*?-->|<\?xml[^]*?\?>)*<(?:!doctype\s+html|html)\b/i.test(text.slice(0, mostBeforePage));
}

function formatOf(text: string): DataFormat {
  const first = text.trimStart().charAt(0);
  if (first === '<') return 'xml';
  if (first === '{' || first === '[') return 'json';
  const [header = ''] = withoutSeparator(text).text.split(/[\r\n]/, 1);
  return header.includes('\t') ? 'tsv' : 'csv';
}

/** Matches more than the numbers that JavaScript writes in another form, such as 2.50 and ids beyond 2^53. */
const isWrittenOtherwise = /\.\d*0(?!\d)|\d{16}/;

/** A reviver that keeps the text of a plain number. A reviver costs much, so most texts are read without. */
function asWritten(_name: string, value: Tree, { source = '' }: { source?: string } = {}): Tree {
  const isKept = typeof value === 'number' && String(value) !== source && /^-?\d+(?:\.\d+)?$/.test(source);
  return isKept ? source : value;
}

function readJson(text: string): Tree {
  try {
    return JSON.parse(text, isWrittenOtherwise.test(text) ? asWritten : undefined) as Tree;
  } catch (error) {
    const lines = treesOfLines(text);
    if (lines) return lines;
    const mistake = jsonMistake(text);
    const where = mistake && texts.data.lineColumn(mistake.line, mistake.column, mistake.what);
    throw new DataProblem(texts.data.noJson(where ?? errorIn(error).message));
  }
}

/** Lines of JSON: each line is one value. Undefined if a line is none. */
function treesOfLines(text: string): Tree[] | undefined {
  const reviver = isWrittenOtherwise.test(text) ? asWritten : undefined;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  try {
    return lines.map((line) => JSON.parse(line, reviver) as Tree);
  } catch {
    // The text is JSON with a mistake, whose place the caller names.
    return undefined;
  }
}

function refuseDeep(tree: Tree, levels: number): void {
  if (typeof tree !== 'object' || tree === null) return;
  if (levels === 0) throw new DataProblem(texts.data.tooDeep);
  if (isNamed(tree)) for (const name in tree) refuseDeep(tree[name] ?? null, levels - 1);
  else for (const part of tree) refuseDeep(part, levels - 1);
}
