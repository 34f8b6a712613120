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

/** A request's address as the log may have it: without the query, and with every token replaced by `***`. */
export function maskedPath(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  return path.replace(/^(\/apiv2\/controlapps|\/onair(?!\/assets\/))\/[^/]+/i, '$1/***');
}
