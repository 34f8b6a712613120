import { EarliestTimer } from '../../../contract/earliest-timer.ts';
import type {
  DataUpdate,
  ReadCell,
  RowPage,
  RowPageQuery,
  Source,
  SourceView,
  WantedCell,
} from '../../../contract/desk-api/source.ts';
import type { SourceToRead } from '../data-ports.ts';
import { usualDataLimits } from './data-limits.ts';
import { findCell, pageOf, type Rows } from './rows.ts';
import { type SourceReader, SourceRun, type SourceRunPorts } from './source-run.ts';
import type { EncodedText } from './decode-text.ts';
import { NewestText } from './newest-text.ts';

type RunPorts = Pick<SourceRunPorts, 'clock' | 'random' | 'fault'>;

/** Milliseconds between two updates; the second applies if only the age of good data changed. */
const updateEvery = 50;
const ageEvery = 1_000;

interface Running {
  made: string;
  run: SourceRun;
  pushed: PushReader | undefined;
  view: SourceView | undefined;
  rows: Rows | undefined;
  isNews: boolean;
}

export class Sources {
  readonly #ports: RunPorts;
  readonly #openReader: (source: SourceToRead) => SourceReader;
  readonly #send: (update: DataUpdate) => void;
  readonly #running = new Map<string, Running>();
  #wanted: readonly WantedCell[] = [];
  #sent = new Map<string, ReadCell>();
  #isWantNew = false;
  #lastUpdate = -Infinity;
  readonly #next: EarliestTimer;

  constructor(ports: RunPorts, openReader: (source: SourceToRead) => SourceReader, send: (update: DataUpdate) => void) {
    [this.#ports, this.#openReader, this.#send] = [ports, openReader, send];
    this.#next = new EarliestTimer(ports.clock, () => this.#update());
  }

  /** Reads exactly these sources. A source with the same configuration keeps running. */
  read(sources: readonly SourceToRead[]): void {
    const made = new Map(sources.map((source) => [source.source.id, madeOf(source)]));
    for (const [id, running] of this.#running) {
      if (made.get(id) === running.made) continue;
      running.run.close();
      this.#running.delete(id);
    }
    for (const source of sources) if (!this.#running.has(source.source.id)) this.#start(source);
  }

  want(cells: readonly WantedCell[]): void {
    const before = new Map(this.#wanted.map((cell) => [cell.id, JSON.stringify(cell)]));
    const same = cells.filter((cell) => before.get(cell.id) === JSON.stringify(cell));
    this.#sent = new Map(same.flatMap(({ id }) => entryOf(this.#sent, id)));
    this.#wanted = cells;
    this.#isWantNew = true;
    this.#plan(updateEvery);
  }

  /**
   * Resolves with the view once the text was read or replaced by a newer one. Undefined if the source is gone or takes
   * no pushes.
   */
  async push(id: string, bytes: Uint8Array): Promise<SourceView | undefined> {
    const running = this.#running.get(id);
    if (!running?.pushed) return undefined;
    await running.pushed.put(bytes);
    return this.#running.get(id) === running ? running.run.view : undefined;
  }

  page(query: RowPageQuery): RowPage {
    const rows = this.#running.get(query.source)?.run.rows;
    return rows ? pageOf(rows, query) : { from: query.from, total: 0, columns: [], rows: [] };
  }

  close(): void {
    this.read([]);
    this.#next.stop();
  }

  #start(toRead: SourceToRead): void {
    const { source } = toRead;
    const pushed = source.from.kind === 'push' ? new PushReader() : undefined;
    const reader = pushed ?? this.#openReader(toRead);
    const changed = (): void => this.#changed(source.id);
    const run = new SourceRun(source, { ...this.#ports, reader, changed });
    this.#running.set(source.id, { made: madeOf(toRead), run, pushed, view: undefined, rows: undefined, isNews: true });
    this.#plan(updateEvery);
  }

  #changed(id: string): void {
    const running = this.#running.get(id);
    if (!running) return;
    running.isNews = true;
    const { run, rows, view } = running;
    const { state, error } = run;
    const isAgeAlone = run.rows === rows && state === view?.state && error === view.error;
    this.#plan(isAgeAlone ? ageEvery : updateEvery);
  }

  /** Schedules an update this many ms after the last, unless an earlier one is due. */
  #plan(every: number): void {
    this.#next.within(Math.max(0, this.#lastUpdate + every - this.#ports.clock.monotonic()));
  }

  #update(): void {
    this.#lastUpdate = this.#ports.clock.monotonic();
    // Cells first: `#changedViews` marks the rows of their sources as sent.
    const cells = this.#changedCells();
    const { views, ages } = this.#changedViews();
    const isSent = [views, ages, Object.entries(cells)].some(({ length }) => length > 0);
    if (isSent) this.#send({ views, ages: Object.fromEntries(ages), cells });
  }

  #changedViews(): { views: SourceView[]; ages: [string, number][] } {
    const [views, ages]: [SourceView[], [string, number][]] = [[], []];
    for (const running of this.#running.values()) {
      if (!running.isNews) continue;
      const { view } = running.run;
      if (isOther(view, running.view)) views.push(view);
      else if (view.at !== null && view.at !== running.view?.at) ages.push([view.id, view.at]);
      Object.assign(running, { view, rows: running.run.rows, isNews: false });
    }
    return { views, ages };
  }

  #changedCells(): Record<string, ReadCell> {
    const changed: [string, ReadCell][] = [];
    for (const cell of this.#wanted) {
      const running = this.#running.get(cell.source);
      const rows = running?.run.rows;
      if (!rows || (rows === running.rows && !this.#isWantNew)) continue;
      const read = findCell(rows, cell, usualDataLimits.cell);
      if (isSame(this.#sent.get(cell.id), read)) continue;
      this.#sent.set(cell.id, read);
      changed.push([cell.id, read]);
    }
    this.#isWantNew = false;
    return Object.fromEntries(changed);
  }
}

/** Compares everything but the age. Comparing as JSON would be most of the cost of an update. */
function isOther(view: SourceView, sent: SourceView | undefined): boolean {
  if (!sent || view.columns.length !== sent.columns.length) return true;
  if ((['state', 'error', 'note', 'rows'] as const).some((name) => view[name] !== sent[name])) return true;
  return view.columns.some((path, at) => path !== sent.columns[at]);
}

/** Excludes the name, which does not affect reading. */
function madeOf({ source, secret }: SourceToRead): string {
  const { name: _, ...rest }: Source = source;
  return JSON.stringify([rest, secret]);
}

function isSame(sent: ReadCell | undefined, read: ReadCell): boolean {
  if (!sent) return false;
  if ('value' in read) return 'value' in sent && sent.value === read.value;
  return 'problem' in sent && sent.problem === read.problem;
}

function entryOf<Value>(map: ReadonlyMap<string, Value>, key: string): [string, Value][] {
  const value = map.get(key);
  return value === undefined ? [] : [[key, value]];
}

class PushReader implements SourceReader {
  readonly #newest = new NewestText();
  #waiting: (() => void)[] = [];
  #reading: (() => void)[] = [];

  /** Resolves when the text was read, was replaced by a newer text, or will never be read. */
  put(bytes: Uint8Array): Promise<void> {
    return new Promise((read) => {
      this.#waiting.push(read);
      this.#newest.put({ bytes });
    });
  }

  /** A request for the next text means that the previous text has been read. */
  async read(signal: AbortSignal): Promise<EncodedText> {
    for (const read of this.#reading.splice(0)) read();
    const text = await this.#newest.take(signal);
    this.#reading = this.#waiting.splice(0);
    return text;
  }

  close(): void {
    for (const read of [...this.#reading.splice(0), ...this.#waiting.splice(0)]) read();
  }
}
