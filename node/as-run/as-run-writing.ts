import { mkdir, open, type FileHandle, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorIn } from '../../contract/errors.ts';
import type { AsRunLine } from '../../contract/desk-api/as-run.ts';
import type { Clock } from '../../contract/clock.ts';
import { type ChainEnd, chained } from './as-run-chain.ts';
import { type AsRunFile, logFiles, type LogLocation, newFile } from './as-run-files.ts';
import type { LogEnd } from './as-run-opening.ts';

export interface LogRules {
  /** Bytes after which a new file starts. A new day also starts one. */
  fileBytes: number;
  /** Maximum lines in memory while the disk fails. */
  waiting: number;
}

/** Maximum lines per write: a few milliseconds of work and one sync. */
const atOnce = 500;
/** Milliseconds before the next write to a failed disk. */
const retryAfter = 1_000;

export interface WritingEvents {
  failing(error: Error): void;
  /** A line was lost because too many were waiting. */
  lost(): void;
  kept(): void;
}

export interface AsRunWriterPorts {
  location: LogLocation;
  rules: LogRules;
  clock: Clock;
  events: WritingEvents;
  /** Reads the end of the existing log; called before the first write. */
  find(): Promise<LogEnd>;
}

interface WaitingLine {
  line: AsRunLine;
  resolve(): void;
  reject(error: Error): void;
}

interface OpenFile {
  file: AsRunFile;
  handle: FileHandle;
  size: number;
}

/** Writes all waiting lines together, with one sync. A partly written line is removed again. */
export class AsRunWriter {
  readonly #location: LogLocation;
  readonly #rules: LogRules;
  readonly #clock: Clock;
  readonly #events: WritingEvents;
  readonly #find: () => Promise<LogEnd>;
  #found: LogEnd | undefined;
  #end: ChainEnd | undefined;
  #open: OpenFile | undefined;
  /** The end of the last confirmed line. Bytes after it were never confirmed. */
  #good: { file: AsRunFile; size: number; whole: boolean } | undefined;
  #waiting: WaitingLine[] = [];
  #work: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  #closing = false;

  constructor(ports: AsRunWriterPorts) {
    this.#location = ports.location;
    this.#rules = ports.rules;
    this.#clock = ports.clock;
    this.#events = ports.events;
    this.#find = ports.find;
  }

  get end(): { end: ChainEnd; file: AsRunFile; size: number } | undefined {
    return this.#end && this.#good && { end: this.#end, file: this.#good.file, size: this.#good.size };
  }

  /** Number of files to keep; null for all. */
  keep: number | null = null;

  /** Rejects if the line is lost. */
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

  /** Writes waiting lines, with one last try on a failed disk, and closes the file. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#wake?.();
    await this.#work;
    await this.#open?.handle.close();
    this.#open = undefined;
  }

  async #run(): Promise<void> {
    // Lets the rest of the desk's turn run first, so that its lines join the first write.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const last = this.#closing;
      try {
        await this.#keepSome();
        if (this.#waiting.length === 0) this.#events.kept();
      } catch (error) {
        this.#events.failing(errorIn(error));
        await this.#letGo();
        if (last) return this.#giveUp(errorIn(error));
        await this.#pause();
      }
    }
    // Cleared in the same turn that finds no waiting lines, so a later line starts a new run.
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
    this.#open = await made(newFile(this.#location.directory, number, now));
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
    const files = await logFiles(this.#location);
    for (const { path } of files.slice(0, Math.max(0, files.length - this.keep))) await rm(path, { force: true });
  }

  /** Closes a file after a failed write. The next try reopens it, because its disk may be gone. */
  async #letGo(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    // The failure to write has been reported.
    await open?.handle.close().catch(() => undefined);
  }

  #giveUp(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) {
      this.#events.lost();
      reject(error);
    }
  }

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

/** Reopens a file and removes everything after its last confirmed line. */
async function reopened({ file, size }: { file: AsRunFile; size: number }): Promise<OpenFile> {
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

/** Creates a file and its directory so that both survive a power cut. */
async function made(file: AsRunFile): Promise<OpenFile> {
  const directory = dirname(file.path);
  const first = await mkdir(directory, { recursive: true });
  const handle = await open(file.path, 'a', 0o600);
  try {
    await syncEntries(directory, dirname(first ?? directory));
    return { file, handle, size: 0 };
  } catch (error) {
    await handle.close();
    // The next try uses a new name.
    await rm(file.path, { force: true });
    throw error;
  }
}

/** Syncs the entries of a directory and of its parents, up to `top`. */
async function syncEntries(directory: string, top: string): Promise<void> {
  // Windows syncs directory entries automatically and cannot open a directory.
  if (process.platform === 'win32') return;
  const entries = await open(directory, 'r');
  await entries.sync().finally(() => entries.close());
  if (directory !== top) await syncEntries(dirname(directory), top);
}
