import { z } from 'zod';
import { parsedJson } from '../../../contract/json-text.ts';

/** `reset`: milliseconds from the answer until the limit starts again. */
export interface ReportedLimit {
  name: string;
  limit: number;
  remaining: number;
  reset: number;
}

const count = z.coerce.number().int().nonnegative();
const InJson = z.object({ limit: count, remaining: count, reset: z.union([z.number(), z.string()]) });

/** Larger numbers of seconds are dates, not spans. Above a thousand times this, they are milliseconds. */
const epochFrom = 1_000_000_000;

/**
 * Reads JSON limit headers, triples of numeric headers, and `retry-after`. Times are relative to the answer's `date`,
 * so wrong clocks do no harm. `now`: ms since the epoch.
 */
export function reportedLimits(
  headers: Readonly<Record<string, string>>,
  now: number,
): { limits: ReportedLimit[]; retryAfter: number | undefined } {
  const served = Date.parse(headers.date ?? '');
  const at = Number.isNaN(served) ? now : served;
  const limits = Object.entries(headers).flatMap(([name, value]) => {
    const reported = InJson.safeParse(value.startsWith('{') ? parsedJson(value) : ofThree(headers, name));
    if (!reported.success || reported.data.limit === 0) return [];
    const reset = span(reported.data.reset, at);
    return reset === undefined ? [] : [{ name, limit: reported.data.limit, remaining: reported.data.remaining, reset }];
  });
  return { limits, retryAfter: span(headers['retry-after'], at) };
}

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

/** Milliseconds from `at` (ms since the epoch) until the header's time; undefined if none. */
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
