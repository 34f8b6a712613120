import type {
  DataUpdate,
  ReadCell,
  RowPage,
  RowPageQuery,
  Source,
  SourceView,
  WantedCell,
} from '../../contract/desk-api/source.ts';
import type { SourceToRead } from '../ports.ts';
import { usualDataLimits } from './data-limits.ts';
import { findCell, pageOf } from './find-cell.ts';
import { PushReader } from './push-reader.ts';
import type { Rows } from './rows.ts';
import { type SourceReader, SourceRun, type SourceRunPorts } from './source-run.ts';

/** What the sources need from outside. */
export interface SourcesPorts extends Pick<SourceRunPorts, 'clock' | 'random' | 'fault'> {
  /** Opens the reader of a source that is not pushed. */
  openReader(source: SourceToRead): SourceReader;
  send(update: DataUpdate): void;
}

/** Milliseconds between two updates; where only the age of good data changed, much more. */
const updateEvery = 50;
const ageEvery = 1_000;

interface Running {
  /** What its text depends on, to tell whether it was changed. */
  made: string;
  run: SourceRun;
  /** Takes what is pushed; undefined if it reads by itself. */
  pushed: PushReader | undefined;
  /** What was sent last. */
  view: SourceView | undefined;
  rows: Rows | undefined;
}

/** All sources of a desk, and the cells that it wants of them. It sends what changed, the newest of everything. */
export class Sources {
  readonly #ports: SourcesPorts;
  readonly #running = new Map<string, Running>();
  #wanted: readonly WantedCell[] = [];
  /** What was sent last of each wanted cell, as JSON, by its id. */
  #sent = new Map<string, string>();
  /** The wanted cells whose source did not change, but which are new. */
  #isWantNew = false;
  #lastUpdate = -Infinity;
  #due = Infinity;
  #callOff: () => void = () => {};

  constructor(ports: SourcesPorts) {
    this.#ports = ports;
  }

  /** Reads these sources and no others. One that is read the same way as before goes on. */
  read(sources: readonly SourceToRead[]): void {
    const made = new Map(sources.map((source) => [source.source.id, madeOf(source)]));
    for (const [id, running] of this.#running) {
      if (made.get(id) === running.made) continue;
      running.run.close();
      this.#running.delete(id);
    }
    for (const source of sources) if (!this.#running.has(source.source.id)) this.#start(source);
  }

  /** Sends the values of these cells and of no others, now and whenever they change. */
  want(cells: readonly WantedCell[]): void {
    const before = new Map(this.#wanted.map((cell) => [cell.id, JSON.stringify(cell)]));
    const same = cells.filter((cell) => before.get(cell.id) === JSON.stringify(cell));
    this.#sent = new Map(same.flatMap(({ id }) => entryOf(this.#sent, id)));
    this.#wanted = cells;
    this.#isWantNew = true;
    this.#plan(updateEvery);
  }

  /**
   * A text was pushed. Resolves with what is known of the source once it was read, or gave way to a newer one. Whoever pushes to
   * a source that takes none, or that is gone, is not heard: undefined.
   */
  async push(id: string, bytes: Uint8Array): Promise<SourceView | undefined> {
    const running = this.#running.get(id);
    if (!running?.pushed) return undefined;
    await running.pushed.put(bytes);
    return this.#running.get(id) === running ? running.run.view : undefined;
  }

  /** Some rows of a source; none if it is gone or has none. */
  page(query: RowPageQuery): RowPage {
    const rows = this.#running.get(query.source)?.run.rows;
    return rows ? pageOf(rows, query) : { from: query.from, total: 0, columns: [], rows: [] };
  }

  /** Stops reading. */
  close(): void {
    this.read([]);
    this.#callOff();
  }

  #start(toRead: SourceToRead): void {
    const { source } = toRead;
    const pushed = source.from.kind === 'push' ? new PushReader() : undefined;
    const reader = pushed ?? this.#ports.openReader(toRead);
    const { clock, random, fault } = this.#ports;
    const changed = (): void => this.#changed(source.id);
    const run = new SourceRun(source, { clock, random, fault, reader, changed });
    this.#running.set(source.id, { made: madeOf(toRead), run, pushed, view: undefined, rows: undefined });
    this.#plan(updateEvery);
  }

  #changed(id: string): void {
    const running = this.#running.get(id);
    if (!running) return;
    const { run, rows, view } = running;
    const { state, error } = run;
    const isNews = run.rows !== rows || state !== view?.state || error !== view.error;
    this.#plan(isNews ? updateEvery : ageEvery);
  }

  /** Sends an update so many milliseconds after the last one, unless one is due before that. */
  #plan(every: number): void {
    const now = this.#ports.clock.monotonic();
    const due = Math.max(now, this.#lastUpdate + every);
    if (due >= this.#due) return;
    this.#callOff();
    this.#due = due;
    this.#callOff = this.#ports.clock.after(due - now, () => this.#update());
  }

  #update(): void {
    this.#due = Infinity;
    this.#lastUpdate = this.#ports.clock.monotonic();
    // The cells come first: they are those of the sources whose rows then count as sent.
    const cells = this.#changedCells();
    const { views, ages } = this.#changedViews();
    const isSent = [views, ages, Object.entries(cells)].some(({ length }) => length > 0);
    if (isSent) this.#ports.send({ views, ages: Object.fromEntries(ages), cells });
  }

  #changedViews(): { views: SourceView[]; ages: [string, number][] } {
    const [views, ages]: [SourceView[], [string, number][]] = [[], []];
    for (const running of this.#running.values()) {
      const { view } = running.run;
      if (isOther(running)) views.push(view);
      else if (view.at !== null && view.at !== running.view?.at) ages.push([view.id, view.at]);
      running.view = view;
      running.rows = running.run.rows;
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
      const written = JSON.stringify(read);
      if (this.#sent.get(cell.id) === written) continue;
      this.#sent.set(cell.id, written);
      changed.push([cell.id, read]);
    }
    this.#isWantNew = false;
    return Object.fromEntries(changed);
  }
}

/** Whether more than the age of its data is not what was sent last. */
function isOther({ run, view, rows }: Running): boolean {
  const next = run.view;
  if (!view || next.state !== view.state || next.error !== view.error) return true;
  return run.rows !== rows && JSON.stringify({ ...next, at: 0 }) !== JSON.stringify({ ...view, at: 0 });
}

/** Everything of a source but its name, which changes nothing of what it reads. */
function madeOf({ source, secret }: SourceToRead): string {
  const { name: _, ...rest }: Source = source;
  return JSON.stringify([rest, secret]);
}

function entryOf(map: ReadonlyMap<string, string>, key: string): [string, string][] {
  const value = map.get(key);
  return value === undefined ? [] : [[key, value]];
}
