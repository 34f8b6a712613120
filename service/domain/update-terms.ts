import { OverlayError } from '../../contract/errors.ts';
import { usualValueLimits, type ValueLimits } from '../../contract/model/value-limits.ts';
import { type ListedDetails, noProblems } from '../../contract/refusal.ts';

/** Source: decisions.md "Lenient in, canonical out". */
export interface UpdateTerms {
  /** Nothing may be left out. `Prefer: handling=strict` (RFC 7240). */
  strict: boolean;
  /** Deadline in ms since the epoch, by the service's clock. `Not-After` (extension). */
  notAfter?: number | undefined;
  /** Accepted entity tags; `*` means any. `If-Match` (RFC 9110, section 13.1.1). */
  ifMatch?: string | undefined;
}

export const anyTerms: UpdateTerms = { strict: false };

export interface RequestTerms {
  terms: UpdateTerms;
  limits: ValueLimits;
  leftOut: ListedDetails;
}

export const anyRequest: RequestTerms = { terms: anyTerms, limits: usualValueLimits, leftOut: noProblems };

/** Throws `too-late` or `changed-meanwhile`. `now`: milliseconds since the epoch. */
export function checkTerms({ notAfter, ifMatch }: UpdateTerms, { tag, now }: { tag: string; now: number }): void {
  if (notAfter !== undefined && now > notAfter) throw new OverlayError('too-late');
  if (ifMatch !== undefined && !hasTag(ifMatch, tag)) throw new OverlayError('changed-meanwhile');
}

/** A weak tag counts as the strong tag. */
export function hasTag(list: string, tag: string): boolean {
  return list.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')));
}
