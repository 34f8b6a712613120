import type { AsRunLine, AsRunTarget } from '../../contract/desk-api/as-run.ts';
import { addressOf } from '../../contract/model/address.ts';
import { type Operation, type Outcome, type Press, updateItem } from '../app/operation.ts';

/** What a line needs beside what was asked itself. */
export interface AsRunFacts {
  /** When it ended by the clock that never jumps, ms. */
  ended: number;
  /** The app that it was asked of. */
  app: { key: string; name: string };
  /** Milliseconds that the service's clock is ahead of the desk's; null where it is not known. */
  ahead: number | null;
}

/** What is done to an app itself, beside the operations that go to what it shows. */
export interface AppChange extends Press {
  /** For people: `Load composition`. */
  action: string;
  /** What it is done to or made of. */
  targets: AsRunTarget[];
  /** What exactly was asked. */
  items: unknown[];
}

/** The as-run line of an operation that ended. `name` gives that of a sub-composition of the app. */
export function asRunLine(
  operation: Operation,
  outcome: Outcome,
  facts: AsRunFacts & { name(id: string): string },
): AsRunLine {
  const targets = operation.items.map(({ id }) => ({
    address: addressOf(facts.app.key, id),
    id,
    name: facts.name(id),
  }));
  return changeLine({ ...operation, targets, items: operation.items.map(updateItem) }, outcome, facts);
}

/** The as-run line of what was done to an app itself. */
export function changeLine(change: AppChange, outcome: Outcome, { ended, app, ahead }: AsRunFacts): AsRunLine {
  return {
    at: new Date(change.at).toISOString(),
    showAt: ahead === null ? null : new Date(change.at + ahead).toISOString(),
    operator: change.operator,
    trigger: change.trigger,
    app,
    action: change.action,
    targets: change.targets,
    items: change.items,
    result: outcome.result,
    reason: outcome.result === 'confirmed' ? '' : outcome.error.message,
    milliseconds: Math.round((ended - change.start) * 1_000) / 1_000,
    revision: outcome.result === 'confirmed' ? outcome.revision : null,
  };
}
