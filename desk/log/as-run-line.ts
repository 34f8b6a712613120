import type { AsRunLine, AsRunTarget } from '../../contract/desk-api/as-run.ts';
import { address } from '../../contract/model/address.ts';
import type { Operation, Outcome, Press } from '../app/operation.ts';

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
  told: AsRunFacts & { name(id: string): string },
): AsRunLine {
  const targets = operation.items.map(({ subCompositionId: id }) => ({
    address: address(told.app.key, id),
    id,
    name: told.name(id),
  }));
  return changeLine({ ...operation, targets }, outcome, told);
}

/** The as-run line of what was done to an app itself. */
export function changeLine(deed: AppChange, outcome: Outcome, { ended, app, ahead }: AsRunFacts): AsRunLine {
  return {
    at: new Date(deed.at).toISOString(),
    showAt: ahead === null ? null : new Date(deed.at + ahead).toISOString(),
    operator: deed.operator,
    trigger: deed.trigger,
    app,
    action: deed.action,
    targets: deed.targets,
    items: deed.items,
    result: outcome.result,
    reason: outcome.result === 'confirmed' ? '' : outcome.error.message,
    milliseconds: Math.round((ended - deed.start) * 1_000) / 1_000,
    revision: outcome.result === 'confirmed' ? outcome.revision : null,
  };
}
