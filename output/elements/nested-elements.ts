import type { AnimationAction, StoredState } from '../../contract/model/animation-state.ts';
import type { ElementOf, SceneElement } from '../../scene/schema/scene.ts';
import { numberOf, type Scope, textOf } from '../binding.ts';
import type { LineName, Track } from '../motion/timeline.ts';
import type { ShowMedia } from '../page/show-media.ts';
import { div, type DrawnElement } from './drawn-element.ts';
import { mediaSlot, type MediaSlot, openPicture } from './media-slot.ts';

export type MakeElement = (scene: SceneElement) => DrawnElement;

/** The elements in drawing order. Each call goes to all of them. */
export class NestedElements {
  readonly elements: readonly DrawnElement[];
  readonly #stagger: number;

  /** `stagger`: milliseconds by which each element moves later than the one before. */
  constructor(elements: readonly SceneElement[], make: MakeElement, stagger = 0) {
    this.elements = elements.map(make);
    this.#stagger = stagger;
  }

  get nodes(): HTMLElement[] {
    return this.elements.map(({ node }) => node);
  }

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

const nothing = 'inset(50%)';

/**
 * A group visible only inside a shape. If the shape cannot be read or loaded, the last good one stays. Before the first
 * one, nothing is visible: a mask must never reveal what it covers.
 */
export class DrawnMask extends DrawnGroup {
  readonly #scene: ElementOf<'mask'>;
  readonly #picture: MediaSlot<HTMLImageElement>;

  constructor(scene: ElementOf<'mask'>, media: ShowMedia, make: MakeElement) {
    super(scene, make);
    this.#scene = scene;
    this.node.style.clipPath = nothing;
    this.#picture = mediaSlot(media, {
      before: 'stays',
      name: 'mask',
      // In CORS mode, as the style sheet loads it: one request, and a picture without permission fails here.
      open: (address) => openPicture(address, 'anonymous'),
      onChanged: (picture) => this.#cover(picture),
    });
  }

  override get mediaMissing(): boolean {
    return super.mediaMissing || this.#picture.mediaMissing;
  }

  override prepare(scope: Scope): Promise<unknown> | undefined {
    const { shape } = this.#scene;
    const nested = super.prepare(scope);
    const picture = 'image' in shape ? this.#picture.prepare(textOf(shape.image, scope)) : undefined;
    return nested && picture ? Promise.all([nested, picture]) : (nested ?? picture);
  }

  override show(scope: Scope, smooth: boolean): void {
    super.show(scope, smooth);
    const { shape } = this.#scene;
    if ('radius' in shape) {
      const borderRadius = `${numberOf(shape.radius, scope)}px`;
      Object.assign(this.node.style, { overflow: 'hidden', borderRadius, clipPath: '' });
    } else if ('path' in shape) this.#clip(textOf(shape.path, scope));
    else this.#picture.show(textOf(shape.image, scope));
  }

  override dispose(): void {
    super.dispose();
    this.#picture.dispose();
  }

  #clip(path: string): void {
    const clip = `path(${JSON.stringify(path)})`;
    // The browser ignores invalid path data, which would reveal everything outside the shape.
    if (!CSS.supports('clip-path', clip)) throw new Error('its shape is not the data of an SVG path');
    this.node.style.clipPath = clip;
  }

  #cover(picture: HTMLImageElement | undefined): void {
    const { style } = this.node;
    // Browsers before version 120 know only the prefixed property; later ones accept both names.
    style.setProperty('-webkit-mask', picture ? `url(${JSON.stringify(picture.src)}) 0 0 / 100% 100%` : '');
    style.clipPath = picture ? '' : nothing;
  }
}
