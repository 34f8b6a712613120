import { isDeepStrictEqual } from 'node:util';
import type { ShownLine } from '../../contract/desk-api/as-run.ts';
import { type DeskChange, DeskView } from '../../contract/desk-api/desk-api.ts';

const keyedMembers = ['subs', 'cues', 'cueViews', 'sourceViews', 'sourceAges', 'linkViews'] as const;
export type KeyedName = (typeof keyedMembers)[number];

type WholeName = Exclude<keyof DeskView, KeyedName>;
const isKeyed = (name: string): boolean => (keyedMembers as readonly string[]).includes(name);
const wholeMembers = Object.keys(DeskView.shape).filter((name) => !isKeyed(name)) as WholeName[];

type ReadView = <Name extends KeyedName>(name: Name, key: string) => DeskView[Name][string] | undefined;
/** Trap: a member must be a new value after each change. An array changed in place looks as if it were sent already. */
type ReadMember = <Name extends WholeName>(name: Name) => DeskView[Name];

/** The number of screens served per turn. A press in between waits only for these. */
const screensPerTurn = 10;

interface QueuedChange {
  change: DeskChange;
  left: ((change: DeskChange) => void)[];
}

/**
 * Sends screens what differs from their last view, at most once per turn, after the turn's requests. Many screens take
 * several turns, so that no press waits.
 */
export class Screens {
  readonly #member: ReadMember;
  readonly #screens = new Set<(change: DeskChange) => void>();
  readonly #keyed: Readonly<Record<KeyedName, KeyedMember>>;
  /** The members as all screens have them; absent if screens differ. */
  readonly #sent = new Map<WholeName, unknown>();
  readonly #deliveries: QueuedChange[] = [];
  #idle = true;

  /** `view`: undefined for a key that is gone. */
  constructor(view: ReadView, member: ReadMember) {
    this.#member = member;
    const keyed = keyedMembers.map((name) => [name, new KeyedMember((key) => view(name, key))]);
    this.#keyed = Object.fromEntries(keyed) as Record<KeyedName, KeyedMember>;
  }

  add(whole: DeskView, send: (change: DeskChange) => void): () => void {
    const isFirst = this.#screens.size === 0;
    for (const name of keyedMembers) {
      if (isFirst) this.#keyed[name].sentAll(whole[name]);
      else this.#keyed[name].sentToOne(whole[name]);
    }
    for (const name of wholeMembers) {
      if (isFirst) this.#sent.set(name, whole[name]);
      else if (!isDeepStrictEqual(this.#sent.get(name), whole[name])) this.#sent.delete(name);
    }
    this.#screens.add(send);
    return () => this.#screens.delete(send);
  }

  /** Views with these keys may differ. The iterable is read later. */
  changedIn(name: KeyedName, keys: Iterable<string>): void {
    this.#keyed[name].changed(keys);
    this.changed();
  }

  /** Any view may differ. */
  allChanged(): void {
    for (const name of keyedMembers) this.#keyed[name].allChanged();
    this.changed();
  }

  /** A room changed something that screens may show. */
  readonly changed = (): void => {
    if (!this.#idle) return;
    this.#idle = false;
    // A microtask would run before the socket gets this turn's request.
    setImmediate(() => this.#send());
  };

  #send(): void {
    this.#idle = true;
    const change = this.#screens.size > 0 ? this.#wholeChange() : {};
    if (change.model) this.#keyed.subs.forget();
    for (const name of keyedMembers) {
      const views = this.#keyed[name].take();
      if (views) Object.assign(change, { [name]: views });
    }
    if (Object.keys(change).length === 0) return;
    this.#deliveries.push({ change, left: [...this.#screens] });
    if (this.#deliveries.length === 1) this.#deliverSome();
  }

  #wholeChange(): DeskChange {
    const change: DeskChange = {};
    for (const name of wholeMembers) {
      const member = this.#member(name);
      const sent = this.#sent.get(name);
      if (this.#sent.has(name) && isDeepStrictEqual(sent, member)) continue;
      Object.assign(change, name === 'asRun' ? newLines(member as ShownLine[], sent) : { [name]: member });
      this.#sent.set(name, member);
    }
    return change;
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

/** Only the new as-run lines if the screens have the others. */
function newLines(lines: ShownLine[], sent: unknown): Pick<DeskChange, 'asRun' | 'recorded'> {
  const known = lines.findIndex((line) => ((sent ?? []) as ShownLine[]).includes(line));
  return known < 0 ? { asRun: lines } : { recorded: lines.slice(0, known) };
}

/**
 * Sends only keys that differ from the last sent view: a panic names thousands of sub-compositions, but changes few.
 */
class KeyedMember {
  readonly #view: (key: string) => unknown;
  /** Keys to compare; resolved only at sending time, so that no press waits. */
  #touched: Iterable<string>[] = [];
  readonly #sent = new Map<string, string>();

  constructor(view: (key: string) => unknown) {
    this.#view = view;
  }

  /** The iterable is read later. */
  changed(keys: Iterable<string>): void {
    this.#touched.push(keys);
  }

  allChanged(): void {
    this.#touched.push(this.#sent.keys());
  }

  sentAll(whole: Readonly<Record<string, unknown>>): void {
    this.#sent.clear();
    for (const [key, view] of Object.entries(whole)) this.#sent.set(key, JSON.stringify(view));
  }

  /** Other screens may have received different or no values. */
  sentToOne(whole: Readonly<Record<string, unknown>>): void {
    for (const [key, view] of Object.entries(whole)) {
      if (this.#sent.get(key) !== JSON.stringify(view)) this.#sent.delete(key);
    }
  }

  /** Screens drop removed keys, so a returning key must be sent again. */
  forget(): void {
    this.#sent.clear();
  }

  take(): Record<string, unknown> | undefined {
    const keys = new Set(this.#touched.flatMap((some) => [...some]));
    this.#touched = [];
    const unsent = [...keys].flatMap((key) => this.#unsent(key));
    return unsent.length > 0 ? Object.fromEntries(unsent) : undefined;
  }

  #unsent(key: string): [string, unknown][] {
    const view = this.#view(key);
    const text = view === undefined ? undefined : JSON.stringify(view);
    if (this.#sent.get(key) === text) return [];
    if (text === undefined) this.#sent.delete(key);
    else this.#sent.set(key, text);
    return view === undefined ? [] : [[key, view]];
  }
}
