import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { OverlayError } from '../../contract/errors.ts';
import { installGraphic, listGraphics, readGraphicPackage } from '../../contract/service-api/graphics.ts';
import type { PackedMedia } from '../ports.ts';
import { type ContentService, type MediaSource, ofServiceWithout } from './content-service.ts';

export interface UsedGraphic {
  id: string;
  /** Of the sub-composition that shows it. */
  name: string;
}

interface GraphicPackage {
  /** The name of the installed manifest; a package may have several. */
  manifest: string;
  zip: Uint8Array<ArrayBuffer>;
}

/** Rejects with an `OverlayError` if the package cannot be read. */
export type ReadPackage = (id: string) => Promise<GraphicPackage>;

const NamedEntry = z.looseObject({ name: z.string(), elements: z.array(z.unknown()) });
const ShownGraphic = z.looseObject({ kind: z.literal('graphic'), graphic: z.string() });
const anyList = { ...listGraphics, answer: z.array(z.looseObject({ id: z.string() })) };
const anyGraphic = { ...installGraphic, answer: z.looseObject({ id: z.string() }) };
/** Always the same, so that equal packages are equal zips. */
const mtime = new Date(2000, 0, 1);

/** The graphics that contents of any service show, each once. */
export function graphicsIn(loaded: readonly { name: string; content: unknown }[]): UsedGraphic[] {
  const names = new Map<string, string>();
  const find = (part: unknown, name: string): void => {
    if (typeof part !== 'object' || part === null) return;
    const shown = ShownGraphic.safeParse(part).data;
    if (shown && !names.has(shown.graphic)) names.set(shown.graphic, name);
    const entry = NamedEntry.safeParse(part).data;
    for (const inner of Object.values(part)) find(inner, entry?.name ?? name);
  };
  for (const { name, content } of loaded) find(content, name);
  return [...names].map(([id, name]) => ({ id, name }));
}

export function packagesOf(service: ContentService): ReadPackage {
  return async (id) => {
    const { manifest, files } = await service.call(readGraphicPackage, { params: { id } });
    const zip = new ZipFile();
    for (const file of files) {
      const path = file.split('/').map(encodeURIComponent).join('/');
      // Stored as they are, because a service refuses files that are packed very small.
      const bytes = Buffer.from(await service.media(`/graphics/${id}/${path}`));
      zip.addBuffer(bytes, file, { compress: false, mtime });
    }
    zip.end();
    return { manifest, zip: new Uint8Array(await buffer(zip.outputStream)) };
  };
}

/** In the file of a show, a path has the id, the manifest and the SHA-256 of the zip. */
const packedPath = /^\/graphics\/([^/]+)\/([^/]+)\/[0-9a-f]{64}\.zip$/;

interface PackedGraphics {
  media: (PackedMedia & { name: string })[];
  left: UsedGraphic[];
}

/** The packages for the file of a show, and the graphics whose package the service does not give. */
export async function packGraphics(used: readonly UsedGraphic[], read: ReadPackage): Promise<PackedGraphics> {
  const packed: PackedGraphics = { media: [], left: [] };
  for (const graphic of used) {
    const found = await read(graphic.id).catch(refused);
    if (!found) {
      packed.left.push(graphic);
      continue;
    }
    const digest = createHash('sha256').update(found.zip).digest('hex');
    const path = `/graphics/${graphic.id}/${found.manifest}/${digest}.zip`;
    packed.media.push({ path, name: graphic.name, compress: true, read: () => Promise.resolve(found.zip) });
  }
  return packed;
}

export function packagesIn({ names, read }: MediaSource): ReadPackage {
  const packed = new Map(
    [...names.keys()].flatMap((path) => {
      const [, id, manifest] = packedPath.exec(path) ?? [];
      return id === undefined || manifest === undefined ? [] : [[id, { path, manifest }] as const];
    }),
  );
  return async (id) => {
    const found = packed.get(id);
    if (!found) throw new OverlayError('id-unknown');
    return { manifest: found.manifest, zip: await read(found.path) };
  };
}

function refused(thrown: unknown): undefined {
  if (!(thrown instanceof OverlayError)) throw thrown;
}

/** Installs graphics under the ids that contents name. Returns those that could not be installed. */
export async function copyGraphics(
  wanted: readonly UsedGraphic[],
  read: ReadPackage,
  to: ContentService,
): Promise<UsedGraphic[]> {
  const left: UsedGraphic[] = [];
  for (const graphic of await lackingGraphics(wanted, to)) {
    if (!(await copyOne(graphic.id, read, to))) left.push(graphic);
  }
  return left;
}

export async function lackingGraphics(wanted: readonly UsedGraphic[], service: ContentService): Promise<UsedGraphic[]> {
  if (wanted.length === 0) return [];
  const installed = await service
    .call(anyList, { params: {} })
    .catch(ofServiceWithout<z.infer<typeof anyList.answer>>([]));
  return wanted.filter(({ id }) => !installed.some((graphic) => graphic.id === id));
}

async function copyOne(id: string, read: ReadPackage, to: ContentService): Promise<boolean> {
  const found = await read(id).catch(refused);
  if (!found) return false;
  const body = new File([found.zip], 'graphic.zip');
  const stored = await to.call(anyGraphic, { params: { id, manifest: found.manifest }, body }).catch(refused);
  // An older service installs it under an id of its own.
  return stored?.id === id;
}
