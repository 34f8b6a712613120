import { OverlayError } from '../../contract/errors.ts';
import * as api from '../../contract/service-api/graphics.ts';
import { contentEntry } from '../../scene/ograf/content-entry.ts';
import { keptManifest, type KeptManifest, networkOf } from '../../scene/ograf/manifest.ts';
import type { CheckedPackage } from '../../scene/ograf/package.ts';
import { graphicRefused } from '../../scene/ograf/package-files.ts';
import type { User } from '../store/accounts.ts';
import type { StoredGraphic } from '../store/assets.ts';
import { needRoom } from './account-room.ts';
import { found, handler } from './handler.ts';
import type { Work } from '../work.ts';

/** Extensions: third-party graphics. Another account's graphic counts as missing. */
export const graphics = [
  handler(api.installGraphic, async ({ body, params, user }, work) => {
    const { id, manifest } = params;
    const checked = await work.checks.run('graphic', { file: body.file, manifest }, user.accountId);
    return { body: graphicOf(await install({ ...checked, id }, user, work), work) };
  }),
  handler(api.listGraphics, ({ user }, { store }) => ({ body: store.graphicsOf(user.accountId).map(itemOf) })),
  handler(api.readGraphic, ({ params, user }, work) => ({
    body: graphicOf(found(work.store.graphicOf(user.accountId, params.id)), work),
  })),
  handler(api.readGraphicPackage, ({ params, user }, { store }) => {
    const graphic = store.graphic(params.id);
    const own = found(graphic?.accountId === user.accountId ? graphic : undefined);
    return { body: { manifest: keptManifest(own).path, files: Object.keys(own.files) } };
  }),
  handler(api.deleteGraphic, ({ params, user }, { store, commits, now, purge }) => {
    const deleted = commits.exclusive(() => store.deleteGraphic(user.accountId, params.id, now()));
    if (!deleted) throw new OverlayError('id-unknown');
    purge.soon();
    return { body: 'Ok' as const };
  }),
];

type GivenPackage = CheckedPackage & { id: string | undefined };

async function install(given: GivenPackage, { accountId }: User, work: Work): Promise<StoredGraphic> {
  const { store, commits, ids } = work;
  const { manifest, manifestPath: path, main, warnings } = given;
  const at = work.now();
  const bytes = [...given.files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  needRoom(accountId, bytes, work);
  const assets: [string, string][] = [];
  for (const [file, bytes] of given.files) assets.push([file, await store.addAsset(bytes, at)]);
  const files = Object.fromEntries(assets);
  const isSame = (graphic: StoredGraphic): boolean =>
    graphic.accountId === accountId && sameFiles(graphic.files, files) && keptManifest(graphic).path === path;
  const earlier = given.id === undefined ? undefined : store.graphic(given.id);
  if (earlier && !isSame(earlier)) throw otherGraphic();
  if (earlier) {
    commits.exclusive(() => store.restoreGraphic(earlier.id));
    return earlier;
  }
  const same = given.id === undefined ? store.graphicsOf(accountId).find(isSame) : undefined;
  if (same) return same;
  const kept: KeptManifest = { path, main, warnings, manifest };
  const id = given.id ?? ids.uuid();
  const graphic = { id, accountId, name: manifest.name, manifest: JSON.stringify(kept), files };
  commits.exclusive(() => store.addGraphic(graphic, at));
  return { ...graphic, createdAt: at };
}

/** The same words for a graphic of another account, which must stay hidden. */
function otherGraphic(): OverlayError {
  return graphicRefused([{ path: '', message: 'this service has another graphic with this id' }]);
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
