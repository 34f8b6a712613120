import type { AnimationAction, StoredState } from '../contract/model/animation-state.ts';
import type { SubComposition } from '../scene/schema/composition.ts';
import type { Payload } from '../contract/model/field.ts';
import { pressedAt } from './binding.ts';
import type { Surroundings } from './elements/drawn-element.ts';
import { Held } from './elements/held.ts';
import { makePart } from './part.ts';
import { type LineName, Timeline } from './timeline.ts';

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
  readonly #held: Held;
  readonly #timeline: Timeline;
  #values: Payload;
  #state: StoredState = 'Out1';

  constructor(data: SubComposition, surroundings: Surroundings) {
    this.id = data.id;
    this.#values = Object.fromEntries(data.fields.map((field) => [field.id, field.defaultValue]));
    this.#buttons = data.fields.filter((field) => field.type === 'button').map((field) => field.id);
    this.node = surroundings.document.createElement('section');
    this.node.className = 'sub-composition';
    this.node.dataset.subComposition = data.id;
    this.node.dataset.name = data.name;
    const around = { surroundings, name: data.name };
    this.#held = new Held(data.scene.elements, (element) => makePart(element, around));
    this.children = data.subcompositions.flatMap((child) => nested(child, surroundings) ?? []);
    for (const child of this.children) child.parent = this;
    this.node.append(...this.#held.nodes, ...this.children.map((child) => child.node));
    this.#timeline = new Timeline((line) => this.#held.tracks(line, 0), {
      onShown: (shown) => this.#see(shown),
      onRest: (resting) => this.#held.onRest(resting),
    });
    this.state = 'Out1';
    this.#see(false);
  }

  /** What the service says that it is in; what can be seen follows by {@link go}. */
  get state(): StoredState {
    return this.#state;
  }

  set state(state: StoredState) {
    this.#state = state;
    this.node.dataset.state = state;
  }

  /** What of it can be seen: it is In only while all around it is In, and leaves the way that the outermost leaves. */
  get seen(): StoredState {
    const around = this.parent?.seen ?? 'In';
    return around === 'In' ? this.#state : around;
  }

  /** It and all below it, parents first. */
  *all(): Generator<SubCompositionView> {
    yield this;
    for (const child of this.children) yield* child.all();
  }

  /** Begins to fetch what these values need. The promise never rejects; none where all is there. */
  prepare(changed: Payload): Promise<unknown> | undefined {
    return this.#held.prepare({ fields: { ...this.#values, ...changed } });
  }

  /**
   * Takes over these values and shows them, `smooth` where somebody sees them change; returns the buttons whose press is
   * newer than the last one known.
   */
  show(changed: Payload, smooth: boolean): string[] {
    const before = this.#values;
    this.#values = { ...before, ...changed };
    this.#held.show({ fields: this.#values }, smooth && this.#timeline.shown);
    return this.#buttons.filter((field) => pressedAt(this.#values[field]) > pressedAt(before[field]));
  }

  /** When a button was last pressed, milliseconds since the epoch. */
  pressedAt(button: string): number {
    return pressedAt(this.#values[button]);
  }

  /** Fires a button, once. */
  press(button: string): void {
    this.#held.press(button);
  }

  /** Moves what can be seen to a state. */
  go(state: StoredState, action: AnimationAction): void {
    this.#held.go(state, action);
    this.#timeline.go(state, action);
  }

  /** Stands still at a time (ms) of one of its lines. */
  hold(line: LineName, time: number): void {
    this.#timeline.hold(line, time);
  }

  /** It is taken out of the page for good. */
  leave(): void {
    this.#timeline.go('Out1', 'jump');
    this.#held.leave();
  }

  /** Said outright for both, because a child may still be on its way out when its parent is gone. */
  #see(shown: boolean): void {
    this.node.style.visibility = shown ? 'visible' : 'hidden';
    this.#held.onShown(shown);
  }
}

/** One that cannot be made blanks nothing but itself. */
function nested(data: SubComposition, surroundings: Surroundings): SubCompositionView | undefined {
  try {
    return new SubCompositionView(data, surroundings);
  } catch (error) {
    surroundings.report(`"${data.name}" cannot be drawn`, error);
    return undefined;
  }
}
