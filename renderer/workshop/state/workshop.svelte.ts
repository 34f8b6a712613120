import { OverlayError } from '../../../contract/errors.ts';
import type { CompositionContent } from '../../../scene/schema/composition-content.ts';
import type { CompositionEntry } from '../../../contract/model/composition-entry.ts';
import type { GalleryEntry } from '../../../contract/service-api/authoring.ts';
import { withAllOf, withNewSub } from '../../../scene/edit/sub-compositions.ts';
import { Bench } from './bench.svelte.ts';
import { GalleryPictures } from './gallery-pictures.svelte.ts';
import { PreviewState } from './preview-state.svelte.ts';
import { type LookedAt, Revisions } from './revisions.svelte.ts';
import { store } from './storing.ts';
import type { Surroundings } from './surroundings.ts';
import { Task } from './task.svelte.ts';
import { uploadOf } from './uploads.ts';

/** Pixels. */
const thumbnailWidth = 640;

/** The workshop: the compositions of the account, the one that is worked on, and what is done with it. */
export class Workshop {
  readonly #around: Surroundings;
  readonly #task = new Task();
  readonly preview: PreviewState;
  readonly revisions: Revisions;
  readonly pictures: GalleryPictures;
  #entries = $state.raw<readonly CompositionEntry[]>();
  #gallery = $state.raw<readonly GalleryEntry[]>([]);
  #bench = $state.raw<Bench>();
  /** A step that would lose unsaved edits, until it is decided. */
  #leaving = $state.raw<{ go: () => Promise<boolean> }>();

  constructor(around: Surroundings) {
    this.#around = around;
    this.preview = new PreviewState(around.after);
    this.revisions = new Revisions(around, this.#task);
    this.pictures = new GalleryPictures(around);
  }

  /** The compositions of the account; undefined until they are known. */
  get entries(): readonly CompositionEntry[] | undefined {
    return this.#entries;
  }
  get gallery(): readonly GalleryEntry[] {
    return this.#gallery;
  }
  get bench(): Bench | undefined {
    return this.#bench;
  }
  get looking(): LookedAt | undefined {
    return this.revisions.looking;
  }
  get busy(): string {
    return this.#task.busy;
  }
  get failure(): string {
    return this.#task.failure;
  }
  get done(): string {
    return this.#task.done;
  }
  /** Whether a step waits because it would lose unsaved edits. */
  get leaving(): boolean {
    return this.#leaving !== undefined;
  }
  get unsaved(): boolean {
    return this.#bench?.unsaved ?? false;
  }

  /** Read what the account has. */
  refresh(): Promise<boolean> {
    return this.#task.run('Reading compositions', '', async () => {
      this.#gallery = await this.#around.service('listGallery', { params: {} });
      this.#entries = await this.#around.service('listCompositions', { params: {} });
    });
  }

  /** Work on a composition; asks before unsaved edits of another one are lost. */
  open(entry: CompositionEntry): Promise<boolean> {
    return this.#leave(() => this.#task.run(`Opening ${entry.name}`, '', () => this.#adopt(entry)));
  }

  /** Make a composition, from a design of the gallery or with nothing in it, and work on it. */
  create(name: string, template: string | undefined): Promise<boolean> {
    return this.#leave(() =>
      this.#task.run(`Making ${name}`, `${name} is made.`, async () => {
        const entry = await this.#made(name);
        const params = { composition_id: String(entry.id) };
        if (template !== undefined) {
          const empty = await this.#around.service('readContent', { params });
          const body = withAllOf(empty, await this.template(template));
          await this.#around.service('writeContent', { params, body });
        }
        this.#entries = await this.#around.service('listCompositions', { params: {} });
        await this.#adopt(entry);
      }),
    );
  }

  /** A design of the gallery, with ids of its own. Throws an `OverlayError`. */
  template(id: string): Promise<CompositionContent> {
    return this.#around.service('readGalleryEntry', { params: { template: id } });
  }

  /** Put a design of the gallery into the composition that is worked on. */
  add(bench: Bench, template: GalleryEntry): Promise<boolean> {
    return this.#task.run(`Adding ${template.name}`, `${template.name} is added.`, async () => {
      const other = await this.template(template.id);
      bench.edit((content) => withAllOf(content, other));
      this.#show(bench, other.compositions[other.mainComposition]?.subcompositions[0]);
    });
  }

  /** Install an OGraf package and put its graphic into the composition that is worked on. */
  importGraphic(bench: Bench, file: File): Promise<boolean> {
    return this.#task.run(`Importing ${file.name}`, `${file.name} is imported.`, async () => {
      const { entry } = await this.#around.service('installGraphic', { params: {}, body: await uploadOf(file) });
      const id = this.#around.uuid();
      bench.edit((content) => withNewSub(content, id, entry));
      this.#show(bench, id);
    });
  }

  /** Upload a picture, font, video or sound; gives how a scene names it, undefined where it failed. */
  async upload(file: File): Promise<string | undefined> {
    let path: string | undefined;
    await this.#task.run(`Uploading ${file.name}`, `${file.name} is uploaded.`, async () => {
      ({ path } = await this.#around.service('uploadAsset', { params: {}, body: await uploadOf(file) }));
    });
    return path;
  }

  /** Store the edits. Gives whether they are stored. */
  save(bench: Bench): Promise<boolean> {
    return this.#task.run('Saving', 'Saved.', () => store(this.#around, bench));
  }

  /** Load the composition into the app instance of the desk; its edits are stored first. */
  putOnDesk(bench: Bench): Promise<boolean> {
    return this.#task.run('Loading', 'It is on the desk. Everything is Out.', async () => {
      await store(this.#around, bench);
      await this.#around.service('loadComposition', { params: {}, body: { refId: String(bench.entry.id) } });
    });
  }

  /** What the preview shows becomes the thumbnail. */
  takeThumbnail(bench: Bench): Promise<boolean> {
    return this.#task.run('Making the thumbnail', 'The thumbnail is made.', async () => {
      const file = await this.preview.capture(thumbnailWidth).catch((error: unknown) => {
        throw new OverlayError('picture-unsupported', (error as Error).message);
      });
      const params = { composition_id: String(bench.entry.id) };
      const body = { file, name: 'thumbnail.png', mediaType: 'image/png' };
      const thumbnail = await this.#around.service('uploadThumbnail', { params, body });
      bench.entry = { ...bench.entry, thumbnail };
      this.#entries = this.#entries?.map((entry) => (entry.id === bench.entry.id ? bench.entry : entry));
    });
  }

  /** Decide over the step that would lose unsaved edits. */
  async decide(what: 'save' | 'lose' | 'stay'): Promise<void> {
    const leaving = this.#leaving;
    const bench = this.#bench;
    this.#leaving = undefined;
    if (!leaving || !bench || what === 'stay') return;
    if (what === 'save' && !(await this.save(bench))) return;
    await leaving.go();
  }

  async #made(name: string): Promise<CompositionEntry> {
    const [folder] = await this.#around.service('findFolders', { params: { path: '/' } });
    if (folder === undefined) throw new OverlayError('id-unknown', 'The account has no folder.');
    return this.#around.service('createComposition', { params: {}, body: { name, folder } });
  }

  async #adopt(entry: CompositionEntry): Promise<void> {
    const content = await this.#around.service('readContent', { params: { composition_id: String(entry.id) } });
    await this.revisions.read(entry.id);
    this.#bench?.end();
    this.#bench = new Bench(this.#around, entry, content);
    this.preview.only(this.#bench.subId);
  }

  #show(bench: Bench, id: string | undefined): void {
    if (id === undefined) return;
    bench.choose(id);
    this.preview.only(id);
  }

  #leave(go: () => Promise<boolean>): Promise<boolean> {
    if (!this.unsaved) return go();
    this.#leaving = { go };
    return Promise.resolve(false);
  }
}
