import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { SceneElement } from '../../scene/schema/scene.ts';
import type { Scope } from '../binding.ts';
import type { LineName, Track } from '../timeline.ts';
import type { DrawnElement } from './drawn-element.ts';

/** Makes an element that another one holds; none where it cannot be made, which is reported. */
export type MakeHeld = (scene: SceneElement) => DrawnElement | undefined;

/** The elements that one of them holds, in their drawing order. What it is told it tells each. */
export class Held {
  readonly members: readonly DrawnElement[];

  constructor(elements: readonly SceneElement[], make: MakeHeld) {
    this.members = elements.flatMap((element) => make(element) ?? []);
  }

  /** Their nodes, to be put into that of their holder. */
  get nodes(): HTMLElement[] {
    return this.members.map(({ node }) => node);
  }

  /** Resolves when all is there that these values need; nothing where it is. */
  prepare(scope: Scope): Promise<unknown> | undefined {
    const fetching = this.members.flatMap((member) => member.prepare?.(scope) ?? []);
    return fetching.length > 0 ? Promise.all(fetching) : undefined;
  }

  show(scope: Scope, smooth: boolean): void {
    for (const member of this.members) member.show(scope, smooth);
  }

  go(state: StoredState, action: AnimationAction): void {
    for (const member of this.members) member.go?.(state, action);
  }

  onShown(shown: boolean): void {
    for (const member of this.members) member.onShown?.(shown);
  }

  onRest(resting: boolean): void {
    for (const member of this.members) member.onRest?.(resting);
  }

  press(field: string): void {
    for (const member of this.members) member.press?.(field);
  }

  leave(): void {
    for (const member of this.members) member.leave?.();
  }

  /** Their motions, from `delay` on, each beginning `stagger` later than the one before. */
  tracks(line: LineName, delay: number, stagger = 0): Track[] {
    return this.members.flatMap((member, place) => member.tracks?.(line, delay + place * stagger) ?? []);
  }

  get lacking(): boolean {
    return this.members.some((member) => member.lacking);
  }
}
