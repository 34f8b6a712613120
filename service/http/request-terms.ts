import type { IncomingHttpHeaders } from 'node:http';
import { refusal } from '../../contract/refusal.ts';
import { anyTerms, type UpdateTerms } from '../domain/update-terms.ts';

/** Throws `body-invalid` for a `Not-After` that is no time. */
export function requestTerms(headers: IncomingHttpHeaders): UpdateTerms {
  const { prefer, 'if-match': ifMatch, 'not-after': notAfter } = headers;
  if (prefer === undefined && ifMatch === undefined && notAfter === undefined) return anyTerms;
  return {
    strict: /(^|[,;\s])handling\s*=\s*"?strict"?\s*($|[,;])/i.test(String(prefer ?? '')),
    ifMatch,
    ...(notAfter !== undefined && { notAfter: time(String(notAfter)) }),
  };
}

function time(written: string): number {
  const milliseconds = Number(written.trim() || Number.NaN);
  if (Number.isFinite(milliseconds)) return milliseconds;
  throw refusal([
    { path: 'Not-After', message: `expected milliseconds since the epoch, got "${written.slice(0, 40)}"` },
  ]);
}
