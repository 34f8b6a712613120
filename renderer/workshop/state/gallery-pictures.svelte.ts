import { SvelteMap } from 'svelte/reactivity';
import type { CompositionContent } from '../../../scene/schema/composition-content.ts';
import { PreviewState } from './preview-state.svelte.ts';
import type { Surroundings } from './surroundings.ts';

/** Pixels. */
const pictureWidth = 320;

/** Pictures of the designs of the gallery, each drawn once by a preview that nobody sees. */
export class GalleryPictures {
  readonly #around: Pick<Surroundings, 'service' | 'after'>;
  readonly #pictures = new SvelteMap<string, string>();
  readonly preview: PreviewState;
  #drawing = false;

  constructor(around: Pick<Surroundings, 'service' | 'after'>) {
    this.#around = around;
    this.preview = new PreviewState(around.after);
  }

  /** The picture of a design as a `data:` address; undefined until it is drawn. */
  of(id: string): string | undefined {
    return this.#pictures.get(id);
  }

  /** Draw those that are not drawn yet, as long as `wanted` says so. One that cannot be drawn is left out. */
  async draw(ids: readonly string[], wanted: () => boolean): Promise<void> {
    if (this.#drawing) return;
    this.#drawing = true;
    for (const id of ids) {
      if (!wanted()) break;
      if (!this.#pictures.has(id)) await this.#draw(id).catch(() => undefined);
    }
    this.#drawing = false;
  }

  async #draw(id: string): Promise<void> {
    const content: CompositionContent = await this.#around.service('readGalleryEntry', { params: { template: id } });
    const { composition } = await this.#around.service('checkContent', { params: {}, body: content });
    if (!composition) return;
    await this.preview.drawn(composition);
    this.#pictures.set(id, `data:image/png;base64,${await this.preview.capture(pictureWidth)}`);
  }
}
