import { parseAddress } from '../../contract/model/address.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import type { SnapshotOutput } from '../../contract/service-api/live-channel.ts';
import type { DeskClient } from './desk.svelte.ts';
import type { ShownApp } from './shown-app.svelte.ts';

const keptAs = 'selected';

export class Selection {
  readonly desk: DeskClient;
  readonly #kept: Pick<Storage, 'getItem' | 'setItem'>;
  /** The address of a sub-composition, or the key of an app instance without a known model. */
  #selected = $state('');
  /** The app instance whose picture, outputs and connection are shown; the first without a selection. */
  readonly app = $derived.by(() => this.#findApp());
  /**
   * The selected sub-composition; else the first takeable one of the app instance. In place of one that is gone the root,
   * so that no press under the hand is for another graphic. Undefined while the model is unknown.
   */
  readonly node = $derived.by(() => this.#findNode());
  /** The focus is in the fields of the selection, where the chord that sends them works. */
  inFields = $state(false);
  /** Moves the focus to the first field of the selected sub-composition. */
  onEdit: () => void = () => {};
  /** Gives the focus to the row of the selected sub-composition. */
  onFound: () => void = () => {};
  /** The root of the selection. */
  readonly root = $derived.by(() => this.#findRoot());

  /** `kept` outlives a reload of this screen: a press after a reload is for the same graphic. */
  constructor(desk: DeskClient, kept: Pick<Storage, 'getItem' | 'setItem'>) {
    [this.desk, this.#kept] = [desk, kept];
    this.#selected = kept.getItem(keptAs) ?? '';
  }

  /**
   * Of several outputs, the shown one: the first that shows the selection. Undefined where the service reports at most
   * one.
   */
  get output(): SnapshotOutput | undefined {
    const outputs = this.app?.outputs ?? [];
    if (outputs.length < 2) return undefined;
    const id = this.root && parseAddress(this.root.id).id;
    return outputs.find(({ root }) => root === id) ?? outputs[0];
  }

  select(id: string): void {
    this.#selected = id;
    this.#kept.setItem(keptAs, id);
  }

  /** Selects the first takeable graphic of a root, or of an app instance. */
  selectIn(id: string): void {
    const root = this.desk.node(id);
    this.select((root && firstToTake([root])?.id) ?? id);
  }

  isSelected(id: string): boolean {
    return id === (this.node?.id ?? this.app?.key);
  }

  #findApp(): ShownApp | undefined {
    return this.desk.app(this.#selected) ?? this.desk.appOf(this.#selected) ?? this.desk.apps[0];
  }

  #findRoot(): ModelItem | undefined {
    const { node } = this;
    return this.desk.model.find((one) => [...preOrder([one])].some((each) => each === node));
  }

  #findNode(): ModelItem | undefined {
    const found = this.desk.node(this.#selected);
    if (found) return found;
    const key = this.app?.key;
    const all = this.desk.model.filter(({ id }) => parseAddress(id).app === key);
    const isGone = this.#selected !== '' && !this.desk.app(this.#selected);
    return isGone ? all[0] : firstToTake(all);
  }
}

/** The root has no state, so it cannot be taken. */
function firstToTake(model: ModelItem[]): ModelItem | undefined {
  const nodes = [...preOrder(model)];
  return nodes.find(({ state }) => state !== undefined) ?? nodes[0];
}
