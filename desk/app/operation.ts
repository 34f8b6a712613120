import type { OperationResult, Trigger } from '../../contract/desk-api/as-run.ts';
import type { UpdateItem } from '../../contract/model/control.ts';
import type { OverlayError } from '../../contract/errors.ts';

/** An update item that names its sub-composition by its id in the app, as the desk always does. */
export interface OperationItem extends Pick<UpdateItem, 'payload' | 'state' | 'action'> {
  id: string;
}

/** An item as the service takes it (row 31) and the as-run log keeps it. */
export function updateItem({ id, ...change }: OperationItem): UpdateItem {
  return { subCompositionId: id, ...change };
}

/** Out without an animation, as a panic asks. */
export function outAtOnce(id: string): OperationItem {
  return { id, state: 'Out', action: 'jump' };
}

/** What a press asks of one app: atomic, and how it is told to people. */
export interface Request {
  /**
   * `values` coalesce while they wait (newest wins); a `take` and a `command` (a button, a timer) never do; a `panic` goes
   * ahead of everything.
   */
  kind: 'values' | 'take' | 'command' | 'panic';
  /** For people: `Take In`, `Update`. */
  action: string;
  items: OperationItem[];
}

/** One press, however many apps it asks something of. */
export interface Press {
  /** Counted by the desk: the operations of one press have the same number. */
  number: number;
  trigger: Trigger;
  /** Who was signed on then; empty for nobody. */
  operator: string;
  /** When it was, milliseconds since the epoch. */
  at: number;
  /** When it was by the clock that never jumps, milliseconds. */
  start: number;
}

/** A request on its way to one app. It ends once: confirmed, failed or unknown. */
export interface Operation extends Request, Press {
  /** The key of the app. */
  app: string;
}

/**
 * How an operation ended. `unknown`: it was sent, and whether it happened nobody said. `revision` is null where the service
 * names none.
 */
export type Outcome =
  | { result: Extract<OperationResult, 'confirmed'>; revision: number | null }
  | { result: Exclude<OperationResult, 'confirmed'>; error: OverlayError };

/**
 * Items one after the other as one request. What is sent to one sub-composition before its state stands in the item of the
 * state, where that is: states keep their order, because those of one logic layer exclude each other.
 */
export function joined(operations: readonly Pick<Request, 'items'>[]): OperationItem[] {
  /** By sub-composition the item that holds only values so far. */
  const values = new Map<string, OperationItem>();
  const items = new Set<OperationItem>();
  for (const item of operations.flatMap((operation) => operation.items)) {
    const before = values.get(item.id);
    const payload = before || item.payload ? { payload: { ...before?.payload, ...item.payload } } : {};
    const next = { ...item, ...payload };
    if (before) items.delete(before);
    items.add(next);
    if (next.state === undefined) values.set(item.id, next);
    else values.delete(item.id);
  }
  return [...items];
}

/** Newer values melt into an operation that still waits: the newest value of each field wins, and the newest press counts. */
export function melt(waiting: Operation, newer: Operation): void {
  waiting.items = joined([waiting, newer]);
  waiting.at = newer.at;
  waiting.start = newer.start;
  waiting.number = newer.number;
  waiting.trigger = newer.trigger;
  waiting.operator = newer.operator;
}
