import type { AsRunKind, OperationResult, Trigger } from '../../contract/desk-api/as-run.ts';
import type { UpdateItem } from '../../contract/model/control.ts';
import type { OverlayError } from '../../contract/errors.ts';

/** An update item of the specification that names its sub-composition by its id within the app. */
export interface OperationItem extends Pick<UpdateItem, 'payload' | 'state' | 'action'> {
  id: string;
  /**
   * Presses of buttons and commands to timers, by field. They travel in the payload, but only the service knows the value
   * that they make.
   */
  commands?: Record<string, 'execute' | { command: string }>;
}

/** An item as the service takes it (row 31) and the as-run log keeps it. */
export function updateItem({ id, payload, commands, ...change }: OperationItem): UpdateItem {
  const some = payload || commands ? { payload: { ...payload, ...commands } } : {};
  return { subCompositionId: id, ...some, ...change };
}

/** Out without an animation, as a panic sends it. */
export function outAtOnce(id: string): OperationItem {
  return { id, state: 'Out', action: 'jump' };
}

/** The part of a press for one app. It is carried out completely or not at all. */
export interface Request {
  /**
   * Waiting `values` merge (newest wins); a `take` and a `command` (a button, a timer) never do; a `panic` overtakes
   * everything.
   */
  kind: 'values' | 'take' | 'command' | 'panic';
  /** Its kind in the as-run log, if that differs from `kind`. */
  purpose?: AsRunKind;
  /** For people: `Take In`, `Update`. */
  action: string;
  items: readonly OperationItem[];
}

/** One press, however many apps it affects. */
export interface Press {
  /** A running number. All operations of one press have the same one; 0 for a press that cannot be undone. */
  number: number;
  trigger: Trigger;
  /** Who was signed on at that moment; empty for nobody. */
  operator: string;
  /** When it happened: milliseconds since the epoch. */
  at: number;
  /** When it happened by the monotonic clock, in milliseconds. */
  start: number;
}

/** A request on its way to one app. It ends exactly once: confirmed, failed or unknown. */
export interface Operation extends Request, Press {
  /** The key of the app. */
  app: string;
}

/**
 * How an operation ended. `unknown`: it was sent, and nobody reported whether it happened. `revision` is null if the
 * service names none.
 */
export type Outcome =
  | { result: Extract<OperationResult, 'confirmed'>; revision: number | null }
  | { result: Exclude<OperationResult, 'confirmed'>; error: OverlayError };

/**
 * Joins items into one request. Values sent to a sub-composition before its state go into the item with the state.
 * States keep their order, because those of one logic layer exclude each other.
 */
export function joined(operations: readonly Pick<Request, 'items'>[]): OperationItem[] {
  /** By id, the item that holds only values so far. */
  const values = new Map<string, OperationItem>();
  const items = new Set<OperationItem>();
  for (const item of operations.flatMap((operation) => operation.items)) {
    const before = values.get(item.id);
    const payload = before?.payload || item.payload ? { payload: { ...before?.payload, ...item.payload } } : {};
    const commands = before?.commands || item.commands ? { commands: { ...before?.commands, ...item.commands } } : {};
    const next = { ...item, ...payload, ...commands };
    if (before) items.delete(before);
    items.add(next);
    if (next.state === undefined) values.set(item.id, next);
    else values.delete(item.id);
  }
  return [...items];
}

/**
 * Merges newer values into an operation that still waits: the newest value of each field wins, and the newest press
 * counts.
 */
export function melt(waiting: Operation, newer: Operation): void {
  waiting.items = joined([waiting, newer]);
  waiting.at = newer.at;
  waiting.start = newer.start;
  waiting.number = newer.number;
  waiting.trigger = newer.trigger;
  waiting.operator = newer.operator;
}
