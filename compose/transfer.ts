import { readFile, stat } from 'node:fs/promises';
import { OverlayError } from '../contract/errors.ts';
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
import { contentOf, emptyComposition } from '../scene/content/content.ts';
import { everythingInstalled } from '../scene/content/content-advice.ts';
import { checkContentText } from '../scene/content/content-text.ts';
import { withNewSub } from '../scene/edit/sub-compositions.ts';
import { type Bundle, mediaIn, packBundle, packFiles, readBundle } from './bundle.ts';
import { linesOf } from './check-files.ts';
import { readFolder } from './folder.ts';
import { Refused } from './refused.ts';
import type { RemoteService } from './remote-service.ts';

/** What is imported, and where it goes. */
export interface Import {
  /** A file or a folder. */
  source: string;
  /** The composition to import into; undefined for a new one. */
  into: number | undefined;
  /** The name of a new composition. */
  name: string;
}

/** What a transfer needs from outside. `print` writes a result, `warn` writes warnings. */
export interface TransferPorts {
  print: (line: string) => void;
  warn: (line: string) => void;
  uuid: () => string;
}

/**
 * Imports a composition, a bundle or a graphic into a service. Throws {@link Refused}, and then no composition was
 * changed.
 */
export async function importFile(service: RemoteService, what: Import, ports: TransferPorts): Promise<void> {
  const source = await read(what.source);
  const id =
    'content' in source
      ? await importBundle(service, source, what)
      : await importGraphic(service, source.zip, { what, ports });
  ports.print(`${what.source} is composition ${id} of the service.`);
}

/** Reads a composition of a service as the bytes of a file. Throws {@link Refused}. */
export async function exportFile(
  service: RemoteService,
  { compositionId, asBundle }: { compositionId: number; asBundle: boolean },
  { warn }: Pick<TransferPorts, 'warn'>,
): Promise<Uint8Array> {
  const params = { composition_id: String(compositionId) };
  const content = await service.bytes(readContent, params);
  if (!asBundle) return content;
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
  return packBundle({ content, media });
}

async function read(source: string): Promise<Bundle | { zip: Uint8Array }> {
  // Whatever the reason, the author reads that the file is not there.
  const found = await stat(source).catch(() => undefined);
  if (!found) throw new Refused(`There is no ${source}.`);
  if (found.isDirectory()) {
    return { zip: await packFiles(await readFolder(source).catch((thrown: unknown) => refuse(source, thrown))) };
  }
  const bytes = await readFile(source);
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') return { content: bytes, media: new Map() };
  return (await readBundle(bytes)) ?? { zip: bytes };
}

async function importBundle(service: RemoteService, { content, media }: Bundle, what: Import): Promise<number> {
  refuseBad(content, what.source);
  await uploadMissing(service, media);
  return store(service, content, what);
}

/** Refuses, before anything is sent, what the service would refuse. Warnings are left to `check`. */
function refuseBad(content: Uint8Array, source: string): void {
  const { problems } = checkContentText(content, everythingInstalled);
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
      throw new Refused(`The service calls ${name} ${made.path}: it detects another kind of file.`);
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

async function importGraphic(
  service: RemoteService,
  zip: Uint8Array,
  { what, ports }: { what: Import; ports: TransferPorts },
): Promise<number> {
  const sent = { file: zip, name: `${what.name}.zip`, mediaType: 'application/zip' };
  const { name, warnings, entry } = await service.call(installGraphic, {}, sent);
  for (const line of linesOf(what.source, { problems: [], warnings })) ports.warn(line);
  ports.print(`The graphic "${name}" is installed.`);
  const content =
    what.into === undefined
      ? contentOf(emptyComposition(what.name, ports.uuid()))
      : await service.call(readContent, { composition_id: String(what.into) });
  return store(service, new TextEncoder().encode(JSON.stringify(withNewSub(content, ports.uuid(), entry))), what);
}

function refuse(source: string, thrown: unknown): never {
  if (!(thrown instanceof OverlayError)) throw thrown;
  throw new Refused(linesOf(source, { problems: [...thrown.details], warnings: [] }).join('\n'), { cause: thrown });
}
