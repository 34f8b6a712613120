/** What the service reports of itself. Fields are plain data; no token ever goes into them. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** A log of one JSON object per line: `time` (ISO 8601 UTC), `level`, `message`, then the fields. */
export function jsonLog(write: (line: string) => void, clock: () => number): Log {
  const line =
    (level: keyof Log) =>
    (message: string, fields: Record<string, unknown> = {}): void =>
      write(`${JSON.stringify({ time: new Date(clock()).toISOString(), level, message, ...fields })}\n`);
  return { info: line('info'), warn: line('warn'), error: line('error') };
}

/** After these a token stands in an address. */
const beforeTokens = /(^|\/)(controlapps|control|onair)$/i;
/** What is as long as a token, and made of the same signs, may be one wherever it stands. */
const likeToken = /^[\w-]{20,}$/;

/** A request's address as the log may have it: without the query, and with every token replaced by `***`. */
export function maskedPath(address: string): string {
  const steps = (address.split(/[?#]/, 1)[0] ?? '').split('/').map(decoded);
  const masked = steps.map((step, at) => {
    if (step === '' || (step === 'assets' && steps[at - 1] === 'onair')) return step;
    return beforeTokens.test(steps[at - 1] ?? '') || likeToken.test(step) ? '***' : step;
  });
  return masked.join('/');
}

/** A part of a path as the routes see it: what is hidden behind percent signs is not hidden from them. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    // A percent sign that begins no escape stands for itself.
    return step;
  }
}
