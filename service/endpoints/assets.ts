import { OverlayError } from '../../contract/errors.ts';
import * as api from '../../contract/service-api/assets.ts';
import { assetExtensions, extensionOf } from '../domain/asset-kind.ts';
import { refusal } from '../../contract/refusal.ts';
import type { NamedAsset } from '../store/assets.ts';
import { needRoom } from './account-room.ts';
import { handler } from './handler.ts';

const longestName = 200;

export const assets = [
  handler(api.uploadAsset, async ({ body, user }, work) => {
    const { file, kind } = await work.checks.run('asset', { file: body.file }, user.accountId);
    if (!kind) throw refusal([{ path: 'file', message: `expected one of ${assetExtensions}, judged by its bytes` }]);
    // Unreferenced bytes need no ordering with show changes.
    const id = await work.store.addAsset(file, work.now(), (found) => {
      if (!work.store.countsFor(user.accountId, found)) needRoom(user.accountId, file.byteLength, work);
    });
    const name = nameOf(body.name) || `${id.slice(0, 12)}.${kind.extension}`;
    const named = { id, accountId: user.accountId, name, mediaType: kind.mediaType };
    work.commits.exclusive(() => work.store.nameAsset(named, work.now()));
    return { body: assetOf({ ...named, length: file.byteLength }) };
  }),
  handler(api.listAssets, ({ user }, { store }) => ({ body: store.assetsOf(user.accountId).map(assetOf) })),
  handler(api.deleteAsset, ({ params, user }, { store, commits, now, purge }) => {
    const deleted = commits.exclusive(() => store.deleteAsset(user.accountId, params.id, now()));
    if (!deleted) throw new OverlayError('id-unknown');
    purge.soon();
    return { body: 'Ok' as const };
  }),
];

function nameOf(given = ''): string {
  const [name = ''] = given.split(/[/\\]/).slice(-1);
  return name.replace(/\p{C}/gu, '').trim().slice(0, longestName);
}

function assetOf({ id, name, mediaType, length }: Omit<NamedAsset, 'createdAt'>): api.Asset {
  return { id, path: `/media/assets/${id}.${extensionOf(mediaType)}`, name, mediaType, size: length };
}
