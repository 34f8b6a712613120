/** The service's log. Fields are plain data and never contain a token. */
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

/** The next step of a path after one of these is a token. */
const beforeTokens = /(^|\/)(controlapps|control|onair)$/i;
/** A step as long as a token and of the same characters may be a token anywhere. */
const likeToken = /^[\w-]{20,}$/;

/** A request's path for the log: without its query, and with `***` in place of every token. */
export function maskedPath(address: string): string {
  const steps = (address.split(/[?#]/, 1)[0] ?? '').split('/').map(decoded);
  const masked = steps.map((step, at) => {
    if (step === '' || (step === 'assets' && steps[at - 1] === 'onair')) return step;
    return beforeTokens.test(steps[at - 1] ?? '') || likeToken.test(step) ? '***' : step;
  });
  return masked.join('/');
}

/** A step of a path as the routes see it. Percent-encoding hides nothing from them. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    // A percent sign that begins no escape is a plain character.
    return step;
  }
}
