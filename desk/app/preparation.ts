import { texts } from '../../contract/texts/texts.ts';
import { z } from 'zod';
import { canonicalValue } from '../../contract/model/canonical-value.ts';
import { Payload } from '../../contract/model/field.ts';
import { type Operation, type OperationItem, itemsAmong, replacedBy } from './operation.ts';
import { type SubState, same } from './confirmed.ts';
import { Cursors, LeftWords } from './cursors.ts';
import { stillFitting } from './model-changes.ts';
import { ownOf } from '../../contract/own.ts';

/** Preparation saved for the next start; `cued` is in order. `words`: the edits that no hand has committed. */
export const KeptPreparation = z.object({
  staged: z.record(z.string(), Payload),
  cued: z.array(z.string()),
  words: z.array(LeftWords).optional(),
});
export type KeptPreparation = z.infer<typeof KeptPreparation>;

export class Preparation {
  readonly #confirmed: (id: string) => SubState | undefined;
  readonly #requested: (id: string) => Payload;
  readonly cursors = new Cursors();
  readonly #staged = new Map<string, Payload>();
  readonly #setBy = new Map<string, ReadonlyMap<string, string>>();
  readonly #cued = new Set<string>();
  readonly #cuedBefore = new Map<Operation, string[]>();
  readonly #carried = new Map<Operation, Map<string, Payload>>();
  readonly #restored = new Set<string>();
  #waiting: KeptPreparation | undefined;
  #changed = false;
  #keptWords: readonly LeftWords[] = [];

  /** `requested`: the values after success of every pending operation. */
  constructor(confirmed: (id: string) => SubState | undefined, requested: (id: string) => Payload) {
    [this.#confirmed, this.#requested] = [confirmed, requested];
  }

  get staged(): ReadonlyMap<string, Payload> {
    return this.#staged;
  }

  edits(id: string): Payload {
    return this.#staged.get(id) ?? {};
  }

  committed(id: string, hand: string): Payload {
    return this.cursors.committed(id, this.edits(id), hand);
  }

  stage(id: string, edits: Payload, hand: string): void {
    this.#restored.delete(id);
    const before = this.edits(id);
    const setBy = this.#setBy.get(id);
    for (const field of Object.keys(edits)) {
      this.cursors.set(hand, { id, field }, { value: ownOf(before, field), by: setBy?.get(field) });
    }
    this.#setBy.set(id, new Map([...(setBy ?? []), ...Object.keys(edits).map((field) => [field, hand] as const)]));
    this.#keep(id, { ...before, ...edits });
  }

  /** Who set a value that a press of `hand` sends. */
  setter(id: string, { field, value, hand }: { field: string; value: unknown; hand: string }): string {
    const staged = same(ownOf(this.edits(id), field), value) ? this.#setBy.get(id)?.get(field) : undefined;
    return staged ?? this.cursors.setterBefore(id, field, value) ?? hand;
  }

  /** Keeps the words that others are typing. */
  discard(id: string, hand: string): void {
    this.cursors.dropped(hand, id);
    const inFlight = this.cursors.inFlight(id, this.edits(id), hand);
    this.cursors.settled(id, () => true);
    this.#keep(id, inFlight);
  }

  /** Drops the edits of these fields, but for words that are typed now. Returns the fields of those words. */
  drop(id: string, fields: ReadonlySet<string>): string[] {
    const typed = this.cursors.inFlight(id, this.edits(id));
    this.cursors.settled(id, (field) => fields.has(field));
    const stays = (field: string): boolean => !fields.has(field) || Object.hasOwn(typed, field);
    this.#keep(id, Object.fromEntries(Object.entries(this.edits(id)).filter(([field]) => stays(field))));
    return Object.keys(typed).filter((field) => fields.has(field));
  }

  /** Keeps only the edits that differ from the confirmed values. */
  caughtUp(id: string): void {
    if (this.#staged.has(id) && this.#sub(id)) this.#keep(id, this.edits(id));
  }

  get cued(): string[] {
    return [...this.#cued];
  }

  isCued(id: string): boolean {
    return this.#cued.has(id);
  }

  cue(id: string, cued: boolean): void {
    this.#restored.delete(id);
    this.#setCued(id, cued);
  }

  begin(operation: Operation): void {
    const cued = itemsAmong(operation.items, this.#cued).flatMap(({ id, state }) => (state ? id : []));
    if (cued.length > 0) this.#cuedBefore.set(operation, cued);
    for (const id of cued) this.#setCued(id, false);
    if (operation.kind === 'panic') return;
    for (const item of operation.items) {
      this.cursors.sent(item.id, this.edits(item.id), (item.payload ?? {}) as Payload);
      if (item.payload ?? item.commands) this.#carry(operation, item);
    }
  }

  /** Cues are restored after a failure, but not after a panic. */
  ended(operation: Operation, failed: boolean): void {
    const cued = this.#cuedBefore.get(operation) ?? [];
    this.#cuedBefore.delete(operation);
    if (this.#carried.delete(operation)) this.#changed = true;
    for (const { id, payload = {} } of failed ? [] : operation.items) {
      this.cursors.settled(id, (field, value) => same(ownOf(payload as Payload, field), value));
    }
    if (!failed || operation.kind === 'panic') return;
    for (const id of cued) if (this.#sub(id)) this.#setCued(id, true);
  }

  /** Stages values that did not arrive. Newer edits win, and so do the `newer` requests that are under way. */
  restage(item: OperationItem, newer: readonly OperationItem[]): void {
    const { id, payload } = item;
    if (!payload || !this.#sub(id)) return;
    const [left] = replacedBy(newer, [item]).left;
    this.#keep(id, { ...(left?.payload as Payload), ...this.edits(id) });
  }

  /** After a show change, keeps only edits and cues whose sub-composition and field still exist. */
  fit(before: ReadonlyMap<string, SubState>): void {
    for (const id of this.#cued) if (!this.#sub(id)) this.#setCued(id, false);
    for (const [id, edits] of this.#staged) {
      const sub = this.#sub(id);
      this.#keep(id, sub ? stillFitting(edits, before.get(id), sub) : {});
    }
  }

  /** Saved preparation returns with the next show and is never sent automatically. */
  restore(kept: KeptPreparation): void {
    this.#waiting = kept;
  }

  /**
   * Restores saved preparation that fits the show, and returns sentences for the operator. Keeps waiting without a
   * show.
   */
  comeBack(hasShow: boolean): string[] {
    const kept = this.#waiting;
    if (!kept || !hasShow) return [];
    this.#waiting = undefined;
    this.#changed = true;
    const edits = Object.entries(kept.staged).flatMap(([id, payload]) =>
      Object.entries(payload).map(([field, value]) => ({ id, field, value })),
    );
    const fitting = edits.filter(({ id, field, value }) => this.#fits(id, field, value));
    const cues = kept.cued.filter((id) => this.#sub(id));
    for (const { id, field, value } of fitting) {
      this.#keep(id, { ...this.edits(id), [field]: value });
      if (this.#staged.has(id)) this.#restored.add(id);
    }
    for (const words of kept.words ?? []) {
      if (Object.hasOwn(this.edits(words.id), words.field)) this.cursors.leftOver(words);
    }
    for (const id of cues) {
      this.#setCued(id, true);
      this.#restored.add(id);
    }
    const back = counted(sum(this.#staged.values()), this.#cued.size);
    const dropped = counted(edits.length - fitting.length, kept.cued.length - cues.length);
    return [
      ...(back ? [texts.app.preparedBefore(back)] : []),
      ...(dropped ? [texts.app.preparedDropped(dropped)] : []),
    ];
  }

  isRestored(id: string): boolean {
    return this.#restored.has(id);
  }

  /**
   * Returns the preparation to save; undefined if unchanged since the last call. Includes edits in flight, because the
   * desk may stop before they arrive.
   */
  takeChanged(): KeptPreparation | undefined {
    const { words } = this.cursors;
    if (!this.#changed && same(words, this.#keptWords)) return undefined;
    [this.#changed, this.#keptWords] = [false, words];
    if (this.#waiting) return this.#waiting;
    const staged = new Map<string, Payload>();
    const carried = [...this.#carried.values()].flatMap((edits) => [...edits]);
    for (const [id, edits] of [...carried, ...this.#staged]) {
      staged.set(id, { ...staged.get(id), ...edits });
    }
    const kept = { staged: Object.fromEntries(staged), cued: this.cued };
    return words.length > 0 ? { ...kept, words } : kept;
  }

  #sub(id: string): SubState | undefined {
    return this.#confirmed(id);
  }

  #fits(id: string, name: string, value: unknown): boolean {
    const sub = this.#sub(id);
    const field = sub?.fields.get(name);
    return field !== undefined && canonicalValue(field, value, { present: ownOf(sub?.payload, name), now: 0 }).ok;
  }

  #carry(operation: Operation, { id, payload = {}, commands = {} }: OperationItem): void {
    const before = this.edits(id);
    this.#unstage(id, payload, commands);
    const left = this.edits(id);
    const sent = Object.entries(before).filter(
      ([field, value]) => !Object.hasOwn(left, field) && same(value, ownOf(payload, field)),
    );
    if (sent.length === 0) return;
    const carried = this.#carried.get(operation) ?? new Map<string, Payload>();
    this.#carried.set(operation, carried.set(id, { ...carried.get(id), ...Object.fromEntries(sent) }));
  }

  /**
   * Drops the edits that are sent. Different edits stay, except for immediate fields and commands, which replace staged
   * values.
   */
  #unstage(id: string, sent: Readonly<Record<string, unknown>>, commands: Readonly<Record<string, unknown>>): void {
    const fields = this.#sub(id)?.fields;
    const replaced = (field: string, value: unknown): boolean =>
      Object.hasOwn(sent, field) && (fields?.get(field)?.immediateUpdate === true || same(value, sent[field]));
    const left = Object.entries(this.edits(id)).filter(
      ([field, value]) => !Object.hasOwn(commands, field) && !replaced(field, value),
    );
    this.#keep(id, Object.fromEntries(left));
  }

  #keep(id: string, edits: Payload): void {
    const sub = this.#sub(id);
    const requested = sub && this.#requested(id);
    // While another value is requested, the confirmed value is an edit too.
    const isThere = (field: string, value: unknown): boolean =>
      same(value, ownOf(sub?.payload, field)) && same(value, ownOf(requested, field));
    const differs = Object.entries(edits).filter(([field, value]) => sub?.fields.has(field) && !isThere(field, value));
    const kept = Object.fromEntries(differs);
    if (same(kept, this.edits(id))) return;
    this.cursors.fit(id, kept);
    this.#changed = true;
    if (differs.length > 0) this.#staged.set(id, kept);
    else this.#staged.delete(id);
    this.#forgetRestored(id);
  }

  #setCued(id: string, cued: boolean): void {
    if (this.#cued.has(id) === cued) return;
    this.#changed = true;
    if (cued) this.#cued.add(id);
    else this.#cued.delete(id);
    this.#forgetRestored(id);
  }

  #forgetRestored(id: string): void {
    if (!this.#staged.has(id) && !this.#cued.has(id)) this.#restored.delete(id);
  }
}

function sum(payloads: Iterable<Payload>): number {
  return [...payloads].reduce((count, payload) => count + Object.keys(payload).length, 0);
}

function counted(edits: number, cues: number): string {
  const named = [edits > 0 && texts.app.editCount(edits), cues > 0 && texts.app.cuedCount(cues)];
  return named.filter(Boolean).join(texts.app.and);
}
