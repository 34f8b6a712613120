import { texts } from '../../contract/texts/texts.ts';
import { z } from 'zod';
import {
  type asRunCalls,
  type AsRunLine,
  type AsRunQuery,
  mostShownTargets,
  operatorLength,
  flowOf,
  type ShownLine,
  withRecorded,
  type AsRunEntry,
} from '../../contract/desk-api/as-run.ts';
import type { Delivery } from '../../contract/desk-api/delivery.ts';
import { errorIn, OverlayError, type KnownError } from '../../contract/errors.ts';
import type { Calls } from '../../contract/link/link.ts';
import type { DeskPorts, RequestNote } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import type { Settings } from '../screens/settings.ts';

/** Settings: the operator signed on, and the number of lines kept (null or absent for all). */
const operator = z.string().max(operatorLength);
const asRun = z.object({ keepLines: z.int().min(1).nullable().optional() });

interface Outside extends Pick<DeskPorts, 'asRunLog' | 'deliver'> {
  clock: Pick<Clock, 'now'>;
}

export class AsRun {
  readonly #outside: Outside;
  readonly #settings: Settings;
  readonly #knownError: KnownError;
  readonly #changed: () => void;
  #lines: ShownLine[] = [];
  #operator: string;

  constructor(
    outside: Outside,
    settings: Settings,
    { knownError, changed }: { knownError: KnownError; changed(): void },
  ) {
    [this.#outside, this.#settings, this.#knownError, this.#changed] = [outside, settings, knownError, changed];
    this.#operator = settings.member('operator', operator) ?? '';
    outside.asRunLog.keepLines(settings.member('asRun', asRun)?.keepLines ?? null);
    outside.asRunLog.onTroubles(changed);
    for (const line of outside.asRunLog.left) this.record(line);
  }

  sending(line: AsRunLine): RequestNote {
    return this.#outside.asRunLog.sending(line);
  }

  /** Returns before the disk write. Failures appear in the troubles. */
  record(line: AsRunLine): void {
    // The troubles of the log report a lost line.
    this.#outside.asRunLog.append(line).catch(() => undefined);
    const shown = shownLine(line);
    const flow = flowOf(shown);
    const before = flow === undefined ? undefined : this.#lines.find((earlier) => flowOf(earlier) === flow);
    this.#lines = withRecorded(this.#lines, [before ? { ...shown, times: (before.times ?? 1) + 1 } : shown]);
    this.#changed();
  }

  /** Newest first. */
  get lines(): ShownLine[] {
    return this.#lines;
  }

  /** Empty if no operator is signed on. */
  get operator(): string {
    return this.#operator;
  }

  get troubles(): readonly string[] {
    return this.#outside.asRunLog.troubles();
  }

  readonly calls: Calls<{ calls: typeof asRunCalls }> = {
    searchAsRun: (request) => this.#read(() => this.#outside.asRunLog.search(request)),
    exportAsRun: ({ query, format }) => this.#read(() => this.#export(query, format)),
    signOn: ({ name }) => {
      this.#operator = name;
      this.#changed();
      this.#settings.save('operator', name);
    },
  };

  #export(query: AsRunQuery, format: 'csv' | 'jsonl'): Promise<Delivery> {
    const day = new Date(this.#outside.clock.now()).toISOString().slice(0, 10);
    const lines = () => this.#outside.asRunLog.all(query);
    return this.#outside.deliver(
      format === 'csv'
        ? { name: `as-run ${day}.csv`, mediaType: 'text/csv; charset=utf-8', content: () => asRunTable(lines()) }
        : { name: `as-run ${day}.jsonl`, mediaType: 'application/jsonl', content: () => asRunJsonLines(lines()) },
    );
  }

  async #read<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    try {
      return await read();
    } catch (thrown) {
      const known = this.#knownError(thrown);
      if (known === thrown) throw known;
      throw new OverlayError('desk-failed', texts.log.unreadable(errorIn(thrown).message, known.message));
    }
  }
}

/** Limits targets: a panic of a large show names thousands, and screens get the latest lines with each operation. */
function shownLine({ items: _, targets, ...line }: AsRunLine): ShownLine {
  const more = targets.length - mostShownTargets;
  return { ...line, targets: targets.slice(0, mostShownTargets), ...(more > 0 && { more }) };
}

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
