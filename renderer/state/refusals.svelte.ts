import { SvelteMap } from 'svelte/reactivity';

/** A press that a guard refused. */
export interface Refusal {
  /** Milliseconds since the epoch by the desk's clock. */
  at: number;
  why: string;
}

/** A refused press is marked for this long (ms). */
const markedFor = 10_000;

/** The refused presses of this screen, by the address of the sub-composition, until the next press or for ten seconds. */
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

  /** Removes the mark: there is a newer press. */
  drop(id: string): void {
    this.#refused.delete(id);
  }
}
