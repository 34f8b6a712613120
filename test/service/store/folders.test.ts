import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FilledStore, fillStore, uuid } from '../../kit/service/filled-store.ts';

let filled: FilledStore;
beforeEach(() => (filled = fillStore()));
afterEach(() => filled.remove());

const addFolder = (name: string, parent = filled.root) =>
  filled.store.addFolder({ accountId: filled.user.accountId, parent, name }, filled.made());

describe('folders', () => {
  it('are found by their path; names are not unique', () => {
    const news = addFolder('News');
    const [first, second, other] = [
      addFolder('Evening', news.fid),
      addFolder('Evening', news.fid),
      addFolder('Evening'),
    ];
    const at = (...names: string[]): string[] => filled.store.foldersAt(1, names).map(({ fid }) => fid);
    expect([at(), at('News'), at('News', 'Evening'), at('Evening'), at('News', 'evening')]).toEqual([
      [filled.root],
      [news.fid],
      [first.fid, second.fid],
      [other.fid],
      [],
    ]);
  });

  it('belong to one account', () => {
    const news = addFolder('News');
    const { accountId } = filled.addUser('grace@example.org');
    const { store } = filled;
    expect([
      store.folder(1, news.fid),
      store.folder(accountId, news.fid),
      store.foldersAt(accountId, ['News']),
    ]).toEqual([news, undefined, []]);
    expect(store.elements(accountId, filled.root)).toEqual([]);
  });
});

describe('what is in a folder', () => {
  it('stands in the order in which it came, whatever it is, and what is deleted is not there', () => {
    const { store, user, root } = filled;
    const app = filled.addApp({ name: 'First' });
    const gone = filled.addComposition({ name: 'Gone' });
    addFolder('Third');
    const composition = filled.addComposition({ name: 'Fourth' });
    store.setCompositionToken(composition.id, 'shared');
    store.deleteComposition(gone.id, filled.last());
    filled.addApp({ name: 'Fifth' });
    const element = { userId: user.id, pictureId: null, token: null };
    const timed = ({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }) => ({ createdAt, updatedAt });
    expect(store.elements(1, root).slice(0, 3)).toEqual([
      { ...element, type: 'ai', id: 1, fid: app.fid, name: 'First', sortOrder: 0, ...timed(app) },
      {
        ...element,
        type: 'fo',
        id: 2,
        fid: uuid(4),
        name: 'Third',
        userId: null,
        sortOrder: 2,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
      {
        ...element,
        type: 'c',
        id: 2,
        fid: composition.fid,
        name: 'Fourth',
        sortOrder: 3,
        token: 'shared',
        ...timed(composition),
      },
    ]);
    expect(store.elements(1, root).map(({ name, sortOrder }) => [name, sortOrder])).toEqual([
      ['First', 0],
      ['Third', 2],
      ['Fourth', 3],
      ['Fifth', 4],
    ]);
  });

  it('is that of this folder alone', () => {
    const news = addFolder('News');
    filled.addComposition({ folder: news.fid });
    filled.addComposition();
    expect(filled.store.elements(1, news.fid).map(({ id, sortOrder }) => [id, sortOrder])).toEqual([[1, 0]]);
  });
});
