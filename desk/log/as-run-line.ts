import type { AsRunKind, AsRunLine, AsRunTarget } from '../../contract/desk-api/as-run.ts';
import { addressOf } from '../../contract/model/address.ts';
import { type Operation, type Outcome, type Press, updateItem } from '../app/operation.ts';

export interface AsRunFacts {
  /** Monotonic milliseconds. */
  ended: number;
  /** The intended app; null for none. */
  app: AsRunLine['app'];
  /** Milliseconds by which the service's clock is ahead; null if unknown. */
  ahead: number | null;
}

/** A change to an app itself, unlike operations on its content. */
export interface AppChange extends Press {
  kind: AsRunKind;
  /** For people: `Load composition`. */
  action: string;
  targets: AsRunTarget[];
  items: unknown[];
}

export function asRunLine(
  operation: Operation,
  outcome: Outcome,
  facts: AsRunFacts & { name(id: string): string },
): AsRunLine {
  const targets = operation.items.map(({ id }) => ({
    address: addressOf(operation.app, id),
    id,
    name: facts.name(id),
  }));
  return changeLine(
    { ...operation, targets, kind: operation.purpose ?? operation.kind, items: operation.items.map(updateItem) },
    outcome,
    facts,
  );
}

export function changeLine(change: AppChange, outcome: Outcome, { ended, app, ahead }: AsRunFacts): AsRunLine {
  return {
    at: new Date(change.at).toISOString(),
    showAt: ahead === null ? null : new Date(change.at + ahead).toISOString(),
    operator: change.operator,
    trigger: change.trigger,
    app,
    kind: change.kind,
    action: change.action,
    targets: change.targets,
    items: change.items,
    result: outcome.result,
    reason: outcome.result === 'confirmed' ? '' : outcome.error.message,
    milliseconds: Math.round((ended - change.start) * 1_000) / 1_000,
    revision: outcome.result === 'confirmed' ? outcome.revision : null,
  };
}
