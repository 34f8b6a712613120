import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { SubComposition } from '../../scene/schema/composition.ts';
import type { Payload } from '../../contract/model/field.ts';
import { pressedAt } from '../binding.ts';
import type { ElementPorts } from '../elements/drawn-element.ts';
import { NestedElements } from '../elements/nested-elements.ts';
import { makeElementView } from './element-view.ts';
import { type LineName, Timeline } from '../motion/timeline.ts';

/**
 * One sub-composition in the page. Whatever goes wrong in one of its elements is reported with its name and stays there:
 * the element keeps what it last showed, and the others are drawn.
 */
export class SubCompositionView {
  readonly id: string;
  readonly node: HTMLElement;
  readonly children: SubCompositionView[];
  /** What it is nested in. */
  parent: SubCompositionView | undefined;
  readonly #buttons: string[];
  readonly #elements: NestedElements;
  readonly #timeline: Timeline;
  #values: Payload;
  #state: StoredState = 'Out1';

  constructor(data: SubComposition, ports: ElementPorts) {
    this.id = data.id;
    this.#values = Object.fromEntries(data.fields.map((field) => [field.id, field.defaultValue]));
    this.#buttons = data.fields.filter((field) => field.type === 'button').map((field) => field.id);
    this.node = ports.document.createElement('section');
    this.node.className = 'sub-composition';
    this.node.dataset.subComposition = data.id;
    this.node.dataset.name = data.name;
    const elementPorts = { ...ports, subCompositionName: data.name };
    this.#elements = new NestedElements(data.scene.elements, (scene) => makeElementView(scene, elementPorts));
    this.children = data.subcompositions.flatMap((child) => createChild(child, ports) ?? []);
    for (const child of this.children) child.parent = this;
    this.node.append(...this.#elements.nodes, ...this.children.map((child) => child.node));
    this.#timeline = new Timeline((line) => this.#elements.tracks(line, 0), {
      onShown: (shown) => this.#setShown(shown),
      onRest: (resting) => this.#elements.onRest(resting),
    });
    this.state = 'Out1';
    this.#setShown(false);
  }

  /** What the service says that it is in; what can be seen follows by {@link take}. */
  get state(): StoredState {
    return this.#state;
  }

  set state(state: StoredState) {
    this.#state = state;
    this.node.dataset.state = state;
  }

  /** What of it can be seen: it is In only while all around it is In, and leaves the way that the outermost leaves. */
  get visibleState(): StoredState {
    const outer = this.parent?.visibleState ?? 'In';
    return outer === 'In' ? this.#state : outer;
  }

  /** It and all below it, parents first. */
  *all(): Generator<SubCompositionView> {
    yield this;
    for (const child of this.children) yield* child.all();
  }

  /** Begins to fetch what these values need. The promise never rejects; none where all is there. */
  prepare(changed: Payload): Promise<unknown> | undefined {
    return this.#elements.prepare({ fields: { ...this.#values, ...changed } });
  }

  /**
   * Takes over these values and shows them, `smooth` where somebody sees them change; returns the buttons whose press is
   * newer than the last one known.
   */
  show(changed: Payload, smooth: boolean): string[] {
    const before = this.#values;
    this.#values = { ...before, ...changed };
    this.#elements.show({ fields: this.#values }, smooth && this.#timeline.shown);
    return this.#buttons.filter((field) => pressedAt(this.#values[field]) > pressedAt(before[field]));
  }

  /** When a button was last pressed, milliseconds since the epoch. */
  pressedAt(button: string): number {
    return pressedAt(this.#values[button]);
  }

  /** Fires a button, once. */
  press(button: string): void {
    this.#elements.press(button);
  }

  /** Moves what can be seen to a state. */
  take(state: StoredState, action: AnimationAction): void {
    this.#elements.take(state, action);
    this.#timeline.take(state, action);
  }

  /** Stands still at a time (ms) of one of its lines. */
  hold(line: LineName, time: number): void {
    this.#timeline.hold(line, time);
  }

  /** It is taken out of the page for good. */
  dispose(): void {
    this.#timeline.take('Out1', 'jump');
    this.#elements.dispose();
  }

  /** Said outright for both, because a child may still be on its way out when its parent is gone. */
  #setShown(shown: boolean): void {
    this.node.style.visibility = shown ? 'visible' : 'hidden';
    this.#elements.onShown(shown);
  }
}

/** One that cannot be made blanks nothing but itself. */
function createChild(data: SubComposition, ports: ElementPorts): SubCompositionView | undefined {
  try {
    return new SubCompositionView(data, ports);
  } catch (error) {
    ports.report(`"${data.name}" cannot be drawn`, error);
    return undefined;
  }
}
