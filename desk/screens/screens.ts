import type { DeskChange, DeskView, SubCompositionView } from '../../contract/desk-api/desk-api.ts';

/** Where the screens get what they show; sub-compositions by their addresses. */
export interface ScreensPorts {
  /** Undefined where it is gone meanwhile. */
  view(address: string): SubCompositionView | undefined;
  member<Name extends keyof DeskView>(name: Name): DeskView[Name];
}

/** To how many screens one turn tells a change: a press that comes meanwhile waits for these and no more. */
const screensPerTurn = 10;

/** A change, and the screens that have not been told of it. */
interface Delivery {
  change: DeskChange;
  left: ((change: DeskChange) => void)[];
}

/**
 * Tells every screen what changed, once per turn however much did, and only what did. It is told when the turn is over and
 * its requests are on the wire, and to many screens in several turns: no press waits for screens.
 */
export class Screens {
  readonly #shown: ScreensPorts;
  readonly #screens = new Set<(change: DeskChange) => void>();
  readonly #subs = new Set<string>();
  readonly #members = new Set<keyof DeskView>();
  readonly #deliveries: Delivery[] = [];
  #idle = true;

  constructor(shown: ScreensPorts) {
    this.#shown = shown;
  }

  /** A screen watches from now on; gives the way to end that. */
  add(tell: (change: DeskChange) => void): () => void {
    this.#screens.add(tell);
    return () => this.#screens.delete(tell);
  }

  changedSubs(addresses: Iterable<string>): void {
    for (const address of addresses) this.#subs.add(address);
    if (this.#subs.size > 0) this.#tellSoon();
  }

  changed(...members: (keyof DeskView)[]): void {
    for (const member of members) this.#members.add(member);
    this.#tellSoon();
  }

  #tellSoon(): void {
    if (!this.#idle) return;
    this.#idle = false;
    // A microtask would come before the socket gets the request of this turn.
    setImmediate(() => this.#tell());
  }

  #tell(): void {
    this.#idle = true;
    const members = [...this.#members].map((name) => [name, this.#shown.member(name)]);
    const subs = [...this.#subs].flatMap((address) => {
      const view = this.#shown.view(address);
      return view ? [[address, view]] : [];
    });
    this.#members.clear();
    this.#subs.clear();
    const change = Object.fromEntries(members) as DeskChange;
    if (subs.length > 0 && !change.subs) change.subs = Object.fromEntries(subs) as DeskView['subs'];
    this.#deliveries.push({ change, left: [...this.#screens] });
    if (this.#deliveries.length === 1) this.#tellSome();
  }

  /** Each screen hears the changes in their order: the next one is told when all have heard the one before. */
  #tellSome(): void {
    const [telling] = this.#deliveries;
    if (!telling) return;
    const { change, left } = telling;
    for (const tell of left.splice(0, screensPerTurn)) if (this.#screens.has(tell)) tell(change);
    if (left.length === 0) this.#deliveries.shift();
    if (this.#deliveries.length > 0) setImmediate(() => this.#tellSome());
  }
}
