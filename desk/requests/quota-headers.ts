import { z } from 'zod';

/** A limit as an answer tells it. `reset`: milliseconds from the answer until it begins anew. */
export interface ReportedLimit {
  name: string;
  limit: number;
  remaining: number;
  reset: number;
}

const count = z.coerce.number().int().nonnegative();
const InJson = z.object({ limit: count, remaining: count, reset: z.union([z.number(), z.string()]) });

/** Seconds larger than this are a time and not a span, and larger than a thousand times this are milliseconds. */
const epochFrom = 1_000_000_000;

/**
 * What the headers of an answer say of limits. Three forms are in use: one header for each limit whose value is JSON of
 * `limit`, `remaining` and `reset`; three headers that end so, of plain numbers; and `retry-after` with a refusal. A reset
 * is seconds or milliseconds since the epoch, seconds from now, or a date. Times are read against the answer's own
 * `date`, so that a wrong clock on either side changes nothing; `now` is the desk's, milliseconds since the epoch.
 */
export function reportedLimits(
  headers: Readonly<Record<string, string>>,
  now: number,
): { limits: ReportedLimit[]; retryAfter: number | undefined } {
  const served = Date.parse(headers.date ?? '');
  const at = Number.isNaN(served) ? now : served;
  const limits = Object.entries(headers).flatMap(([name, value]) => {
    const reported = InJson.safeParse(ofJson(value) ?? ofThree(headers, name));
    if (!reported.success || reported.data.limit === 0) return [];
    const reset = span(reported.data.reset, at);
    return reset === undefined ? [] : [{ name, limit: reported.data.limit, remaining: reported.data.remaining, reset }];
  });
  return { limits, retryAfter: span(headers['retry-after'], at) };
}

function ofJson(value: string): unknown {
  if (!value.startsWith('{')) return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** The limit of `NAME-limit`, with `NAME-remaining` and `NAME-reset` beside it. */
function ofThree(headers: Readonly<Record<string, string>>, name: string): unknown {
  const stem = /^(.*ratelimit.*)-limit$/.exec(name.replaceAll('rate-limit', 'ratelimit'));
  if (!stem) return undefined;
  const beside = name.slice(0, -'-limit'.length);
  return {
    limit: headers[name],
    remaining: headers[`${beside}-remaining`],
    reset: headers[`${beside}-reset`],
  };
}

/** Milliseconds from `at` (since the epoch) until what a header names; undefined where it names nothing. */
function span(reported: number | string | undefined, at: number): number | undefined {
  if (reported === undefined || reported === '') return undefined;
  const number = Number(reported);
  const until = Number.isNaN(number) ? Date.parse(String(reported)) - at : spanOfNumber(number, at);
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}

function spanOfNumber(number: number, at: number): number {
  if (number < epochFrom) return number * 1_000;
  return (number < epochFrom * 1_000 ? number * 1_000 : number) - at;
}
