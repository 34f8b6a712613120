import type { ShownLine } from '../../contract/desk-api/as-run.ts';
import type { DeskChange, DeskView } from '../../contract/desk-api/desk-api.ts';
import { KeyedMember } from './keyed-member.ts';

const keyedMembers = ['subs', 'cues', 'cueViews', 'sourceViews', 'sourceAges', 'linkViews'] as const;
export type KeyedName = (typeof keyedMembers)[number];

export interface ScreensPorts {
  view<Name extends KeyedName>(name: Name, key: string): DeskView[Name][string] | undefined;
  member<Name extends ChangedMember>(name: Name): DeskView[Name];
}

export type ChangedMember = Exclude<keyof DeskView, KeyedName>;

/** The number of screens served per turn. A press in between waits only for these. */
const screensPerTurn = 10;

interface QueuedChange {
  change: DeskChange;
  left: ((change: DeskChange) => void)[];
}

/**
 * Sends changes to screens at most once per turn, after the turn's requests. Many screens take several turns, so that
 * no press waits.
 */
export class Screens {
  readonly #ports: ScreensPorts;
  readonly #screens = new Set<(change: DeskChange) => void>();
  readonly #keyed: Readonly<Record<KeyedName, KeyedMember>>;
  /** The newest as-run line that all screens have; undefined if they differ. */
  #lastLine: ShownLine | undefined;
  readonly #members = new Set<ChangedMember>();
  readonly #deliveries: QueuedChange[] = [];
  #idle = true;

  constructor(ports: ScreensPorts) {
    this.#ports = ports;
    const keyed = keyedMembers.map((name) => [name, new KeyedMember((key) => ports.view(name, key))]);
    this.#keyed = Object.fromEntries(keyed) as Record<KeyedName, KeyedMember>;
  }

  add(whole: Pick<DeskView, KeyedName>, send: (change: DeskChange) => void): () => void {
    for (const name of keyedMembers) {
      if (this.#screens.size === 0) this.#keyed[name].sentAll(whole[name]);
      else this.#keyed[name].sentToOne(whole[name]);
    }
    // The new screen already has the lines that the others get next.
    if (this.#members.has('asRun')) this.#lastLine = undefined;
    this.#screens.add(send);
    return () => this.#screens.delete(send);
  }

  /** The iterable is read later. */
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
    // A microtask would run before the socket gets this turn's request.
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

  /** Sends only new as-run lines if the screens have the others. */
  #sendNewLines(change: DeskChange, lines: readonly ShownLine[]): void {
    const known = this.#lastLine ? lines.indexOf(this.#lastLine) : -1;
    this.#lastLine = lines[0];
    if (known < 0) return;
    delete change.asRun;
    if (known > 0) change.recorded = lines.slice(0, known);
  }

  /** Keeps order: a change starts when every screen has the preceding change. */
  #deliverSome(): void {
    const [delivery] = this.#deliveries;
    if (!delivery) return;
    const { change, left } = delivery;
    for (const send of left.splice(0, screensPerTurn)) if (this.#screens.has(send)) send(change);
    if (left.length === 0) this.#deliveries.shift();
    if (this.#deliveries.length > 0) setImmediate(() => this.#deliverSome());
  }
}
