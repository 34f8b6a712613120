import type { DeskMessage, DesksFrame } from '../../contract/service-api/desk-presence.ts';
import { mostDeskMessages, reportEvery } from '../../contract/service-api/live-timing.ts';
import type { Clock } from '../../contract/clock.ts';

/** Holds and releases per second; half of the service's limit stays free for urgent messages. */
const mostASecond = mostDeskMessages / 2;

interface HoldingDesk {
  name(): string;
  send(message: DeskMessage): void;
}

interface HoldEvents {
  /** The other desk's name per id; null for none. */
  changed(holders: ReadonlyMap<string, string | null>): void;
  lost(id: string, to: string): void;
}

/**
 * This desk's and others' holds in one show. Edited sub-compositions are held if free. Each part of a desk releases
 * only its own requests, because parts share a connection.
 */
export class Holds {
  readonly #clock: Clock;
  readonly #desk: HoldingDesk;
  readonly #on: HoldEvents | undefined;
  readonly #wanted = new Set<string>();
  readonly #requested = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #takingOver = new Map<string, ((done: boolean) => void)[]>();
  #own: ReadonlySet<string> = new Set();
  #others: ReadonlyMap<string, string> = new Map();
  #open = false;
  /** The desk's number at the service; differs per connection. */
  #you: DesksFrame['you'] | undefined;
  /** Numbers of earlier connections. The service may report them until it notices their end. */
  readonly #former = new Set<DesksFrame['you']>();
  /** Held by earlier connections of this desk; requested once those end. */
  #leftBehind: ReadonlySet<string> = new Set();
  #callOff: () => void = () => {};
  #sentThisSecond: number | undefined;

  constructor(clock: Clock, desk: HoldingDesk, on?: HoldEvents) {
    [this.#clock, this.#desk, this.#on] = [clock, desk, on];
  }

  get isOpen(): boolean {
    return this.#open;
  }

  has(id: string): boolean {
    return this.#own.has(id);
  }

  holderOf(id: string): string | undefined {
    return this.#others.get(id);
  }

  want(id: string, wanted: boolean): void {
    if (wanted === this.#wanted.has(id)) return;
    if (wanted) this.#wanted.add(id);
    else this.#wanted.delete(id);
    this.#requestHolds();
  }

  /** Calls `ended` once this desk holds the sub-composition, or the result cannot be known. */
  takeOver(id: string, ended: (done: boolean) => void): void {
    this.#wanted.add(id);
    this.#takingOver.set(id, [...(this.#takingOver.get(id) ?? []), ended]);
    this.#hold({ type: 'hold', id, over: true });
  }

  renamed(): void {
    if (this.#open) this.#desk.send({ type: 'here', name: this.#desk.name() });
  }

  /** Returns whether this is the first report on its connection. */
  onDesks({ you, desks }: DesksFrame): boolean {
    // The connection was replaced before its loss was noticed. Requests on the old connection are never answered.
    if (you !== this.#you) {
      this.lose();
      if (this.#you !== undefined) this.#former.add(this.#you);
    }
    this.#you = you;
    const isFirst = !this.#open;
    if (isFirst) this.#sendHere();
    this.#open = true;
    const own = new Set(desks.find(({ desk }) => desk === you)?.holds);
    const others = desks
      .filter(({ desk }) => desk !== you && !this.#former.has(desk))
      .flatMap(({ name, holds }) => holds.map((id) => [id, name] as const));
    this.#leftBehind = new Set(desks.flatMap(({ desk, holds }) => (this.#former.has(desk) ? holds : [])));
    const before = { own: this.#own, others: this.#others };
    this.#own = own;
    this.#others = new Map(others);
    for (const id of this.#requested) if (own.has(id) || this.#others.has(id)) this.#requested.delete(id);
    this.#reportOthers(before.others);
    for (const id of before.own) if (this.#wanted.has(id)) this.#reportLost(id);
    for (const id of this.#takingOver.keys()) if (own.has(id)) this.#endTakingOver(id, true);
    this.#requestHolds();
    return isFirst;
  }

  lose(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#callOff();
    this.#requested.clear();
    this.#asked.clear();
    this.#own = new Set();
    const before = this.#others;
    this.#others = new Map();
    this.#reportOthers(before);
    for (const id of this.#takingOver.keys()) this.#endTakingOver(id, false);
  }

  #endTakingOver(id: string, done: boolean): void {
    const waiting = this.#takingOver.get(id) ?? [];
    this.#takingOver.delete(id);
    for (const ended of waiting) ended(done);
  }

  #reportOthers(before: ReadonlyMap<string, string>): void {
    const ids = new Set([...before.keys(), ...this.#others.keys()]);
    const news = [...ids].filter((id) => before.get(id) !== this.#others.get(id));
    if (news.length > 0) this.#on?.changed(new Map(news.map((id) => [id, this.#others.get(id) ?? null])));
  }

  #reportLost(id: string): void {
    const to = this.#others.get(id);
    if (to !== undefined) this.#on?.lost(id, to);
  }

  #requestHolds(): void {
    if (!this.#open) return;
    for (const id of this.#wanted) {
      if (this.#own.has(id) || this.#isHeldElsewhere(id) || this.#requested.has(id)) continue;
      if (!this.#maySend()) return;
      this.#hold({ type: 'hold', id });
    }
    for (const id of this.#asked) {
      if (this.#wanted.has(id)) continue;
      if (!this.#maySend()) return;
      this.#letGo(id);
    }
  }

  /** Nothing is taken over from an earlier connection: another desk may be about to, on an operator's request. */
  #isHeldElsewhere(id: string): boolean {
    return this.#others.has(id) || this.#leftBehind.has(id);
  }

  /** If false, a retry follows when the second ends. */
  #maySend(): boolean {
    if (this.#sentThisSecond === undefined) {
      this.#clock.after(1_000, () => {
        const full = this.#sentThisSecond === mostASecond;
        this.#sentThisSecond = undefined;
        if (full) this.#requestHolds();
      });
    }
    const may = (this.#sentThisSecond ?? 0) < mostASecond;
    if (may) this.#sentThisSecond = (this.#sentThisSecond ?? 0) + 1;
    return may;
  }

  #hold(message: Extract<DeskMessage, { type: 'hold' }>): void {
    this.#requested.add(message.id);
    this.#asked.add(message.id);
    this.#desk.send(message);
  }

  #letGo(id: string): void {
    this.#requested.delete(id);
    this.#asked.delete(id);
    this.#own = new Set([...this.#own].filter((one) => one !== id));
    this.#desk.send({ type: 'release', id });
  }

  /** The service treats a silent desk as gone. */
  #sendHere(): void {
    this.#callOff();
    this.#callOff = this.#clock.after(reportEvery, () => {
      this.#desk.send({ type: 'here' });
      this.#sendHere();
    });
  }
}
