import type { ElementOf } from '../../scene/schema/scene.ts';
import { numberOf, type Scope, textOf } from '../binding.ts';
import type { ShowMedia } from '../page/show-media.ts';
import { MediaSlot, openPicture } from './media-slot.ts';
import { DrawnGroup, type MakeElement } from './nested-elements.ts';

/** Hides everything. */
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
    this.#picture = new MediaSlot(media, {
      name: 'mask',
      // The style sheet loads the mask in CORS mode. The same mode here avoids a second request, and makes a picture
      // without permission fail here.
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
