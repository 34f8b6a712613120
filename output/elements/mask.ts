import type { ElementOf } from '../../contract/model/scene.ts';
import type { Surroundings } from './drawn-element.ts';
import { Group } from './group.ts';
import type { MakeHeld } from './held.ts';

/** A group that is seen only inside a shape. */
export class Mask extends Group {
  constructor(scene: ElementOf<'mask'>, surroundings: Surroundings, make: MakeHeld) {
    super(scene, surroundings, make);
    const { shape } = scene;
    const { style } = this.node;
    if ('radius' in shape) {
      style.overflow = 'hidden';
      style.borderRadius = `${shape.radius}px`;
    } else if ('path' in shape) {
      style.clipPath = `path(${JSON.stringify(shape.path)})`;
      // Data that is no path would be dropped in silence, and everything outside of the shape would be seen.
      if (style.clipPath === '') throw new Error('its shape is not the data of an SVG path');
    } else {
      // Browsers before 120 know the property only by its older name; later ones take both for the same.
      style.setProperty('-webkit-mask', `url(${JSON.stringify(surroundings.address(shape.image))}) 0 0 / 100% 100%`);
    }
  }
}
