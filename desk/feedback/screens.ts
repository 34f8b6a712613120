import type { DeskChange, DeskView, SubCompositionView } from '../../contract/desk-api/desk-api.ts';

/** Where the screens get what they show. */
export interface ShownState {
  view(id: string): SubCompositionView;
  member<Name extends keyof DeskView>(name: Name): DeskView[Name];
}

/** Tells every screen what changed, once per turn however much did, and only what did. */
export class Screens {
  readonly #shown: ShownState;
  readonly #screens = new Set<(change: DeskChange) => void>();
  readonly #subs = new Set<string>();
  readonly #members = new Set<keyof DeskView>();
  #told = true;

  constructor(shown: ShownState) {
    this.#shown = shown;
  }

  /** A screen watches from now on; gives the way to end that. */
  add(tell: (change: DeskChange) => void): () => void {
    this.#screens.add(tell);
    return () => this.#screens.delete(tell);
  }

  changedSubs(ids: Iterable<string>): void {
    for (const id of ids) this.#subs.add(id);
    this.#tellSoon();
  }

  changed(...members: (keyof DeskView)[]): void {
    for (const member of members) this.#members.add(member);
    this.#tellSoon();
  }

  #tellSoon(): void {
    if (!this.#told) return;
    this.#told = false;
    queueMicrotask(() => this.#tell());
  }

  #tell(): void {
    this.#told = true;
    const members = [...this.#members].map((name) => [name, this.#shown.member(name)]);
    const subs = [...this.#subs].map((id) => [id, this.#shown.view(id)]);
    this.#members.clear();
    this.#subs.clear();
    const change = Object.fromEntries(members) as DeskChange;
    if (subs.length > 0 && !change.subs) change.subs = Object.fromEntries(subs) as DeskView['subs'];
    for (const tell of this.#screens) tell(change);
  }
}
