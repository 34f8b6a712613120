import { SvelteMap } from 'svelte/reactivity';
import { compositionOf } from '../../../scene/content/content.ts';
import type { DeskClient } from '../../state/desk.svelte.ts';
import { PreviewState } from './preview-state.svelte.ts';

/** Pixels. */
const pictureWidth = 320;

/** Pictures of the gallery's designs, each drawn once by a hidden preview. */
export class GalleryPictures {
  readonly #desk: DeskClient;
  readonly #pictures = new SvelteMap<string, string>();
  readonly preview = new PreviewState();
  #drawing = false;

  constructor(desk: DeskClient) {
    this.#desk = desk;
  }

  /** As a `data:` address; undefined until drawn. */
  of(id: string): string | undefined {
    return this.#pictures.get(id);
  }

  /** Draws the missing pictures while `wanted` returns true. A design that fails has none. */
  async draw(ids: readonly string[], wanted: () => boolean): Promise<void> {
    if (this.#drawing) return;
    this.#drawing = true;
    for (const id of ids) {
      if (!wanted()) break;
      // A design without a picture shows its name.
      if (!this.#pictures.has(id)) await this.#draw(id).catch(() => undefined);
    }
    this.#drawing = false;
  }

  async #draw(id: string): Promise<void> {
    const content = await this.#desk.service('readGalleryEntry', { params: { template: id } });
    await this.preview.drawn(compositionOf(content));
    this.#pictures.set(id, `data:image/png;base64,${await this.preview.capture(pictureWidth)}`);
  }
}
