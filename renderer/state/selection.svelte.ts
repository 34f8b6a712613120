import { SvelteSet } from 'svelte/reactivity';
import { parseAddress } from '../../contract/model/address.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import type { Desk } from './desk.svelte.ts';
import type { ShownApp } from './shown-app.svelte.ts';

/** What the operator works on: a sub-composition, and with it its app. Which branches of the tree are folded away. */
export class Selection {
  readonly #desk: Desk;
  /** The address of a sub-composition, or the key of an app of which nothing more is known yet. */
  #chosen = $state('');
  readonly #folded = new SvelteSet<string>();
  readonly #app = $derived.by(() => this.#chosenApp());
  readonly #node = $derived.by(() => this.#chosenNode());

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /**
   * The chosen sub-composition; where none is, or it is no longer there, the first of its app that can be taken. Undefined
   * while nothing is known of what the app has.
   */
  get node(): ModelItem | undefined {
    return this.#node;
  }

  /** The app whose picture, outputs and connection are shown; the first where none is chosen. */
  get app(): ShownApp | undefined {
    return this.#app;
  }

  /** Choose a sub-composition by its address, or an app by its key. */
  choose(id: string): void {
    this.#chosen = id;
  }

  /** Whether this is the row of the tree that is chosen. */
  isChosen(id: string): boolean {
    return id === (this.#node?.id ?? this.#app?.key);
  }

  isFolded(id: string): boolean {
    return this.#folded.has(id);
  }

  fold(id: string, folded: boolean): void {
    if (folded) this.#folded.add(id);
    else this.#folded.delete(id);
  }

  #chosenApp(): ShownApp | undefined {
    return this.#desk.app(this.#chosen) ?? this.#desk.appOf(this.#chosen) ?? this.#desk.apps[0];
  }

  #chosenNode(): ModelItem | undefined {
    const key = this.#app?.key;
    return this.#desk.node(this.#chosen) ?? firstToTake(this.#desk.model.filter(({ id }) => parseAddress(id).app === key));
  }
}

/** The root has no state and is never taken, so the work begins at the first node that has one. */
function firstToTake(model: ModelItem[]): ModelItem | undefined {
  const nodes = [...preOrder(model)];
  return nodes.find(({ state }) => state !== undefined) ?? nodes[0];
}
