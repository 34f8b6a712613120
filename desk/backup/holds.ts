import type { DeskMessage, DesksFrame } from '../../contract/service-api/desk-presence.ts';
import { mostDeskMessages, reportEvery } from '../../contract/service-api/live-channel.ts';
import type { Clock } from '../../contract/clock.ts';

/**
 * How many holds and releases are sent per second. The rest wait, which leaves half of the service's limit to urgent
 * messages.
 */
const mostASecond = mostDeskMessages / 2;

export interface HoldsPorts {
  clock: Pick<Clock, 'after'>;
  /** The name of this desk. */
  name(): string;
  send(message: DeskMessage): void;
  /** These sub-compositions have another holder now: the name of a desk, or null for none. */
  changed(holders: ReadonlyMap<string, string | null>): void;
  /** Another desk took over a sub-composition that this one held. */
  lost(id: string, to: string): void;
}

/**
 * What this desk and the other desks hold in one show, as the service reports it. A sub-composition edited here is held
 * if it is free. One that another desk holds stays with that desk until it is released or taken over. Two parts of a desk
 * may hold over one connection, such as edits and the pair that runs on its backup: each releases only what it asked for.
 */
export class Holds {
  readonly #ports: HoldsPorts;
  /** What is edited here. */
  readonly #wanted = new Set<string>();
  /** Holds that were sent and are not confirmed yet. */
  readonly #requested = new Set<string>();
  /** Everything that was asked for on this connection and not released since. */
  readonly #asked = new Set<string>();
  /** Callbacks of the takeovers under way, by id. */
  readonly #takingOver = new Map<string, ((done: boolean) => void)[]>();
  #own: ReadonlySet<string> = new Set();
  /** The names of the other desks that hold something, by id. */
  #others: ReadonlyMap<string, string> = new Map();
  #open = false;
  /** The number of this desk at the service. Each connection has another one. */
  #you: DesksFrame['you'] | undefined;
  /** Its numbers on earlier connections. The service may report them until it notices that those have ended. */
  readonly #former = new Set<DesksFrame['you']>();
  /** What the earlier connections of this desk still hold. It is requested once they are gone. */
  #leftBehind: ReadonlySet<string> = new Set();
  #callOff: () => void = () => {};
  /** How many messages were sent in the running second; undefined while no second is running. */
  #sentThisSecond: number | undefined;

  constructor(ports: HoldsPorts) {
    this.#ports = ports;
  }

  /** Whether the service reports desks to each other. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** Whether this desk holds it, as the service has confirmed. */
  has(id: string): boolean {
    return this.#own.has(id);
  }

  /** The name of the other desk that holds it. */
  holderOf(id: string): string | undefined {
    return this.#others.get(id);
  }

  /** Editing of a sub-composition started or ended here. */
  want(id: string, wanted: boolean): void {
    if (wanted === this.#wanted.has(id)) return;
    if (wanted) this.#wanted.add(id);
    else this.#wanted.delete(id);
    this.#requestHolds();
  }

  /**
   * Takes over a sub-composition from another desk. Calls `ended` once this desk holds it, or nobody can tell any more.
   */
  takeOver(id: string, ended: (done: boolean) => void): void {
    this.#wanted.add(id);
    this.#takingOver.set(id, [...(this.#takingOver.get(id) ?? []), ended]);
    this.#hold({ type: 'hold', id, over: true });
  }

  /** This desk has a new name. */
  renamed(): void {
    if (this.#open) this.#ports.send({ type: 'here', name: this.#ports.name() });
  }

  /** The service reports which desks are there. Returns whether this is the first report on its connection. */
  onDesks({ you, desks }: DesksFrame): boolean {
    // Another connection, before anybody said that the earlier one was lost. What was asked there is never answered.
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

  /** The connection is lost, so nobody knows who holds what. */
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
    if (news.length > 0) this.#ports.changed(new Map(news.map((id) => [id, this.#others.get(id) ?? null])));
  }

  #reportLost(id: string): void {
    const to = this.#others.get(id);
    if (to !== undefined) this.#ports.lost(id, to);
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

  /** Nothing is taken over from an earlier connection: another desk may be about to, because an operator said so. */
  #isHeldElsewhere(id: string): boolean {
    return this.#others.has(id) || this.#leftBehind.has(id);
  }

  /** Whether another message may be sent now. If not, everything is tried again when the second is over. */
  #maySend(): boolean {
    if (this.#sentThisSecond === undefined) {
      this.#ports.clock.after(1_000, () => {
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
    this.#ports.send(message);
  }

  #letGo(id: string): void {
    this.#requested.delete(id);
    this.#asked.delete(id);
    this.#own = new Set([...this.#own].filter((one) => one !== id));
    this.#ports.send({ type: 'release', id });
  }

  /** Repeats a sign of life. The service takes a silent desk for gone. */
  #sendHere(): void {
    this.#callOff();
    this.#callOff = this.#ports.clock.after(reportEvery, () => {
      this.#ports.send({ type: 'here' });
      this.#sendHere();
    });
  }
}
