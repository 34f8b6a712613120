import type { AsRunEntry } from '../../contract/desk-api/as-run.ts';

type TableCell = string | number | null;

const columns: readonly [name: string, of: (line: AsRunEntry) => TableCell][] = [
  ['Line', ({ seq }) => seq],
  ['Time (UTC)', ({ at }) => at],
  ['Show clock (UTC)', ({ showAt }) => showAt],
  ['Operator', ({ operator }) => operator],
  ['By', ({ trigger }) => trigger.kind],
  ['By what', ({ trigger }) => trigger.detail],
  ['App key', ({ app }) => app?.key ?? null],
  ['App', ({ app }) => app?.name ?? null],
  ['Asked', ({ action }) => action],
  ['Of', ({ targets }) => targets.map(({ name }) => name).join('; ')],
  ['Addresses', ({ targets }) => targets.map(({ address, id }) => (address === '' ? id : address)).join('; ')],
  ['Items', ({ items }) => JSON.stringify(items)],
  ['Result', ({ result }) => result],
  ['Why', ({ reason }) => reason],
  ['Milliseconds', ({ milliseconds }) => milliseconds],
  ['Revision', ({ revision }) => revision],
];

/**
 * RFC 4180 in UTF-8; Excel needs the byte order mark. Formulas and leading apostrophes get an apostrophe, so that
 * removal is unambiguous.
 */
export function asRunTable(lines: AsyncIterable<AsRunEntry>): AsyncGenerator<string> {
  return inPieces(lines, {
    head: `\uFEFF${row(columns.map(([name]) => name))}`,
    text: (line) => row(columns.map(([, of]) => of(line))),
  });
}

export function asRunJsonLines(lines: AsyncIterable<AsRunEntry>): AsyncGenerator<string> {
  return inPieces(lines, { head: '', text: (line) => `${JSON.stringify(line)}\n` });
}

/** UTF-16 units per piece, so that a million lines are not a million writes. */
const pieceLength = 64 * 1024;

async function* inPieces(
  lines: AsyncIterable<AsRunEntry>,
  { head, text }: { head: string; text(line: AsRunEntry): string },
): AsyncGenerator<string> {
  let piece = head;
  for await (const line of lines) {
    piece += text(line);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function row(cells: TableCell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

function written(cell: TableCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return `"${(looksLikeFormula(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`;
}

// Attack: spreadsheets execute texts such as `=HYPERLINK(…)`. They skip leading blanks and accept full-width characters
// of Japanese keyboards.
const formula = /^['\t\r\n]|^[\s\0]*[=+\-@＝＋－＠]/;

function looksLikeFormula(text: string): boolean {
  return formula.test(text);
}
