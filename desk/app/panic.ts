import { type Operation, type OperationItem, outAtOnce } from './operation.ts';
import type { Confirmed, Held } from './confirmed.ts';
import { LastPanic } from './last-panic.ts';
import { type Ended, PanicWatch, type PanicWatchPorts } from './panic-watch.ts';

/** The panics of one app: what they are about, how they end, and what is to be out since the last one. */
export class Panic {
  readonly #confirmed: Confirmed;
  readonly #watch: PanicWatch;
  readonly #last: LastPanic;

  constructor(confirmed: Confirmed, ports: Omit<PanicWatchPorts, 'isIn'>) {
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
  get #stated(): Held[] {
    const held = [...this.#confirmed.ids].flatMap((id) => this.#confirmed.get(id) ?? []);
    return held.filter(({ item }) => item.state !== undefined);
  }

  /** The ids of what is to be out since the last panic and is not known to be. */
  get left(): Iterable<string> {
    return this.#last.ids;
  }

  /** What is held of a sub-composition, out where it is to be. */
  out(id: string, held: Held | undefined): Held | undefined {
    return held && this.#last.has(id) ? { ...held, state: 'Out1' } : held;
  }

  /** One is about to be sent beside what is under way. */
  begin(operation: Operation, underWay: readonly Operation[]): void {
    this.#last.begin(operation);
    this.#watch.begin(operation, underWay);
  }

  /** One cannot be sent. */
  shout(text: string): void {
    this.#watch.shout(text);
  }

  /** Something else is asked for. */
  asked(operation: Operation): void {
    this.#last.asked(operation);
    this.#watch.asked(operation);
  }

  /** Gives whether the truth has to be read anew. */
  ended(ended: Ended): boolean {
    this.#last.ended(ended.operation, ended.outcome, ended.from ?? -1);
    const reread = this.#watch.ended(ended);
    this.#watch.look(this.#confirmed.revision, false);
    return reread;
  }

  /** The truth was told, all of it or one change. Gives the ids that may be In again, as far as the last panic is concerned. */
  told(whole: boolean): string[] {
    this.#watch.look(this.#confirmed.revision, whole);
    return this.#last.told(this.#confirmed.revision);
  }

  /** Another target is connected: its revisions say nothing about a panic before. */
  turnAway(): void {
    this.#watch.turnAway();
  }
}
