import type { ActionOutcome, ActionResult } from '../../contract/desk-api/action-outcome.ts';
import { texts } from '../../contract/texts/texts.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { Operation, Outcome } from '../app/operation.ts';

export interface Sent {
  app: string;
  /** Never rejects. */
  outcome: Promise<Outcome>;
  /** Absent if nothing was sent to an app. */
  operation?: Operation;
  /** The refusal of this app's part; absent if it was sent. */
  error?: OverlayError;
  /** Nothing is sent before a delay. */
  isWaiting?: true;
}

/** Throws the first refusal of a part, for callers that do not wait for outcomes. */
export function throwUnsent(sent: readonly Sent[]): void {
  const refused = sent.find(({ error }) => error)?.error;
  if (!refused) return;
  const isPart = refused.code === 'not-connected' && sent.some(({ error, isWaiting }) => !error && !isWaiting);
  throw isPart ? new OverlayError('not-connected', texts.app.partSent) : refused;
}

/** Throws only if every app refused its part. */
export function unlessRefused(sent: Sent[]): Sent[] {
  const refused = sent.every(({ error }) => error) ? sent[0]?.error : undefined;
  if (refused) throw refused;
  return sent;
}

export function sentTo({ identity, endings }: OpenApp, operation: Operation): Sent {
  return { app: identity.key, outcome: endings.of(operation), operation };
}

export function unsentTo(app: string, error: OverlayError): Sent {
  return { app, outcome: Promise.resolve({ result: 'failed', error }) };
}

/** The parts of a press for app instances that the desk has not reached since its start. */
export function notReached(apps: Iterable<string>): Sent[] {
  const error = new OverlayError('not-connected');
  return [...new Set(apps)].map((app) => ({ ...unsentTo(app, error), error }));
}

/** Combines the outcomes of all apps. Empty means that nothing had to be sent. */
export async function outcomeOf(sent: readonly Sent[]): Promise<ActionOutcome> {
  const apps = await Promise.all(
    sent.map(async ({ app, outcome, isWaiting }) => {
      if (isWaiting) return { app, result: 'waiting' as const, reason: '', error: null, revision: null };
      const { result, ...how } = await outcome;
      if (!('error' in how)) return { app, result, reason: '', error: null, revision: how.revision };
      const { message, code } = how.error;
      return { app, result, reason: message, error: code, revision: null };
    }),
  );
  const worst = worstOf(apps);
  return { result: worst?.result ?? 'done', reason: worst?.reason ?? '', error: worst?.error ?? null, apps };
}

const worstFirst: readonly ActionResult[] = ['failed', 'unknown', 'replaced', 'waiting', 'confirmed', 'done'];

export function worstOf<One extends { result: ActionResult }>(parts: readonly One[]): One | undefined {
  const rank = ({ result }: One): number => worstFirst.indexOf(result);
  return parts.toSorted((one, other) => rank(one) - rank(other))[0];
}
