/**
 * A member of the desk's view that is sent key by key: only what looks different from what every screen was sent last. A
 * panic names thousands of sub-compositions, and few of them look different then.
 */
export class KeyedMember {
  /** Undefined if it no longer exists. */
  readonly #view: (key: string) => unknown;
  /** The keys of what may look different. They are made out when they are sent, so that no press waits for that. */
  #touched: Iterable<string>[] = [];
  /** What all screens were sent last, as JSON. */
  readonly #sent = new Map<string, string>();

  constructor(view: (key: string) => unknown) {
    this.#view = view;
  }

  /** These may look different. What gives the keys is asked for them later. */
  changed(keys: Iterable<string>): void {
    this.#touched.push(keys);
  }

  /** The first screen was sent all of these. */
  sentAll(whole: Readonly<Record<string, unknown>>): void {
    this.#sent.clear();
    for (const [key, view] of Object.entries(whole)) this.#sent.set(key, JSON.stringify(view));
  }

  /** One screen was sent these. The others may have been sent something else, or nothing yet. */
  sentToOne(whole: Readonly<Record<string, unknown>>): void {
    for (const [key, view] of Object.entries(whole)) {
      if (this.#sent.get(key) !== JSON.stringify(view)) this.#sent.delete(key);
    }
  }

  /** Screens forgot what is gone, so what comes back must be sent again. */
  forget(): void {
    this.#sent.clear();
  }

  /** What must be sent now; undefined for nothing. */
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
