import { SvelteMap } from 'svelte/reactivity';

export interface Refusal {
  /** Milliseconds since the epoch by the desk's clock. */
  at: number;
  why: string;
}

/** In ms. */
const markedFor = 10_000;

/** The refused presses of this screen, by sub-composition, until the next press or for ten seconds. */
export class Refusals {
  readonly #refused = new SvelteMap<string, Refusal>();

  of(id: string): Refusal | undefined {
    return this.#refused.get(id);
  }

  add(id: string, refusal: Refusal): void {
    this.#refused.set(id, refusal);
    setTimeout(() => {
      if (this.#refused.get(id) === refusal) this.#refused.delete(id);
    }, markedFor);
  }

  drop(id: string): void {
    this.#refused.delete(id);
  }
}
