import { SvelteMap } from 'svelte/reactivity';

/** A press that a guard refused, and why. */
export interface Refusal {
  /** Milliseconds since the epoch by the desk's clock. */
  at: number;
  why: string;
}

/** How long a refused press is marked, in milliseconds. */
const markedFor = 10_000;

/** The presses of this screen that a guard refused, by the address of what they were about, until the next press or for a while. */
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

  /** Something newer was asked of it. */
  drop(id: string): void {
    this.#refused.delete(id);
  }
}
