import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { OverlayError } from '../contract/errors.ts';
import { nextRevisionId } from '../contract/model/composition-entry.ts';
import { listAssets, uploadAsset } from '../contract/service-api/assets.ts';
import {
  createComposition,
  deleteComposition,
  listRevisions,
  readComposition,
  readContent,
  writeContent,
  writeRevision,
} from '../contract/service-api/compositions.ts';
import { findFolders } from '../contract/service-api/dashboard.ts';
import { installGraphic } from '../contract/service-api/graphics.ts';
import type { CompositionContent } from '../scene/schema/composition-content.ts';
import { contentOf, emptyComposition } from '../scene/content/content.ts';
import { everythingInstalled } from '../scene/content/content-advice.ts';
import { checkContentText } from '../scene/content/content-text.ts';
import { withNewSub } from '../scene/edit/sub-compositions.ts';
import { type Bundle, mediaIn, packBundle, packFiles, readBundle, readFolder } from './bundle.ts';
import { linesOf } from './check-files.ts';
import { print, warn, Refused } from './output.ts';
import { ChangedMeanwhile, type RemoteService } from './remote-service.ts';

interface Import {
  source: string;
  into: number | undefined;
  /** The revision to replace; undefined replaces any, after keeping it as a revision. */
  revision: number | undefined;
  name: string;
}

/** Imports a composition, a bundle or a graphic. Throws {@link Refused}; then no composition has changed. */
export async function importFile(service: RemoteService, what: Import): Promise<void> {
  const source = await read(what.source);
  const { id, revision } =
    'content' in source ? await importBundle(service, source, what) : await importGraphic(service, source.zip, what);
  print(`${what.source} is composition ${id} of the service.${revisionWords(revision)}`);
}

/** In a sentence; empty if the service reports none. */
export function revisionWords(revision: number | undefined): string {
  return revision === undefined ? '' : ` Its revision is ${revision}.`;
}

interface Stored {
  id: number;
  revision: number | undefined;
}

/** Returns a composition as the bytes of a file, with its revision. Throws {@link Refused}. */
export async function exportFile(service: RemoteService, compositionId: number, asBundle: boolean) {
  const params = { composition_id: String(compositionId) };
  const { answer: content, revision } = await service.tagged(readContent, params);
  if (!asBundle) return { answer: content, revision };
  const { thumbnail } = await service.call(readComposition, params);
  const media = new Map<string, Uint8Array>();
  for (const name of mediaIn(content)) {
    const bytes = await service.media(thumbnail, `/media/assets/${name}`);
    if (bytes) media.set(name, bytes);
    else warn(`The composition names /media/assets/${name}, which is not there. The bundle is without it.`);
  }
  if (/"kind"\s*:\s*"graphic"/.test(new TextDecoder().decode(content))) {
    warn('The composition has graphics that are installed in the service. Bundles do not carry them.');
  }
  return { answer: await packBundle({ content, media }), revision };
}

async function read(source: string): Promise<Bundle | { zip: Uint8Array }> {
  // For the author, every reason means that the file is missing.
  const found = await stat(source).catch(() => undefined);
  if (!found) throw new Refused(`There is no ${source}.`);
  if (found.isDirectory()) {
    return { zip: await packFiles(await readFolder(source).catch((thrown: unknown) => refuse(source, thrown))) };
  }
  const bytes = await readFile(source);
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') return { content: bytes, media: new Map() };
  return (await readBundle(bytes)) ?? { zip: bytes };
}

async function importBundle(service: RemoteService, { content, media }: Bundle, what: Import): Promise<Stored> {
  // Refuses before sending what the service would refuse. Warnings are left to `check`.
  const { problems } = checkContentText(content, everythingInstalled);
  if (problems.length > 0) throw new Refused(linesOf(what.source, { problems, warnings: [] }).join('\n'));
  await uploadMissing(service, media);
  return store(service, content, what);
}

async function uploadMissing(service: RemoteService, media: Bundle['media']): Promise<void> {
  if (media.size === 0) return;
  const there = new Set((await service.call(listAssets)).map(({ id }) => id));
  for (const [name, file] of media) {
    const id = name.slice(0, 64);
    if (there.has(id)) continue;
    const made = await service.call(uploadAsset, {}, { file, name, mediaType: 'application/octet-stream' });
    if (made.path !== `/media/assets/${name}`) {
      throw new Refused(`The service calls ${name} ${made.path}: it detects another kind of file.`);
    }
  }
}

async function store(service: RemoteService, content: Uint8Array, what: Import): Promise<Stored> {
  const { into, name } = what;
  if (into !== undefined) return replace(service, content, { ...what, into });
  const [folder = ''] = await service.call(findFolders, { path: '/' });
  const { id } = await service.call(createComposition, {}, { json: { name, folder } });
  const params = { composition_id: String(id) };
  try {
    return { id, revision: (await service.answered(writeContent, params, { sent: { bytes: content } })).revision };
  } catch (thrown) {
    await service.call(deleteComposition, params);
    throw thrown;
  }
}

/** Replaces the content. Without a revision from the author, keeps the old content as a revision first. */
async function replace(
  service: RemoteService,
  content: Uint8Array,
  { source, into, revision }: Import & { into: number },
): Promise<Stored> {
  const params = { composition_id: String(into) };
  const ifMatch = revision ?? (await keepPresent(service, into, `Before the import of ${basename(source)}`));
  try {
    return {
      id: into,
      revision: (await service.answered(writeContent, params, { sent: { bytes: content }, ifMatch })).revision,
    };
  } catch (thrown) {
    if (!(thrown instanceof ChangedMeanwhile)) throw thrown;
    throw new Refused(
      `Composition ${into} is not revision ${ifMatch} any more: it was changed elsewhere, so nothing was changed. To take ` +
        'theirs, export it. To overwrite theirs, import again without --revision: theirs is kept as a revision.',
      { cause: thrown },
    );
  }
}

/** Returns the number of the kept content. */
async function keepPresent(service: RemoteService, id: number, description: string): Promise<number | undefined> {
  const params = { composition_id: String(id) };
  const { revision } = await service.tagged(readContent, params);
  const known = await service.call(listRevisions, params);
  const json = { scene_id: id, revision_id: nextRevisionId(known), description };
  await service.call(writeRevision, params, { json });
  return revision;
}

async function importGraphic(service: RemoteService, zip: Uint8Array, what: Import): Promise<Stored> {
  const sent = { file: zip, name: `${what.name}.zip`, mediaType: 'application/zip' };
  const { name, warnings, entry } = await service.call(installGraphic, {}, sent);
  for (const line of linesOf(what.source, { problems: [], warnings })) warn(line);
  print(`The graphic "${name}" is installed.`);
  if (what.into === undefined) {
    const content = withNewSub(contentOf(emptyComposition(what.name, randomUUID())), randomUUID(), entry);
    return store(service, bytesOf(content), what);
  }
  const { answer, revision } = await service.answered(readContent, { composition_id: String(what.into) });
  const content = withNewSub(answer, randomUUID(), entry);
  return store(service, bytesOf(content), { ...what, revision: what.revision ?? revision });
}

function bytesOf(content: CompositionContent): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(content));
}

function refuse(source: string, thrown: unknown): never {
  if (!(thrown instanceof OverlayError)) throw thrown;
  throw new Refused(linesOf(source, { problems: [...thrown.details], warnings: [] }).join('\n'), { cause: thrown });
}
