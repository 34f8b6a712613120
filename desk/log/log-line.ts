import { inspect } from 'node:util';
import type { LogRecord } from '../ports.ts';
import { concealed, maskedText, maskedValue, removed } from './redact.ts';

/** The most characters of a text in a record, and the most causes of an error, itself included. */
const longest = 8_000;
const mostCauses = 8;

/**
 * A record as one line of JSON: `time` (ISO 8601 UTC), `level`, `where`, `message`, then `id`, `causes` and `fields` if it has
 * them. No secret is in it: neither one of `secrets`, nor a text that looks like one. `now`: milliseconds since the epoch.
 */
export function logLine(record: LogRecord, { now, secrets }: { now: number; secrets: Iterable<string> }): string {
  const known = [...secrets];
  const clean = (text: string): string => maskedText(concealed(text, known)).slice(0, longest);
  const { level, where, message, id, cause, fields } = record;
  const line = {
    time: new Date(now).toISOString(),
    ...{ level, where, message: clean(message), id },
    causes: cause === undefined ? undefined : causesOf(cause).map(clean),
    fields: fields && cleanFields(fields, clean),
  };
  return JSON.stringify(line);
}

/** The thrown value and what caused it, outermost first, each once: errors with their stack, anything else as Node prints it. */
function causesOf(thrown: unknown): string[] {
  const causes = new Set([thrown]);
  // A set visits what is added to it on the way, and takes nothing twice: a ring of causes ends.
  for (const next of causes) {
    for (const cause of directCauses(next)) if (causes.size < mostCauses) causes.add(cause);
  }
  return [...causes].map((cause) =>
    cause instanceof Error ? (cause.stack ?? `${cause.name}: ${cause.message}`) : inspect(cause, { depth: 3 }),
  );
}

/** The cause of an error, then the errors that it sums up: a connection tried at each address of a name fails with one per address. */
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
    // A circular value cannot be masked member by member.
    return removed;
  }
}

function isPlain(value: unknown): value is number | boolean | null | undefined {
  return value === null || ['number', 'boolean', 'undefined'].includes(typeof value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, { depth: 3 });
}
