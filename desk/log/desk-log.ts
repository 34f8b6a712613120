import type { Log, LogRecord } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import { logLine } from './log-line.ts';

export interface LogLines {
  write(line: string): void;
  recent(): Promise<string[]>;
}

/** Beyond this many secrets, the oldest is forgotten. */
const mostSecrets = 1_000;

export class DeskLog implements Log {
  readonly #lines: LogLines;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #secrets = new Set<string>();

  constructor(lines: LogLines, clock: Pick<Clock, 'now'>) {
    this.#lines = lines;
    this.#clock = clock;
  }

  /** Never throws: callers that log an error must be able to continue. */
  write(record: LogRecord): void {
    this.#lines.write(this.#line(record));
  }

  #line(record: LogRecord): string {
    const now = this.#clock.now();
    try {
      return logLine(record, { now, secrets: this.#secrets });
    } catch {
      // The thrown value may contain a secret, so only `where` and `id` are kept.
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
