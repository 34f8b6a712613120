import { OverlayError } from '../../contract/errors.ts';
import type { Clock } from '../../contract/clock.ts';
import type { Confirmed, SubState } from './confirmed.ts';
import { type Operation, type OperationItem, type Outcome, outAtOnce } from './operation.ts';
import { type Ids, preparedById, prepareItems } from './prepared-items.ts';

/** How a panic, or an operation beside or after it, ended. */
export interface SettledOperation {
  operation: Operation;
  outcome: Outcome;
  /**
   * The revision at which the confirmed state includes it; null if it was sent to another target than the present one.
   */
  from: number | null;
  /** Whether the connection is live now. */
  live: boolean;
}

/** Milliseconds from the press until a panic that is not confirmed Out raises the alarm. */
const showsWithin = 2_000;

export interface PanicPorts {
  clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Raises an alarm that the operator cannot miss. */
  alarm(text: string): void;
  /** Called exactly once for every panic, when its outcome is certain. */
  settled(operation: Operation, outcome: Outcome): void;
}

/** The panics of one app: what they target, how they end, and what must still go Out since the last one. */
export class Panic {
  readonly #confirmed: Confirmed;
  readonly #watch: PanicWatch;
  readonly #last: LastPanic;
  #items: { of: Confirmed['model']; items: readonly OperationItem[] } = { of: [], items: [] };

  constructor(confirmed: Confirmed, ports: PanicPorts) {
    this.#confirmed = confirmed;
    this.#last = new LastPanic(confirmed);
    this.#watch = new PanicWatch({
      ...ports,
      isIn: (but) => this.#stated.flatMap(({ item, state }) => (state === 'In' && !but.has(item.id) ? item.name : [])),
    });
  }

  /**
   * Everything Out by a jump. Includes what is confirmed Out, because others may have taken it In just now, so it changes with
   * the model only.
   */
  get items(): readonly OperationItem[] {
    this.prepare();
    return this.#items.items;
  }

  /** Prepares the next panic, once for each model. */
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

  /** The ids of what the last panic targeted and what is not confirmed Out yet. */
  get notOut(): Iterable<string> {
    return this.#last.ids;
  }

  /** The state of a sub-composition, forced Out if the last panic still targets it. */
  withPanicOut(id: string, sub: SubState | undefined): SubState | undefined {
    return sub && this.#last.has(id) ? { ...sub, state: 'Out1' } : sub;
  }

  /** A panic is about to be sent beside what is under way. */
  begin(operation: Operation, underWay: readonly Operation[]): void {
    this.#last.begin(operation);
    this.#watch.begin(operation, underWay);
  }

  /** A panic cannot be sent. */
  alarm(text: string): void {
    this.#watch.alarm(text);
  }

  /** Another operation is requested. */
  requested(operation: Operation): void {
    this.#last.requested(operation);
    this.#watch.requested(operation);
  }

  /** Returns whether the confirmed state must be read again. */
  settled(ended: SettledOperation): boolean {
    this.#last.settled(ended.operation, ended.outcome, ended.from ?? -1);
    const reread = this.#watch.settled(ended);
    this.#watch.check(this.#confirmed.revision, false);
    return reread;
  }

  /**
   * A frame was applied: all of the state (`whole`) or one change. Returns the ids that the last panic no longer forces
   * Out.
   */
  confirmed(whole: boolean): readonly string[] {
    this.#watch.check(this.#confirmed.revision, whole);
    return this.#last.confirmed(this.#confirmed.revision);
  }

  /** Another target is connected. Its revisions say nothing about an earlier panic. */
  targetChanged(): void {
    this.#watch.targetChanged();
  }
}

interface PanicWatchPorts extends PanicPorts {
  /** The names of everything confirmed In, except these ids. */
  isIn(but: ReadonlySet<string>): string[];
}

interface Watched {
  operation: Operation;
  /**
   * Operations that may be carried out after the panic: those under way beside it, and later ones that also take
   * something Out. Each is removed when it ends.
   */
  beside: Set<Operation>;
  /** The ids that this desk took In after the panic. */
  after: Set<string>;
  /**
   * `crossed`: there were operations beside it; `rereading`: they ended, and the state is being read again; `clear`:
   * the confirmed state counts.
   */
  order: 'crossed' | 'rereading' | 'clear';
  /** The answer, and the revision at which the confirmed state includes it; undefined until the answer arrives. */
  answer: { outcome: Outcome; from: number } | undefined;
  callOff: () => void;
}

/**
 * Watches each panic until it is confirmed, or raises an alarm. The answer alone is not enough while the state can be
 * read: an operation under way beside the panic may have taken something In again, and others may have taken In what
 * this desk did not know of.
 */
class PanicWatch {
  readonly #ports: PanicWatchPorts;
  readonly #watched = new Set<Watched>();

  constructor(ports: PanicWatchPorts) {
    this.#ports = ports;
  }

  alarm(text: string): void {
    this.#ports.alarm(`${text} Look at the output.`);
  }

  /** A panic is about to be sent beside what is under way. */
  begin(operation: Operation, underWay: readonly Operation[]): void {
    const beside = new Set(underWay);
    const order = beside.size > 0 ? 'crossed' : 'clear';
    const watched: Watched = { operation, beside, after: new Set(), order, answer: undefined, callOff: () => {} };
    const { clock } = this.#ports;
    const left = Math.max(0, operation.start + showsWithin - clock.monotonic());
    watched.callOff = clock.after(left, () => this.#late(watched));
    this.#watched.add(watched);
  }

  /** This desk requests something after the panic. What it takes In may be In; what it takes Out is waited for. */
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
   * Ends an operation. Without a connection, the answer to a panic counts; with operations beside it, the panic waits
   * for the confirmed state. Returns whether that must be read again, because the order of execution is unknown.
   */
  settled({ operation, outcome, from, live }: SettledOperation): boolean {
    let reread = false;
    for (const watched of this.#watched) {
      const { beside } = watched;
      beside.delete(operation);
      if (watched.operation === operation) {
        if (outcome.result !== 'confirmed') {
          this.#end(watched, outcome, `Panic was not confirmed: ${outcome.error.message}`);
        } else if (from === null || (watched.order === 'clear' && !live)) this.#end(watched, outcome);
        else {
          watched.answer = { outcome, from };
          // Its time may have run out just before the lane ended it.
          if (this.#ports.clock.monotonic() >= operation.start + showsWithin) this.#late(watched);
        }
      }
      const settled = watched.answer !== undefined && beside.size === 0 && this.#watched.has(watched);
      if (!settled || watched.order !== 'crossed') continue;
      watched.order = 'rereading';
      reread = true;
    }
    return reread;
  }

  /**
   * Checks every panic against the confirmed state at this revision: all is Out, or the alarm is raised. `whole`: the
   * state was read completely just now, and is not one change among many still to come.
   */
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

  /**
   * Another target is connected, so the state that would show the panic cannot be read any more. The answer is all that
   * will ever be known.
   */
  targetChanged(): void {
    for (const watched of this.#watched) if (watched.answer) this.#end(watched, watched.answer.outcome);
  }

  /** A panic without an answer ends at its deadline in the lane. */
  #late(watched: Watched): void {
    if (!watched.answer) return;
    const left = this.#left(watched);
    if (left !== '') return this.#notOut(watched, left);
    const text = 'Nobody confirmed the panic in time.';
    this.#end(watched, { result: 'unknown', error: new OverlayError('deadline-passed', text) }, text);
  }

  #left({ after }: Watched): string {
    const names = this.#ports.isIn(after);
    return names.length === 0 ? '' : `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} still In after the panic.`;
  }

  #notOut(watched: Watched, left: string): void {
    this.#end(watched, { result: 'failed', error: new OverlayError('panic-not-out', left) }, left);
  }

  #end(watched: Watched, outcome: Outcome, problem?: string): void {
    watched.callOff();
    this.#watched.delete(watched);
    this.#ports.settled(watched.operation, outcome);
    if (problem !== undefined) this.alarm(problem);
  }
}

/**
 * What must stay Out since the last panic, whatever is confirmed In, so that a mirror never takes In on the backup what
 * the panic could not take out here. It counts until the confirmed state shows it Out, or somebody takes it In after
 * the panic.
 */
class LastPanic {
  readonly #confirmed: Pick<Confirmed, 'in'>;
  /** The ids that must be Out and are not confirmed so. */
  #out: Ids = new Set<string>();
  /** Those of them that were confirmed In when the panic was sent. */
  #wereIn: ReadonlySet<string> = new Set();
  #underWay: Operation | undefined;
  /** The revision from which the confirmed state includes the panic. */
  #from = Infinity;
  #after = new Set<Operation>();
  /** The ids released since the last frame. */
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

  /** A panic is about to be sent. */
  begin(operation: Operation): void {
    this.#out = preparedById(operation.items) ?? new Set(operation.items.map(({ id }) => id));
    this.#wereIn = this.#confirmed.in.intersection(this.#out);
    this.#underWay = operation;
    this.#from = Infinity;
    this.#after.clear();
  }

  /** This desk requests something after the panic. */
  requested(operation: Operation): void {
    if (this.#out.size > 0) this.#after.add(operation);
  }

  /** Ends an operation. `from` is the revision at which the confirmed state includes it; -1 for any. */
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

  /** The confirmed state has reached this revision. Returns the ids that the panic no longer forces Out. */
  confirmed(revision: number): readonly string[] {
    if (!this.#underWay) {
      const isStillIn = (id: string): boolean => this.#wereIn.has(id) && this.#confirmed.in.has(id);
      this.#keepOut((id) => revision < this.#from && isStillIn(id));
    }
    const released = this.#released;
    this.#released = [];
    return released;
  }

  /** Keeps only these Out, and releases the others. */
  #keepOut(isKept: (id: string) => boolean): void {
    if (this.#out.size === 0) return;
    const ids = [...this.#out.keys()];
    const released = ids.filter((id) => !isKept(id));
    if (released.length === 0) return;
    this.#out = new Set(ids.filter(isKept));
    this.#released = [...this.#released, ...released];
  }
}
