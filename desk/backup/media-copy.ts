import { OverlayError } from '../../contract/errors.ts';
import { type Asset, listAssets, uploadAsset } from '../../contract/service-api/assets.ts';
import type { ContentService } from './content-copy.ts';

/** Matches references to uploaded files. The path has the SHA-256, so all services share it. */
const paths = /\/media\/assets\/[0-9a-f]{64}\.\w+/g;

export interface MediaSource {
  names: ReadonlyMap<string, string>;
  /** Rejects with an `OverlayError` if the path has no bytes. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

export async function mediaOf(service: ContentService): Promise<MediaSource> {
  const assets = await listed(service);
  return {
    names: new Map([...assets].map(([path, { name }]) => [path, name])),
    read: (path) => service.media(path),
  };
}

export function mediaIn(named: unknown): string[] {
  return [...new Set(JSON.stringify(named).match(paths))];
}

/** Copies referenced media that the other service lacks. Returns the names of files that failed. */
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
