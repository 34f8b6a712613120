import { OverlayError } from '../../contract/errors.ts';
import { type Asset, listAssets, uploadAsset } from '../../contract/service-api/assets.ts';
import type { ContentService } from './content-copy.ts';

/**
 * How a content or a value refers to an uploaded file. The path contains the SHA-256 of the bytes, so it is the same on
 * every service.
 */
const paths = /\/media\/assets\/[0-9a-f]{64}\.\w+/g;

/** Where media comes from. */
export interface MediaSource {
  /** By path, what people call each file. */
  names: ReadonlyMap<string, string>;
  /** The bytes at a path. Rejects with an `OverlayError` if there are none. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** The media of a service. */
export async function mediaOf(service: ContentService): Promise<MediaSource> {
  const assets = await listed(service);
  return {
    names: new Map([...assets].map(([path, { name }]) => [path, name])),
    read: (path) => service.media(path),
  };
}

/** The paths of all media that contents or values refer to. */
export function mediaIn(named: unknown): string[] {
  return [...new Set(JSON.stringify(named).match(paths))];
}

/**
 * Copies the referenced pictures, fonts, videos and sounds that the other service lacks. Returns the names of those
 * that could not be copied.
 */
export async function copyMedia(from: MediaSource, to: ContentService, named: unknown): Promise<string[]> {
  const wanted = mediaIn(named);
  if (wanted.length === 0) return [];
  const there = await listed(to);
  const left: string[] = [];
  for (const path of wanted) {
    if (!there.has(path) && !(await copyOne(path, { from, to }))) left.push(from.names.get(path) ?? path);
  }
  return left;
}

async function listed(service: ContentService): Promise<Map<string, Asset>> {
  const assets = await service.call(listAssets, { params: {} });
  return new Map(assets.map((asset) => [asset.path, asset]));
}

async function copyOne(path: string, { from, to }: { from: MediaSource; to: ContentService }): Promise<boolean> {
  try {
    const file = new File([await from.read(path)], from.names.get(path) ?? path);
    const stored = await to.call(uploadAsset, { params: {}, body: file });
    return stored.path === path;
  } catch (thrown) {
    if (thrown instanceof OverlayError) return false;
    throw thrown;
  }
}
