import type { Source, SourceState, SourceView } from '../../../contract/desk-api/source.ts';
import type { Clock } from '../../../contract/clock.ts';
import { usualDataLimits } from './data-limits.ts';
import { DataProblem, ReadingFailed } from './data-problem.ts';
import { decodeText, type EncodedText } from './decode-text.ts';
import { readText } from './read-text.ts';
import { hasNoData, type Rows, rowsOf } from './rows.ts';

/** Reads the texts of one source. One reading at a time is under way. */
export interface SourceReader {
  /**
   * Waits until there is something to read, and reads it; `unchanged` if the source says that its last text still holds.
   * Rejects with {@link ReadingFailed} if it cannot be read, or when the signal aborts.
   */
  read(signal: AbortSignal): Promise<EncodedText | 'unchanged'>;
  /** Gives up what it holds open. */
  close(): void;
}

/** What the run of a source needs from outside. */
export interface SourceRunPorts {
  clock: Pick<Clock, 'now' | 'monotonic' | 'sinceBoot' | 'after'>;
  reader: SourceReader;
  /** From 0 up to 1. It spreads the repeated attempts of many sources. */
  random(): number;
  /** Logs a mistake of the program, and gives a sentence that stands for it. */
  fault(thrown: unknown): string;
  /** Its view or its rows are others now. */
  changed(): void;
}

/** Milliseconds between two readings of a source that has no pace of its own. What comes in between gives way. */
const leastPace = 50;
/** Milliseconds of the beat on which sources are read: many that are due about the same time wake the thread once. */
const beat = 50;
/** Milliseconds until the first repeated attempt, and until each after the longest wait. */
const firstRetry = 2_000;
const longestRetry = 60_000;
/** The longest (ms) that a source can ask to be left alone. */
const longestAskedFor = 3_600_000;

/**
 * Reads one source again and again. What cannot be read or understood, and what suddenly has no rows, never replaces the
 * last good rows.
 */
export class SourceRun {
  readonly source: Source;
  readonly #ports: SourceRunPorts;
  readonly #end = new AbortController();
  /** The last text, good or not. The same one again is not read again. */
  #text: string | undefined;
  #rows: Rows | undefined;
  /** Why the last reading failed, and what is wrong with the last text; empty for nothing. */
  #failure = '';
  #mistake = '';
  #failures = 0;
  /** The time of the last good data: milliseconds since the epoch, and since the machine started. */
  #at: number | null = null;
  #age = 0;
  #isStale = false;
  #stopAging: () => void = () => {};
  #stopResting: () => void = () => {};

  constructor(source: Source, ports: SourceRunPorts) {
    this.source = source;
    this.#ports = ports;
    void this.#run(this.#end.signal);
  }

  /** The last good rows; undefined before the first. */
  get rows(): Rows | undefined {
    return this.#rows;
  }

  /** Why it is broken; empty if it is not. */
  get error(): string {
    return this.#failure || this.#mistake;
  }

  get view(): SourceView {
    const { list = [], columns = [], note = '' } = this.#rows ?? {};
    const { error, state } = this;
    return {
      ...{ id: this.source.id, state, at: this.#at, error, note },
      ...{ rows: list.length, columns: [...columns] },
    };
  }

  /** Nothing is read, and nobody is told anything, from now on. */
  close(): void {
    this.#end.abort();
    this.#stopAging();
    this.#stopResting();
    this.#ports.reader.close();
  }

  get state(): SourceState {
    if (this.error !== '') return 'BROKEN';
    if (!this.#rows) return 'WAITING';
    return this.#isStale ? 'STALE' : 'LIVE';
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const began = this.#ports.clock.monotonic();
      const wait = await this.#readOnce(signal);
      const next = Math.round((began + this.#pace) / beat) * beat;
      await this.#rest(Math.max(wait, next - this.#ports.clock.monotonic(), 0));
    }
  }

  /** Waits for some milliseconds. The end leaves it waiting: nothing comes after it then. */
  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => (this.#stopResting = this.#ports.clock.after(milliseconds, resolve)));
  }

  /** Milliseconds from the beginning of a reading to that of the next. */
  get #pace(): number {
    const { from } = this.source;
    return from.kind === 'http' ? from.every : leastPace;
  }

  /** Gives the milliseconds to wait besides the usual pace. */
  async #readOnce(signal: AbortSignal): Promise<number> {
    try {
      const read = await this.#ports.reader.read(signal);
      if (signal.aborted) return 0;
      this.#failures = 0;
      return this.#take(read);
    } catch (thrown) {
      // A reading that was called off rejects, and nobody asks for it any more.
      return signal.aborted ? 0 : this.#fail(thrown);
    }
  }

  /** Gives the milliseconds that it took: a source that takes long leaves the others as much time. */
  #take(read: EncodedText | 'unchanged'): number {
    const began = this.#ports.clock.monotonic();
    this.#failure = '';
    if (read !== 'unchanged') this.#understand(read);
    if (this.#mistake === '' && this.#rows) this.#renew();
    this.#ports.changed();
    return this.#ports.clock.monotonic() - began;
  }

  #understand(read: EncodedText): void {
    const last = this.#text;
    // Bytes that are no text are no last text either: when the good one comes back, it counts again.
    this.#text = undefined;
    try {
      const { bytes } = usualDataLimits;
      if (read.bytes.length > bytes) throw new DataProblem(`The text is larger than ${bytes} bytes.`);
      this.#text = decodeText(read, this.source.encoding);
      if (this.#text === last) return;
      this.#rows = this.#rowsOf(this.#text);
      this.#mistake = '';
    } catch (thrown) {
      this.#mistake = this.#sentence(thrown);
    }
  }

  #rowsOf(text: string): Rows {
    const rows = rowsOf(readText(text, this.source.format, usualDataLimits), this.source, {
      limits: usualDataLimits,
      before: this.#rows,
    });
    if (this.#rows && hasNoData(rows) && !hasNoData(this.#rows)) {
      throw new DataProblem('It has no rows any more, so its last ones stay.');
    }
    return rows;
  }

  #renew(): void {
    this.#at = this.#ports.clock.now();
    this.#isStale = false;
    if (this.source.staleAfter === null) return;
    // The system answers this from a file, so it is asked only where it matters.
    this.#age = this.#ports.clock.sinceBoot();
    this.#watchAge();
  }

  /** The time that the machine slept counts too, so the timer may find that it came too early or too late. */
  #watchAge(): void {
    this.#stopAging();
    const { staleAfter } = this.source;
    if (staleAfter === null) return;
    const left = this.#age + staleAfter - this.#ports.clock.sinceBoot();
    if (left > 0) {
      this.#stopAging = this.#ports.clock.after(Math.max(left, 1), () => this.#watchAge());
      return;
    }
    this.#isStale = true;
    this.#ports.changed();
  }

  #fail(thrown: unknown): number {
    this.#failures += 1;
    this.#failure = this.#sentence(thrown);
    this.#ports.changed();
    if (thrown instanceof ReadingFailed && thrown.retryIn !== undefined) {
      return Math.min(thrown.retryIn, longestAskedFor);
    }
    const longer = Math.min(firstRetry * 2 ** (this.#failures - 1), longestRetry);
    return longer * (1 - this.#ports.random() / 5);
  }

  #sentence(thrown: unknown): string {
    return thrown instanceof DataProblem ? thrown.message : this.#ports.fault(thrown);
  }
}
