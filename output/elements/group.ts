import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import type { Scope } from '../binding.ts';
import type { LineName, Track } from '../timeline.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';
import { Held, type MakeHeld } from './held.ts';

/** Elements that move as one. */
export class Group implements DrawnElement {
  readonly node: HTMLElement;
  readonly #stagger: number | undefined;
  readonly #held: Held;

  constructor(scene: ElementOf<'group' | 'mask'>, { document }: Surroundings, make: MakeHeld) {
    this.#stagger = scene.stagger;
    this.#held = new Held(scene.elements, make);
    this.node = document.createElement('div');
    this.node.className = 'holder';
    this.node.append(...this.#held.nodes);
  }

  get lacking(): boolean {
    return this.#held.lacking;
  }

  prepare(scope: Scope): Promise<unknown> | undefined {
    return this.#held.prepare(scope);
  }

  show(scope: Scope, smooth: boolean): void {
    this.#held.show(scope, smooth);
  }

  go(state: StoredState, action: AnimationAction): void {
    this.#held.go(state, action);
  }

  onShown(shown: boolean): void {
    this.#held.onShown(shown);
  }

  onRest(resting: boolean): void {
    this.#held.onRest(resting);
  }

  press(field: string): void {
    this.#held.press(field);
  }

  leave(): void {
    this.#held.leave();
  }

  tracks(line: LineName, delay: number): Track[] {
    return this.#held.tracks(line, delay, this.#stagger);
  }
}
