import type { Connection, SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import { storedState, type StoredState } from '../../contract/model/animation-state.ts';
import { canonicalValue } from '../../contract/model/canonical-value.ts';
import type { Payload } from '../../contract/model/field.ts';
import type { LiveFrame, OutputsFrame } from '../../contract/service-api/live-channel.ts';
import type { Tally } from '../../contract/model/tally.ts';
import { OverlayError } from '../../contract/errors.ts';
import { Confirmed, type Held } from './confirmed.ts';
import { Outputs } from './outputs.ts';
import type { Operation, OperationItem, Outcome } from '../../contract/model/operation.ts';

/**
 * All that the desk knows, in four kinds that are never mixed: what is confirmed, what is asked for (pending), what
 * failed, and what is only being prepared here (staged, cued). A view is the pending applied over the confirmed.
 */
export class DeskState {
  readonly confirmed = new Confirmed();
  readonly outputs = new Outputs();
  connection: Connection = { status: 'connecting', reason: '', service: '', confirmedAt: null };
  readonly #pending = new Set<Operation>();
  /** Answered, but the live channel has not come to the revision yet. */
  readonly #answered = new Map<Operation, number>();
  readonly #failures = new Map<string, string>();
  readonly #staged = new Map<string, Payload>();
  readonly #cued = new Set<string>();

  /** The sub-composition with this id; throws `call-invalid` where the show has none. */
  held(id: string): Held {
    const held = this.confirmed.get(id);
    if (!held) throw new OverlayError('call-invalid', `There is no sub-composition "${id}" in this show.`);
    return held;
  }

  // What is prepared.

  staged(id: string): Payload {
    return this.#staged.get(id) ?? {};
  }

  /** The canonical form of an edit; throws `call-invalid` in words that name the field and what was expected. */
  canonical(id: string, edit: { field: string; value?: unknown }, now: number): Payload {
    const { item, fields, payload } = this.held(id);
    const field = fields.get(edit.field);
    if (!field) throw new OverlayError('call-invalid', `${item.name} has no field "${edit.field}".`);
    const checked = canonicalValue(field, edit.value, { present: payload[edit.field], now });
    if (!checked.ok) throw new OverlayError('call-invalid', `${item.name}, ${field.title}: ${checked.problem}`);
    return { [edit.field]: checked.value };
  }

  /** Keep an edit without sending it; one that says what is confirmed already is no edit. */
  stage(id: string, edit: Payload): void {
    const kept = { ...this.staged(id), ...edit };
    const { payload } = this.held(id);
    const differs = Object.entries(kept).filter(([field, value]) => !same(value, payload[field]));
    if (differs.length > 0) this.#staged.set(id, Object.fromEntries(differs));
    else this.#staged.delete(id);
  }

  discard(id: string): void {
    this.#staged.delete(id);
    this.#failures.delete(id);
  }

  cue(id: string, cued: boolean): void {
    this.held(id);
    if (cued) this.#cued.add(id);
    else this.#cued.delete(id);
  }

  /** What Take Cued would take, in the order it was cued. */
  get cued(): string[] {
    return [...this.#cued];
  }

  // What is asked for.

  /** An operation begins: what it carries is no longer staged or cued. */
  begin(operation: Operation): void {
    this.#pending.add(operation);
    for (const { subCompositionId: id, payload, state } of operation.items) {
      this.#failures.delete(id);
      if (state) this.#cued.delete(id);
      if (payload) this.#unstage(id, Object.keys(payload));
    }
  }

  /** An operation ended. Not confirmed: its values are staged again, so that nothing typed is lost. */
  settle(operation: Operation, outcome: Outcome): void {
    this.#pending.delete(operation);
    if (outcome.result === 'confirmed') {
      if (outcome.revision > this.confirmed.revision) this.#answered.set(operation, outcome.revision);
      return;
    }
    for (const item of operation.items) {
      this.#failures.set(item.subCompositionId, outcome.error.message);
      if (operation.kind !== 'command') this.#restage(item);
    }
  }

  #unstage(id: string, fields: string[]): void {
    const left = Object.entries(this.staged(id)).filter(([field]) => !fields.includes(field));
    if (left.length > 0) this.#staged.set(id, Object.fromEntries(left));
    else this.#staged.delete(id);
  }

  #restage({ subCompositionId: id, payload }: OperationItem): void {
    if (!payload || !this.confirmed.get(id)) return;
    this.stage(id, { ...(payload as Payload), ...this.staged(id) });
  }

  // What is confirmed.

  /**
   * Hear a frame of the live channel; gives the sub-compositions it touched. Undefined where it does not follow on what
   * is held: then only asking again tells the truth.
   */
  hear(frame: Exclude<LiveFrame, OutputsFrame>): string[] | undefined {
    switch (frame.type) {
      case 'snapshot':
        this.confirmed.adopt(frame);
        this.#adopted();
        return [...this.confirmed.ids];
      case 'change': {
        const touched = this.confirmed.apply(frame.revision, frame.changes);
        if (touched) this.#caughtUp(touched);
        return touched;
      }
      case 'beat':
        if (frame.revision === this.confirmed.revision) return [];
        // A service that went back to an earlier revision lost nothing it told us, it is another truth: forget ours.
        if (frame.revision < this.confirmed.revision) this.confirmed.revision = -1;
        return undefined;
    }
  }

  /** What was answered up to the confirmed revision shows by itself now, and what failed before is overtaken. */
  #caughtUp(touched: readonly string[]): void {
    for (const [operation, revision] of this.#answered) {
      if (revision <= this.confirmed.revision) this.#answered.delete(operation);
    }
    for (const id of touched) {
      this.#failures.delete(id);
      if (this.#staged.has(id) && this.confirmed.get(id)) this.stage(id, {});
    }
  }

  /** What is staged and cued stays where its sub-composition still exists. */
  #adopted(): void {
    this.#answered.clear();
    for (const id of [...this.#staged.keys(), ...this.#cued, ...this.#failures.keys()]) {
      if (this.confirmed.get(id)) continue;
      this.#staged.delete(id);
      this.#cued.delete(id);
      this.#failures.delete(id);
    }
  }

  // How it shows.

  view(id: string): SubCompositionView {
    const held = this.held(id);
    const wished = this.#wished(id, held);
    const failure = this.#failures.get(id) ?? '';
    return {
      tally: this.#tally(id, held.state, { requested: wished.requested, failed: failure !== '' }),
      state: held.state,
      requested: wished.requested,
      values: wished.values,
      staged: this.staged(id),
      failure,
    };
  }

  #wished(id: string, held: Held): { requested: StoredState | null; values: Payload } {
    let requested: StoredState | null = null;
    let values = held.payload;
    for (const operation of [...this.#answered.keys(), ...this.#pending]) {
      for (const item of operation.items) {
        if (item.subCompositionId !== id) continue;
        if (item.state) requested = storedState(item.state, held.item.secondTimeline);
        if (item.payload && operation.kind !== 'command') values = { ...values, ...(item.payload as Payload) };
      }
    }
    return { requested: requested === held.state ? null : requested, values };
  }

  #tally(
    id: string,
    state: StoredState,
    { requested, failed }: { requested: StoredState | null; failed: boolean },
  ): Tally {
    if (this.connection.status !== 'live') return 'UNKNOWN';
    if (requested) return 'REQUESTED';
    if (failed) return 'FAILED';
    if (state === 'In') return 'ON AIR';
    return this.#cued.has(id) ? 'CUED' : 'OUT';
  }
}

/** Canonical values are small plain data with a fixed member order, so their JSON compares them. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
