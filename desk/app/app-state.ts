import { texts } from '../../contract/texts/texts.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import type { AppConnection, SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import { OverlayError } from '../../contract/errors.ts';
import { wireValue } from '../../contract/model/wire-value.ts';
import type { Payload, Value } from '../../contract/model/field.ts';
import { type Operation, type OperationItem, type Outcome, type Press, type Request, itemsAmong } from './operation.ts';
import type { OnAir, Tally } from '../../contract/model/tally.ts';
import { Authorship, foreignChanges } from './authorship.ts';
import {
  Confirmed,
  type ConfirmedFrame,
  differences,
  otherValues,
  same,
  type SubState,
  type Truth,
} from './confirmed.ts';
import { type OwnValues, type PressTimes, type Standing, StateHistory } from './history.ts';
import { modelChanges } from './model-changes.ts';
import { Outputs } from './outputs.ts';
import { type AirMoment, withMoment } from './moments.ts';
import { Preparation } from './preparation.ts';
import { handOf } from './presses.ts';
import { type RequestedState, isUnresolved, Unresolved, Pending } from './pending.ts';
import { type OwnActs, UndoMemory, type UndoPlan } from './undo-memory.ts';
import { type KnownClock, showsSame } from './same-shown.ts';
import { ownOf } from '../../contract/own.ts';

/** The effect of a frame: sub-compositions to redraw, and model changes as sentences for the operator. */
export interface AppliedFrame {
  touched: Iterable<string>;
  /** Sub-compositions inside of a graphic that was taken. Their on-air state may have changed. */
  inside: readonly string[];
  changes: string[];
}

interface Settling {
  /** The revision from which the operation counts. Null: an earlier service answered, so nothing of this one is known. */
  from: number | null;
  now: PressTimes;
}

/**
 * Separates four kinds of state: confirmed, requested (pending), failed or unknown, and prepared (staged, cued). A view
 * applies pending operations over the confirmed state.
 */
export class AppState {
  readonly confirmed = new Confirmed();
  readonly preparation = new Preparation(
    (id) => this.confirmed.get(id),
    (id) => this.requested(id).payload,
  );
  readonly outputs = new Outputs();
  readonly history = new StateHistory();
  connection: AppConnection = { status: 'connecting', reason: '', service: '', confirmedAt: null, stale: false };
  readonly #pending = new Pending();
  /** Operations whose answer arrived before the live channel reached their revision. */
  readonly #acknowledged = new Pending();
  readonly #failures = new Map<string, string>();
  readonly #unresolved = new Unresolved();
  readonly #authorship = new Authorship();
  readonly #holders = new Map<string, string>();
  readonly #setBy = new Map<string, OwnValues>();
  /** Of the service that the confirmed state is of. */
  #clock: KnownClock = { ahead: 0, accuracy: 0 };
  readonly undo = new UndoMemory();
  /** By id, the row of a link in live mode. Whatever is brought In takes its row along, so no words of before are seen. */
  readonly liveWords = new Map<string, Payload>();
  moments: readonly AirMoment[] = [];
  readonly onAir = (id: string): OnAir => this.confirmed.onAir(id, this);
  #standing: Standing | undefined;
  /** The service has no live channel, so it may be another product. */
  isPolled = false;

  /** Throws `call-invalid` if the show has no sub-composition with this id. */
  sub(id: string): SubState {
    const sub = this.confirmed.get(id);
    if (!sub) throw new OverlayError('call-invalid', texts.app.graphicGone);
    return sub;
  }

  /** The values that operators see: staged, else requested, else confirmed. `hand`: as {@link AppState.staged}. */
  shown(id: string, hand?: string): Payload {
    return { ...this.requested(id).payload, ...this.staged(id, hand) };
  }

  /** `hand`: leaves out the words that other hands are typing. */
  staged(id: string, hand?: string): Payload {
    return hand === undefined ? this.preparation.edits(id) : this.preparation.committed(id, hand);
  }

  /** The items of a request, with who set each value. Cues and looks bring their own values. */
  signed({ purpose, action, items }: Request, { trigger }: Pick<Press, 'trigger'>): OperationItem[] {
    const hand = handOf(trigger);
    const isStored = purpose === 'cue' || purpose === 'look';
    return items.map((item) => {
      const values = Object.entries(item.payload ?? {}).map(([field, value]) => {
        return [field, isStored ? action : this.preparation.setter(item.id, { field, value, hand })] as const;
      });
      return values.length > 0 ? { ...item, setBy: Object.fromEntries(values) } : item;
    });
  }

  /** Canonicalises an edit. Throws `call-invalid` and names the field and the expected value. */
  canonical(id: string, edit: { field: string; value?: unknown }, now: number): Payload {
    const { name, fields, payload } = this.sub(id);
    const field = fields.get(edit.field);
    if (!field) throw new OverlayError('call-invalid', texts.app.noField(name, edit.field));
    const checked = wireValue(field, edit.value, { present: ownOf(payload, edit.field), now });
    if (!checked.ok) throw new OverlayError('call-invalid', `${name}, ${field.title}: ${checked.problem}`);
    return { [edit.field]: checked.value };
  }

  /** Drops an edit equal to the confirmed value, unless another value is requested. */
  stage(id: string, edit: Payload, hand: string): void {
    this.history.elsewhere.delete(id);
    this.preparation.stage(id, edit, hand);
  }

  discard(id: string, hand: string): void {
    this.preparation.discard(id, hand);
    this.#failures.delete(id);
  }

  dismiss(id: string): void {
    this.#unresolved.forget(id);
    this.#failures.delete(id);
  }

  isShown(operation: Operation): boolean {
    return !this.#pending.holds(operation) && !this.#acknowledged.holds(operation);
  }

  setHolder(id: string, holder: string | null): void {
    if (holder === null) this.#holders.delete(id);
    else this.#holders.set(id, holder);
  }

  cue(id: string, cued: boolean): void {
    this.sub(id);
    this.history.elsewhere.delete(id);
    this.preparation.cue(id, cued);
  }

  /** Removes everything the operation carries from the staged, cued and unresolved state. */
  begin(operation: Operation): void {
    if (this.isBelieved || operation.kind === 'panic')
      this.moments = withMoment(this.moments, operation, this.confirmed);
    this.#pending.put(operation);
    this.preparation.begin(operation);
    this.#unresolved.begin(operation);
    // Live data does not mean that the operator has seen failures or foreign changes.
    if (operation.trigger.kind === 'data') return;
    for (const marks of [this.#failures, this.history.elsewhere]) {
      for (const { id } of itemsAmong(operation.items, marks)) marks.delete(id);
    }
  }

  /**
   * Stages the values of an unconfirmed operation again, so that no edit is lost; a failed take is cued again. Returns
   * ids that another user must have changed.
   */
  settle(operation: Operation, outcome: Outcome, { from, now }: Settling): readonly string[] {
    this.#pending.delete(operation);
    this.undo.settled(operation, from === null ? null : outcome);
    this.preparation.ended(operation, outcome.result === 'failed');
    if (outcome.result === 'confirmed') {
      if (from === null) return [];
      const isNamed = outcome.revision === from;
      for (const { id, state } of operation.items) if (state) this.history.confirmed(id, from, isNamed);
      this.#noteSetters(operation);
      if (from > this.confirmed.revision) this.#acknowledged.put(operation, from);
      const made = { revision: from, named: outcome.revision !== null, confirmed: this.confirmed.revision };
      return this.#noteForeign(this.#authorship.settled(operation, made), now);
    }
    for (const item of outcome.result === 'replaced' ? [] : operation.items) {
      const { id } = item;
      const sub = this.confirmed.get(id);
      // A panic names every sub-composition; those that were already Out have not failed.
      if (operation.kind === 'panic' && sub?.state !== 'In') continue;
      this.#failures.set(id, outcome.error.message);
      if (!sub) continue;
      if (isUnresolved(outcome)) this.#unresolved.keep(item, sub);
      if (operation.kind !== 'panic') this.preparation.restage(item, this.underWay(id));
    }
    const made = { revision: null, named: outcome.result !== 'unknown', confirmed: this.confirmed.revision };
    return this.#noteForeign(this.#authorship.settled(operation, made), now);
  }

  /** Throws `undo-impossible`, also while a request for one of the states is under way. */
  undoPlan(acts: OwnActs): UndoPlan {
    const changedSince = ({ id, field }: { id: string; field: string | null }, { start }: PressTimes): boolean =>
      field === null
        ? this.history.isDoubted(id) || this.underWay(id).some(({ state }) => state !== undefined)
        : this.isPolled && (this.history.elsewhere.get(id)?.start ?? -Infinity) > start;
    return this.undo.plan(acts, this.confirmed, changedSince);
  }

  withLiveWords(item: OperationItem): OperationItem {
    const { id, state, payload } = item;
    const words = (state === 'In' && this.liveWords.get(id)) || {};
    const other = otherValues(words, this.requested(id).payload);
    return other ? { ...item, payload: { ...payload, ...other } } : item;
  }

  /** The state with every acknowledged operation applied, but no pending operation. */
  acknowledged(id: string): SubState | undefined {
    const sub = this.confirmed.get(id);
    return sub && { ...sub, ...this.#acknowledged.applied(sub.item, sub) };
  }

  requested(id: string): Pick<SubState, 'state' | 'payload'> {
    const sub = this.sub(id);
    return this.#pending.applied(sub.item, this.#acknowledged.applied(sub.item, sub));
  }

  underWay(id: string): readonly OperationItem[] {
    return this.#pending.items(id);
  }

  /** The part of an unresolved request that is not true now; null if all is true or unknown. */
  drift(id: string): RequestedState | null {
    const sub = this.confirmed.get(id);
    return this.connection.status === 'live' && sub ? this.#unresolved.drift(id, sub) : null;
  }

  #noteSetters({ items }: Operation): void {
    for (const { id, payload = {}, setBy = {} } of items) {
      const set = Object.entries(setBy).map(([field, by]) => [field, { value: payload[field], by }] as const);
      if (set.length > 0) this.#setBy.set(id, new Map([...(this.#setBy.get(id) ?? []), ...set]));
    }
  }

  /** A value that others have changed since was set elsewhere. */
  #setters(id: string, payload: Payload): Record<string, string> {
    const own = [...(this.#setBy.get(id) ?? [])].filter(([field, { value }]) => same(value, ownOf(payload, field)));
    return Object.fromEntries(own.map(([field, { by }]) => [field, by]));
  }

  #noteForeign(ids: readonly string[], now: PressTimes): readonly string[] {
    for (const id of ids) if (this.confirmed.get(id)) this.history.changedElsewhere(id, now);
    return ids;
  }

  /** Returns undefined if the frame does not follow the current revision; only a new snapshot helps then. */
  apply(frame: ConfirmedFrame, now: PressTimes, clock = this.#clock): AppliedFrame | undefined {
    const before = this.#clock;
    this.#clock = { ahead: clock.ahead, accuracy: clock.accuracy };
    if (frame.type !== 'beat') this.isPolled = frame.since !== undefined;
    switch (frame.type) {
      case 'snapshot':
        return this.#adopt(frame, now, before);
      case 'change': {
        const { revision, since = revision - 1 } = frame;
        const applied = this.confirmed.apply(frame.changes, { revision, since });
        if (!applied) return undefined;
        const { touched, inside, replaced } = applied;
        const own = [...this.#acknowledged.all, ...this.#pending.all];
        // The confirmed state now includes acknowledged operations, even if this change brought them nothing new.
        const shown = this.#acknowledged.reached(revision);
        if (touched.length === 0) return { touched: shown, inside, changes: [] };
        this.undo.changed(revision, replaced);
        for (const { id, field, before, after } of replaced) {
          if (field !== null) continue;
          this.history.set(id, revision);
          if (before !== after) this.history.becameAnother(id, now.start);
        }
        const requestedIds = touched.filter((id) => this.#unresolved.has(id));
        this.#caughtUp(touched);
        const ours = requestedIds.filter((id) => !this.#unresolved.has(id));
        // Only polling skips revisions, and a polled revision names no operation.
        const isPolled = frame.since !== undefined;
        const others = isPolled
          ? foreignChanges(frame.changes, own, this.confirmed)
          : this.#authorship.changed(revision, touched, this.#pending.all);
        for (const id of others) if (!ours.includes(id)) this.history.changedElsewhere(id, now, isPolled);
        return { touched: new Set([...touched, ...shown]), inside, changes: this.#happenedLate(ours, frame.changes) };
      }
      case 'beat':
        if (frame.revision === this.confirmed.revision) return { touched: [], inside: [], changes: [] };
        if (frame.revision < this.confirmed.revision) this.beginAnew();
        return undefined;
    }
  }

  #happenedLate(ids: readonly string[], changes: readonly Change[]): string[] {
    return changes.flatMap(({ id, state }) => {
      if (state === undefined || !ids.includes(id)) return [];
      const { name } = this.sub(id);
      return [texts.app.wentAfterAll(name, state === 'In' ? 'in' : 'out')];
    });
  }

  /** The next frame has another source, or its service went back. Old and new revision numbers cannot be compared. */
  beginAnew(): void {
    this.confirmed.revision = -1;
    this.undo.clear();
    this.history.beginAnew();
    this.#standing = undefined;
  }

  /** Undefined for a polled service, whose revisions are counted by the desk. */
  get standing(): Standing | undefined {
    if (this.isPolled) return undefined;
    let { revision } = this.confirmed;
    while (this.#authorship.awaited.includes(revision + 1)) revision += 1;
    return { revision, own: this.history.own, values: this.#setBy, clock: this.#clock };
  }

  /** After {@link beginAnew}: what this desk knows of the service that the next snapshot comes from. */
  goOn(standing: Standing): void {
    this.#standing = standing;
  }

  /**
   * A snapshot replaces everything. Differences from the previous state are changes that this desk did not see happen.
   */
  #adopt(truth: Truth & { since?: number }, now: PressTimes, clock: KnownClock): AppliedFrame {
    if (truth.revision < this.confirmed.revision) this.beginAnew();
    const isOtherCounter = this.confirmed.revision === -1;
    const isNext = truth.revision === this.confirmed.revision + 1;
    const isLoad = isNext && !isOtherCounter && truth.loads !== undefined;
    const missed = truth.revision > this.confirmed.revision && !isLoad;
    // In unseen revisions, changes of others cannot be separated from changes of this desk.
    if (missed) this.undo.missed(truth.revision);
    const before = this.confirmed.adopt(truth);
    if (isLoad) this.#loaded(before);
    if (!isNext) this.#authorship.clear();
    const changed = new Set<string>();
    for (const [id, old] of before) {
      const sub = this.confirmed.get(id);
      if (sub && sub.state !== old.state) this.history.becameAnother(id, now.start);
      if (!sub || this.#pending.has(id) || this.#unresolved.has(id)) continue;
      // Only the service knows what a command made.
      if (this.#acknowledged.items(id).some(({ commands }) => commands)) continue;
      const was = this.#acknowledged.applied(old.item, old);
      if (isOtherCounter ? !this.#goesOn(sub, was, clock) : sub.state !== was.state || !same(sub.payload, was.payload))
        changed.add(id);
    }
    this.#acknowledged.clear();
    const others = isNext ? this.#authorship.changed(truth.revision, [...changed], this.#pending.all) : changed;
    for (const id of others) this.history.changedElsewhere(id, now);
    if (missed) {
      // Revisions of two counters cannot be compared, so there only a visible change says that others were here.
      const own = this.#standing?.revision === truth.revision ? this.#standing.own : new Set<string>();
      for (const id of this.confirmed.ids) {
        if (own.has(id)) this.history.goesOn(id, truth.revision);
        else this.history.missed(id, truth.revision, !isOtherCounter || changed.has(id));
      }
    }
    this.#standing = undefined;
    for (const id of this.#unresolved.ids) {
      this.#unresolved.compare(id, this.confirmed.get(id));
      if (!this.#unresolved.has(id)) this.#failures.delete(id);
    }
    const changes = modelChanges(before, { sub: (id) => this.confirmed.get(id), staged: this.preparation.staged });
    this.#forgetGone(before);
    const back = this.preparation.comeBack(this.confirmed.model.length > 0);
    return { touched: this.confirmed.ids, inside: [], changes: [...changes, ...back] };
  }

  /** Whether another service shows the same, or what this desk set there. `clock`: of the service before. */
  #goesOn(sub: SubState, was: Pick<SubState, 'state' | 'payload'>, clock: KnownClock): boolean {
    const { id } = sub.item;
    const known = this.#standing?.revision === this.confirmed.revision ? this.#standing : undefined;
    const isOwn = (field: string, value: Value | undefined): boolean => {
      const set = known?.values.get(id)?.get(field);
      return set !== undefined && same(set.value, value);
    };
    // The first frame of a connection tells its clock only roughly.
    const there = this.#standing?.clock ?? this.#clock;
    const fields = Object.keys({ ...was.payload, ...sub.payload });
    const values = fields.map((field) => [field, ownOf(sub.payload, field), ownOf(was.payload, field)] as const);
    if (sub.state !== was.state && !known?.own.has(id)) return false;
    return values.every(([field, now, old]) => showsSame([old, clock], [now, there]) || isOwn(field, now));
  }

  #loaded(before: ReadonlyMap<string, SubState>): void {
    const { revision } = this.confirmed;
    const replaced = [...before].flatMap(([id, old]) => differences(id, old, this.confirmed.get(id)));
    this.undo.changed(revision, replaced);
    for (const { id, field } of replaced) if (field === null) this.history.set(id, revision);
  }

  #caughtUp(touched: readonly string[]): void {
    for (const id of touched) {
      this.#failures.delete(id);
      this.#unresolved.compare(id, this.confirmed.get(id));
      this.preparation.caughtUp(id);
    }
  }

  #forgetGone(before: ReadonlyMap<string, SubState>): void {
    const isGone = (id: string): boolean => !this.confirmed.get(id);
    for (const kept of [this.#failures, this.#holders, this.#setBy]) {
      for (const id of kept.keys()) if (isGone(id)) kept.delete(id);
    }
    this.history.forget(isGone);
    this.preparation.fit(before);
  }

  view(id: string): SubCompositionView {
    const sub = this.sub(id);
    const { state, payload } = this.requested(id);
    const requested = state === sub.state ? null : state;
    const failure = this.#failures.get(id) ?? '';
    const elsewhere = this.history.elsewhere.get(id);
    const editors = this.preparation.cursors.at(id);
    const setBy = this.#setters(id, payload);
    return {
      tally: this.#tally(id, { requested, failure }),
      state: sub.state,
      onAir: this.onAir(id),
      requested,
      values: payload,
      staged: this.staged(id),
      failure,
      changed: elsewhere ? { at: elsewhere.at } : null,
      drift: this.drift(id),
      holder: this.#holders.get(id) ?? null,
      ...(editors.length > 0 ? { editors } : {}),
      ...(Object.keys(setBy).length > 0 ? { setBy } : {}),
      ...(this.preparation.isRestored(id) ? { restored: true } : {}),
    };
  }

  /** What is on air, and what a request of unknown outcome may have brought on air. */
  get believedIn(): ReadonlySet<string> {
    const requested = [...this.#pending.all, ...this.#acknowledged.all]
      .filter(({ kind }) => kind !== 'panic')
      .flatMap(({ items }) => items.flatMap(({ id, state }) => (state === 'In' ? id : [])));
    return this.confirmed.in.union(new Set([...requested, ...this.#unresolved.ids]));
  }

  get isBelieved(): boolean {
    return this.connection.status === 'live' && !this.connection.stale;
  }

  #tally(id: string, { requested, failure }: Pick<SubCompositionView, 'requested' | 'failure'>): Tally {
    const onAir = this.onAir(id);
    if (onAir === 'unknown') return 'UNKNOWN';
    if (requested) return 'REQUESTED';
    if (failure) return 'FAILED';
    if (onAir !== 'no') return onAir === 'yes' ? 'ON AIR' : 'HIDDEN';
    return this.preparation.isCued(id) ? 'CUED' : 'OUT';
  }
}
