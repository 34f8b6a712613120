import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { type ErrorCode, OverlayError } from '../../contract/errors.ts';
import { installGraphic, listGraphics, readGraphicPackage } from '../../contract/service-api/graphics.ts';
import type { ContentService } from './content-service.ts';

export interface UsedGraphic {
  id: string;
  /** Of the sub-composition that shows it. */
  name: string;
}

export interface GraphicPackage {
  /** The path of the installed manifest; a package may have several. */
  manifest: string;
  zip: Uint8Array<ArrayBuffer>;
}

/** Rejects with an `OverlayError` if the package cannot be read. */
export type ReadPackage = (id: string) => Promise<GraphicPackage>;

const NamedEntry = z.looseObject({ name: z.string(), elements: z.array(z.unknown()) });
const ShownGraphic = z.looseObject({ kind: z.literal('graphic'), graphic: z.string() });
const anyList = { ...listGraphics, answer: z.array(z.looseObject({ id: z.string() })) };
const anyGraphic = { ...installGraphic, answer: z.looseObject({ id: z.string() }) };
/** Answers of a service without graphics. */
const lacking: readonly ErrorCode[] = ['route-unknown', 'id-unknown', 'answer-garbage'];

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
      zip.addBuffer(Buffer.from(await service.media(`/graphics/${id}/${path}`)), file, { compress: false });
    }
    zip.end();
    return { manifest, zip: new Uint8Array(await buffer(zip.outputStream)) };
  };
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
  const installed = await service.call(anyList, { params: {} }).catch((thrown: unknown) => {
    if (thrown instanceof OverlayError && lacking.includes(thrown.code)) return [];
    throw thrown;
  });
  return wanted.filter(({ id }) => !installed.some((graphic) => graphic.id === id));
}

async function copyOne(id: string, read: ReadPackage, to: ContentService): Promise<boolean> {
  try {
    const { manifest, zip } = await read(id);
    const stored = await to.call(anyGraphic, { params: { id, manifest }, body: new File([zip], 'graphic.zip') });
    // An older service installs it under an id of its own.
    return stored.id === id;
  } catch (thrown) {
    if (thrown instanceof OverlayError) return false;
    throw thrown;
  }
}
