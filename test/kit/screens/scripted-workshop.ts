import type { AuthoringName, ServiceAnswer, ServiceCall } from '../../../contract/desk-api/authoring.ts';
import { OverlayError } from '../../../contract/errors.ts';
import { graphicRefused, oneOfSeveral } from '../../../scene/ograf/package-files.ts';
import type { SubComposition } from '../../../scene/schema/composition.ts';
import type { CompositionContent } from '../../../scene/schema/composition-content.ts';
import type { CompositionEntry, Revision } from '../../../contract/model/composition-entry.ts';
import type { Asset } from '../../../contract/service-api/assets.ts';
import * as example from '../../../contract/service-api/examples.ts';
import { contentOf, emptyComposition } from '../../../scene/content/content.ts';
import { compositionWith, gallery } from '../../../gallery/gallery.ts';

/** The ids of the composition that is there. */
export const ids = {
  main: '10000000-0000-4000-8000-000000000000',
  third: '10000000-0000-4000-8000-000000000001',
} as const;

/** A lower third of a plate and a name that a field holds, which both come In, the name 100 ms later. */
export function lowerThirdContent(): CompositionContent {
  const motion = { offset: { opacity: 0 }, delay: 0, duration: 400, easing: 'ease-out' } as const;
  const words = {
    id: 'name',
    type: 'text',
    title: 'Name',
    defaultValue: 'Ada Lovelace',
    resetValue: 'Ada Lovelace',
  } as const;
  const nothing = { fields: [], logicLayer: null, secondTimeline: false, scene: { elements: [] }, subcompositions: [] };
  const third: SubComposition = {
    ...nothing,
    id: ids.third,
    name: 'Lower Third',
    fields: [{ ...words, immediateUpdate: false, index: 0 }],
    scene: {
      elements: [
        { kind: 'box', id: 'plate', frame: { x: 100, y: 800, width: 900, height: 120 }, fill: '#0b1628', in: motion },
        {
          kind: 'text',
          id: 'words',
          frame: { x: 120, y: 800, width: 860, height: 120 },
          text: { field: 'name' },
          size: 56,
          weight: 700,
          align: 'left',
          color: '#ffffff',
          in: { ...motion, delay: 100 },
        },
      ],
    },
  };
  return contentOf({ version: 1, root: { ...nothing, id: ids.main, name: 'Evening', subcompositions: [third] } });
}

interface Kept {
  entry: CompositionEntry;
  content: CompositionContent;
  /** The revision of the content, as its `ETag` tells. */
  number: number;
  revisions: { revision: Revision; content: CompositionContent }[];
}

type Asked = Record<string, string>;

/** A service for authors in memory, which keeps what it is given. */
export class ScriptedWorkshop {
  readonly kept = new Map<number, Kept>();
  /** What was asked of the service that changes something, in order. */
  readonly changes: { endpoint: AuthoringName; params: unknown; body: unknown }[] = [];
  /** The graphics of each package by the names of their files; empty for one. */
  graphics: Readonly<Record<string, string>> = {};
  /** What the app instance has loaded. */
  loaded: readonly CompositionContent[] = [];
  readonly #assets: Asset[] = [];
  readonly #refusals = new Map<AuthoringName, OverlayError>();
  #ids = 0;

  constructor() {
    this.keep('Evening', lowerThirdContent());
  }

  readonly uuid = (): string => `00000000-0000-4000-8000-${String(++this.#ids).padStart(12, '0')}`;

  /** A composition that is there already; gives its id. */
  keep(name: string, content: CompositionContent): number {
    const id = this.kept.size + 1;
    const entry = { ...example.compositionEntry, id, name, thumbnail: '', updated_at: '2026-03-04T18:30:00.000Z' };
    this.kept.set(id, { entry, content, number: 1, revisions: [] });
    return id;
  }

  /** From now on this endpoint is refused so; undefined ends that. */
  refuse(endpoint: AuthoringName, error: OverlayError | undefined): void {
    if (error) this.#refusals.set(endpoint, error);
    else this.#refusals.delete(endpoint);
  }

  /** Somebody else stores a content. */
  storeElsewhere(id: number, change: (content: CompositionContent) => CompositionContent): void {
    const kept = this.#of({ composition_id: String(id) });
    kept.content = change(kept.content);
    kept.number += 1;
    kept.entry = { ...kept.entry, updated_at: '2026-03-05T19:45:00.000Z' };
  }

  readonly answer = ({ endpoint, params, body, ifMatch }: ServiceCall): ServiceAnswer => {
    const refusal = this.#refusals.get(endpoint);
    if (refusal) throw refusal;
    const run = this.#answers[endpoint];
    if (!run) throw new OverlayError('route-unknown', `The scripted service has no ${endpoint}.`);
    if (ifMatch !== undefined && ifMatch !== this.#of(params).number) throw new OverlayError('changed-meanwhile');
    if (!/^(read|list|find|check)/.test(endpoint)) this.changes.push({ endpoint, params, body });
    const answer = run(params, body);
    return { answer, revision: /Content$/.test(endpoint) ? this.#of(params).number : null };
  };

  readonly #answers: Partial<Record<AuthoringName, (params: Asked, body: any) => unknown>> = {
    findFolders: () => [example.folderId],
    listCompositions: () => [...this.kept.values()].map(({ entry }) => entry),
    createComposition: (_, { name }) => {
      const id = this.keep(name, contentOf(emptyComposition(name, this.uuid())));
      return { ...this.#of({ composition_id: String(id) }).entry, refId: id, type: 'composition' };
    },
    readContent: (params) => this.#of(params).content,
    writeContent: (params, content) => {
      this.storeElsewhere(Number(params.composition_id), () => content as CompositionContent);
      return 'Ok';
    },
    listGallery: () =>
      gallery.map(({ id, name, description }) => ({ id, name, description, fields: 1, thumbnail: '/none.svg' })),
    readGalleryEntry: ({ template = '' }) => contentOf(compositionWith(template, this.#template(template), this.uuid)),
    listRevisions: (params) => this.#of(params).revisions.map(({ revision }) => revision),
    writeRevision: (params, { scene_id, revision_id, description }) => {
      const { revisions, content } = this.#of(params);
      revisions.push({ revision: { ...example.revision, scene_id, revision_id, description }, content });
      return { status: 'success' };
    },
    readRevisionContent: (params) =>
      this.#of(params).revisions.find(({ revision }) => String(revision.revision_id) === params.revision_id)?.content,
    uploadThumbnail: () => '//127.0.0.1/media/pictures/1.png#640x360,image/png',
    loadComposition: () => 'Ok',
    readLoadedContents: () => this.loaded,
    uploadAsset: (_, { name, mediaType }) => {
      const asset = { id: `a${this.#assets.length + 1}`, name, mediaType, size: 3 };
      this.#assets.push({ ...asset, path: `/media/assets/${asset.id}.png` });
      return this.#assets.at(-1);
    },
    listAssets: () => this.#assets,
    listGraphics: () => [],
    installGraphic: ({ manifest }) => {
      const manifests = Object.entries(this.graphics).map(([file, name]) => ({ path: `${file}.ograf.json`, name }));
      if (manifests.length > 0 && !manifests.some(({ path }) => path === manifest))
        throw graphicRefused(manifests.map(({ path, name }) => ({ path, message: oneOfSeveral(name) })));
      return { warnings: [], entry: { ...lowerThirdContent().compositions[ids.third], name: 'OGraf Third' } };
    },
  };

  #of({ composition_id = '' }: Asked): Kept {
    const kept = this.kept.get(Number(composition_id));
    if (!kept) throw new OverlayError('id-unknown');
    return kept;
  }

  #template(id: string): typeof gallery {
    return gallery.filter((template) => template.id === id);
  }
}
