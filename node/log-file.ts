import { appendFile, mkdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../contract/clock.ts';

/** How much a log keeps on the disk. */
export interface LogFileRules {
  /** A file of this many bytes gets no more lines. */
  mostBytes: number;
  /** How many files are kept, including the present one. */
  files: number;
}

export interface LogFilePorts {
  clock: Pick<Clock, 'now'>;
  /** Called once each time the log begins to lose lines, with a sentence. */
  trouble(text: string): void;
}

const usual: LogFileRules = { mostBytes: 4 * 1024 * 1024, files: 5 };
/** How many lines may wait for a disk that does not answer. More are lost. */
const mostWaiting = 2_000;
/** The most lines that {@link LogFile.recent} returns. */
const mostRecent = 2_000;

/** The log of the desk in a directory: `desk.jsonl` is being written, `desk.1.jsonl` is the one before it, and so on. */
export class LogFile {
  readonly #directory: string;
  readonly #ports: LogFilePorts;
  readonly #rules: LogFileRules;
  #waiting: string[] = [];
  #lost = 0;
  /** Bytes in the present file; undefined until they are known. */
  #bytes: number | undefined;
  #writing: Promise<void> | undefined;

  constructor(directory: string, ports: LogFilePorts, rules = usual) {
    this.#directory = directory;
    this.#ports = ports;
    this.#rules = rules;
  }

  /** Writes a line. It is on its way to the disk when this returns. No key press waits for it. */
  write(line: string): void {
    if (this.#waiting.length < mostWaiting) this.#waiting.push(line);
    else this.#lost += 1;
    this.#writing ??= this.#drain();
  }

  /** The newest lines, oldest first. */
  async recent(): Promise<string[]> {
    await this.close();
    const [before, now] = await Promise.all([this.#read(1), this.#read(0)]);
    return [...before, ...now].slice(-mostRecent);
  }

  /** Resolves when everything appended so far is written. */
  async close(): Promise<void> {
    await this.#writing;
  }

  /** Never rejects: a log that cannot be written loses lines, and reports that once. */
  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting.splice(0);
      try {
        await this.#append(lines);
      } catch (error) {
        // The next append reads from the disk how much of this arrived.
        this.#bytes = undefined;
        if (this.#lost === 0) this.#ports.trouble(`The log of the desk cannot be written: ${(error as Error).message}`);
        this.#lost += lines.length;
      }
    }
    this.#writing = undefined;
  }

  async #append(lines: string[]): Promise<void> {
    const all = this.#lost === 0 ? lines : [this.#lostLine(), ...lines];
    const text = all.map((line) => `${line}\n`).join('');
    const file = this.#path(0);
    this.#bytes ??= await this.#open(file);
    if (this.#bytes >= this.#rules.mostBytes) await this.#rotate();
    await appendFile(file, text, { mode: 0o600 });
    this.#bytes += Buffer.byteLength(text);
    this.#lost = 0;
  }

  async #open(file: string): Promise<number> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    return stat(file).then(({ size }) => size, absentAs(0));
  }

  async #rotate(): Promise<void> {
    for (let at = this.#rules.files - 1; at > 0; at--) {
      await rename(this.#path(at - 1), this.#path(at)).catch(absentAs(undefined));
    }
    this.#bytes = 0;
  }

  async #read(at: number): Promise<string[]> {
    const text = await readFile(this.#path(at), 'utf8').catch(absentAs(''));
    return text.split('\n').filter((line) => line !== '');
  }

  #path(at: number): string {
    return join(this.#directory, at === 0 ? 'desk.jsonl' : `desk.${at}.jsonl`);
  }

  #lostLine(): string {
    const message = `${this.#lost} records before this one are lost, because the log could not be written.`;
    return JSON.stringify({
      time: new Date(this.#ports.clock.now()).toISOString(),
      level: 'warn',
      where: 'log',
      message,
    });
  }
}

function absentAs<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return value;
    throw error;
  };
}
