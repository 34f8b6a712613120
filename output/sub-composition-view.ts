import type { AnimationAction, StoredState } from '../contract/model/animation-state.ts';
import type { SubComposition } from '../contract/model/composition.ts';
import type { Payload } from '../contract/model/field.ts';
import type { SceneElement } from '../contract/model/scene.ts';
import { fieldsOf, flagOf, pressedAt } from './binding.ts';
import { drawElement } from './elements/draw.ts';
import type { DrawnElement, Surroundings } from './elements/drawn-element.ts';
import { Timeline, type Track } from './timeline.ts';

interface Part {
  scene: SceneElement;
  frame: HTMLElement;
  mover: HTMLElement;
  drawn: DrawnElement;
  /** The fields that it is bound to. */
  fields: string[];
  /** It was told to show at least once. */
  begun: boolean;
}

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
  readonly #name: string;
  readonly #buttons: string[];
  readonly #parts: Part[];
  readonly #timeline: Timeline;
  #values: Payload;
  #state: StoredState = 'Out1';

  constructor(data: SubComposition, surroundings: Surroundings) {
    this.id = data.id;
    this.#name = data.name;
    this.#values = Object.fromEntries(data.fields.map((field) => [field.id, field.defaultValue]));
    this.#buttons = data.fields.filter((field) => field.type === 'button').map((field) => field.id);
    this.node = surroundings.document.createElement('section');
    this.node.className = 'sub-composition';
    this.node.dataset.subComposition = data.id;
    this.node.dataset.name = data.name;
    this.#parts = data.scene.elements.flatMap((scene) => this.#part(scene, surroundings));
    this.children = data.subcompositions.flatMap((child) => {
      return this.#guard(child.name, () => new SubCompositionView(child, surroundings)) ?? [];
    });
    for (const child of this.children) child.parent = this;
    this.node.append(...this.#parts.map((part) => part.frame), ...this.children.map((child) => child.node));
    this.#timeline = new Timeline({ in: this.#tracks('in'), out2: this.#tracks('out2') }, (shown) => this.#see(shown));
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

  /** Begins to fetch what these values need: one promise, which never rejects, for each thing that is not there yet. */
  prepare(changed: Payload): Promise<void>[] {
    const values = { ...this.#values, ...changed };
    const parts = this.#concerned(changed);
    return parts.flatMap((part) => this.#guard(part.scene.id, () => part.drawn.prepare?.(values)) ?? []);
  }

  /** Takes over these values and shows them; returns the buttons whose press is newer than the last one known. */
  show(changed: Payload, smooth: boolean): string[] {
    const before = this.#values;
    this.#values = { ...before, ...changed };
    for (const part of this.#concerned(changed)) {
      part.begun = true;
      this.#guard(part.scene.id, () => {
        if (part.scene.visible !== undefined) part.frame.hidden = !flagOf(part.scene.visible, this.#values);
      });
      this.#guard(part.scene.id, () => part.drawn.show(this.#values, smooth));
    }
    return this.#buttons.filter((field) => pressedAt(this.#values[field]) > pressedAt(before[field]));
  }

  /** When a button was last pressed, milliseconds since the epoch. */
  pressedAt(button: string): number {
    return pressedAt(this.#values[button]);
  }

  /** Fires a button, once. */
  press(button: string): void {
    for (const part of this.#parts) this.#guard(part.scene.id, () => part.drawn.press?.(button));
  }

  /** Moves what can be seen to a state. */
  go(state: StoredState, action: AnimationAction): void {
    this.#timeline.go(state, action);
  }

  #concerned(changed: Payload): Part[] {
    return this.#parts.filter((part) => !part.begun || part.fields.some((field) => Object.hasOwn(changed, field)));
  }

  #part(scene: SceneElement, surroundings: Surroundings): Part[] {
    const part = this.#guard(scene.id, () => {
      const drawn = drawElement(scene, surroundings);
      const [frame, mover] = [surroundings.document.createElement('div'), surroundings.document.createElement('div')];
      frame.className = scene.mask ? 'frame mask' : 'frame';
      frame.dataset.element = scene.id;
      const { x, y, width, height } = scene.frame;
      Object.assign(frame.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
      mover.className = 'mover';
      mover.append(drawn.node);
      frame.append(mover);
      return { scene, frame, mover, drawn, fields: fieldsOf(scene), begun: false };
    });
    return part ? [part] : [];
  }

  #tracks(line: 'in' | 'out2'): Track[] {
    return this.#parts.flatMap(({ scene, mover }) => {
      const motion = scene[line];
      return motion ? [{ target: mover, motion }] : [];
    });
  }

  /** Said outright for both, because a child may still be on its way out when its parent is gone. */
  #see(shown: boolean): void {
    this.node.style.visibility = shown ? 'visible' : 'hidden';
    for (const part of this.#parts) this.#guard(part.scene.id, () => part.drawn.onShown?.(shown));
  }

  #guard<T>(element: string, draw: () => T): T | undefined {
    try {
      return draw();
    } catch (error) {
      console.error(`on air: "${element}" of "${this.#name}" cannot be drawn:`, error);
      return undefined;
    }
  }
}
