import type { FieldEditor } from '../../contract/desk-api/presence.ts';
import type { Payload, Value } from '../../contract/model/field.ts';
import { same } from './confirmed.ts';
import { ownOf } from '../../contract/own.ts';

/** A staged value, and the hand that set it; undefined if unknown. */
interface SetBy {
  value: Value | undefined;
  by: string | undefined;
}

/** Where a hand types. `words`: it typed there; they stand for what was staged before. */
interface Cursor {
  id: string;
  field: string;
  words: SetBy | undefined;
}

/** The cursors in fields, one for each hand. The words under a cursor belong to its hand alone until the cursor leaves. */
export class Cursors {
  readonly #cursors = new Map<string, Cursor>();

  enter(hand: string, id: string, field: string): void {
    this.#cursors.set(hand, { id, field, words: undefined });
  }

  /** Commits the words of the hand: of this field, of this sub-composition, or all. Returns the sub-composition left. */
  leave(hand: string, id?: string, field?: string): string | undefined {
    const cursor = this.#cursors.get(hand);
    if (!cursor || (id ?? cursor.id) !== cursor.id || (field ?? cursor.field) !== cursor.field) return undefined;
    this.#cursors.delete(hand);
    return cursor.id;
  }

  /** A hand sets a field that had the value `before`. Words of others in this field are replaced. */
  set(hand: string, { id, field }: { id: string; field: string }, before: SetBy): void {
    const here = [...this.#cursors].filter(([, cursor]) => cursor.id === id && cursor.field === field);
    const committed = here.find(([, { words }]) => words)?.[1].words ?? before;
    for (const [owner, cursor] of here) cursor.words = owner === hand ? committed : undefined;
  }

  /** The edits that `hand` may send: without the words that others are typing. */
  committed(id: string, edits: Payload, hand: string): Payload {
    const others = this.#wordsOf(id, hand).map(({ field, words }) => [field, words.value] as const);
    const entries = Object.entries({ ...edits, ...Object.fromEntries(others) });
    return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== undefined));
  }

  inFlight(id: string, edits: Payload, hand: string): Payload {
    const fields = new Set(this.#wordsOf(id, hand).map(({ field }) => field));
    return Object.fromEntries(Object.entries(edits).filter(([field]) => fields.has(field)));
  }

  /** Who set a value that is sent in place of words in flight. */
  setterBefore(id: string, field: string, value: unknown): string | undefined {
    return this.#wordsOf(id).find(({ words, ...one }) => one.field === field && same(words.value, value))?.words.by;
  }

  /** The hand discards its own words: they are no longer in flight. */
  dropped(hand: string, id: string): void {
    const cursor = this.#cursors.get(hand);
    if (cursor?.id === id) cursor.words = undefined;
  }

  sent(id: string, edits: Payload, payload: Payload): void {
    for (const cursor of this.#cursors.values()) {
      const { field } = cursor;
      if (cursor.id !== id || !Object.hasOwn(payload, field)) continue;
      if (same(payload[field], ownOf(edits, field))) cursor.words = undefined;
    }
  }

  /** These values are confirmed or discarded, so no press sends them again. */
  settled(id: string, isSettled: (field: string, value: Value | undefined) => boolean): void {
    for (const cursor of this.#cursors.values()) {
      if (cursor.id !== id || !cursor.words || !isSettled(cursor.field, cursor.words.value)) continue;
      cursor.words = { value: undefined, by: undefined };
    }
  }

  at(id: string): FieldEditor[] {
    return [...this.#cursors].flatMap(([hand, cursor]) =>
      cursor.id === id ? { hand, field: cursor.field, words: cursor.words !== undefined } : [],
    );
  }

  #wordsOf(id: string, except?: string): { field: string; words: SetBy }[] {
    return [...this.#cursors].flatMap(([hand, { words, ...cursor }]) =>
      cursor.id === id && words && hand !== except ? { field: cursor.field, words } : [],
    );
  }
}
