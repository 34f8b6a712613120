/**
 * Sends only keys that differ from the last sent view: a panic names thousands of sub-compositions, but changes few.
 */
export class KeyedMember {
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
