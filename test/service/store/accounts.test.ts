import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FilledStore, fillStore, uuid } from '../../kit/service/filled-store.ts';

let filled: FilledStore;
beforeEach(() => (filled = fillStore()));
afterEach(() => filled.remove());

describe('a user', () => {
  it('gets an account and a root folder of its own', () => {
    const grace = filled.addUser('grace@example.org');
    expect(grace).toEqual({
      id: 2,
      accountId: 2,
      email: 'grace@example.org',
      passwordHash: 'hash of grace@example.org',
    });
    const root = filled.store.rootFolder(2);
    expect(root).toEqual({
      fid: uuid(2),
      accountId: 2,
      parent: null,
      name: '',
    });
    expect(filled.reopen().users()).toEqual([filled.user, grace]);
  });

  it('is found by its address however it is written, and by its id', () => {
    const { store, user } = filled;
    expect([store.userByEmail('ADA@Example.org'), store.userById(1), store.userByEmail('')]).toEqual([
      user,
      user,
      undefined,
    ]);
  });

  it('has an address that no other user has', () => {
    expect(() => filled.addUser('Ada@Example.ORG')).toThrow(expect.objectContaining({ code: 'storage-failed' }));
    expect(filled.store.users()).toEqual([filled.user]);
  });

  it('gets another password hash', () => {
    filled.store.setPasswordHash(1, 'other');
    expect(filled.reopen().userById(1)?.passwordHash).toBe('other');
  });

  it('is gone when it was removed, with the tokens of its app instances; what is on air stays', () => {
    const { store, user, last } = filled;
    const { token: app, outputs } = filled.addApp();
    const composition = filled.addComposition();
    store.setCompositionToken(composition.id, 'shared');
    store.writeRevision({ compositionId: 1, revisionId: 1, userId: 1, description: '' }, last());
    store.removeUser(user.id, last());
    expect([store.users(), store.userByEmail(user.email), store.userById(1)]).toEqual([[], undefined, undefined]);
    expect(store.appByToken(app ?? '')).toBeUndefined();
    expect(store.appByToken(outputs[0]!.token)).toMatchObject({ app: { token: null }, kind: 'output' });
    expect(store.composition(user.accountId, composition.id)?.token).toBeNull();
    expect(store.revisions(1).map(({ userEmail }) => userEmail)).toEqual(['ada@example.org']);
  });

  it('leaves its address to a new one, which sees nothing of the account before', () => {
    filled.addComposition();
    filled.store.removeUser(1, filled.last());
    const again = filled.addUser('ada@example.org');
    expect([again.id, again.accountId, filled.store.compositions(again.accountId)]).toEqual([2, 2, []]);
  });
});
