import { OverlayError } from '../../contract/errors.ts';
import { type Asset, listAssets, uploadAsset } from '../../contract/service-api/assets.ts';
import type { ContentService } from './content-copy.ts';

/**
 * How a content or a value refers to an uploaded file. The path contains the SHA-256 of the bytes, so it is the same on
 * every service.
 */
const paths = /\/media\/assets\/[0-9a-f]{64}\.\w+/g;

/**
 * Copies the referenced pictures, fonts, videos and sounds that the other service lacks. Returns the names of those
 * that could not be copied.
 */
export async function copyMedia(from: ContentService, to: ContentService, named: unknown): Promise<string[]> {
  const wanted = new Set(JSON.stringify(named).match(paths));
  if (wanted.size === 0) return [];
  const [known, there] = [await listed(from), await listed(to)];
  const left: string[] = [];
  for (const path of wanted) {
    if (there.has(path)) continue;
    const name = known.get(path)?.name ?? path;
    const copied = await copyOne(path, name, { from, to });
    if (!copied) left.push(name);
  }
  return left;
}

async function listed(service: ContentService): Promise<Map<string, Asset>> {
  const assets = await service.call(listAssets, { params: {} });
  return new Map(assets.map((asset) => [asset.path, asset]));
}

async function copyOne(
  path: string,
  name: string,
  { from, to }: { from: ContentService; to: ContentService },
): Promise<boolean> {
  try {
    const file = new File([await from.media(path)], name);
    const stored = await to.call(uploadAsset, { params: {}, body: file });
    return stored.path === path;
  } catch (thrown) {
    if (thrown instanceof OverlayError) return false;
    throw thrown;
  }
}
