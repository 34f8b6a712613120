import type { ShownLine } from '../../contract/desk-api/as-run.ts';
import type { DeskChange, DeskView } from '../../contract/desk-api/desk-api.ts';
import { KeyedMember } from './keyed-member.ts';

/** The members of the view that are sent key by key: by address, or by the id of a cue or a source. */
const keyedMembers = ['subs', 'cues', 'cueViews', 'sourceViews', 'sourceAges', 'linkViews'] as const;
export type KeyedName = (typeof keyedMembers)[number];

/** Where the screens get what they show. */
export interface ScreensPorts {
  /** Undefined if it no longer exists. */
  view<Name extends KeyedName>(name: Name, key: string): DeskView[Name][string] | undefined;
  member<Name extends ChangedMember>(name: Name): DeskView[Name];
}

/** A member of the view that is sent whole. */
export type ChangedMember = Exclude<keyof DeskView, KeyedName>;

/** How many screens get a change in one turn. A press that arrives in between waits for these only. */
const screensPerTurn = 10;

/** A change, and the screens that have not received it yet. */
interface Delivery {
  change: DeskChange;
  left: ((change: DeskChange) => void)[];
}

/**
 * Sends every screen what changed, at most once per turn. It sends after the turn, when the requests of that turn are
 * on the wire, and spreads many screens over several turns, so that no press waits for screens.
 */
export class Screens {
  readonly #ports: ScreensPorts;
  readonly #screens = new Set<(change: DeskChange) => void>();
  readonly #keyed: Readonly<Record<KeyedName, KeyedMember>>;
  /** The newest line of the as-run log that all screens have; undefined if they do not have the same. */
  #lastLine: ShownLine | undefined;
  readonly #members = new Set<ChangedMember>();
  readonly #deliveries: Delivery[] = [];
  #idle = true;

  constructor(ports: ScreensPorts) {
    this.#ports = ports;
    const keyed = keyedMembers.map((name) => [name, new KeyedMember((key) => ports.view(name, key))]);
    this.#keyed = Object.fromEntries(keyed) as Record<KeyedName, KeyedMember>;
  }

  /** Adds a screen that is shown the `whole` view now. Returns the function that removes it. */
  add(whole: Pick<DeskView, KeyedName>, send: (change: DeskChange) => void): () => void {
    for (const name of keyedMembers) {
      if (this.#screens.size === 0) this.#keyed[name].sentAll(whole[name]);
      else this.#keyed[name].sentToOne(whole[name]);
    }
    // It has the lines already that the others get next.
    if (this.#members.has('asRun')) this.#lastLine = undefined;
    this.#screens.add(send);
    return () => this.#screens.delete(send);
  }

  /** These may look different. What gives the keys is asked for them later. */
  changedIn(name: KeyedName, keys: Iterable<string>): void {
    this.#keyed[name].changed(keys);
    this.#sendSoon();
  }

  changed(...members: ChangedMember[]): void {
    for (const member of members) this.#members.add(member);
    this.#sendSoon();
  }

  #sendSoon(): void {
    if (!this.#idle) return;
    this.#idle = false;
    // A microtask would run before the socket gets the request of this turn.
    setImmediate(() => this.#send());
  }

  #send(): void {
    this.#idle = true;
    const members = [...this.#members].map((name) => [name, this.#ports.member(name)]);
    const change = Object.fromEntries(members) as DeskChange;
    if (change.model) this.#keyed.subs.forget();
    if (change.asRun) this.#sendNewLines(change, change.asRun);
    this.#members.clear();
    for (const name of keyedMembers) {
      const views = this.#keyed[name].take();
      if (views) Object.assign(change, { [name]: views });
    }
    if (Object.keys(change).length === 0) return;
    this.#deliveries.push({ change, left: [...this.#screens] });
    if (this.#deliveries.length === 1) this.#deliverSome();
  }

  /** Sends the new lines of the as-run log in place of all, if the screens have the others. */
  #sendNewLines(change: DeskChange, lines: readonly ShownLine[]): void {
    const known = this.#lastLine ? lines.indexOf(this.#lastLine) : -1;
    this.#lastLine = lines[0];
    if (known < 0) return;
    delete change.asRun;
    if (known > 0) change.recorded = lines.slice(0, known);
  }

  /** Delivers changes in their order: the next starts when every screen has the one before. */
  #deliverSome(): void {
    const [delivery] = this.#deliveries;
    if (!delivery) return;
    const { change, left } = delivery;
    for (const send of left.splice(0, screensPerTurn)) if (this.#screens.has(send)) send(change);
    if (left.length === 0) this.#deliveries.shift();
    if (this.#deliveries.length > 0) setImmediate(() => this.#deliverSome());
  }
}
