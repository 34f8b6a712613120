import { type ErrorDetail, errorIn, OverlayError } from '../../../contract/errors.ts';
import type { CompositionContent } from '../../../scene/schema/composition-content.ts';
import type { CompositionEntry } from '../../../contract/model/composition-entry.ts';
import type { GalleryEntry } from '../../../contract/service-api/authoring.ts';
import { withAllOf, withEmptySub, withNewSub } from '../../../scene/edit/sub-compositions.ts';
import { nameOfOne } from '../../../scene/ograf/package-files.ts';
import type { DeskClient } from '../../state/desk.svelte.ts';
import { Bench } from './bench.svelte.ts';
import { filePickerOf, FollowedFile } from './followed-file.svelte.ts';
import { GalleryPictures } from './gallery-pictures.svelte.ts';
import { InstalledMedia } from './installed-media.ts';
import { PreviewState } from './preview-state.svelte.ts';
import { type LookedAt, Revisions } from './revisions.svelte.ts';
import { readStored, store } from './storing.ts';
import { Task } from './task.svelte.ts';
import { knownError } from '../../state/known-error.ts';
import { type TakenKind, pathFor, uploadOf } from '../../state/uploads.ts';
import { texts } from '../../texts/texts.ts';

const words = texts.workshop;

/** Pixels. */
const thumbnailWidth = 640;

export interface PackedGraphic {
  name: string;
  manifest: string;
}

/** The graphics of a package that the service refused because it has several, each under a name of its own. */
function packedGraphics(details: readonly ErrorDetail[]): PackedGraphic[] {
  const named = details.flatMap(({ path, message }) => {
    const name = nameOfOne(message);
    const file = path.replace(/\.ograf\.json$/, '');
    return name === undefined ? [] : [{ name: name || file, file, manifest: path }];
  });
  return named.map(({ name, file, manifest }) => {
    const isAlone = named.filter((other) => other.name === name).length === 1;
    return { name: isAlone ? name : words.graphicOfFile(name, file), manifest };
  });
}

export class Workshop extends Task {
  readonly #desk: DeskClient;
  readonly #installed: InstalledMedia;
  readonly #pickFile: ReturnType<typeof filePickerOf>;
  readonly preview = new PreviewState();
  readonly revisions: Readonly<Revisions>;
  readonly pictures: GalleryPictures;
  entries = $state.raw<readonly CompositionEntry[]>();
  gallery = $state.raw<readonly GalleryEntry[]>([]);
  bench = $state.raw<Bench>();
  followed = $state.raw<Readonly<FollowedFile>>();
  /** A package of several graphics, until one is chosen: their names, and the paths of their manifests. */
  pack = $state.raw<{ bench: Bench; file: File; graphics: readonly PackedGraphic[] }>();
  /** A step that would lose unsaved edits, until the author decides. */
  #leaving = $state.raw<{ go: () => Promise<boolean> }>();

  constructor(desk: DeskClient, page: Window) {
    super();
    this.#desk = desk;
    this.#pickFile = filePickerOf(page);
    this.#installed = new InstalledMedia(desk);
    this.revisions = new Revisions(desk, this);
    this.pictures = new GalleryPictures(desk);
  }

  /** Whether this page can follow files: some browsers allow it, on pages of this machine only. */
  get canFollow(): boolean {
    return this.#pickFile !== undefined;
  }
  get looking(): LookedAt | undefined {
    return this.revisions.looking;
  }
  get leaving(): boolean {
    return this.#leaving !== undefined;
  }
  get unsaved(): boolean {
    return this.bench?.unsaved ?? false;
  }

  override async run(...task: Parameters<Task['run']>): Promise<boolean> {
    const before = this.bench?.revision;
    const succeeded = await super.run(...task);
    // The task succeeded without the list, which keeps the old date.
    if (this.bench?.revision !== before) void this.#list().catch(() => undefined);
    return succeeded;
  }

  refresh(): Promise<boolean> {
    return this.run(words.doing.readingCompositions, '', async () => {
      this.gallery = await this.#desk.service('listGallery', { params: {} });
      await this.#list();
    });
  }

  /** Opens a composition; asks before unsaved edits of another are lost. */
  open(entry: CompositionEntry): Promise<boolean> {
    return this.#leave(() => this.run(words.doing.opening(entry.name), '', () => this.#adopt(entry)));
  }

  create(name: string, template: string | undefined): Promise<boolean> {
    return this.#leave(() =>
      this.run(words.doing.creating(name), words.did.created(name), async () => {
        const entry = await this.#made(name);
        const params = { composition_id: String(entry.id) };
        if (template !== undefined) {
          const empty = await this.#desk.service('readContent', { params });
          const body = withAllOf(empty, await this.template(template));
          await this.#desk.service('writeContent', { params, body });
        }
        await this.#list();
        await this.#adopt(entry);
      }),
    );
  }

  /** A design of the gallery with new ids. Throws an `OverlayError`. */
  template(id: string): Promise<CompositionContent> {
    return this.#desk.service('readGalleryEntry', { params: { template: id } });
  }

  add(bench: Bench, template: GalleryEntry): Promise<boolean> {
    return this.run(words.doing.adding(template.name), words.did.added(template.name), async () => {
      const other = await this.template(template.id);
      bench.edit((content) => withAllOf(content, other));
      const [first] = other.compositions[other.mainComposition]?.subcompositions ?? [];
      if (first !== undefined) bench.choose(first);
    });
  }

  addEmpty(bench: Bench): void {
    const id = crypto.randomUUID();
    bench.edit((content) => withEmptySub(content, id, words.newGraphic));
    bench.choose(id);
  }

  leavePack(): void {
    this.pack = undefined;
  }

  /** `manifest`: of a package of several graphics. */
  async importGraphic(bench: Bench, file: File, manifest?: string): Promise<boolean> {
    this.leavePack();
    const isImported = await this.run(words.doing.importing(file.name), words.did.imported(file.name), async () => {
      const request = { params: { ...(manifest !== undefined && { manifest }) }, body: await uploadOf(file) };
      const { entry } = await this.#desk.service('installGraphic', request).catch((thrown: unknown) => {
        const { details } = knownError(thrown);
        const graphics = packedGraphics(details);
        if (graphics.length > 0) this.pack = { bench, file, graphics };
        throw thrown;
      });
      await this.#installed.read();
      const id = crypto.randomUUID();
      bench.edit((content) => withNewSub(content, id, entry));
      bench.choose(id);
    });
    // The question says it.
    if (this.pack) this.failure = '';
    return isImported;
  }

  /** Uploads a file of the kind; resolves with its path in a scene, undefined after a failure. */
  async upload(file: File, kind: TakenKind): Promise<string | undefined> {
    let path: string | undefined;
    await this.run(words.doing.uploading(file.name), words.did.uploaded(file.name), async () => {
      const body = await uploadOf(file);
      path = pathFor(kind, await this.#desk.service('uploadAsset', { params: {}, body }), file);
      await this.#installed.read();
    });
    return path;
  }

  async follow(bench: Bench): Promise<void> {
    const file = await this.#pickFile?.();
    if (!file || bench !== this.bench) return;
    this.unfollow();
    this.followed = new FollowedFile(file, this.#installed, bench);
  }

  unfollow(): void {
    this.followed?.end();
    this.followed = undefined;
  }

  save(bench: Bench): Promise<boolean> {
    return this.run(words.doing.saving, words.did.saved, () => store(this.#desk, bench));
  }

  /** Decides between the edits and another author's version. The overwritten one is kept as a revision. */
  async settle(bench: Bench, what: 'theirs' | 'mine' | 'later'): Promise<void> {
    const { elsewhere } = bench;
    if (!elsewhere) return;
    if (what === 'theirs') bench.takeTheirs();
    else if (what === 'later') bench.elsewhere = undefined;
    else {
      bench.stored(elsewhere);
      await this.run(words.doing.saving, words.did.savedOver, async () => {
        await this.revisions.keepStored(bench, words.beforeOverwrite);
        await store(this.#desk, bench);
      });
    }
  }

  /** Stores the edits, then loads the composition into the built-in app instance, at every output or at one. */
  putOnDesk(bench: Bench, how: 'keep' | 'replace', output?: string): Promise<boolean> {
    const at = output === undefined ? {} : { output };
    const params = how === 'keep' ? { ...at, keep: 'state' as const } : at;
    return this.run(words.doing.loading, how === 'keep' ? words.did.put : words.did.replaced, async () => {
      await store(this.#desk, bench);
      await this.#desk.service('loadComposition', { params, body: { refId: String(bench.entry.id) } });
    });
  }

  takeThumbnail(bench: Bench): Promise<boolean> {
    return this.run(words.doing.makingThumbnail, words.did.savedThumbnail, async () => {
      const file = await this.preview.capture(thumbnailWidth).catch((error: unknown) => {
        throw new OverlayError('picture-unsupported', errorIn(error).message);
      });
      const params = { composition_id: String(bench.entry.id) };
      const body = { file, name: 'thumbnail.png', mediaType: 'image/png' };
      const thumbnail = await this.#desk.service('uploadThumbnail', { params, body });
      bench.entry = { ...bench.entry, thumbnail };
      await this.#list();
    });
  }

  async decide(what: 'save' | 'lose' | 'stay'): Promise<void> {
    const leaving = this.#leaving;
    const bench = this.bench;
    this.#leaving = undefined;
    if (!leaving || !bench || what === 'stay') return;
    if (what === 'save' && !(await this.save(bench))) return;
    await leaving.go();
  }

  async #list(): Promise<void> {
    this.entries = await this.#desk.service('listCompositions', { params: {} });
  }

  async #made(name: string): Promise<CompositionEntry> {
    const [folder] = await this.#desk.service('findFolders', { params: { path: '/' } });
    if (folder === undefined) throw new OverlayError('id-unknown', words.noFolder);
    return this.#desk.service('createComposition', { params: {}, body: { name, folder } });
  }

  async #adopt(entry: CompositionEntry): Promise<void> {
    const stored = await readStored(this.#desk, entry.id);
    await this.revisions.read(entry.id);
    await this.#installed.read();
    this.unfollow();
    this.bench?.end();
    this.bench = new Bench(this.#installed, entry, stored);
    this.preview.only(this.bench.subId);
  }

  #leave(go: () => Promise<boolean>): Promise<boolean> {
    if (!this.unsaved) return go();
    this.#leaving = { go };
    return Promise.resolve(false);
  }
}
