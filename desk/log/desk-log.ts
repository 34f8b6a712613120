import { texts } from '../../contract/texts/texts.ts';
import type { Log, LogRecord } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import { inspect } from 'node:util';
import { concealed, maskedText, maskedValue, removed } from './redact.ts';
import { z } from 'zod';
import { parsedJson } from '../../contract/json-text.ts';

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
    [this.#lines, this.#clock] = [lines, clock];
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
      return JSON.stringify({ time: new Date(now).toISOString(), level, where, message: texts.log.unwritable, id });
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

/** The maximum characters per text, and the maximum causes per error, including itself. */
const longest = 8_000;
const mostCauses = 8;

/** One line of JSON without secrets; `time` is ISO 8601 UTC. `now`: milliseconds since the epoch. */
function logLine(record: LogRecord, { now, secrets }: { now: number; secrets: Iterable<string> }): string {
  const known = [...secrets];
  const clean = (text: string): string => maskedText(concealed(text, known)).slice(0, longest);
  const { level, where, message, id, cause, fields } = record;
  const line = {
    time: new Date(now).toISOString(),
    level,
    where,
    message: clean(message),
    id,
    causes: cause === undefined ? undefined : causesOf(cause).map(clean),
    fields: fields && cleanFields(fields, clean),
  };
  return JSON.stringify(line);
}

/** Lists the thrown value and its causes once each, outermost first. Errors include their stack. */
function causesOf(thrown: unknown): string[] {
  const causes = new Set([thrown]);
  // A set also visits items added during iteration and drops duplicates, so circular causes end.
  for (const next of causes) {
    for (const cause of directCauses(next)) if (causes.size < mostCauses) causes.add(cause);
  }
  return [...causes].map((cause) =>
    cause instanceof Error ? (cause.stack ?? `${cause.name}: ${cause.message}`) : inspect(cause, { depth: 3 }),
  );
}

/** The cause, then the aggregated errors: a connection tried at several addresses fails with one error per address. */
function directCauses(thrown: unknown): unknown[] {
  if (!(thrown instanceof Error)) return [];
  const errors: unknown = thrown instanceof AggregateError ? thrown.errors : [];
  const causes = [thrown.cause].concat(Array.isArray(errors) ? errors.slice(0, mostCauses) : []);
  return causes.filter((cause) => cause !== undefined);
}

function cleanFields(fields: Record<string, unknown>, clean: (text: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const masked = maskedField(name, value);
      return [name, isPlain(masked) ? masked : clean(textOf(masked))];
    }),
  );
}

function maskedField(name: string, value: unknown): unknown {
  try {
    return (maskedValue({ [name]: value }) as Record<string, unknown>)[name];
  } catch {
    // A circular value cannot be masked.
    return removed;
  }
}

function isPlain(value: unknown): value is number | boolean | null | undefined {
  return value === null || ['number', 'boolean', 'undefined'].includes(typeof value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, { depth: 3 });
}

const ServiceLine = z.looseObject({ level: z.enum(['info', 'warn', 'error']), message: z.string(), time: z.string() });

export function serviceRecord(text: string): LogRecord {
  const line = ServiceLine.safeParse(parsedJson(text));
  if (!line.success) return { level: 'warn', where: 'service', message: text };
  const { level, message, time: _, ...fields } = line.data;
  return { level, where: 'service', message, fields };
}
