import { texts } from '../contract/texts/texts.ts';
import { appendFile, mkdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, errorIn } from '../contract/errors.ts';
import { systemClock } from './clock.ts';

/** `mostBytes` per file. */
const usual = { mostBytes: 4 * 1024 * 1024, files: 5, clock: systemClock };
/** Maximum lines waiting for a stalled disk. Further lines are lost. */
const mostWaiting = 2_000;
const mostRecent = 2_000;

/** The desk's log: `desk.jsonl` is current, `desk.1.jsonl` is the previous file, and so on. */
export class LogFile {
  readonly #directory: string;
  readonly #trouble: (text: string) => void;
  readonly #rules: typeof usual;
  #waiting: string[] = [];
  #lost = 0;
  #bytes: number | undefined;
  #writing: Promise<void> | undefined;

  /** `trouble` is called once each time the log starts to lose lines. */
  constructor(directory: string, trouble: (text: string) => void, rules = usual) {
    [this.#directory, this.#trouble, this.#rules] = [directory, trouble, rules];
  }

  /** Starts the disk write and returns at once: no press waits. */
  write(line: string): void {
    if (this.#waiting.length < mostWaiting) this.#waiting.push(line);
    else this.#lost += 1;
    this.#writing ??= this.#drain();
  }

  async recent(): Promise<string[]> {
    await this.close();
    const [before, now] = await Promise.all([this.#read(1), this.#read(0)]);
    return [...before, ...now].slice(-mostRecent);
  }

  async close(): Promise<void> {
    await this.#writing;
  }

  /** Never rejects: an unwritable log loses lines and reports that once. */
  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting.splice(0);
      try {
        await this.#append(lines);
      } catch (error) {
        this.#bytes = undefined;
        if (this.#lost === 0) this.#trouble(texts.log.notWritable(errorIn(error).message));
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
    for (let at = this.#rules.files - 1; at > 0; at--)
      await rename(this.#path(at - 1), this.#path(at)).catch(absentAs(undefined));
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
    const message = texts.log.recordsLost(this.#lost);
    return JSON.stringify({
      time: new Date(this.#rules.clock.now()).toISOString(),
      level: 'warn',
      where: 'log',
      message,
    });
  }
}

function absentAs<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (codeOf(error) === 'ENOENT') return value;
    throw error;
  };
}
