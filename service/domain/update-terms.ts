import { OverlayError } from '../../contract/errors.ts';
import { usualValueLimits, type ValueLimits } from '../../contract/model/value-limits.ts';
import { type Listed, noProblems } from '../../contract/refusal.ts';

/** The conditions under which a client wants its change. Source: decisions.md "Lenient in, canonical out". */
export interface UpdateTerms {
  /** Nothing may be left out. `Prefer: handling=strict` (RFC 7240). */
  strict: boolean;
  /** The change must be made by then: milliseconds since the epoch, by the clock of the service. `Not-After` (extension). */
  notAfter?: number | undefined;
  /** The entity tags of which the present state must have one; `*` means any. `If-Match` (RFC 9110, section 13.1.1). */
  ifMatch?: string | undefined;
}

/** No conditions. */
export const anyTerms: UpdateTerms = { strict: false };

/** The terms of a request: its conditions, the limits, and what was left out of its body because it does not fit. */
export interface RequestTerms {
  terms: UpdateTerms;
  limits: ValueLimits;
  leftOut: Listed;
}

/** A request without conditions, read whole. */
export const anyRequest: RequestTerms = { terms: anyTerms, limits: usualValueLimits, leftOut: noProblems };

/** The state that a change meets: its entity tag, and the time in milliseconds since the epoch. */
interface Present {
  tag: string;
  now: number;
}

/** Throws `too-late` or `changed-meanwhile` if the present state does not meet the conditions. */
export function checkTerms({ notAfter, ifMatch }: UpdateTerms, { tag, now }: Present): void {
  if (notAfter !== undefined && now > notAfter) throw new OverlayError('too-late');
  if (ifMatch !== undefined && !hasTag(ifMatch, tag)) throw new OverlayError('changed-meanwhile');
}

/** Whether a list of entity tags has this one, or is `*`. A weak tag counts as the strong one. */
export function hasTag(list: string, tag: string): boolean {
  return list.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')));
}
