import type { ShownLine } from '../../contract/desk-api/as-run.ts';
import type { DeskChange, DeskView, SubCompositionView } from '../../contract/desk-api/desk-api.ts';

/** Where the screens get what they show. Sub-compositions are named by address. */
export interface ScreensPorts {
  /** Undefined if it no longer exists. */
  view(address: string): SubCompositionView | undefined;
  member<Name extends ChangedMember>(name: Name): DeskView[Name];
}

/** A member of the view that is sent whole. Sub-compositions are sent one by one. */
export type ChangedMember = Exclude<keyof DeskView, 'subs'>;

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
  /** The addresses of what may look different. They are made out when they are sent, so that no press waits for that. */
  #subs: Iterable<string>[] = [];
  /**
   * What all screens were sent last of a sub-composition, which is not sent again: a panic names thousands, and few of
   * them look different then.
   */
  readonly #sent = new Map<string, string>();
  /** The newest line of the as-run log that all screens have; undefined if they do not have the same. */
  #lastLine: ShownLine | undefined;
  readonly #members = new Set<ChangedMember>();
  readonly #deliveries: Delivery[] = [];
  #idle = true;

  constructor(ports: ScreensPorts) {
    this.#ports = ports;
  }

  /** Adds a screen that is shown the `whole` view now. Returns the function that removes it. */
  add(whole: Pick<DeskView, 'subs'>, send: (change: DeskChange) => void): () => void {
    if (this.#screens.size === 0) this.#noteAll(whole.subs);
    // The other screens may have been sent another view, or none yet.
    else for (const address of this.#sentOtherwise(whole.subs)) this.#sent.delete(address);
    // It has the lines already that the others get next.
    if (this.#members.has('asRun')) this.#lastLine = undefined;
    this.#screens.add(send);
    return () => this.#screens.delete(send);
  }

  /** These may look different. What gives the addresses is asked for them later. */
  changedSubs(addresses: Iterable<string>): void {
    this.#subs.push(addresses);
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
    // Screens forget what is not in the model, so what comes back must be sent again.
    if (change.model) this.#sent.clear();
    if (change.asRun) this.#sendNewLines(change, change.asRun);
    const touched = new Set(this.#subs.flatMap((addresses) => [...addresses]));
    const subs = [...touched].flatMap((address) => this.#unsent(address));
    this.#members.clear();
    this.#subs = [];
    if (subs.length > 0) change.subs = Object.fromEntries(subs);
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

  #sentOtherwise(subs: DeskView['subs']): string[] {
    return Object.keys(subs).filter((address) => this.#sent.get(address) !== JSON.stringify(subs[address]));
  }

  /** All screens are sent all of these. */
  #noteAll(subs: DeskView['subs']): void {
    this.#sent.clear();
    for (const [address, view] of Object.entries(subs)) this.#sent.set(address, JSON.stringify(view));
  }

  /** The view of a sub-composition by its address, unless the screens have it already. */
  #unsent(address: string): [string, SubCompositionView][] {
    const view = this.#ports.view(address);
    const text = view && JSON.stringify(view);
    if (this.#sent.get(address) === text) return [];
    if (text === undefined) this.#sent.delete(address);
    else this.#sent.set(address, text);
    return view ? [[address, view]] : [];
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
