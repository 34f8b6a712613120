import { setImmediate as turn } from 'node:timers/promises';
import type { z } from 'zod';
import { OverlayError } from '../../contract/errors.ts';
import type { CompositionEntry, Revision } from '../../contract/model/composition-entry.ts';
import * as api from '../../contract/service-api/compositions.ts';
import { tagOf } from '../../contract/service-api/entity-tag.ts';
import { tooMany } from '../domain/allowance.ts';
import { checkTerms, type UpdateTerms } from '../domain/update-terms.ts';
import { contentOf, emptyComposition } from '../../scene/content/content.ts';
import { needDescription, needName } from '../domain/lengths.ts';
import { isPictureName } from '../domain/asset-kind.ts';
import { refusal } from '../../contract/refusal.ts';
import type { NewFolder, User } from '../store/accounts.ts';
import type { StoredComposition, StoredRevision } from '../store/compositions.ts';
import { storeInRoom } from './account-room.ts';
import { found, handler } from './handler.ts';
import type { Work } from '../work.ts';

/** Rows 13 to 20, 24, 25, and writing contents. Another account's things count as missing: `id-unknown`. */
const ofCompositions = [
  handler(api.createComposition, ({ body, user }, work) => {
    const { accountId, id: userId } = user;
    needName(body.name, work.terms.limits);
    const folder = folderOf(work, user, body.folder);
    const content = JSON.stringify(contentOf(emptyComposition(body.name, work.ids.uuid())));
    const composition = { accountId, userId, folder, name: body.name, content };
    const stored = storeInRoom(accountId, work, () => work.store.addComposition(composition, madeNow(work)));
    return { body: asCreated(entryOf(work, stored)) };
  }),
  handler(
    api.uploadThumbnail,
    async ({ params, body, user }, work) => {
      own(work, user, params.composition_id);
      if (body.file.byteLength === 0)
        throw refusal([{ path: 'file', message: 'expected a picture, got an empty file' }]);
      const { file, header } = await work.checks.run('picture', { file: body.file }, user.accountId);
      if (!header || !isPictureName(body.name ?? '')) {
        throw new OverlayError('picture-unsupported', 'The upload failed: expected a PNG, JPEG, GIF or WebP picture.');
      }
      const picture = { ...header, id: work.ids.uuid(), bytes: file };
      const { id } = own(work, user, params.composition_id);
      storeInRoom(user.accountId, work, () => work.store.setThumbnail(id, picture, work.now()));
      return { body: work.addresses.thumbnail(picture) };
    },
    exists,
  ),
  handler(api.listCompositions, ({ user }, work) => ({
    body: work.store.compositions(user.accountId).map((stored) => entryOf(work, stored)),
  })),
  handler(api.readComposition, ({ params, user }, work) => ({
    body: entryOf(work, own(work, user, params.composition_id)),
  })),
  handler(api.readContent, ({ params, user }, work) => {
    const { contentId } = own(work, user, params.composition_id);
    return { text: work.store.content(contentId), revision: contentId };
  }),
  handler(api.writeContent, async (request, work) => {
    const { bytes, user } = request;
    toWrite(request, work);
    await work.checks.run('content', { bytes, limits: work.terms.limits }, user.accountId);
    const text = new TextDecoder().decode(bytes);
    // Decoding and storing a large text takes long; let other requests run.
    await turn();
    const { id } = toWrite(request, work);
    storeInRoom(user.accountId, work, () => work.store.writeContent(id, text, work.now()));
    return { body: 'Ok' as const, revision: own(work, user, id).contentId };
  }),
  handler(api.deleteComposition, ({ params, user }, work) => {
    const { id } = own(work, user, params.composition_id);
    work.commits.exclusive(() => work.store.deleteComposition(id, work.now()));
    return { body: 'Ok' as const };
  }),
  handler(api.listContentSubCompositions, async ({ params, user }, work) => {
    const file = work.store.contentBytes(own(work, user, params.composition_id).contentId);
    return { body: { data: await work.checks.run('subCompositions', { file }, user.accountId) } };
  }),
  handler(
    api.duplicateComposition,
    async ({ params, body, user }, work) => {
      const { accountId, id: userId } = user;
      const folder = folderOf(work, user, body.folder);
      const { contentId } = own(work, user, params.composition_id);
      const file = params.ids && work.store.contentBytes(contentId);
      const content = file && (await work.checks.run('freshIds', { file }, accountId));
      const from = own(work, user, params.composition_id);
      const to = { accountId, userId, folder, name: copyName(from.name, work), content };
      return { body: asCreated(entryOf(work, copied(work, from, to))) };
    },
    exists,
  ),
  handler(api.sendComposition, ({ body, user }, work) => {
    const from = own(work, user, body.compId);
    const target = recipient(work, user, body.targetEmail);
    const { accountId, id: userId } = target;
    const folder = work.store.rootFolder(accountId).fid;
    return { body: entryOf(work, copied(work, from, { accountId, userId, folder, name: from.name })) };
  }),
  handler(api.createCompositionToken, ({ params, user }, work) => {
    const { id, token } = own(work, user, params.composition_id);
    if (token !== null) return { body: { id, uuid: token } };
    const made = work.ids.token();
    work.commits.exclusive(() => work.store.setCompositionToken(id, made));
    return { body: { id, uuid: made } };
  }),
  handler(api.readCompositionToken, ({ params, user }, work) => {
    const { id, token } = own(work, user, params.composition_id);
    if (token === null) throw new OverlayError('id-unknown', 'This composition has no access token.');
    return { body: { id, uuid: token } };
  }),
];

const ofRevisions = [
  handler(
    api.writeRevision,
    ({ params, body, user }, work) => {
      const { id } = own(work, user, params.composition_id);
      if (body.scene_id !== id) {
        throw refusal([{ path: 'scene_id', message: `expected ${id}, the composition that the address names` }]);
      }
      needDescription(body.description, work.terms.limits);
      const revision = {
        compositionId: id,
        revisionId: body.revision_id,
        userId: user.id,
        description: body.description,
      };
      work.commits.exclusive(() => work.store.writeRevision(revision, work.now()));
      return { body: { status: 'success' as const } };
    },
    exists,
  ),
  handler(api.listRevisions, ({ params, user }, work) => {
    const { id } = own(work, user, params.composition_id);
    return { body: work.store.revisions(id).map((stored) => revisionOf(work, stored)) };
  }),
  handler(api.readRevisionContent, ({ params, user }, work) => {
    const { contentId } = ownRevision(work, user, params);
    return { text: work.store.content(contentId), revision: contentId };
  }),
  handler(api.deleteRevision, ({ params, user }, work) => {
    const { compositionId, revisionId } = ownRevision(work, user, params);
    work.commits.exclusive(() => work.store.deleteRevision(compositionId, revisionId));
    return { body: 'success' as const };
  }),
];

export const compositions = [...ofCompositions, ...ofRevisions];

type WriteRequest = { params: { composition_id: number }; user: User; terms: UpdateTerms };

/** Throws also if the conditions are not met. */
function toWrite({ params, user, terms }: WriteRequest, work: Work): StoredComposition {
  const stored = own(work, user, params.composition_id);
  checkTerms(terms, { tag: tagOf(stored.contentId), now: work.clock() });
  return stored;
}

function exists({ params, user }: { params: { composition_id: number }; user: User }, work: Work): void {
  own(work, user, params.composition_id);
}

function own({ store }: Work, user: User, id: number): StoredComposition {
  return found(store.composition(user.accountId, id));
}

type OwnRevision = z.infer<typeof api.readRevisionContent.params>;

function ownRevision(work: Work, user: User, params: OwnRevision): StoredRevision {
  const { id } = own(work, user, params.composition_id);
  return found(work.store.revision(id, params.revision_id));
}

/** Throws `body-invalid` for an unknown folder. */
function folderOf({ store }: Work, user: User, fid: string): string {
  const folder = store.folder(user.accountId, fid);
  if (!folder) throw refusal([{ path: 'folder', message: 'there is no folder with this id' }]);
  return folder.fid;
}

/** Counts and logs each try: answers reveal known addresses, and a copy fills another user's folder. */
function recipient({ store, sent, log, clock }: Work, { id, email }: User, targetEmail: string): User {
  const wait = sent(id, clock());
  if (wait > 0) {
    throw tooMany(wait / 1000, 'There were too many copies for other users. Wait before the next one.');
  }
  const target = store.userByEmail(targetEmail);
  log.info('A user sends a copy of a composition.', { from: email, to: target?.email ?? 'an unknown address' });
  if (!target) throw new OverlayError('email-unknown');
  return target;
}

function copyName(name: string, { terms }: Work): string {
  return `Copy of ${name}`.slice(0, Math.max(name.length, terms.limits.maxName));
}

type CopyTarget = Parameters<Work['store']['copyComposition']>[1];

function copied(work: Work, from: StoredComposition, to: CopyTarget): StoredComposition {
  return storeInRoom(to.accountId, work, () => work.store.copyComposition(from, to, madeNow(work)));
}

function madeNow({ now, ids }: Work): NewFolder {
  return { at: now(), fid: ids.uuid() };
}

function entryOf({ addresses, store }: Work, stored: StoredComposition): CompositionEntry {
  return {
    id: stored.id,
    account_id: stored.accountId,
    user_id: stored.userId,
    tenant_id: null,
    is_deleted: 0,
    fid: stored.fid,
    uuid: stored.token,
    name: stored.name,
    databaseUrl: addresses.content(stored.id),
    thumbnail: addresses.thumbnail(stored.pictureId === null ? undefined : store.pictureHead(stored.pictureId)),
    category: 'default',
    created_at: stored.createdAt,
    updated_at: stored.updatedAt,
    deleted_at: null,
    is_deleted_depend: null,
  };
}

function asCreated(entry: CompositionEntry): CompositionEntry {
  return { ...entry, refId: entry.id, type: 'composition' };
}

function revisionOf({ addresses }: Work, stored: StoredRevision): Revision {
  return {
    id: stored.id,
    account_id: stored.accountId,
    scene_id: stored.compositionId,
    revision_id: stored.revisionId,
    user_id: stored.userId,
    description: stored.description,
    databaseUrl: addresses.content(stored.compositionId),
    storageUrl: addresses.revisionContent(stored.compositionId, stored.revisionId),
    comp_extract_json: null,
    subcomposition_names: null,
    created_at: stored.createdAt,
    updated_at: stored.updatedAt,
    user_email: stored.userEmail,
  };
}
