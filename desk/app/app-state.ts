import type { Change } from '../../contract/service-api/live-channel.ts';
import type { Connection, SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import { OverlayError } from '../../contract/errors.ts';
import { canonicalValue } from '../../contract/model/canonical-value.ts';
import type { Payload } from '../../contract/model/field.ts';
import type { Operation, OperationItem, Outcome, Press } from './operation.ts';
import type { Tally } from '../../contract/model/tally.ts';
import { Authorship } from './authorship.ts';
import { Confirmed, type SubState, same, type ConfirmedFrame, type Truth } from './confirmed.ts';
import { foreignChanges } from './foreign-changes.ts';
import { modelChanges } from './model-changes.ts';
import { Outputs } from './outputs.ts';
import { itemsAmong } from './prepared-items.ts';
import { Preparation } from './preparation.ts';
import { type RequestedState, isUnresolved, Unresolved } from './unresolved.ts';
import { Pending } from './pending.ts';
import { type Undoable, UndoMemory, type UndoPlan } from './undo-memory.ts';

/**
 * What applying a frame did: the sub-compositions that may look different now, and what changed in the model, in
 * sentences for the operator.
 */
export interface Applied {
  touched: Iterable<string>;
  changes: string[];
}

/** A moment: `at` for people (ms since the epoch), `start` for comparisons (ms by the monotonic clock). */
type Moment = Pick<Press, 'at' | 'start'>;

/**
 * Everything the desk knows of one app, in four kinds that are never mixed: what is confirmed, what is requested
 * (pending), what failed or is unknown, and what is only prepared here (staged, cued). A view applies the pending
 * operations over the confirmed state.
 */
export class AppState {
  readonly confirmed = new Confirmed();
  readonly preparation = new Preparation({
    confirmed: (id) => this.confirmed.get(id),
    requested: (id) => this.requested(id).payload,
  });
  readonly outputs = new Outputs();
  connection: Connection = { status: 'connecting', reason: '', service: '', confirmedAt: null, stale: false };
  readonly #pending = new Pending();
  /** Operations whose answer has arrived before the live channel reached their revision. */
  readonly #acknowledged = new Pending();
  readonly #failures = new Map<string, string>();
  readonly #unresolved = new Unresolved();
  readonly #authorship = new Authorship();
  /** When somebody else changed a sub-composition. Cleared once the operator has seen it. */
  readonly #changed = new Map<string, Moment>();
  /** When the state last changed, whoever changed it (ms by the monotonic clock). */
  readonly #stateAt = new Map<string, number>();
  /** The revision that last named the state, also where it stayed the same. */
  readonly #stateRevisions = new Map<string, number>();
  #counter = 0;
  /** The revision of the last snapshot that came after revisions nobody saw. */
  #missed: number | undefined;
  readonly #holders = new Map<string, string>();
  readonly undo = new UndoMemory();

  /** The sub-composition with this id. Throws `call-invalid` if the show has none. */
  sub(id: string): SubState {
    const sub = this.confirmed.get(id);
    if (!sub) throw new OverlayError('call-invalid', `There is no sub-composition "${id}" in this show.`);
    return sub;
  }

  // What is prepared: staged and cued.

  /** The values that operators see: the staged ones, else the requested, else the confirmed. */
  shown(id: string): Payload {
    return { ...this.requested(id).payload, ...this.staged(id) };
  }

  staged(id: string): Payload {
    return this.preparation.edits(id);
  }

  /**
   * The canonical form of an edit. Throws `call-invalid` with a message that names the field and the expected value.
   */
  canonical(id: string, edit: { field: string; value?: unknown }, now: number): Payload {
    const { item, fields, payload } = this.sub(id);
    const field = fields.get(edit.field);
    if (!field) throw new OverlayError('call-invalid', `${item.name} has no field "${edit.field}".`);
    const checked = canonicalValue(field, edit.value, { present: payload[edit.field], now });
    if (!checked.ok) throw new OverlayError('call-invalid', `${item.name}, ${field.title}: ${checked.problem}`);
    return { [edit.field]: checked.value };
  }

  /** Keeps an edit without sending it. An edit equal to the confirmed value is dropped, unless another one is requested. */
  stage(id: string, edit: Payload): void {
    this.#changed.delete(id);
    this.preparation.stage(id, edit);
  }

  discard(id: string): void {
    this.preparation.discard(id);
    this.#failures.delete(id);
  }

  /** The operator accepts that the request did not happen. */
  dismiss(id: string): void {
    this.#unresolved.forget(id);
    this.#failures.delete(id);
  }

  /** The operator has seen that somebody else changed it. */
  seen(id: string): void {
    this.#changed.delete(id);
  }

  /** When somebody else changed its state (ms by the monotonic clock); undefined once the operator has seen that. */
  changedAt(id: string): number | undefined {
    return this.#changed.has(id) ? this.#stateAt.get(id) : undefined;
  }

  /**
   * The revision that last set its state, also to the same one. After revisions that nobody saw, it is the first one that was
   * seen again. Undefined until then.
   */
  stateRevision(id: string): number | undefined {
    return this.#stateRevisions.get(id);
  }

  /** Which count of revisions the present ones are of: those of two counts cannot be compared. */
  get counter(): number {
    return this.#counter;
  }

  /** Whether revisions were missed that may have set its state again, and nothing has set it since. */
  isMissed(id: string): boolean {
    return this.#missed !== undefined && this.#stateRevisions.get(id) === this.#missed;
  }

  /** When somebody else changed it, its values too (ms by the monotonic clock); undefined once the operator has seen that. */
  changedElsewhereAt(id: string): number | undefined {
    return this.#changed.get(id)?.start;
  }

  /** Whether the confirmed state includes an operation that was confirmed. */
  isShown(operation: Operation): boolean {
    return !this.#pending.holds(operation) && !this.#acknowledged.holds(operation);
  }

  /** Notes which other desk holds it; null for none. */
  setHolder(id: string, holder: string | null): void {
    if (holder === null) this.#holders.delete(id);
    else this.#holders.set(id, holder);
  }

  cue(id: string, cued: boolean): void {
    this.sub(id);
    this.#changed.delete(id);
    this.preparation.cue(id, cued);
  }

  // What is requested.

  /** Starts an operation. What it carries is no longer staged, cued or unresolved. */
  begin(operation: Operation): void {
    this.#pending.put(operation);
    this.preparation.begin(operation);
    this.#unresolved.begin(operation);
    // Live data is nobody's look at what failed or what others changed.
    if (operation.trigger.kind === 'data') return;
    for (const marks of [this.#failures, this.#changed]) {
      for (const { id } of itemsAmong(operation.items, marks)) marks.delete(id);
    }
  }

  /**
   * Ends an operation. If it is not confirmed, its values are staged again, so that nothing typed is lost. If it failed,
   * what it took is cued again. `from` is the revision at which the confirmed state includes it. Returns the ids that
   * somebody else must have changed.
   */
  settle(operation: Operation, outcome: Outcome, { from, now }: { from: number; now: Moment }): readonly string[] {
    this.#pending.delete(operation);
    this.undo.settled(operation, outcome);
    this.preparation.ended(operation, outcome.result === 'failed');
    if (outcome.result === 'confirmed') {
      // A service need not report a state that stays the same, and still somebody has set it.
      for (const { id, state } of operation.items) {
        if (state) this.#stateRevisions.set(id, Math.max(from, this.#stateRevisions.get(id) ?? from));
      }
      if (from > this.confirmed.revision) this.#acknowledged.put(operation, from);
      const made = { revision: from, named: outcome.revision !== null, confirmed: this.confirmed.revision };
      return this.#noteForeign(this.#authorship.settled(operation, made), now);
    }
    for (const item of operation.items) {
      const { id } = item;
      const sub = this.confirmed.get(id);
      // A panic names everything; what was already Out has not failed.
      if (operation.kind === 'panic' && sub?.state !== 'In') continue;
      this.#failures.set(id, outcome.error.message);
      if (!sub) continue;
      if (isUnresolved(outcome)) this.#unresolved.keep(item, sub);
      if (operation.kind !== 'panic') this.preparation.restage(item);
    }
    const made = { revision: null, named: outcome.result !== 'unknown', confirmed: this.confirmed.revision };
    return this.#noteForeign(this.#authorship.settled(operation, made), now);
  }

  /** How to undo the last press of a kind. Throws `undo-impossible`. */
  undoPlan(what: Undoable): UndoPlan {
    const changedSince = (id: string, { start }: Moment): boolean =>
      (this.#changed.get(id)?.start ?? -Infinity) > start;
    return this.undo.plan(what, this.confirmed, changedSince);
  }

  /** The state of a sub-composition with every acknowledged operation applied, without those still under way. */
  acknowledged(id: string): SubState | undefined {
    const sub = this.confirmed.get(id);
    return sub && { ...sub, ...this.#acknowledged.applied(sub.item, sub) };
  }

  /** The state of a sub-composition if every pending operation succeeds. */
  requested(id: string): Pick<SubState, 'state' | 'payload'> {
    const sub = this.sub(id);
    return this.#pending.applied(sub.item, this.#acknowledged.applied(sub.item, sub));
  }

  /** The items of operations on a sub-composition that have not ended. */
  underWay(id: string): readonly OperationItem[] {
    return this.#pending.items(id);
  }

  /** The part of an unresolved request that is not true now; null if all of it is true, or nobody can tell. */
  drift(id: string): RequestedState | null {
    const sub = this.confirmed.get(id);
    return this.connection.status === 'live' && sub ? this.#unresolved.drift(id, sub) : null;
  }

  #noteForeign(ids: readonly string[], now: Moment): readonly string[] {
    for (const id of ids) if (this.confirmed.get(id)) this.#changed.set(id, now);
    return ids;
  }

  // What is confirmed.

  /**
   * Applies a frame from the service. Returns undefined if it does not follow the present revision; only a new snapshot
   * helps then.
   */
  apply(frame: ConfirmedFrame, now: Moment): Applied | undefined {
    switch (frame.type) {
      case 'snapshot':
        return this.#adopt(frame, now);
      case 'change': {
        const { revision, since = revision - 1 } = frame;
        const applied = this.confirmed.apply(frame.changes, { revision, since });
        if (!applied) return undefined;
        const { touched, replaced } = applied;
        const own = [...this.#acknowledged.all, ...this.#pending.all];
        // The confirmed state shows acknowledged operations from here on, even where this change brought nothing new
        // for them.
        const shown = this.#acknowledged.reached(revision);
        if (touched.length === 0) return { touched: shown, changes: [] };
        this.undo.changed(revision, replaced);
        for (const { id, field, before, after } of replaced) {
          if (field !== null) continue;
          this.#stateRevisions.set(id, revision);
          if (before !== after) this.#stateAt.set(id, now.start);
        }
        const requestedIds = touched.filter((id) => this.#unresolved.has(id));
        this.#caughtUp(touched);
        // Requests of this desk with an unknown outcome that turn out to have happened.
        const ours = requestedIds.filter((id) => !this.#unresolved.has(id));
        // Only polling skips revisions, and a polled revision names no operation.
        const others =
          frame.since === undefined
            ? this.#authorship.changed(revision, touched, this.#pending.all)
            : foreignChanges(frame.changes, own, this.confirmed);
        for (const id of others) if (!ours.includes(id)) this.#changed.set(id, now);
        return { touched: new Set([...touched, ...shown]), changes: this.#happenedLate(ours, frame.changes) };
      }
      case 'beat':
        if (frame.revision === this.confirmed.revision) return { touched: [], changes: [] };
        if (frame.revision < this.confirmed.revision) this.beginAnew();
        return undefined;
    }
  }

  /** Sentences about states that were requested without an answer, and are true now. */
  #happenedLate(ids: readonly string[], changes: readonly Change[]): string[] {
    return changes.flatMap(({ id, state }) => {
      if (state === undefined || !ids.includes(id)) return [];
      const { name } = this.sub(id).item;
      return [`${name} went ${state === 'In' ? 'in' : 'out'} after all: the answer to its press never came.`];
    });
  }

  /**
   * The next frame comes from another source, or from a service that went back to an earlier revision. Old and new
   * revision numbers cannot be compared.
   */
  beginAnew(): void {
    this.#counter += 1;
    this.confirmed.revision = -1;
    this.undo.clear();
    this.#stateRevisions.clear();
  }

  /**
   * A snapshot replaces everything. Differences from the state before it are changes that this desk did not see happen.
   */
  #adopt(truth: Truth, now: Moment): Applied {
    if (truth.revision < this.confirmed.revision) this.beginAnew();
    const missed = truth.revision > this.confirmed.revision;
    // What others did in revisions that this desk did not see cannot be told from what it did itself.
    if (missed) this.undo.missed(truth.revision);
    const before = this.confirmed.adopt(truth);
    if (missed) {
      this.#missed = truth.revision;
      for (const id of this.confirmed.ids) this.#stateRevisions.set(id, truth.revision);
    }
    this.#authorship.clear();
    this.#acknowledged.clear();
    for (const [id, old] of before) {
      const sub = this.confirmed.get(id);
      if (sub && sub.state !== old.state) this.#stateAt.set(id, now.start);
      if (!sub || (sub.state === old.state && same(sub.payload, old.payload))) continue;
      if (!this.#pending.has(id) && !this.#unresolved.has(id)) this.#changed.set(id, now);
    }
    for (const id of this.#unresolved.ids) {
      this.#unresolved.compare(id, this.confirmed.get(id));
      // What turns out to be true has not failed.
      if (!this.#unresolved.has(id)) this.#failures.delete(id);
    }
    const changes = modelChanges(before, { sub: (id) => this.confirmed.get(id), staged: this.preparation.staged });
    this.#forgetGone(before);
    const back = this.preparation.comeBack(this.confirmed.model.length > 0);
    return { touched: this.confirmed.ids, changes: [...changes, ...back] };
  }

  /** Newer state is known, so earlier failures no longer matter. */
  #caughtUp(touched: readonly string[]): void {
    for (const id of touched) {
      this.#failures.delete(id);
      this.#unresolved.compare(id, this.confirmed.get(id));
      this.preparation.caughtUp(id);
    }
  }

  #forgetGone(before: ReadonlyMap<string, SubState>): void {
    const kept = [this.#failures, this.#changed, this.#stateAt, this.#stateRevisions, this.#holders];
    for (const one of kept) for (const id of [...one.keys()]) if (!this.confirmed.get(id)) one.delete(id);
    this.preparation.fit(before);
  }

  // What screens see.

  view(id: string): SubCompositionView {
    const sub = this.sub(id);
    const { state, payload } = this.requested(id);
    const requested = state === sub.state ? null : state;
    const failure = this.#failures.get(id) ?? '';
    const changed = this.#changed.get(id);
    return {
      tally: this.#tally(id, { requested, failure }),
      state: sub.state,
      onAir: !this.#isKnown(sub) ? 'unknown' : sub.state === 'In' ? 'yes' : 'no',
      requested,
      values: payload,
      staged: this.staged(id),
      failure,
      changed: changed ? { at: changed.at } : null,
      drift: this.drift(id),
      holder: this.#holders.get(id) ?? null,
      ...(this.preparation.isRestored(id) ? { restored: true } : {}),
    };
  }

  /** Whether what was confirmed can be believed now: it still arrives, and is not stale. */
  get isBelieved(): boolean {
    return this.connection.status === 'live' && !this.connection.stale;
  }

  /** Whether its confirmed state can be believed now. The root of a show has none. */
  #isKnown({ item, reported }: SubState): boolean {
    return this.isBelieved && (reported || item.state === undefined);
  }

  #tally(id: string, { requested, failure }: Pick<SubCompositionView, 'requested' | 'failure'>): Tally {
    if (!this.#isKnown(this.sub(id))) return 'UNKNOWN';
    if (requested) return 'REQUESTED';
    if (failure) return 'FAILED';
    if (this.sub(id).state === 'In') return 'ON AIR';
    return this.preparation.isCued(id) ? 'CUED' : 'OUT';
  }
}
