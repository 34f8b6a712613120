import { OverlayError } from '../../contract/errors.ts';
import * as api from '../../contract/service-api/graphics.ts';
import { contentEntry } from '../../scene/ograf/content-entry.ts';
import { keptManifest, type KeptManifest, networkOf } from '../../scene/ograf/manifest.ts';
import type { CheckedPackage } from '../../scene/ograf/package.ts';
import type { User } from '../store/accounts.ts';
import type { StoredGraphic } from '../store/assets.ts';
import { needRoom } from './account-room.ts';
import { found, handler } from './handler.ts';
import type { Work } from '../work.ts';

/** Extensions: third-party graphics. Another account's graphic counts as missing. */
export const graphics = [
  handler(api.installGraphic, async ({ body, params, user }, work) => {
    const checked = await work.checks.run('graphic', { file: body.file, ...params }, user.accountId);
    return { body: graphicOf(await install(checked, user, work), work) };
  }),
  handler(api.listGraphics, ({ user }, { store }) => ({ body: store.graphicsOf(user.accountId).map(itemOf) })),
  handler(api.readGraphic, ({ params, user }, work) => ({
    body: graphicOf(found(work.store.graphicOf(user.accountId, params.id)), work),
  })),
  handler(api.deleteGraphic, ({ params, user }, { store, commits, now, purge }) => {
    const deleted = commits.exclusive(() => store.deleteGraphic(user.accountId, params.id, now()));
    if (!deleted) throw new OverlayError('id-unknown');
    purge.soon();
    return { body: 'Ok' as const };
  }),
];

async function install(checked: CheckedPackage, { accountId }: User, work: Work): Promise<StoredGraphic> {
  const { store, commits, ids } = work;
  const { manifest, manifestPath: path, main, warnings } = checked;
  const at = work.now();
  const bytes = [...checked.files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  needRoom(accountId, bytes, work);
  const assets: [string, string][] = [];
  for (const [file, bytes] of checked.files) assets.push([file, await store.addAsset(bytes, at)]);
  const files = Object.fromEntries(assets);
  const isSame = (graphic: StoredGraphic): boolean =>
    sameFiles(graphic.files, files) && keptManifest(graphic).path === path;
  const same = store.graphicsOf(accountId).find(isSame);
  if (same) return same;
  const kept: KeptManifest = { path, main, warnings, manifest };
  const graphic = { id: ids.uuid(), accountId, name: manifest.name, manifest: JSON.stringify(kept), files };
  commits.exclusive(() => store.addGraphic(graphic, at));
  return { ...graphic, createdAt: at };
}

function sameFiles(one: Record<string, string>, other: Record<string, string>): boolean {
  const paths = Object.keys(one);
  return (
    paths.length === Object.keys(other).length &&
    paths.every((path) => Object.hasOwn(other, path) && one[path] === other[path])
  );
}

function itemOf(stored: StoredGraphic): api.GraphicItem {
  const { id, name, createdAt } = stored;
  return { id, name, description: keptManifest(stored).manifest.description ?? '', createdAt };
}

function graphicOf(stored: StoredGraphic, { terms }: Work): api.Graphic {
  const { manifest, path, warnings } = keptManifest(stored);
  const has = (file: string): boolean => Object.hasOwn(stored.files, file);
  const mapped = contentEntry({ id: stored.id, manifest, manifestPath: path, has });
  return {
    ...itemOf(stored),
    warnings: [...warnings, ...mapped.warnings],
    network: networkOf(manifest, terms.graphicHosts ?? []),
    entry: mapped.entry,
  };
}
