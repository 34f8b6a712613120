import { parseAddress } from '../../contract/model/address.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import type { SnapshotOutput } from '../../contract/service-api/live-channel.ts';
import type { DeskClient } from './desk.svelte.ts';
import type { ShownApp } from './shown-app.svelte.ts';

/** The selected sub-composition and its app instance. */
export class Selection {
  readonly #desk: DeskClient;
  /** The address of a sub-composition, or the key of an app instance whose model is not known yet. */
  #selected = $state('');
  readonly #app = $derived.by(() => this.#findApp());
  readonly #node = $derived.by(() => this.#findNode());
  /** The root above the selected sub-composition, by its id in its app instance. */
  readonly #root = $derived.by(() => this.#findRoot());

  constructor(desk: DeskClient) {
    this.#desk = desk;
  }

  /**
   * The selected sub-composition. Without one, or when it is gone, the first one of the app instance that can be taken.
   * Undefined while the model is not known.
   */
  get node(): ModelItem | undefined {
    return this.#node;
  }

  /** The app instance whose picture, outputs and connection are shown; the first one when none is selected. */
  get app(): ShownApp | undefined {
    return this.#app;
  }

  /**
   * Of an app instance with several outputs, the one whose picture is shown: the first that shows what is selected.
   * Undefined where the service tells of no more than one.
   */
  get output(): SnapshotOutput | undefined {
    const outputs = this.#app?.view.app?.outputs ?? [];
    if (outputs.length < 2) return undefined;
    return outputs.find(({ root }) => root === this.#root) ?? outputs[0];
  }

  /** Selects a sub-composition by its address, or an app instance by its key. */
  select(id: string): void {
    this.#selected = id;
  }

  /** Whether a row of the tree is the selected one. */
  isSelected(id: string): boolean {
    return id === (this.#node?.id ?? this.#app?.key);
  }

  #findApp(): ShownApp | undefined {
    return this.#desk.app(this.#selected) ?? this.#desk.appOf(this.#selected) ?? this.#desk.apps[0];
  }

  #findRoot(): string | undefined {
    const node = this.#node;
    const root = this.#desk.model.find((one) => [...preOrder([one])].some((each) => each === node));
    return root && parseAddress(root.id).id;
  }

  #findNode(): ModelItem | undefined {
    const key = this.#app?.key;
    return (
      this.#desk.node(this.#selected) ?? firstToTake(this.#desk.model.filter(({ id }) => parseAddress(id).app === key))
    );
  }
}

/** The first node that can be taken. The root has no state, so it cannot. */
function firstToTake(model: ModelItem[]): ModelItem | undefined {
  const nodes = [...preOrder(model)];
  return nodes.find(({ state }) => state !== undefined) ?? nodes[0];
}
