import type { Clock, Log, LogRecord } from '../ports.ts';
import { logLine } from './log-line.ts';

/** Writes the lines of the log, and reads the newest. */
export interface LogLines {
  write(line: string): void;
  recent(): Promise<string[]>;
}

/** How many secrets are kept out of the log. Beyond that, the oldest is forgotten. */
const mostSecrets = 1_000;

/** The log of the desk, without secrets. */
export class DeskLog implements Log {
  readonly #lines: LogLines;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #secrets = new Set<string>();

  constructor(lines: LogLines, clock: Pick<Clock, 'now'>) {
    this.#lines = lines;
    this.#clock = clock;
  }

  write(record: LogRecord): void {
    this.#lines.write(logLine(record, { now: this.#clock.now(), secrets: this.#secrets }));
  }

  conceal(secret: string): void {
    this.#secrets.delete(secret);
    this.#secrets.add(secret);
    const [oldest] = this.#secrets;
    if (this.#secrets.size > mostSecrets && oldest !== undefined) this.#secrets.delete(oldest);
  }

  recent(): Promise<readonly string[]> {
    return this.#lines.recent();
  }
}
