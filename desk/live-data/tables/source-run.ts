import { texts } from '../../../contract/texts/texts.ts';
import type { Source, SourceState, SourceView } from '../../../contract/desk-api/source.ts';
import type { Clock } from '../../../contract/clock.ts';
import { usualDataLimits, DataProblem, ReadingFailed } from './data-limits.ts';
import { decodeText, type EncodedText } from './decode-text.ts';
import { readText } from './read-text.ts';
import { hasNoData, type Rows, rowsOf } from './rows.ts';

export interface SourceReader {
  /**
   * Waits for a text; `unchanged` if the last text still holds. Rejects with {@link ReadingFailed} on failure, or when
   * the signal aborts.
   */
  read(signal: AbortSignal): Promise<EncodedText | 'unchanged'>;
  close(): void;
}

export interface SourceRunPorts {
  clock: Pick<Clock, 'now' | 'monotonic' | 'sinceBoot' | 'after'>;
  reader: SourceReader;
  /** A number from 0 up to 1 that spreads the retries of many sources. */
  random(): number;
  /** Logs a bug and returns a sentence that describes it for the operator. */
  fault(thrown: unknown): string;
  changed(): void;
}

/** Milliseconds between two reads of a source without its own interval. Texts in between are dropped. */
const leastPace = 50;
/** Reads are aligned to this beat (ms), so that many due sources wake the thread once. */
const beat = 50;
/** Milliseconds before the first retry, and the maximum wait between retries. */
const firstRetry = 2_000;
const longestRetry = 60_000;
/** The longest wait (ms) that a source can request. */
const longestAskedFor = 3_600_000;

/** Reads one source repeatedly. Unreadable texts and a sudden lack of rows never replace the last good rows. */
export class SourceRun {
  readonly source: Source;
  readonly #ports: SourceRunPorts;
  readonly #end = new AbortController();
  /** The last text, good or bad. An identical text is not parsed again. */
  #text: string | undefined;
  #rows: Rows | undefined;
  /** Why the last read failed, and the problem with the last text; empty if none. */
  #failure = '';
  #mistake = '';
  #failures = 0;
  /** When the last good data arrived: ms since the epoch, and ms since boot. */
  #at: number | null = null;
  #age = 0;
  #isStale = false;
  #stopAging: () => void = () => {};
  #stopResting: () => void = () => {};

  constructor(source: Source, ports: SourceRunPorts) {
    [this.source, this.#ports] = [source, ports];
    void this.#run(this.#end.signal);
  }

  get rows(): Rows | undefined {
    return this.#rows;
  }

  get error(): string {
    return this.#failure || this.#mistake;
  }

  get view(): SourceView {
    const { list = [], columns = [], note = '' } = this.#rows ?? {};
    const { error, state } = this;
    return {
      id: this.source.id,
      state,
      at: this.#at,
      error,
      note,
      rows: list.length,
      columns: [...columns],
    };
  }

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

  /** After `close`, the promise never settles. */
  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => (this.#stopResting = this.#ports.clock.after(milliseconds, resolve)));
  }

  get #pace(): number {
    const { from } = this.source;
    return from.kind === 'http' ? from.every : leastPace;
  }

  /** Returns the ms to wait in addition to the usual pace. */
  async #readOnce(signal: AbortSignal): Promise<number> {
    try {
      const read = await this.#ports.reader.read(signal);
      if (signal.aborted) return 0;
      this.#failures = 0;
      return this.#take(read);
    } catch (thrown) {
      // An aborted read rejects; its result is not needed.
      return signal.aborted ? 0 : this.#fail(thrown);
    }
  }

  /** Returns the ms spent, so that a slow source leaves the others as much time. */
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
    // Bytes that are not text clear the last text, so that a good text is read again when it returns.
    this.#text = undefined;
    try {
      const { bytes } = usualDataLimits;
      if (read.bytes.length > bytes) throw new DataProblem(texts.data.tooLarge(bytes));
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
    if (this.#rows && hasNoData(rows) && !hasNoData(this.#rows)) throw new DataProblem(texts.data.noRowsNow);
    return rows;
  }

  #renew(): void {
    this.#at = this.#ports.clock.now();
    this.#isStale = false;
    if (this.source.staleAfter === null) return;
    // Read only where needed: the system reads this value from a file.
    this.#age = this.#ports.clock.sinceBoot();
    this.#watchAge();
  }

  /** Time asleep also counts, so the timer may fire too early or too late. */
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
