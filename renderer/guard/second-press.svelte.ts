/** Milliseconds in which a second press is the other half of a double click. */
const doubleClick = 500;
/** Milliseconds until a question that was not answered ends. */
const patience = 10_000;

/** A button that asks at the first press and acts at the second. */
export class SecondPress<What extends string | number = 'sure'> {
  #asked = $state.raw<{ what: What; at: number }>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  get asked(): What | undefined {
    return this.#asked?.what;
  }

  /** Returns whether the press is the second one. A double click only asks. */
  pressed(what: What): boolean {
    const now = performance.now();
    if (this.#asked?.what !== what) {
      this.forget();
      this.#asked = { what, at: now };
      this.#timer = setTimeout(() => this.forget(), patience);
      return false;
    }
    if (now - this.#asked.at < doubleClick) return false;
    this.forget();
    return true;
  }

  forget(): void {
    clearTimeout(this.#timer);
    this.#asked = undefined;
  }
}
