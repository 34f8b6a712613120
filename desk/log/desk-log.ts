import type { Log, LogRecord } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
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

  /** Never throws: whoever logs an error must be able to go on. */
  write(record: LogRecord): void {
    this.#lines.write(this.#line(record));
  }

  #line(record: LogRecord): string {
    const now = this.#clock.now();
    try {
      return logLine(record, { now, secrets: this.#secrets });
    } catch {
      // What threw may contain a secret, so the line says only where and under which id.
      const { level, where, id } = record;
      return JSON.stringify({ time: new Date(now).toISOString(), level, where, message: 'Unwritable record.', id });
    }
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
