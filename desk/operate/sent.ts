import type { ActionOutcome } from '../../contract/desk-api/action.ts';
import type { OverlayError } from '../../contract/errors.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { Operation, Outcome } from '../app/operation.ts';

/** The part of a press for one app instance. */
export interface Sent {
  /** The key of the app; empty for none. */
  app: string;
  /** How it ended. Never rejects. */
  outcome: Promise<Outcome>;
  /** What carries it; absent if it was not sent to an app. */
  operation?: Operation;
  /** Why an app refused its part, while others may have taken theirs. Absent if it was sent. */
  error?: OverlayError;
}

/** Throws why a part of a press was not sent, for those who do not wait for how it ends. */
export function throwUnsent(sent: readonly Sent[]): void {
  const refused = sent.find(({ error }) => error)?.error;
  if (refused) throw refused;
}

/** Throws why nothing of a press was sent. If only some apps refused their part, that part says why. */
export function unlessRefused(sent: Sent[]): Sent[] {
  const refused = sent.every(({ error }) => error) ? sent[0]?.error : undefined;
  if (refused) throw refused;
  return sent;
}

/** An operation that an app carries out. */
export function sentTo({ identity, endings }: OpenApp, operation: Operation): Sent {
  return { app: identity.key, outcome: endings.of(operation), operation };
}

/** What could not be sent to an app. */
export function unsentTo(app: string, error: OverlayError): Sent {
  return { app, outcome: Promise.resolve({ result: 'failed', error }) };
}

/** How a press ended, in all apps together. Without any, nothing had to be sent. */
export async function outcomeOf(sent: readonly Sent[]): Promise<ActionOutcome> {
  const apps = await Promise.all(
    sent.map(async ({ app, outcome }) => {
      const { result, ...how } = await outcome;
      if (!('error' in how)) return { app, result, reason: '', error: null, revision: how.revision };
      const { message, code } = how.error;
      return { app, result, reason: message, error: code, revision: null };
    }),
  );
  const worst = worstOf(apps);
  return { result: worst?.result ?? 'confirmed', reason: worst?.reason ?? '', error: worst?.error ?? null, apps };
}

/** The one that counts for a press of several parts: the first that failed, else the first that is unknown, else the first. */
export function worstOf<One extends Pick<Outcome, 'result'>>(parts: readonly One[]): One | undefined {
  const first = (result: Outcome['result']): One | undefined => parts.find((part) => part.result === result);
  return first('failed') ?? first('unknown') ?? parts[0];
}
