import { choices } from '../../scene/schema/choices.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, numberOf, type Scope, textOf } from '../binding.ts';
import type { DrawnElement } from './drawn-element.ts';
import type { ShowMedia } from '../page/show-media.ts';
import { MediaSlot } from './media-slot.ts';

export class DrawnImage implements DrawnElement {
  readonly #scene: ElementOf<'image'>;
  readonly #slot: MediaSlot<HTMLImageElement>;

  constructor(scene: ElementOf<'image'>, media: ShowMedia) {
    this.#scene = scene;
    this.#slot = new MediaSlot(media, {
      name: 'picture',
      open: (address) => {
        const picture = document.createElement('img');
        picture.alt = '';
        picture.src = address;
        return { media: picture, decoded: picture.decode() };
      },
    });
  }

  get node(): HTMLElement {
    return this.#slot.node;
  }

  get mediaMissing(): boolean {
    return this.#slot.mediaMissing;
  }

  prepare(scope: Scope): Promise<unknown> | undefined {
    return this.#slot.prepare(textOf(this.#scene.source, scope));
  }

  show(scope: Scope): void {
    const { source, fit, radius } = this.#scene;
    this.node.style.setProperty('--fit', choiceOf(fit, scope, choices.fit));
    if (radius !== undefined) this.node.style.setProperty('--radius', `${numberOf(radius, scope)}px`);
    this.#slot.show(textOf(source, scope));
  }

  dispose(): void {
    this.#slot.dispose();
  }
}
