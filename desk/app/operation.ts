import type { AsRunKind, OperationResult, Trigger } from '../../contract/desk-api/as-run.ts';
import type { Payload } from '../../contract/model/field.ts';
import type { UpdateItem } from '../../contract/model/control.ts';
import type { OverlayError } from '../../contract/errors.ts';

/** An update item of the specification; its sub-composition id is within the app. */
export interface OperationItem extends Pick<UpdateItem, 'payload' | 'state' | 'action'> {
  id: string;
  /**
   * Button presses and timer commands by field. They travel in the payload, but only the service knows the resulting
   * value.
   */
  commands?: Record<string, 'execute' | { command: string }>;
  /** The values from which steps started. An undo restores them: it takes back one step, not those sent with it. */
  from?: Payload;
  /** Who set each value: a screen, device, client, cue or source. */
  setBy?: Readonly<Record<string, string>>;
}

export function updateItem({
  id,
  payload,
  commands,
  setBy: _setBy,
  from: _from,
  ...change
}: OperationItem): UpdateItem {
  const some = payload || commands ? { payload: { ...payload, ...commands } } : {};
  return { subCompositionId: id, ...some, ...change };
}

export function outAtOnce(id: string): OperationItem {
  return { id, state: 'Out', action: 'jump' };
}

/** The part of a press for one app; carried out completely or not at all. */
export interface Request {
  /** Newer values replace waiting `values`; `take` and `command` are never replaced; `panic` overtakes everything. */
  kind: 'values' | 'take' | 'command' | 'panic';
  purpose?: AsRunKind;
  /** For people: `Take In`, `Update`. */
  action: string;
  items: readonly OperationItem[];
  /** What the line of a panic names: ids of what may have been on air, among everything that it sends Out. */
  names?: readonly string[];
}

export interface Press {
  /** Shared by all operations of one press; 0 if the press cannot be undone. */
  number: number;
  trigger: Trigger;
  operator: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Monotonic milliseconds. */
  start: number;
  together?: object;
}

/** A request to one app. Ends exactly once: confirmed, failed or unknown. */
export interface Operation extends Request, Press {
  app: string;
  /** The start of the press, if this request repeats a panic. */
  since?: number;
}

/** `unknown`: sent, but no report whether it happened. `revision` is null if the service names none. */
export type Outcome =
  | { result: Extract<OperationResult, 'confirmed'>; revision: number | null }
  | { result: Exclude<OperationResult, 'confirmed'>; error: OverlayError };

/**
 * Joins items into one request, with earlier values inside the state item. States keep their order, because states of
 * one logic layer exclude each other.
 */
export function joined(operations: readonly Pick<Request, 'items'>[]): OperationItem[] {
  const values = new Map<string, OperationItem>();
  const items = new Set<OperationItem>();
  for (const item of operations.flatMap((operation) => operation.items)) {
    const waiting = values.get(item.id);
    // Commands count, and start from the value before them. So both are sent.
    const before = waiting && commandsMeet(waiting, item) ? undefined : waiting;
    const payload = before?.payload || item.payload ? { payload: { ...before?.payload, ...item.payload } } : {};
    const commands = before?.commands || item.commands ? { commands: { ...before?.commands, ...item.commands } } : {};
    const setBy = before?.setBy || item.setBy ? { setBy: { ...before?.setBy, ...item.setBy } } : {};
    const next = { ...item, ...payload, ...commands, ...setBy };
    if (before) items.delete(before);
    items.add(next);
    if (next.state === undefined) values.set(item.id, next);
    else values.delete(item.id);
  }
  return [...items];
}

/** Whether one of two items has a command for a field of the other. */
function commandsMeet(one: OperationItem, other: OperationItem): boolean {
  const fieldsOf = ({ payload, commands }: OperationItem): object => ({ ...payload, ...commands });
  const meets = ({ commands = {} }: OperationItem, item: OperationItem): boolean =>
    Object.keys(commands).some((field) => Object.hasOwn(fieldsOf(item), field));
  return meets(one, other) || meets(other, one);
}

/** Splits the values of waiting items: `lost` are those that newer items set again. `left` keeps every item. */
export function replacedBy(
  newer: readonly OperationItem[],
  waiting: readonly OperationItem[],
): Record<'left' | 'lost', OperationItem[]> {
  const isLost = (id: string, field: string): boolean =>
    newer.some((item) => item.id === id && Object.hasOwn(item.payload ?? {}, field));
  const part = (which: boolean): OperationItem[] =>
    waiting.map((item) => {
      const of = (fields: Readonly<Record<string, unknown>> = {}) =>
        Object.fromEntries(Object.entries(fields).filter(([field]) => isLost(item.id, field) === which));
      return { ...item, payload: of(item.payload), ...(item.setBy && { setBy: of(item.setBy) }) } as OperationItem;
    });
  return { left: part(false), lost: part(true).filter(hasValues) };
}

export function hasValues({ payload = {} }: OperationItem): boolean {
  return Object.keys(payload).length > 0;
}

/** Computed ahead for the items of a panic, so that a press only has to send them. */
interface PreparedPanic {
  byId: ReadonlyMap<string, OperationItem>;
  body: Uint8Array;
}

/** A map of prepared items avoids copying them. */
export type Ids = ReadonlySet<string> | ReadonlyMap<string, unknown>;

const prepared = new WeakMap<readonly OperationItem[], PreparedPanic>();

/**
 * Prepares items that are sent repeatedly without changes. They must not change, and each must name another
 * sub-composition.
 */
export function prepareItems(items: readonly OperationItem[]): void {
  const byId = new Map(items.map((item) => [item.id, item]));
  prepared.set(items, { byId, body: new TextEncoder().encode(bodyText(items)) });
}

/** Undefined for items that were not prepared. */
export function preparedById(items: readonly OperationItem[]): PreparedPanic['byId'] | undefined {
  return prepared.get(items)?.byId;
}

export function bodyOf(items: readonly OperationItem[]): string | Uint8Array {
  return prepared.get(items)?.body ?? bodyText(items);
}

export function itemsAmong(items: readonly OperationItem[], known: Ids): readonly OperationItem[] {
  if (known.size === 0) return [];
  const byId = preparedById(items);
  if (!byId) return items.filter(({ id }) => known.has(id));
  return [...known.keys()].flatMap((id) => byId.get(id) ?? []);
}

function bodyText(items: readonly OperationItem[]): string {
  return JSON.stringify(items.map(updateItem));
}

export class Endings {
  readonly #outcomes = new WeakMap<Operation, Outcome>();
  readonly #waiting = new Map<Operation, ((outcome: Outcome) => void)[]>();

  /** Resolves when the operation has ended. Never rejects. */
  of(operation: Operation): Promise<Outcome> {
    const outcome = this.#outcomes.get(operation);
    if (outcome) return Promise.resolve(outcome);
    return new Promise((resolve) => {
      this.#waiting.set(operation, [...(this.#waiting.get(operation) ?? []), resolve]);
    });
  }

  ended(operation: Operation, outcome: Outcome): void {
    this.#outcomes.set(operation, outcome);
    const waiting = this.#waiting.get(operation) ?? [];
    this.#waiting.delete(operation);
    for (const end of waiting) end(outcome);
  }
}
