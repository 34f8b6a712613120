import { texts } from '../../contract/texts/texts.ts';
import { captions } from '../../contract/words/words.ts';
import { OverlayError } from '../../contract/errors.ts';
import { listedState, type StoredState, storedState } from '../../contract/model/animation-state.ts';
import type { Payload, Value } from '../../contract/model/field.ts';
import type { Operation, OperationItem, Outcome, Press } from './operation.ts';
import { handOf } from './presses.ts';
import type { Trigger } from '../../contract/desk-api/as-run.ts';
import { type Confirmed, type SubState, type Replaced, same } from './confirmed.ts';
import { ownOf } from '../../contract/own.ts';

const mostRevisions = 200;

export type Undoable = 'values' | 'take';

export interface OwnActs {
  what: Undoable;
  isOwn(trigger: Trigger): boolean;
}

type ActsOf = Pick<OwnActs, 'isOwn'> & { what: Undoable | 'panic' };

interface DoneOperation {
  operation: Operation;
  what: Undoable;
  /** Null if the service named none. */
  revision: number | null;
  /** The values and states at sending time; null if the revisions since cannot be compared. */
  sent: Replaced[] | null;
  /** Places that later operations set. The service reports no change of what stays the same. */
  setSince: Set<string>;
}

export interface UndoPlan {
  press: Operation;
  undoes: string;
  /** What the undo is called: `Undo Take In`, `Bring back`. */
  action: string;
  items: OperationItem[];
  /** For people: `Lower Third to Out 1`. */
  restores: string[];
}

/**
 * Remembers the state replaced by the last confirmed operations of each hand. Live changes are exact and include side
 * effects on the logic layer; otherwise the state at sending time counts.
 */
export class UndoMemory {
  readonly #replaced = new Map<number, Replaced[]>();
  readonly #changedAt = new Map<string, number>();
  readonly #sent = new Map<Operation, { replaced: Replaced[]; made: number }>();
  /** The last revision that an operation made. An operation that is sent later with the same revision changed nothing. */
  #made = -1;
  /** The latest revision that a snapshot merged with others. */
  #missedTo = -1;
  readonly #last = new Map<string, DoneOperation>();

  sending(operation: Operation, sub: (id: string) => Pick<SubState, 'item' | 'state' | 'payload'> | undefined): void {
    if (!undoneAs(operation)) return;
    const replaced = operation.items.flatMap((item): Replaced[] => {
      const id = item.id;
      const now = sub(id);
      if (!now) return [];
      const values = undoneFields(item).map((field): Replaced => {
        return { id, field, before: ownOf(now.payload, field), after: ownOf((item.payload ?? {}) as Payload, field) };
      });
      if (!item.state) return values;
      return [
        ...values,
        { id, field: null, before: now.state, after: storedState(item.state, now.item.secondTimeline) },
      ];
    });
    this.#sent.set(operation, { replaced, made: this.#made });
  }

  changed(revision: number, replaced: Replaced[]): void {
    this.#replaced.set(revision, replaced);
    for (const { id, field } of replaced) this.#changedAt.set(placeOf(id, field), revision);
    const [oldest] = this.#replaced.keys();
    if (this.#replaced.size > mostRevisions && oldest !== undefined) this.#replaced.delete(oldest);
  }

  /** Revisions up to this one were not all seen and may contain any change. */
  missed(revision: number): void {
    this.#missedTo = revision;
  }

  /**
   * Revisions restart or belong to another service, so earlier operations cannot be undone. They stay, because an undo
   * of the same press in other apps would undo half of it.
   */
  clear(): void {
    this.#replaced.clear();
    this.#changedAt.clear();
    this.#missedTo = this.#made = -1;
    for (const [place, done] of this.#last) this.#last.set(place, { ...done, sent: null });
  }

  /** `outcome`: null if an earlier service answered. */
  settled(operation: Operation, outcome: Outcome | null): void {
    const { replaced: sent = [], made } = this.#sent.get(operation) ?? {};
    this.#sent.delete(operation);
    if (outcome?.result !== 'confirmed') return;
    const set = operation.items.flatMap(placesOf);
    for (const { setSince } of this.#last.values()) for (const place of set) setSince.add(place);
    const { revision } = outcome;
    const changedNothing = revision !== null && revision === made;
    this.#made = revision ?? this.#made;
    const what = undoneAs(operation);
    if (!what) return;
    const place = JSON.stringify([what, handOf(operation.trigger)]);
    const done = changedNothing ? { revision: null, sent: [] } : { revision, sent };
    this.#last.set(place, { operation, what, ...done, setSince: new Set() });
  }

  get triggers(): Trigger[] {
    return [...this.#last.values()].flatMap(({ operation, sent }) => (sent ? operation.trigger : []));
  }

  /** False too where the desk cannot tell. */
  changedNothing(acts: ActsOf): boolean {
    const done = this.#lastOf(acts);
    return done?.sent ? this.#of({ ...done, sent: done.sent }).length === 0 : false;
  }

  press(acts: OwnActs): number | undefined {
    return this.#lastOf(acts)?.operation.number;
  }

  /**
   * Throws `undo-impossible` if nothing can be undone, or if it was set later, even to the same. A take looks only at
   * the states: it leaves values that changed since. `changedSince`: whether another desk may have changed the value,
   * or the state, since a press.
   */
  plan(
    acts: OwnActs,
    confirmed: Confirmed,
    changedSince: (one: Pick<Replaced, 'id' | 'field'>, press: Press) => boolean = () => false,
  ): UndoPlan {
    const done = this.#lastOf(acts);
    if (!done) throw new OverlayError('undo-impossible');
    const { operation, revision, sent } = done;
    if (!sent) throw new OverlayError('undo-impossible', texts.undo.readAnew);
    const replaced = this.#of({ ...done, sent });
    if (replaced.length === 0) throw new OverlayError('undo-impossible', texts.undo.changedNothing(operation.action));
    const refusals = new Map<Replaced, OverlayError>();
    for (const one of replaced) {
      const place = placeOf(one.id, one.field);
      const changedAt = Math.max(this.#missedTo, this.#changedAt.get(place) ?? -1);
      const isLater = changedAt > (revision ?? Infinity) || done.setSince.has(place);
      const changedAgain = isLater || changedSince(one, operation);
      const refusal = refusalOf(one, { confirmed, changedAgain });
      if (refusal) refusals.set(one, refusal);
    }
    const restored = replaced.filter((one) => !refusals.has(one));
    const mustHold = ({ field }: Replaced): boolean =>
      field === null || acts.what === 'values' || restored.length === 0;
    for (const [one, refusal] of refusals) if (mustHold(one)) throw refusal;
    const items = itemsBefore(restored);
    const restores = items.map((item) => restoredName(item, confirmed));
    return { press: operation, undoes: operation.action, action: undoName(operation.action), items, restores };
  }

  #lastOf({ what, isOwn }: ActsOf): DoneOperation | undefined {
    const own = [...this.#last.values()].filter((done) => done.what === what && isOwn(done.operation.trigger));
    return own.sort((one, other) => other.operation.number - one.operation.number)[0];
  }

  /** An operation replaces its own values; a take also replaces every state that changed with it. */
  #of({ operation, revision, sent }: DoneOperation & { sent: Replaced[] }): Replaced[] {
    const own = (id: string, field: string): boolean =>
      operation.items.some((item) => item.id === id && undoneFields(item).includes(field));
    const confirmedChanges = revision === null ? undefined : this.#replaced.get(revision);
    const changed = confirmedChanges?.filter(({ id, field }) =>
      field === null ? operation.kind === 'take' : own(id, field),
    );
    const replaced = new Map<string, Replaced>();
    // A frame may name a place twice: as the effect of a logic layer, and as asked.
    for (const one of changed ?? sent) {
      const place = placeOf(one.id, one.field);
      replaced.set(place, { ...one, before: (replaced.get(place) ?? one).before });
    }
    for (const { id, payload, from = {} } of operation.items) {
      for (const [field, before] of Object.entries(from)) {
        const place = placeOf(id, field);
        const sentValue = ownOf(payload as Payload, field) ?? before;
        const known = replaced.get(place);
        replaced.set(place, { id, field, before, after: known ? known.after : sentValue });
      }
    }
    return [...replaced.values()].filter(({ before, after }) => before !== undefined && !same(before, after));
  }
}

function placeOf(id: string, field: string | null): string {
  return JSON.stringify([id, field]);
}

function placesOf({ id, state, payload, commands }: OperationItem): string[] {
  const fields = Object.keys({ ...payload, ...commands }).map((field) => placeOf(id, field));
  return state ? [...fields, placeOf(id, null)] : fields;
}

/** A press of a button has happened; a command of a timer sets its value. */
function undoneFields({ payload = {}, commands = {} }: OperationItem): string[] {
  return [...Object.keys(payload), ...Object.keys(commands).filter((field) => commands[field] !== 'execute')];
}

/** `changedAgain`: a later change exists, even if the value is the same now. */
function refusalOf(
  { id, field, after }: Replaced,
  { confirmed, changedAgain }: { confirmed: Confirmed; changedAgain: boolean },
): OverlayError | undefined {
  const sub = confirmed.get(id);
  if (!sub) return new OverlayError('undo-impossible', texts.undo.goneFromShow);
  if (field !== null && !sub.fields.has(field)) {
    return new OverlayError('undo-impossible', texts.undo.lostPart(sub.name));
  }
  const now = field === null ? sub.state : ownOf(sub.payload, field);
  if (!changedAgain && (after === undefined || same(now, after))) return undefined;
  const what = field === null ? texts.undo.itsState : (sub.fields.get(field)?.title ?? field);
  return new OverlayError('undo-impossible', texts.undo.changedSince(sub.name, what));
}

function restoredName({ id, state, payload = {} }: OperationItem, confirmed: Confirmed): string {
  const sub = confirmed.get(id);
  const name = sub?.name ?? id;
  if (state !== undefined) {
    const listed = listedState(state as StoredState, sub?.item.secondTimeline ?? false);
    return texts.undo.step(name, captions.states[listed]);
  }
  return [name, ...Object.keys(payload).map((field) => sub?.fields.get(field)?.title ?? field)].join(', ');
}

/** Uses a jump to restore values together with an Out, so that the text does not visibly change on the way out. */
function itemsBefore(replaced: readonly Replaced[]): OperationItem[] {
  const items = new Map<string, OperationItem>();
  for (const { id, field, before } of replaced) {
    const item = items.get(id) ?? { id };
    if (field === null) item.state = before as StoredState;
    else item.payload = { ...item.payload, [field]: before as Value };
    items.set(id, item);
  }
  return [...items.values()].map((item) => {
    const unseen = item.payload !== undefined && item.state !== undefined && item.state !== 'In';
    return unseen ? { ...item, action: 'jump' } : item;
  });
}

/** Number 0 marks operations without a press. */
function undoneAs({ number, kind, items }: Operation): Undoable | undefined {
  if (number === 0 || kind === 'panic') return undefined;
  if (kind !== 'command') return kind;
  const isPress = items.some(({ commands = {} }) => Object.values(commands).includes('execute'));
  return isPress ? undefined : 'values';
}

/** An undo of an undo does again what was undone. */
function undoName(undoes: string): string {
  const [undo, redo] = [texts.undo.undo(''), texts.undo.redo('')];
  if (undoes.startsWith(undo)) return texts.undo.redo(undoes.slice(undo.length));
  return texts.undo.undo(undoes.startsWith(redo) ? undoes.slice(redo.length) : undoes);
}
