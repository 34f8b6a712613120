import { mkdir, open, type FileHandle, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AsRunLine } from '../../contract/desk-api/as-run.ts';
import type { Clock } from '../ports.ts';
import { type ChainEnd, chained } from './as-run-chain.ts';
import { type LogFile, logFiles, type LogLocation, newFile } from './as-run-files.ts';
import type { LogEnd } from './as-run-opening.ts';

/** How the log is kept. */
export interface LogRules {
  /** Bytes after which a file is followed by a new one; a new day begins one too. */
  fileBytes: number;
  /** How many lines wait in memory while the disk fails. */
  waiting: number;
}

/** How many lines are made ready and written at once: some milliseconds of work, and one sync for all. */
const atOnce = 500;
/** Milliseconds between two tries to write to a disk that failed. */
const retryAfter = 1_000;

/** What the writer tells of itself. */
export interface WritingEvents {
  /** Lines could not be kept yet: why. */
  failing(error: Error): void;
  /** A line was lost, because too many waited. */
  lost(): void;
  /** Everything that waited is kept. */
  kept(): void;
}

interface Waiting {
  line: AsRunLine;
  resolve(): void;
  reject(error: Error): void;
}

interface OpenFile {
  file: LogFile;
  handle: FileHandle;
  /** Bytes in it that are known to be on the disk. */
  size: number;
}

/** Writes the log: all lines that wait, at once, with one sync. A line is written whole, or what is there of it is taken back. */
export class AsRunWriter {
  readonly #place: LogLocation;
  readonly #rules: LogRules;
  readonly #clock: Clock;
  readonly #events: WritingEvents;
  /** What is there of earlier desks; read before the first line is written. */
  readonly #find: () => Promise<LogEnd>;
  #found: LogEnd | undefined;
  #end: ChainEnd | undefined;
  #open: OpenFile | undefined;
  /** Where the last line that is kept ends; what stands behind it was never confirmed. */
  #good: { file: LogFile; size: number; whole: boolean } | undefined;
  #waiting: Waiting[] = [];
  #work: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  #closing = false;

  constructor(parts: {
    place: LogLocation;
    rules: LogRules;
    clock: Clock;
    events: WritingEvents;
    find: () => Promise<LogEnd>;
  }) {
    this.#place = parts.place;
    this.#rules = parts.rules;
    this.#clock = parts.clock;
    this.#events = parts.events;
    this.#find = parts.find;
  }

  /** The end of what is kept; undefined before the log was opened. */
  get end(): { end: ChainEnd; file: LogFile; size: number } | undefined {
    return this.#end && this.#good && { end: this.#end, file: this.#good.file, size: this.#good.size };
  }

  /** How many files are kept; null for all. */
  keep: number | null = null;

  /** Keep a line. Rejects where it is lost. */
  append(line: AsRunLine): Promise<void> {
    if (this.#closing) return Promise.reject(new Error('The as-run log is closed.'));
    if (this.#waiting.length >= this.#rules.waiting) {
      this.#events.lost();
      return Promise.reject(new Error('Too many lines of the as-run log wait for the disk.'));
    }
    const kept = new Promise<void>((resolve, reject) => this.#waiting.push({ line, resolve, reject }));
    this.#work ??= this.#run();
    return kept;
  }

  /** Keep what waits, or try to once more, and close the file. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#wake?.();
    await this.#work;
    await this.#open?.handle.close();
    this.#open = undefined;
  }

  async #run(): Promise<void> {
    // What the desk has to do in this turn goes first; what is appended in it goes into the first writing.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const last = this.#closing;
      try {
        await this.#keepSome();
        if (this.#waiting.length === 0) this.#events.kept();
      } catch (error) {
        this.#events.failing(error as Error);
        await this.#letGo();
        if (last) return this.#giveUp(error as Error);
        await this.#pause();
      }
    }
    // In the same turn in which nothing waited: a line that is appended in the next one begins a writing of its own.
    this.#work = undefined;
  }

  async #keepSome(): Promise<void> {
    const { target, opening } = await this.#ready();
    let end = this.#end ?? (await this.#opened()).end;
    let text = opening;
    let count = 0;
    for (const { line } of this.#waiting) {
      const next = chained(line, end);
      if (count === atOnce) break;
      if (count > 0 && target.size + text.length + next.text.length >= this.#rules.fileBytes) break;
      text += `${next.text}\n`;
      end = next.end;
      count++;
    }
    const bytes = Buffer.from(text);
    await target.handle.appendFile(bytes);
    await target.handle.datasync();
    target.size += bytes.length;
    this.#good = { file: target.file, size: target.size, whole: true };
    this.#end = end;
    for (const { resolve } of this.#waiting.splice(0, count)) resolve();
  }

  /** The file for the next line, and what must stand before that line: a line feed, where a power cut left a part of one. */
  async #ready(): Promise<{ target: OpenFile; opening: string }> {
    await this.#opened();
    const now = this.#clock.now();
    const today = new Date(now).toISOString().slice(0, 10);
    const good = this.#good;
    if (good && good.size < this.#rules.fileBytes && good.file.day === today) {
      this.#open ??= await reopened(good);
      return { target: this.#open, opening: good.whole ? '' : '\n' };
    }
    await this.#letGo();
    const number = (good?.file.number ?? 0) + 1;
    this.#open = await made(newFile(this.#place.directory, number, now));
    this.#good = { file: this.#open.file, size: 0, whole: true };
    await this.#removeOldest();
    return { target: this.#open, opening: '' };
  }

  async #opened(): Promise<LogEnd> {
    if (this.#found) return this.#found;
    this.#found = await this.#find();
    this.#end = this.#found.end;
    this.#good = this.#found.last;
    return this.#found;
  }

  async #removeOldest(): Promise<void> {
    if (this.keep === null) return;
    const files = await logFiles(this.#place);
    for (const { path } of files.slice(0, Math.max(0, files.length - this.keep))) await rm(path, { force: true });
  }

  /** A file that could not be written to is opened anew at the next try: it may be on a disk that is gone. */
  async #letGo(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.handle.close().catch(() => undefined);
  }

  #giveUp(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) {
      this.#events.lost();
      reject(error);
    }
  }

  /** Until the next try. A desk that ends tries at once, for the last time. */
  #pause(): Promise<void> {
    if (this.#closing) return Promise.resolve();
    return new Promise((resolve) => {
      const callOff = this.#clock.after(retryAfter, () => resolve());
      this.#wake = () => {
        callOff();
        resolve();
      };
    });
  }
}

/** Open a file that was written to before, and take back what stands behind its last line that is known to be kept. */
async function reopened({ file, size }: { file: LogFile; size: number }): Promise<OpenFile> {
  const handle = await open(file.path, 'a', 0o600);
  try {
    const there = (await handle.stat()).size;
    if (there > size) await handle.truncate(size);
    return { file, handle, size: Math.min(there, size) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Make a file, and its directory, so that both are there after a power cut. */
async function made(file: LogFile): Promise<OpenFile> {
  const directory = dirname(file.path);
  const first = await mkdir(directory, { recursive: true });
  const handle = await open(file.path, 'a', 0o600);
  try {
    await syncEntries(directory, dirname(first ?? directory));
    return { file, handle, size: 0 };
  } catch (error) {
    await handle.close();
    // The next try has a name of its own.
    await rm(file.path, { force: true });
    throw error;
  }
}

/** Keep the entries of a directory, and of those above it up to the one that names the first of them. */
async function syncEntries(directory: string, top: string): Promise<void> {
  // Windows keeps the entries of a directory by itself, and cannot open one.
  if (process.platform === 'win32') return;
  const entries = await open(directory, 'r');
  await entries.sync().finally(() => entries.close());
  if (directory !== top) await syncEntries(dirname(directory), top);
}
