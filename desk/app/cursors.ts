import type { FieldEditor } from '../../contract/desk-api/presence.ts';
import { z } from 'zod';
import { type Payload, Value } from '../../contract/model/field.ts';
import { texts } from '../../contract/texts/texts.ts';
import { same } from './confirmed.ts';
import { ownOf } from '../../contract/own.ts';

/** A staged value, and the hand that set it; undefined if unknown. */
interface SetBy {
  value: Value | undefined;
  by: string | undefined;
}

/** Where a hand types. `words`: it typed there; they stand for what was staged before. */
interface Cursor {
  hand: string;
  id: string;
  field: string;
  words: SetBy | undefined;
  /** Its screen is there, or has gone, or it is of the desk before. */
  screen: 'here' | 'gone' | 'before';
}

/**
 * Words under a cursor when the desk ended. `hand`: what the next desk calls it. `before`: what was staged before them;
 * absent for nothing.
 */
export const LeftWords = z.object({ hand: z.string(), id: z.string(), field: z.string(), before: Value.optional() });
export type LeftWords = z.infer<typeof LeftWords>;

/**
 * The cursors in fields, one for each hand. The words under a cursor belong to its hand alone until the cursor leaves. A
 * screen that goes, or a desk that ends, commits nothing.
 */
export class Cursors {
  /** By hand, or by field where no screen is: there the words wait until a hand comes to the field. */
  readonly #cursors = new Map<string, Cursor>();

  /** The words that no hand has committed, for the next start of the desk. */
  get words(): LeftWords[] {
    return [...this.#cursors.values()].flatMap(({ hand, id, field, words, screen }): LeftWords[] => {
      if (!words) return [];
      const before = words.value !== undefined && { before: words.value };
      return [{ hand: screen === 'before' ? hand : texts.app.beforeRestart(hand), id, field, ...before }];
    });
  }

  leftOver({ hand, id, field, before }: LeftWords): void {
    const words = { value: before, by: undefined };
    this.#cursors.set(leftIn(id, field), { hand, id, field, words, screen: 'before' });
  }

  enter(hand: string, id: string, field: string): void {
    const words = this.#cursors.get(leftIn(id, field))?.words;
    this.#cursors.delete(leftIn(id, field));
    this.#cursors.set(hand, { hand, id, field, words, screen: 'here' });
  }

  /** Commits the words of the hand: of this field, of this sub-composition, or all. Returns the sub-composition left. */
  leave(hand: string, id?: string, field?: string): string | undefined {
    const cursor = this.#cursors.get(hand);
    if (!cursor || (id ?? cursor.id) !== cursor.id || (field ?? cursor.field) !== cursor.field) return undefined;
    this.#cursors.delete(hand);
    return cursor.id;
  }

  /** The screen of the hand has gone. Returns the sub-composition that it was in. */
  gone(hand: string): string | undefined {
    const cursor = this.#cursors.get(hand);
    if (!cursor) return undefined;
    this.#cursors.delete(hand);
    if (cursor.words) this.#cursors.set(leftIn(cursor.id, cursor.field), { ...cursor, screen: 'gone' });
    return cursor.id;
  }

  /** The screen of the hand is back: the words that it left are its own again. Returns the sub-compositions of them. */
  back(hand: string): string[] {
    const left = [...this.#cursors].filter(([, cursor]) => cursor.screen === 'gone' && cursor.hand === hand);
    for (const [key, cursor] of left) {
      this.#cursors.delete(key);
      this.#cursors.set(hand, { ...cursor, screen: 'here' });
    }
    return left.map(([, { id }]) => id);
  }

  /** A hand sets a field that had the value `before`. Words of others in this field are replaced. */
  set(hand: string, { id, field }: { id: string; field: string }, before: SetBy): void {
    const here = [...this.#cursors].filter(([, cursor]) => cursor.id === id && cursor.field === field);
    const committed = here.find(([, { words }]) => words)?.[1].words ?? before;
    for (const [owner, cursor] of here) cursor.words = owner === hand ? committed : undefined;
    this.#cursors.delete(leftIn(id, field));
  }

  /** The edits that `hand` may send: without the words that others are typing. */
  committed(id: string, edits: Payload, hand: string): Payload {
    const others = this.#wordsOf(id, hand).map(({ field, words }) => [field, words.value] as const);
    const entries = Object.entries({ ...edits, ...Object.fromEntries(others) });
    return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== undefined));
  }

  /** `hand`: without its own. */
  inFlight(id: string, edits: Payload, hand?: string): Payload {
    const fields = new Set(this.#wordsOf(id, hand).map(({ field }) => field));
    return Object.fromEntries(Object.entries(edits).filter(([field]) => fields.has(field)));
  }

  /** Who set a value that is sent in place of words in flight. */
  setterBefore(id: string, field: string, value: unknown): string | undefined {
    return this.#wordsOf(id).find(({ words, ...one }) => one.field === field && same(words.value, value))?.words.by;
  }

  /** The hand discards its own words, and those of no hand: they are no longer in flight. */
  dropped(hand: string, id: string): void {
    this.fit(id, {});
    const cursor = this.#cursors.get(hand);
    if (cursor?.id === id) cursor.words = undefined;
  }

  /** Words of no hand go with their edit. */
  fit(id: string, edits: Payload): void {
    for (const [key, { field, screen, ...cursor }] of this.#cursors) {
      if (screen !== 'here' && cursor.id === id && !Object.hasOwn(edits, field)) this.#cursors.delete(key);
    }
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
    return [...this.#cursors.values()].flatMap(({ hand, field, words, screen, ...cursor }) =>
      cursor.id === id
        ? { hand: screen === 'gone' ? texts.app.goneScreen(hand) : hand, field, words: words !== undefined }
        : [],
    );
  }

  get all(): Record<string, FieldEditor[]> {
    const ids = new Set([...this.#cursors.values()].map(({ id }) => id));
    return Object.fromEntries([...ids].map((id) => [id, this.at(id)]));
  }

  #wordsOf(id: string, except?: string): { field: string; words: SetBy }[] {
    return [...this.#cursors].flatMap(([hand, { words, ...cursor }]) =>
      cursor.id === id && words && hand !== except ? { field: cursor.field, words } : [],
    );
  }
}

/** The key of left words, which is the name of no hand. */
function leftIn(id: string, field: string): string {
  return JSON.stringify([id, field]);
}
