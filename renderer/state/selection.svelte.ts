import { SvelteSet } from 'svelte/reactivity';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import type { Desk } from './desk.svelte.ts';

/** Which sub-composition the operator works on, and which branches of the tree are folded away. */
export class Selection {
  readonly #desk: Desk;
  #chosen = $state<string>();
  readonly #folded = new SvelteSet<string>();
  readonly #node = $derived.by(() => this.#desk.node(this.#chosen ?? '') ?? firstToTake(this.#desk.model));

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** The chosen sub-composition; where none is, or it is no longer there, the first that can be taken. */
  get node(): ModelItem | undefined {
    return this.#node;
  }

  choose(id: string): void {
    this.#chosen = id;
  }

  isFolded(id: string): boolean {
    return this.#folded.has(id);
  }

  fold(id: string, folded: boolean): void {
    if (folded) this.#folded.add(id);
    else this.#folded.delete(id);
  }
}

/** The root has no state and is never taken, so the work begins at the first node that has one. */
function firstToTake(model: ModelItem[]): ModelItem | undefined {
  const nodes = [...preOrder(model)];
  return nodes.find(({ state }) => state !== undefined) ?? nodes[0];
}
