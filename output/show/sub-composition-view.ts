import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { SubComposition } from '../../scene/schema/composition.ts';
import type { Payload } from '../../contract/model/field.ts';
import { writtenOf } from '../../scene/content/changed-subs.ts';
import { pressedAt } from '../binding.ts';
import type { ShowPorts } from '../elements/drawn-element.ts';
import { NestedElements } from '../elements/nested-elements.ts';
import { makeElementView } from './element-view.ts';
import { Timeline } from '../motion/timeline.ts';

/** A new version of a part of the picture: what it draws anew, and the step that puts it into the picture. */
export interface Revised {
  created: DrawnSubComposition[];
  adopt: () => void;
}

export class DrawnSubComposition {
  readonly id: string;
  readonly node: HTMLElement;
  children: DrawnSubComposition[];
  parent: DrawnSubComposition | undefined;
  readonly #written: string;
  readonly #ports: ShowPorts;
  readonly #buttons: string[];
  readonly #elements: NestedElements;
  readonly timeline: Timeline;
  #values: Payload;
  #state: StoredState = 'Out1';

  constructor(data: SubComposition, ports: ShowPorts) {
    this.id = data.id;
    this.#ports = ports;
    this.#written = writtenOf(data);
    this.#values = Object.fromEntries(data.fields.map((field) => [field.id, field.defaultValue]));
    this.#buttons = data.fields.filter((field) => field.type === 'button').map((field) => field.id);
    this.node = document.createElement('section');
    this.node.className = 'sub-composition';
    this.node.dataset.subComposition = data.id;
    this.node.dataset.name = data.name;
    const own = { ...ports, subComposition: data };
    this.#elements = new NestedElements(data.scene.elements, (scene) => makeElementView(scene, own));
    this.children = data.subcompositions.flatMap((child) => createChild(child, ports) ?? []);
    for (const child of this.children) child.parent = this;
    this.node.append(...this.#elements.nodes, ...this.children.map((child) => child.node));
    this.timeline = new Timeline((line) => this.#elements.tracks(line, 0), {
      onShown: (shown) => this.#setShown(shown),
      onRest: (resting) => this.#elements.onRest(resting),
    });
    this.state = 'Out1';
    this.#setShown(false);
  }

  /** The confirmed state. {@link take} moves the picture there. */
  get state(): StoredState {
    return this.#state;
  }

  set state(state: StoredState) {
    this.#state = state;
    this.node.dataset.state = state;
  }

  /** The picture's state: In only while all parents are In; else it leaves as the outermost parent does. */
  get visibleState(): StoredState {
    const outer = this.parent?.visibleState ?? 'In';
    return outer === 'In' ? this.#state : outer;
  }

  *all(): Generator<DrawnSubComposition> {
    yield this;
    for (const child of this.children) yield* child.all();
  }

  /** Whether a new version changes nothing but sub-compositions inside. */
  fits(data: SubComposition): boolean {
    return writtenOf(data) === this.#written;
  }

  /** Prepares a new version that fits. Sub-compositions that have not changed stay as they are: their motions go on. */
  revised(data: SubComposition): Revised {
    const created: DrawnSubComposition[] = [];
    const inside: Revised[] = [];
    const children = data.subcompositions.flatMap((child) => {
      const known = this.children.find(({ id }) => id === child.id);
      if (known?.fits(child)) {
        inside.push(known.revised(child));
        return known;
      }
      const made = createChild(child, this.#ports);
      if (made) created.push(...made.all());
      return made ?? [];
    });
    const adopt = (): void => {
      for (const one of inside) one.adopt();
      this.#adopt(children);
    };
    return { created: [...created, ...inside.flatMap((one) => one.created)], adopt };
  }

  /** Moves no node that stays, because a moved node starts its motions anew. */
  #adopt(children: DrawnSubComposition[]): void {
    for (const child of this.children) {
      if (children.includes(child)) continue;
      for (const each of child.all()) each.dispose();
      child.node.remove();
    }
    this.children = children;
    let next: Node | null = null;
    for (const child of [...children].reverse()) {
      child.parent = this;
      if (child.node.parentNode !== this.node || child.node.nextSibling !== next)
        this.node.insertBefore(child.node, next);
      next = child.node;
    }
  }

  prepare(changed: Payload): Promise<unknown> | undefined {
    return this.#elements.prepare({ fields: { ...this.#values, ...changed } });
  }

  /** Returns the buttons with a new press. `smooth`: an update animation may run while visible. */
  show(changed: Payload, smooth: boolean): string[] {
    const before = this.#values;
    this.#values = { ...before, ...changed };
    this.#elements.show({ fields: this.#values }, smooth && this.timeline.shown);
    return this.#buttons.filter((field) => pressedAt(this.#values[field]) > pressedAt(before[field]));
  }

  /** In ms since the epoch. */
  pressedAt(button: string): number {
    return pressedAt(this.#values[button]);
  }

  press(button: string): void {
    this.#elements.press(button);
  }

  take(state: StoredState, action: AnimationAction): void {
    this.#elements.take(state, action);
    this.timeline.take(state, action);
  }

  dispose(): void {
    this.timeline.take('Out1', 'jump');
    this.#elements.dispose();
  }

  /** Set explicitly both ways: a child may still be leaving after its parent is hidden. */
  #setShown(shown: boolean): void {
    this.node.style.visibility = shown ? 'visible' : 'hidden';
    this.#elements.onShown(shown);
  }
}

/** A child that fails is reported and left out; the rest is drawn. */
function createChild(data: SubComposition, ports: ShowPorts): DrawnSubComposition | undefined {
  try {
    const view = new DrawnSubComposition(data, ports);
    ports.failures.remove(data.id);
    return view;
  } catch (error) {
    ports.failures.add(data.id, { problem: `"${data.name}" cannot be drawn`, subComposition: data.id }, error);
    return undefined;
  }
}
