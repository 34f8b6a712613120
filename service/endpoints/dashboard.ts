import { OverlayError } from '../../contract/errors.ts';
import { type DashboardElement, ElementType } from '../../contract/model/composition-entry.ts';
import * as api from '../../contract/service-api/dashboard.ts';
import { refusal } from '../../contract/refusal.ts';
import { needName } from '../domain/lengths.ts';
import type { User } from '../store/accounts.ts';
import type { FolderElement } from '../store/folders.ts';
import { found, handler } from './handler.ts';
import type { Work } from '../work.ts';

/** Rows 27 and 28, and folder creation. Another account's folder counts as missing. */
export const dashboard = [
  handler(api.findFolders, ({ params, user }, { store }) => ({
    body: store.foldersAt(user.accountId, namesOf(params.path)).map(({ fid }) => fid),
  })),
  handler(api.listFolder, ({ params, user }, work) => {
    const type = params.type === undefined ? undefined : typeOf(params.type);
    found(work.store.folder(user.accountId, params.folder_id));
    const elements = work.store.elements(user.accountId, params.folder_id);
    const wanted = type === undefined ? elements : elements.filter((element) => element.type === type);
    return { body: wanted.map((element) => elementOf(work, element)) };
  }),
  handler(api.createFolder, ({ body, user }, work) => {
    needName(body.name, work.terms.limits);
    const parent = parentOf(work, user, body.parent);
    const made = { at: work.now(), fid: work.ids.uuid() };
    const folder = { accountId: user.accountId, parent, name: body.name };
    const { fid, name } = work.commits.exclusive(() => work.store.addFolder(folder, made));
    return { body: { id: fid, name } };
  }),
  handler(api.deleteFolder, ({ params, user }, { store, commits }) => {
    const folder = found(store.folder(user.accountId, params.folder_id));
    const { parent } = folder;
    if (parent === null) throw new OverlayError('delete-refused', 'The root folder of an account cannot be deleted.');
    const { length } = store.elements(user.accountId, folder.fid);
    if (length > 0) throw new OverlayError('delete-refused', notEmpty(length));
    commits.exclusive(() => store.deleteFolder({ ...folder, parent }));
    return { body: 'Ok' as const };
  }),
];

function notEmpty(things: number): string {
  const what = things === 1 ? 'one thing' : `${things} things`;
  return `The folder holds ${what}, so it was not deleted. Delete what it holds first.`;
}

/** Empty for the root, `/`. Ignores one trailing slash. */
function namesOf(path: string | undefined): string[] {
  if (!path?.startsWith('/')) {
    const message = 'Please specify path: the absolute path of a folder, its names separated by "/".';
    throw new OverlayError('parameter-missing', message, [{ path: 'path', message }]);
  }
  const names = path.slice(1).split('/');
  return names.at(-1) === '' ? names.slice(0, -1) : names;
}

function typeOf(given: string): ElementType {
  const type = ElementType.safeParse(given);
  if (type.success) return type.data;
  const message = `expected one of ${ElementType.options.join(', ')}`;
  throw new OverlayError('parameter-missing', undefined, [{ path: 'type', message }]);
}

function parentOf({ store }: Work, { accountId }: User, fid: string | undefined): string {
  const parent = fid === undefined ? store.rootFolder(accountId) : store.folder(accountId, fid);
  if (!parent) throw refusal([{ path: 'parent', message: 'there is no folder with this id' }]);
  return parent.fid;
}

function elementOf(work: Work, element: FolderElement): DashboardElement {
  const { id, fid, name, type, userId, updatedAt, token, sortOrder } = element;
  return {
    name,
    user_id: userId,
    refId: id,
    fid,
    uuid: token,
    url: null,
    updated_at: updatedAt,
    ts: updatedAt,
    databaseUrl: databaseUrlOf(work, element),
    type,
    thumbnail: thumbnailOf(work, element),
    sort_order: sortOrder,
  };
}

function databaseUrlOf({ addresses }: Work, { type, id }: FolderElement): string | null {
  if (type === 'c') return addresses.content(id);
  return type === 'ai' ? addresses.appInstance(id) : null;
}

/** Folders have no picture, not even the neutral picture. */
function thumbnailOf({ addresses, store }: Work, { type, pictureId }: FolderElement): string | null {
  if (type === 'fo') return null;
  return addresses.thumbnail(pictureId === null ? undefined : store.pictureHead(pictureId));
}
