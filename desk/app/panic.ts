import { texts } from '../../contract/texts/texts.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Clock } from '../../contract/clock.ts';
import type { Confirmed, SubState } from './confirmed.ts';
import {
  type Operation,
  type OperationItem,
  type Outcome,
  outAtOnce,
  type Ids,
  preparedById,
  prepareItems,
} from './operation.ts';
import type { AppState } from './app-state.ts';
import { WayBack } from './way-back.ts';

export interface SettledOperation {
  operation: Operation;
  outcome: Outcome;
  /** The revision at which the confirmed state includes the operation; null if another target received it. */
  from: number | null;
  live: boolean;
}

/** Milliseconds from the press until an unconfirmed panic raises the alarm. */
const showsWithin = 2_000;
/** The first and the longest wait (ms) before a panic that failed is sent again. Each failure doubles the wait. */
const again = { first: 500, most: 8_000 };
/** Milliseconds after the press in which the state may still be from before it: a polled service reports late. */
const reportsWithin = 10_000;
/** Milliseconds in which a request without an answer may reach the service yet. */
const arrivesWithin = 10_000;

interface PanicEvents {
  alarm(text: string): void;
  /** Called once for each request of a panic, and again if the state shows later that a failed panic is carried out. */
  settled(operation: Operation, outcome: Outcome): void;
}

/** A panic that failed, and what is still In of it. */
export interface PanicAgain {
  operation: Operation;
  items: readonly OperationItem[];
}

export class Panic {
  readonly wayBack: WayBack;
  readonly #confirmed: Confirmed;
  readonly #watch: PanicWatch;
  readonly #last: LastPanic;
  readonly #again: RepeatedPanic;
  readonly #settled: PanicEvents['settled'];
  #items: { of: Confirmed['model']; items: readonly OperationItem[] } = { of: [], items: [] };

  constructor(confirmed: Confirmed, clock: Clock, on: PanicEvents) {
    this.#confirmed = confirmed;
    this.#last = new LastPanic(confirmed);
    this.#again = new RepeatedPanic(confirmed, clock);
    this.wayBack = new WayBack(confirmed);
    this.#settled = (operation, outcome) => {
      this.#again.ended(operation, outcome);
      on.settled(operation, outcome);
    };
    this.#watch = new PanicWatch(clock, { alarm: (text) => on.alarm(text), settled: this.#settled }, (but) =>
      this.#stated.flatMap(({ item, name, state }) => (state === 'In' && !but.has(item.id) ? name : [])),
    );
  }

  /**
   * Everything Out by a jump. Includes confirmed Outs, because others may have just taken them In; so changes only with
   * the model.
   */
  get items(): readonly OperationItem[] {
    this.prepare();
    return this.#items.items;
  }

  prepare(): void {
    const { model } = this.#confirmed;
    if (this.#items.of === model) return;
    const items = this.#stated.map(({ item }) => outAtOnce(item.id));
    this.#items = { of: model, items };
    prepareItems(items);
  }

  /** The root of a show is only a frame and has no state. */
  get #stated(): SubState[] {
    return [...this.#confirmed.all].filter(({ item }) => item.state !== undefined);
  }

  get notOut(): Iterable<string> {
    return this.#last.ids;
  }

  /** The state, forced Out if the last panic still targets the sub-composition. */
  withPanicOut(id: string, sub: SubState | undefined): SubState | undefined {
    return sub && this.#last.has(id) ? { ...sub, state: 'Out1' } : sub;
  }

  begin(
    operation: Operation,
    { believedIn, isBelieved }: Pick<AppState, 'believedIn' | 'isBelieved'>,
    underWay: readonly Operation[],
  ): void {
    this.#last.begin(operation);
    this.#again.begin(operation, believedIn);
    this.wayBack.begin(operation, this.#confirmed.in, isBelieved);
    this.#watch.begin(operation, underWay);
  }

  /** What of a failed panic is to be sent again now. */
  due(): PanicAgain | undefined {
    return this.#again.due();
  }

  beginAgain(operation: Operation, underWay: readonly Operation[]): void {
    this.#last.begin(operation);
    this.#again.beginAgain(operation);
    const still = new Set(operation.items.map(({ id }) => id));
    this.wayBack.begin(operation, still.intersection(this.#confirmed.in), true);
    this.#watch.begin(operation, underWay);
  }

  alarm(text: string): void {
    this.#watch.alarm(text);
  }

  requested(operation: Operation): void {
    this.#last.requested(operation);
    this.#again.requested(operation);
    this.wayBack.requested(operation);
    this.#watch.requested(operation);
  }

  /** Returns whether the confirmed state must be read again. */
  settled(ended: SettledOperation): boolean {
    this.#last.settled(ended.operation, ended.outcome, ended.from ?? -1);
    this.#again.settled(ended.operation, ended.outcome);
    this.wayBack.settled(ended.operation, ended.outcome);
    const reread = this.#watch.settled(ended);
    this.#watch.check(this.#confirmed.revision, false);
    return reread;
  }

  /** `whole`: the frame had the complete state. Returns the ids that the last panic no longer forces Out. */
  confirmed(whole: boolean): readonly string[] {
    this.#watch.check(this.#confirmed.revision, whole);
    const seenOut = this.#again.confirmed(whole);
    if (seenOut) this.#settled(seenOut, { result: 'confirmed', revision: null });
    this.wayBack.confirmed();
    return this.#last.confirmed(this.#confirmed.revision);
  }

  /** Revisions of a new target say nothing about an earlier panic. */
  targetChanged(): void {
    this.#watch.targetChanged();
    this.wayBack.end();
  }
}

interface Watched {
  operation: Operation;
  /** Operations that may run after the panic: those in flight, and later ones that take something Out. */
  beside: Set<Operation>;
  after: Set<string>;
  /**
   * `crossed`: operations were in flight beside it, or were given up before it. `rereading`: they ended and the state is
   * being read again. `clear`: the confirmed state counts.
   */
  order: 'crossed' | 'rereading' | 'clear';
  answer: { outcome: Outcome; from: number } | undefined;
  callOff: () => void;
}

/**
 * Watches each panic until it is confirmed, or raises an alarm. The answer is not enough: parallel operations or others
 * may have taken something In.
 */
class PanicWatch {
  readonly #clock: Clock;
  readonly #on: PanicEvents;
  readonly #isIn: (but: ReadonlySet<string>) => string[];
  readonly #watched = new Set<Watched>();
  #gaveUpAt = -Infinity;

  constructor(clock: Clock, on: PanicEvents, isIn: (but: ReadonlySet<string>) => string[]) {
    [this.#clock, this.#on, this.#isIn] = [clock, on, isIn];
  }

  alarm(text: string): void {
    this.#on.alarm(texts.panic.look(text));
  }

  begin(operation: Operation, underWay: readonly Operation[]): void {
    const beside = new Set(underWay);
    const isOneLate = this.#clock.monotonic() - this.#gaveUpAt < arrivesWithin;
    const order = beside.size > 0 || isOneLate ? 'crossed' : 'clear';
    const watched: Watched = { operation, beside, after: new Set(), order, answer: undefined, callOff: () => {} };
    const left = Math.max(0, operation.start + showsWithin - this.#clock.monotonic());
    watched.callOff = this.#clock.after(left, () => this.#late(watched));
    this.#watched.add(watched);
  }

  /** Later Ins of this desk are allowed; later Outs are waited for. */
  requested(operation: Operation): void {
    const stated = operation.items.filter(({ state }) => state !== undefined);
    for (const watched of this.#watched) {
      for (const { id, state } of stated) if (state === 'In') watched.after.add(id);
      if (stated.every(({ state }) => state === 'In')) continue;
      watched.beside.add(operation);
      watched.order = 'crossed';
    }
  }

  /**
   * Without a connection, the panic's answer counts; with parallel operations, it waits for the confirmed state.
   * Returns whether to read again, because the execution order is unknown.
   */
  settled({ operation, outcome, from, live }: SettledOperation): boolean {
    let reread = false;
    if (outcome.result === 'unknown') this.#gaveUpAt = this.#clock.monotonic();
    for (const watched of this.#watched) {
      const { beside } = watched;
      beside.delete(operation);
      if (watched.operation === operation) {
        if (outcome.result !== 'confirmed') {
          this.#end(watched, outcome, texts.panic.notConfirmed(outcome.error.message));
        } else if (from === null || (watched.order === 'clear' && !live)) this.#end(watched, outcome);
        else {
          watched.answer = { outcome, from };
          // Its time may have expired just before the lane ended it.
          if (this.#clock.monotonic() >= operation.start + showsWithin) this.#late(watched);
        }
      }
      const settled = watched.answer !== undefined && beside.size === 0 && this.#watched.has(watched);
      if (!settled || watched.order !== 'crossed') continue;
      watched.order = 'rereading';
      reread = true;
    }
    return reread;
  }

  /** Ends a panic if all is Out, else raises the alarm. `whole`: the state was just read completely. */
  check(revision: number, whole: boolean): void {
    for (const watched of this.#watched) {
      if (whole && watched.order === 'rereading') watched.order = 'clear';
      const { answer, order } = watched;
      if (!answer || answer.from > revision || order !== 'clear') continue;
      const left = this.#left(watched);
      if (left === '') this.#end(watched, answer.outcome);
      else this.#notOut(watched, left);
    }
  }

  /** After a change of target, the old state cannot be read. Only the answer counts. */
  targetChanged(): void {
    for (const watched of this.#watched) if (watched.answer) this.#end(watched, watched.answer.outcome);
  }

  /** A panic without an answer ends at its deadline in the lane. */
  #late(watched: Watched): void {
    if (!watched.answer) return;
    const left = this.#left(watched);
    if (left !== '') return this.#notOut(watched, left);
    const text = texts.panic.notInTime;
    this.#end(watched, { result: 'unknown', error: new OverlayError('deadline-passed', text) }, text);
  }

  #left({ after }: Watched): string {
    const names = this.#isIn(after);
    return names.length === 0 ? '' : texts.panic.stillIn(names);
  }

  #notOut(watched: Watched, left: string): void {
    this.#end(watched, { result: 'failed', error: new OverlayError('panic-not-out', left) }, left);
  }

  #end(watched: Watched, outcome: Outcome, problem?: string): void {
    watched.callOff();
    this.#watched.delete(watched);
    this.#on.settled(watched.operation, outcome);
    if (problem !== undefined) this.alarm(problem);
  }
}

/**
 * Sub-compositions that must stay Out after the last panic, so that a mirror never takes them In on the backup. Lasts
 * until they are confirmed Out or taken In later.
 */
class LastPanic {
  readonly #confirmed: Pick<Confirmed, 'in'>;
  #out: Ids = new Set<string>();
  #wereIn: ReadonlySet<string> = new Set();
  #underWay: Operation | undefined;
  #from = Infinity;
  #after = new Set<Operation>();
  #released: readonly string[] = [];

  constructor(confirmed: Pick<Confirmed, 'in'>) {
    this.#confirmed = confirmed;
  }

  get ids(): Iterable<string> {
    return this.#out.keys();
  }

  has(id: string): boolean {
    return this.#out.has(id);
  }

  begin(operation: Operation): void {
    this.#out = preparedById(operation.items) ?? new Set(operation.items.map(({ id }) => id));
    this.#wereIn = this.#confirmed.in.intersection(this.#out);
    this.#underWay = operation;
    this.#from = Infinity;
    this.#after.clear();
  }

  requested(operation: Operation): void {
    if (this.#out.size > 0) this.#after.add(operation);
  }

  /** `from`: the revision at which the confirmed state includes the operation; -1 for any. */
  settled(operation: Operation, outcome: Outcome, from: number): void {
    const confirmed = outcome.result === 'confirmed';
    if (operation === this.#underWay) {
      this.#underWay = undefined;
      if (confirmed) this.#from = from;
    }
    if (!this.#after.delete(operation) || !confirmed) return;
    const takenIn = new Set(operation.items.flatMap(({ id, state }) => (state === 'In' ? id : [])));
    this.#keepOut((id) => !takenIn.has(id));
  }

  /** Returns the ids that the panic no longer forces Out. */
  confirmed(revision: number): readonly string[] {
    if (!this.#underWay) {
      const isStillIn = (id: string): boolean => this.#wereIn.has(id) && this.#confirmed.in.has(id);
      this.#keepOut((id) => revision < this.#from && isStillIn(id));
    }
    const released = this.#released;
    this.#released = [];
    return released;
  }

  #keepOut(isKept: (id: string) => boolean): void {
    if (this.#out.size === 0) return;
    const ids = [...this.#out.keys()];
    const released = ids.filter((id) => !isKept(id));
    if (released.length === 0) return;
    this.#out = new Set(ids.filter(isKept));
    this.#released = [...this.#released, ...released];
  }
}

/**
 * A panic that failed is sent again until each of its sub-compositions was seen Out. Later Ins of this desk are allowed.
 * Late is better than never: this is the only request that is repeated after an error or a reconnect.
 */
class RepeatedPanic {
  readonly #confirmed: Pick<Confirmed, 'in'>;
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** On air at the press, as far as the state tells, and not seen Out since. */
  #ids = new Set<string>();
  /** The last take In of each since the press, unless it failed. */
  readonly #takenIn = new Map<string, Operation>();
  #operation: Operation | undefined;
  #failed: { operation: Operation; due: number } | undefined;
  #wait = again.first;

  constructor(confirmed: Pick<Confirmed, 'in'>, clock: Pick<Clock, 'monotonic'>) {
    [this.#confirmed, this.#clock] = [confirmed, clock];
  }

  begin(operation: Operation, onAir: ReadonlySet<string>): void {
    this.#ids = new Set(onAir);
    this.#takenIn.clear();
    this.#wait = again.first;
    this.beginAgain(operation);
  }

  beginAgain(operation: Operation): void {
    this.#operation = operation;
    this.#failed = undefined;
  }

  requested(operation: Operation): void {
    for (const { id, state } of operation.items) if (state === 'In') this.#takenIn.set(id, operation);
  }

  settled(operation: Operation, outcome: Outcome): void {
    if (outcome.result !== 'failed') return;
    for (const { id } of operation.items) if (this.#takenIn.get(id) === operation) this.#takenIn.delete(id);
  }

  ended(operation: Operation, outcome: Outcome): void {
    if (operation !== this.#operation) return;
    if (outcome.result === 'confirmed') {
      this.#failed = undefined;
      return this.#ids.clear();
    }
    const { retryAfter = 0 } = outcome.error;
    const wait = Math.max(this.#wait, retryAfter * 1_000);
    this.#failed = { operation, due: this.#clock.monotonic() + wait };
    this.#wait = Math.min(2 * this.#wait, again.most);
  }

  /** Returns a failed panic of which everything is Out after all. Changes that are caught up one by one do not tell. */
  confirmed(whole: boolean): Operation | undefined {
    const { since, start = -Infinity } = this.#failed?.operation ?? {};
    const isReported = this.#clock.monotonic() - (since ?? start) > reportsWithin;
    this.#ids = isReported ? this.#ids.intersection(this.#confirmed.in) : new Set(this.#confirmed.in);
    return whole && isReported && this.#confirmed.in.isSubsetOf(this.#takenIn) ? this.#failed?.operation : undefined;
  }

  due(): PanicAgain | undefined {
    if (!this.#failed || this.#clock.monotonic() < this.#failed.due) return undefined;
    const ids = this.#ids.difference(this.#takenIn);
    return ids.size === 0 ? undefined : { operation: this.#failed.operation, items: [...ids].map(outAtOnce) };
  }
}
