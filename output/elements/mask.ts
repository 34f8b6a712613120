import type { ElementOf } from '../../scene/schema/scene.ts';
import { numberOf, type Scope, textOf } from '../binding.ts';
import type { ElementPorts } from './drawn-element.ts';
import { Group } from './group.ts';
import type { MakeElement } from './nested-elements.ts';
import { MediaSlot } from './media-slot.ts';

/** What the style of an element has where nothing of it is to be seen. */
const nothing = 'inset(50%)';

/**
 * A group that is seen only inside a shape. A shape that cannot be told or had leaves the last good one; before there was
 * one nothing is seen, for what a mask covers is not to be seen.
 */
export class Mask extends Group {
  readonly #scene: ElementOf<'mask'>;
  readonly #picture: MediaSlot<HTMLImageElement>;

  constructor(scene: ElementOf<'mask'>, ports: ElementPorts, make: MakeElement) {
    super(scene, ports, make);
    this.#scene = scene;
    this.node.style.clipPath = nothing;
    this.#picture = new MediaSlot(ports, {
      name: 'mask',
      open: (address) => {
        const media = ports.document.createElement('img');
        // As a style sheet loads it, so that it is not loaded twice, and one that may not be a mask fails here.
        media.crossOrigin = 'anonymous';
        media.src = address;
        return { media, decoded: media.decode() };
      },
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
    if ('radius' in shape) this.#round(numberOf(shape.radius, scope));
    else if ('path' in shape) this.#clip(textOf(shape.path, scope));
    else this.#picture.show(textOf(shape.image, scope));
  }

  override dispose(): void {
    super.dispose();
    this.#picture.dispose();
  }

  #round(radius: number): void {
    Object.assign(this.node.style, { overflow: 'hidden', borderRadius: `${radius}px`, clipPath: '' });
  }

  #clip(path: string): void {
    const clip = `path(${JSON.stringify(path)})`;
    // Data that is no path would be dropped in silence, and everything outside of the shape would be seen.
    if (!CSS.supports('clip-path', clip)) throw new Error('its shape is not the data of an SVG path');
    this.node.style.clipPath = clip;
  }

  /** Without a picture nothing is covered by one, and nothing is seen. */
  #cover(picture: HTMLImageElement | undefined): void {
    const { style } = this.node;
    // Browsers before 120 know the property only by its older name; later ones take both for the same.
    style.setProperty('-webkit-mask', picture ? `url(${JSON.stringify(picture.src)}) 0 0 / 100% 100%` : '');
    style.clipPath = picture ? '' : nothing;
  }
}
