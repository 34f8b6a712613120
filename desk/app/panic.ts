import type { StoredState } from '../../contract/model/animation-state.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Clock } from '../ports.ts';
import type { Confirmed, SubState } from './confirmed.ts';
import { type Operation, type OperationItem, type Outcome, outAtOnce } from './operation.ts';

/** How a panic, or what is asked beside and after it, was ended. */
export interface SettledOperation {
  operation: Operation;
  outcome: Outcome;
  /** The revision from which on the truth holds it; null where the truth that is told is not of where it was sent. */
  from: number | null;
  /** Whether the truth is told now. */
  live: boolean;
}

/** Milliseconds from the press until a panic that the truth does not show is shouted. */
const showsWithin = 2_000;

export interface PanicPorts {
  clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Tell the operator so that it cannot be missed. */
  alarm(text: string): void;
  /** Called once for every panic, when it is certain how it ended. */
  settled(operation: Operation, outcome: Outcome): void;
}

/** The panics of one app: what they are about, how they end, and what is to be out since the last one. */
export class Panic {
  readonly #confirmed: Confirmed;
  readonly #watch: PanicWatch;
  readonly #last: LastPanic;

  constructor(confirmed: Confirmed, ports: PanicPorts) {
    this.#confirmed = confirmed;
    this.#last = new LastPanic(confirmed);
    this.#watch = new PanicWatch({
      ...ports,
      isIn: (but) => this.#stated.flatMap(({ item, state }) => (state === 'In' && !but.has(item.id) ? item.name : [])),
    });
  }

  /** Everything out by a jump. What is believed to be out is too: others may have changed it, and nobody told yet. */
  get items(): OperationItem[] {
    return this.#stated.map(({ item }) => outAtOnce(item.id));
  }

  /** The root is the frame of the show: it has no state. */
  get #stated(): SubState[] {
    const sub = [...this.#confirmed.ids].flatMap((id) => this.#confirmed.get(id) ?? []);
    return sub.filter(({ item }) => item.state !== undefined);
  }

  /** The ids of what is to be out since the last panic and is not known to be. */
  get notOut(): Iterable<string> {
    return this.#last.ids;
  }

  /** What is held of a sub-composition, out where it is to be. */
  withPanicOut(id: string, sub: SubState | undefined): SubState | undefined {
    return sub && this.#last.has(id) ? { ...sub, state: 'Out1' } : sub;
  }

  /** One is about to be sent beside what is under way. */
  begin(operation: Operation, underWay: readonly Operation[]): void {
    this.#last.begin(operation);
    this.#watch.begin(operation, underWay);
  }

  /** One cannot be sent. */
  alarm(text: string): void {
    this.#watch.shout(text);
  }

  /** Something else is asked for. */
  requested(operation: Operation): void {
    this.#last.asked(operation);
    this.#watch.asked(operation);
  }

  /** Gives whether the truth has to be read anew. */
  settled(ended: SettledOperation): boolean {
    this.#last.ended(ended.operation, ended.outcome, ended.from ?? -1);
    const reread = this.#watch.ended(ended);
    this.#watch.look(this.#confirmed.revision, false);
    return reread;
  }

  /** The truth was told, all of it or one change. Gives the ids that may be In again, as far as the last panic is concerned. */
  confirmed(whole: boolean): string[] {
    this.#watch.look(this.#confirmed.revision, whole);
    return this.#last.told(this.#confirmed.revision);
  }

  /** Another target is connected: its revisions say nothing about a panic before. */
  targetChanged(): void {
    this.#watch.turnAway();
  }
}

interface PanicWatchPorts extends PanicPorts {
  /** The names of all that is confirmed In, without these ids. */
  isIn(but: ReadonlySet<string>): string[];
}

interface Watched {
  operation: Operation;
  /** What may have been carried out after it, because it was under way beside it or takes out too, until that ended. */
  beside: Set<Operation>;
  /** The ids of what this desk asked In after it. */
  after: Set<string>;
  /** `crossed`: something was; `rereading`: it ended, and the truth is read anew; `clear`: what the truth says counts. */
  order: 'crossed' | 'rereading' | 'clear';
  /** How it was answered, and the revision from which on the truth shows it; undefined until then. */
  answer: { outcome: Outcome; from: number } | undefined;
  callOff: () => void;
}

/**
 * Sees to it that a panic is confirmed, or shouts. The answer alone does not count where the truth can be read: something
 * that was under way beside the panic may have come in again after it, and so may what the panic did not know of.
 */
class PanicWatch {
  readonly #ports: PanicWatchPorts;
  readonly #watched = new Set<Watched>();

  constructor(ports: PanicWatchPorts) {
    this.#ports = ports;
  }

  shout(text: string): void {
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

  /** This desk asks for something after the panic: what goes In may be so, and what goes out too is waited for. */
  asked(operation: Operation): void {
    const stated = operation.items.filter(({ state }) => state !== undefined);
    for (const watched of this.#watched) {
      for (const { id, state } of stated) if (state === 'In') watched.after.add(id);
      if (stated.every(({ state }) => state === 'In')) continue;
      watched.beside.add(operation);
      watched.order = 'crossed';
    }
  }

  /**
   * An operation ended. While no truth is told the answer to a panic counts, unless something was under way beside it: then
   * it waits for the truth. Gives whether that has to be read anew, because nobody knows in which order things were carried out.
   */
  ended({ operation, outcome, from, live }: SettledOperation): boolean {
    let reread = false;
    for (const watched of this.#watched) {
      const { beside } = watched;
      beside.delete(operation);
      if (watched.operation === operation) {
        if (outcome.result !== 'confirmed') {
          this.#end(watched, outcome, `Panic was not confirmed: ${outcome.error.message}`);
        } else if (from === null || (watched.order === 'clear' && !live)) this.#end(watched, outcome);
        else watched.answer = { outcome, from };
      }
      const settled = watched.answer !== undefined && beside.size === 0;
      if (!settled || watched.order !== 'crossed') continue;
      watched.order = 'rereading';
      reread = true;
    }
    return reread;
  }

  /**
   * The truth is at this revision: everything is out, or it is shouted. `whole`: it was told just now that this is all of it,
   * and not one change of many that are caught up with.
   */
  look(revision: number, whole: boolean): void {
    for (const watched of this.#watched) {
      if (whole && watched.order === 'rereading') watched.order = 'clear';
      const { answer, order } = watched;
      if (!answer || answer.from > revision || order !== 'clear') continue;
      const left = this.#left(watched);
      if (left === '') this.#end(watched, answer.outcome);
      else this.#notOut(watched, left);
    }
  }

  /** What was asked is not to be read any more, as another target is: the answer is all that will be known. */
  turnAway(): void {
    for (const watched of this.#watched) if (watched.answer) this.#end(watched, watched.answer.outcome);
  }

  /** One without an answer ends by its own deadline. */
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
    if (problem !== undefined) this.shout(problem);
  }
}

/**
 * What is to be out since the last panic, whatever was last known to be In: so that nothing brings back elsewhere what a
 * panic could not take out here. It counts until the truth shows it out, or somebody takes it In after the panic.
 */
class LastPanic {
  readonly #confirmed: Pick<Confirmed, 'get'>;
  /** By id, how it was when the truth was last told. */
  #out = new Map<string, StoredState | undefined>();
  #underWay: Operation | undefined;
  /** The revision from which on the truth shows the panic, and counts. */
  #from = Infinity;
  #after = new Set<Operation>();
  /** What counts as the truth has it again, since that was last told. */
  readonly #free: string[] = [];

  constructor(confirmed: Pick<Confirmed, 'get'>) {
    this.#confirmed = confirmed;
  }

  /** The ids of what is to be out and is not known to be. */
  get ids(): Iterable<string> {
    return this.#out.keys();
  }

  has(id: string): boolean {
    return this.#out.has(id);
  }

  /** A panic is about to be sent. */
  begin(operation: Operation): void {
    this.#out = new Map(operation.items.map(({ id }) => [id, this.#confirmed.get(id)?.state]));
    this.#underWay = operation;
    this.#from = Infinity;
    this.#after.clear();
  }

  /** This desk asks for something after the panic. */
  asked(operation: Operation): void {
    if (this.#out.size > 0) this.#after.add(operation);
  }

  /** An operation ended. `from`: the revision from which on the truth holds it; -1 for any. */
  ended(operation: Operation, outcome: Outcome, from: number): void {
    const confirmed = outcome.result === 'confirmed';
    if (operation === this.#underWay) {
      this.#underWay = undefined;
      if (confirmed) this.#from = from;
    }
    if (!this.#after.delete(operation) || !confirmed) return;
    for (const { id, state } of operation.items) if (state === 'In') this.#letGo(id);
  }

  /** The truth was told, and is at this revision. Gives what may be In again, as far as the panic is concerned. */
  told(revision: number): string[] {
    if (!this.#underWay) {
      for (const [id, was] of this.#out) {
        const isIn = this.#confirmed.get(id)?.state === 'In';
        if (revision >= this.#from || !isIn || was !== 'In') this.#letGo(id);
      }
    }
    return this.#free.splice(0);
  }

  #letGo(id: string): void {
    if (this.#out.delete(id)) this.#free.push(id);
  }
}
