import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { ElementOf, SceneElement } from '../../scene/schema/scene.ts';
import type { Scope } from '../binding.ts';
import type { LineName, Track } from '../motion/timeline.ts';
import { div, type DrawnElement } from './drawn-element.ts';

/** Reports a failure and returns undefined. */
export type MakeElement = (scene: SceneElement) => DrawnElement | undefined;

/** The elements nested in another one, in drawing order. Each call goes to all. */
export class NestedElements {
  readonly elements: readonly DrawnElement[];
  readonly #stagger: number;

  /** `stagger`: milliseconds by which each element moves later than the one before. */
  constructor(elements: readonly SceneElement[], make: MakeElement, stagger = 0) {
    this.elements = elements.flatMap((element) => make(element) ?? []);
    this.#stagger = stagger;
  }

  get nodes(): HTMLElement[] {
    return this.elements.map(({ node }) => node);
  }

  /** Resolves when all media for these values have loaded; undefined if there are none. */
  prepare(scope: Scope): Promise<unknown> | undefined {
    const fetching = this.elements.flatMap((member) => member.prepare?.(scope) ?? []);
    return fetching.length > 0 ? Promise.all(fetching) : undefined;
  }

  show(scope: Scope, smooth: boolean): void {
    for (const member of this.elements) member.show(scope, smooth);
  }

  take(state: StoredState, action: AnimationAction): void {
    for (const member of this.elements) member.take?.(state, action);
  }

  onShown(shown: boolean): void {
    for (const member of this.elements) member.onShown?.(shown);
  }

  onRest(resting: boolean): void {
    for (const member of this.elements) member.onRest?.(resting);
  }

  press(field: string): void {
    for (const member of this.elements) member.press?.(field);
  }

  dispose(): void {
    for (const member of this.elements) member.dispose?.();
  }

  /** Delayed by `delay` ms. */
  tracks(line: LineName, delay: number): Track[] {
    return this.elements.flatMap((member, place) => member.tracks?.(line, delay + place * this.#stagger) ?? []);
  }

  get mediaMissing(): boolean {
    return this.elements.some((member) => member.mediaMissing);
  }
}

export class DrawnGroup extends NestedElements implements DrawnElement {
  readonly node = div('holder');

  constructor({ elements, stagger }: ElementOf<'group' | 'mask'>, make: MakeElement) {
    super(elements, make, stagger);
    this.node.append(...this.nodes);
  }
}
