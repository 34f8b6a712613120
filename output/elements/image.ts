import { choices } from '../../scene/schema/choices.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, numberOf, textOf } from '../binding.ts';
import type { ShowMedia } from '../page/show-media.ts';
import type { DrawnElement } from './drawn-element.ts';
import { MediaSlot, openPicture } from './media-slot.ts';

export function drawImage({ source, fit, radius }: ElementOf<'image'>, media: ShowMedia): DrawnElement {
  const slot = new MediaSlot(media, { name: 'picture', open: (address) => openPicture(address) });
  const { node } = slot;
  return {
    node,
    get mediaMissing() {
      return slot.mediaMissing;
    },
    prepare: (scope) => slot.prepare(textOf(source, scope)),
    show(scope) {
      node.style.setProperty('--fit', choiceOf(fit, scope, choices.fit));
      if (radius !== undefined) node.style.setProperty('--radius', `${numberOf(radius, scope)}px`);
      slot.show(textOf(source, scope));
    },
    dispose: () => slot.dispose(),
  };
}
