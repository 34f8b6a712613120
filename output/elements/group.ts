import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import type { Scope } from '../binding.ts';
import type { LineName, Track } from '../motion/timeline.ts';
import type { DrawnElement } from './drawn-element.ts';
import { NestedElements, type MakeElement } from './nested-elements.ts';

export class DrawnGroup implements DrawnElement {
  readonly node: HTMLElement;
  readonly #stagger: number | undefined;
  readonly #nested: NestedElements;

  constructor(scene: ElementOf<'group' | 'mask'>, make: MakeElement) {
    this.#stagger = scene.stagger;
    this.#nested = new NestedElements(scene.elements, make);
    this.node = document.createElement('div');
    this.node.className = 'holder';
    this.node.append(...this.#nested.nodes);
  }

  get mediaMissing(): boolean {
    return this.#nested.mediaMissing;
  }

  prepare(scope: Scope): Promise<unknown> | undefined {
    return this.#nested.prepare(scope);
  }

  show(scope: Scope, smooth: boolean): void {
    this.#nested.show(scope, smooth);
  }

  take(state: StoredState, action: AnimationAction): void {
    this.#nested.take(state, action);
  }

  onShown(shown: boolean): void {
    this.#nested.onShown(shown);
  }

  onRest(resting: boolean): void {
    this.#nested.onRest(resting);
  }

  press(field: string): void {
    this.#nested.press(field);
  }

  dispose(): void {
    this.#nested.dispose();
  }

  tracks(line: LineName, delay: number): Track[] {
    return this.#nested.tracks(line, delay, this.#stagger);
  }
}
