import type { OperationResult, Trigger } from '../desk-api/desk-api.ts';
import type { UpdateItem } from './control.ts';
import type { OverlayError } from '../errors.ts';

/** An update item that names its sub-composition by id, as the desk always does. */
export type OperationItem = UpdateItem & { subCompositionId: string };

/** What a press asks for: one atomic request, and how it is told to people. */
export interface Request {
  /** `values` coalesce while they wait (newest wins); a `take` and a `command` (a button, a timer) never do. */
  kind: 'values' | 'take' | 'command';
  /** For people: `Take In`, `Update`. */
  asked: string;
  items: OperationItem[];
}

/** A request on its way. It ends once: confirmed, failed or unknown. */
export interface Operation extends Request {
  trigger: Trigger;
  /** When it was asked, milliseconds since the epoch. */
  at: number;
  /** When it was asked by the clock that never jumps, milliseconds. */
  start: number;
}

/** How an operation ended. `unknown`: it was sent, and whether it happened nobody said. */
export type Outcome =
  | { result: Extract<OperationResult, 'confirmed'>; revision: number }
  | { result: Exclude<OperationResult, 'confirmed'>; error: OverlayError };

/** Newer values melt into an operation that still waits: the newest value of each field wins. */
export function melt(waiting: Operation, newer: Request): void {
  for (const item of newer.items) {
    const same = waiting.items.find((known) => known.subCompositionId === item.subCompositionId);
    if (same) same.payload = { ...same.payload, ...item.payload };
    else waiting.items.push(item);
  }
}
