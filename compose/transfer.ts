import { readFile, stat } from 'node:fs/promises';
import { OverlayError } from '../contract/errors.ts';
import { type CompositionContent, type ContentEntry } from '../scene/schema/composition-content.ts';
import { listAssets, uploadAsset } from '../contract/service-api/assets.ts';
import {
  createComposition,
  deleteComposition,
  readComposition,
  readContent,
  writeContent,
} from '../contract/service-api/compositions.ts';
import { findFolders } from '../contract/service-api/dashboard.ts';
import { installGraphic } from '../contract/service-api/graphics.ts';
import { checkContent } from '../scene/content/content-check.ts';
import { contentOf, emptyComposition } from '../scene/content/content.ts';
import { readFolder } from '../service/graphics/folder.ts';
import { type Bundle, mediaIn, packBundle, packed, unpacked } from './bundle.ts';
import { anything, linesOf } from './check-files.ts';
import { readJson } from './json-file.ts';
import { Refused } from './refused.ts';
import type { RemoteService } from './remote-service.ts';

/** What is to be brought where. */
export interface Import {
  /** A file or a folder. */
  source: string;
  /** The composition that it goes into; undefined for a new one. */
  into: number | undefined;
  /** What a new one is called. */
  name: string;
}

/** Who is told what is worth knowing, and where new ids come from. */
export interface Around {
  print: (line: string) => void;
  warn: (line: string) => void;
  uuid: () => string;
}

/** Bring a composition, a bundle or a graphic to a service. Throws {@link Refused}; then no composition was changed. */
export async function importFile(service: RemoteService, what: Import, around: Around): Promise<void> {
  const source = await read(what.source);
  const id =
    'content' in source
      ? await importBundle(service, source, { what, around })
      : await importGraphic(service, source.zip, { what, around });
  around.print(`${what.source} is composition ${id} of the service.`);
}

/** Write a composition of a service into a file. Throws {@link Refused}. */
export async function exportFile(
  service: RemoteService,
  { compositionId, asBundle }: { compositionId: number; asBundle: boolean },
  around: Pick<Around, 'warn'>,
): Promise<Uint8Array> {
  const params = { composition_id: String(compositionId) };
  const content = await service.bytes(readContent, params);
  if (!asBundle) return content;
  const { thumbnail } = await service.call(readComposition, params);
  const media = new Map<string, Uint8Array>();
  for (const name of mediaIn(content)) {
    const bytes = await service.media(thumbnail, `/media/assets/${name}`);
    if (bytes) media.set(name, bytes);
    else around.warn(`The composition names /media/assets/${name}, which is not there. The bundle is without it.`);
  }
  if (/"kind"\s*:\s*"graphic"/.test(new TextDecoder().decode(content))) {
    around.warn('The composition has graphics that are installed in the service. Bundles do not carry them.');
  }
  return packBundle({ content, media });
}

async function read(source: string): Promise<Bundle | { zip: Uint8Array }> {
  const found = await stat(source).catch(() => undefined);
  if (!found) throw new Refused(`There is no ${source}.`);
  if (found.isDirectory()) {
    return { zip: await packed(await readFolder(source).catch((thrown: unknown) => refuse(source, thrown))) };
  }
  const bytes = await readFile(source);
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') return { content: bytes, media: new Map() };
  const inside = await unpacked(bytes);
  return 'content' in inside ? inside : { zip: bytes };
}

interface Task {
  what: Import;
  around: Around;
}

async function importBundle(service: RemoteService, { content, media }: Bundle, { what }: Task): Promise<number> {
  refuseBad(content, what.source);
  await uploadMissing(service, media);
  return store(service, content, what);
}

/** What a service would refuse is refused before anything is sent there. Warnings are for who writes it: `check`. */
function refuseBad(content: Uint8Array, source: string): void {
  const json = readJson(content);
  const { problems } = 'problems' in json ? json : checkContent(json.value, anything);
  if (problems.length > 0) throw new Refused(linesOf(source, { problems, warnings: [] }).join('\n'));
}

async function uploadMissing(service: RemoteService, media: Bundle['media']): Promise<void> {
  if (media.size === 0) return;
  const there = new Set((await service.call(listAssets)).map(({ id }) => id));
  for (const [name, file] of media) {
    const id = name.slice(0, 64);
    if (there.has(id)) continue;
    const made = await service.call(uploadAsset, {}, { file, name, mediaType: 'application/octet-stream' });
    if (made.path !== `/media/assets/${name}`) {
      throw new Refused(`The service calls ${name} ${made.path}: it takes it for another kind of file.`);
    }
  }
}

async function store(service: RemoteService, content: Uint8Array, { into, name }: Import): Promise<number> {
  if (into !== undefined) {
    await service.call(writeContent, { composition_id: String(into) }, { bytes: content });
    return into;
  }
  const [folder = ''] = await service.call(findFolders, { path: '/' });
  const { id } = await service.call(createComposition, {}, { json: { name, folder } });
  const params = { composition_id: String(id) };
  try {
    await service.call(writeContent, params, { bytes: content });
  } catch (thrown) {
    await service.call(deleteComposition, params);
    throw thrown;
  }
  return id;
}

async function importGraphic(service: RemoteService, zip: Uint8Array, { what, around }: Task): Promise<number> {
  const sent = { file: zip, name: `${what.name}.zip`, mediaType: 'application/zip' };
  const { name, warnings, entry } = await service.call(installGraphic, {}, sent);
  for (const line of linesOf(what.source, { problems: [], warnings })) around.warn(line);
  around.print(`The graphic "${name}" is installed.`);
  const content =
    what.into === undefined
      ? contentOf(emptyComposition(what.name, around.uuid()))
      : await service.call(readContent, { composition_id: String(what.into) });
  return store(service, new TextEncoder().encode(JSON.stringify(withEntry(content, entry, around.uuid))), what);
}

/** A content with one sub-composition more, the last of its root. */
function withEntry(content: CompositionContent, entry: ContentEntry, uuid: () => string): CompositionContent {
  const root = content.compositions[content.mainComposition];
  if (!root) throw new Refused('The composition has no main composition.');
  const id = uuid();
  const { controlNode } = entry.dataSources.composition;
  const added = { ...entry, dataSources: { composition: { controlNode: { ...controlNode, id } } } };
  return {
    ...content,
    compositionStates: { ...content.compositionStates, [id]: 'Out' },
    compositions: {
      ...content.compositions,
      [content.mainComposition]: { ...root, subcompositions: [...root.subcompositions, id] },
      [id]: added,
    },
  };
}

function refuse(source: string, thrown: unknown): never {
  if (!(thrown instanceof OverlayError)) throw thrown;
  throw new Refused(linesOf(source, { problems: [...thrown.details], warnings: [] }).join('\n'), { cause: thrown });
}
