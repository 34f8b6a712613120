/** Fields are plain data and never contain a token. */
export interface ServiceLog {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** Writes JSON lines: `time` (ISO 8601 UTC), `level`, `message`, then the fields. */
export function jsonLog(write: (line: string) => void, clock: () => number): ServiceLog {
  const line =
    (level: keyof ServiceLog) =>
    (message: string, fields: Record<string, unknown> = {}): void =>
      write(`${JSON.stringify({ time: new Date(clock()).toISOString(), level, message, ...fields })}\n`);
  return { info: line('info'), warn: line('warn'), error: line('error') };
}

/** A token follows these path segments. */
const beforeTokens = /(^|\/)(controlapps|control|onair)$/i;
/** Path segments that look like tokens are masked anywhere. */
const likeToken = /^[\w-]{20,}$/;

/** Removes the query and replaces every token with `***`. */
export function maskedPath(address: string): string {
  const steps = (address.split(/[?#]/, 1)[0] ?? '').split('/').map(decoded);
  const masked = steps.map((step, at) => {
    if (step === '' || (step === 'assets' && steps[at - 1] === 'onair')) return step;
    return beforeTokens.test(steps[at - 1] ?? '') || likeToken.test(step) ? '***' : step;
  });
  return masked.join('/');
}

/** Decodes a segment as the routes do, so that percent-encoding hides no token. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    // A stray percent sign is a plain character.
    return step;
  }
}
