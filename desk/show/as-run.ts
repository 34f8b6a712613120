import type { AsRunLine } from '../../contract/desk-api/desk-api.ts';
import type { Operation, Outcome } from '../../contract/model/operation.ts';

/** The as-run line of an operation that ended at `ended` (the clock that never jumps, ms). */
export function asRunLine(
  operation: Operation,
  outcome: Outcome,
  told: { ended: number; name(id: string): string },
): AsRunLine {
  return {
    at: new Date(operation.at).toISOString(),
    trigger: operation.trigger,
    asked: operation.asked,
    targets: operation.items.map(({ subCompositionId: id }) => ({ id, name: told.name(id) })),
    items: operation.items,
    result: outcome.result,
    reason: outcome.result === 'confirmed' ? '' : outcome.error.message,
    milliseconds: Math.round((told.ended - operation.start) * 1_000) / 1_000,
    revision: outcome.result === 'confirmed' ? outcome.revision : null,
  };
}
