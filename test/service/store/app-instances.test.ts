import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../../contract/service-api/live-channel.ts';
import { type FilledStore, fillStore, smallContent, uuid } from '../../kit/service/filled-store.ts';
import { openDatabase } from '../../../service/store/sqlite/open-database.ts';
import { sqliteStore, type RevisionWrite, type Store } from '../../../service/store/store.ts';
import { ids } from '../../kit/service/small-show.ts';

let filled: FilledStore;
beforeEach(() => (filled = fillStore()));
afterEach(() => filled.remove());

const loaded = () => {
  const { id: compositionId, contentId } = filled.addComposition();
  return { compositionId, contentId };
};
const write = (revision: number, change: Change) => ({ appId: 1, revision, changes: [change], loadedOf: () => 1 });
const color = { a: 0.5, b: 3, g: 2, r: 1 };

describe('an app instance', () => {
  it('is there again after closing, with its show', () => {
    const app = filled.addApp({ shown: loaded(), name: 'News', outputs: ['Program', 'Preview'], shared: true });
    expect(app).toEqual({
      id: 1,
      accountId: 1,
      userId: 1,
      fid: uuid(3),
      folder: filled.root,
      name: 'News',
      templateId: 57,
      templateVersion: 1,
      token: 'app-1',
      shared: true,
      outputs: [
        { name: 'Program', token: 'output-1', loaded: { id: 1, compositionId: 1, contentId: 1 } },
        { name: 'Preview', token: 'output-1+', loaded: { id: 1, compositionId: 1, contentId: 1 } },
      ],
      revision: 0,
      createdAt: filled.last(),
      updatedAt: filled.last(),
    });
    filled.store.commit([
      write(1, { id: ids.lowerThird, payload: { line1: 'Ada', color }, state: 'In' }),
      write(2, { id: ids.lowerThird, payload: { line1: 'Ada \ud800' }, state: 'Out2' }),
      write(3, { id: ids.home, payload: { goals: '2' } }),
    ]);
    const store = filled.reopen();
    expect([store.appInstance(1, 1), store.appInstances(1), store.allAppInstances()]).toEqual([
      { ...app, revision: 3 },
      [{ ...app, revision: 3 }],
      [{ ...app, revision: 3 }],
    ]);
    expect(store.show(1)).toEqual({
      values: [
        { sub: ids.lowerThird, field: 'color', value: color },
        { sub: ids.lowerThird, field: 'line1', value: 'Ada \ud800' },
        { sub: ids.home, field: 'goals', value: '2' },
      ],
      states: [{ sub: ids.lowerThird, state: 'Out2' }],
    });
  });

  it('is seen by its own account alone, and by its tokens', () => {
    const app = filled.addApp();
    const { accountId } = filled.addUser('grace@example.org');
    const { store } = filled;
    expect([store.appInstance(accountId, 1), store.appInstances(accountId)]).toEqual([undefined, []]);
    expect(['app-1', 'output-1', 'app-2', ''].map((token) => store.appByToken(token))).toEqual([
      { app, kind: 'app' },
      { app, kind: 'output' },
      undefined,
      undefined,
    ]);
  });

  it('loses its token, gets another one, and the one before opens nothing', () => {
    filled.addApp({ token: null });
    filled.store.setAppToken(1, 'new', filled.made().at);
    expect(filled.store.appByToken('new')).toMatchObject({
      app: { token: 'new', updatedAt: filled.last() },
      kind: 'app',
    });
    filled.store.setAppToken(1, 'newer', filled.last());
    expect([filled.store.appByToken('new'), filled.store.appByToken('newer')?.kind]).toEqual([undefined, 'app']);
    filled.store.setAppToken(1, null, filled.last());
    expect([filled.store.appByToken('newer'), filled.store.appInstance(1, 1)?.token]).toEqual([undefined, null]);
  });

  it('is gone when it was deleted, with its tokens', () => {
    filled.addApp();
    filled.store.deleteAppInstance(1, filled.last());
    const { store } = filled;
    expect([
      store.appInstance(1, 1),
      store.appInstances(1),
      store.allAppInstances(),
      store.appByToken('app-1'),
    ]).toEqual([undefined, [], [], undefined]);
    expect([store.appByToken('output-1'), store.elements(1, filled.root)]).toEqual([undefined, []]);
  });

  it('loads a content at a revision, and what its show held is gone', () => {
    const given = loaded();
    filled.addApp({ shown: given });
    filled.store.commit([write(4, { id: ids.home, payload: { goals: '2' }, state: 'In' })]);
    filled.store.loadShow(1, [given], { revision: 5, at: filled.made().at });
    const store = filled.reopen();
    expect(store.appInstance(1, 1)).toMatchObject({
      outputs: [{ loaded: { id: 2, ...given } }],
      revision: 5,
      updatedAt: filled.last(),
    });
    expect(store.show(1)).toEqual({ values: [], states: [] });
    store.loadShow(1, [null], { revision: 6, at: filled.last() });
    expect(store.appInstance(1, 1)).toMatchObject({ outputs: [{ loaded: null }], revision: 6 });
  });

  it('keeps what stays at an output with its values, and loads once what several outputs load', () => {
    const [first, second] = [loaded(), loaded()];
    const { outputs } = filled.addApp({ shown: first, outputs: ['Program', 'Wall', 'Stage'] });
    filled.store.commit([write(1, { id: ids.home, payload: { goals: '2' }, state: 'In' })]);
    filled.store.loadShow(1, [outputs[0]!.loaded, second, second], { revision: 2, at: filled.last() });
    const store = filled.reopen();
    expect([store.appInstance(1, 1)?.outputs.map((output) => output.loaded), store.show(1)]).toEqual([
      [
        { id: 1, ...first },
        { id: 2, ...second },
        { id: 2, ...second },
      ],
      {
        values: [{ sub: ids.home, field: 'goals', value: '2' }],
        states: [{ sub: ids.home, state: 'In' }],
      },
    ]);
  });

  it('keeps the content that it loaded when the composition gets another one, until it loads again', () => {
    const { compositionId, contentId } = loaded();
    filled.addApp({ shown: { compositionId, contentId } });
    filled.store.writeContent(compositionId, '{}', filled.last());
    expect(filled.store.content(contentId)).toBe(smallContent);
    const now = filled.store.composition(1, compositionId)!.contentId;
    filled.store.loadShow(1, [{ compositionId, contentId: now }], { revision: 1, at: filled.last() });
    expect(() => filled.store.content(contentId)).toThrow();
  });
});

describe('a commit', () => {
  let store: Store;
  /** Commits this, and gives how many rows of the database it wrote. */
  let rowsOf: (...writes: RevisionWrite[]) => number;
  beforeEach(() => {
    for (const shown of [loaded(), loaded()]) filled.addApp({ shown });
    filled.store.close();
    const opened = openDatabase(filled.directory);
    store = sqliteStore(opened);
    const total = opened.database.prepare('SELECT total_changes() AS rows');
    rowsOf = (...writes) => {
      const before = Number(total.get()?.rows);
      store.commit(writes);
      return Number(total.get()?.rows) - before;
    };
  });
  afterEach(() => {
    store.close();
    filled.open();
  });

  it('writes each field, each state and the revision once, the newest, however often they changed in it', () => {
    const many = Array.from({ length: 16 }, (_, at) =>
      write(at + 1, { id: ids.home, payload: { goals: String(at), team: 'Home' }, state: at % 2 ? 'In' : 'Out1' }),
    );
    expect(rowsOf(...many)).toBe(4);
    expect([store.appInstance(1, 1)?.revision, store.show(1)]).toEqual([
      16,
      {
        values: [
          { sub: ids.home, field: 'goals', value: '15' },
          { sub: ids.home, field: 'team', value: 'Home' },
        ],
        states: [{ sub: ids.home, state: 'In' }],
      },
    ]);
  });

  it('writes no value and no state that is stored like this already, not even if it was another one meanwhile', () => {
    const change = (goals: string): Change => ({ id: ids.home, payload: { goals, color }, state: 'In' });
    expect(rowsOf(write(1, change('1')))).toBe(4);
    expect(rowsOf(write(2, change('1')))).toBe(1);
    expect(rowsOf(write(3, change('2')), write(4, change('1')))).toBe(1);
    expect(rowsOf(write(5, change('2')))).toBe(2);
    expect([store.appInstance(1, 1)?.revision, store.show(1).values[1]?.value]).toEqual([5, '2']);
  });

  it('writes the same field of two app instances for each of them', () => {
    const change = { id: ids.home, payload: { goals: '3' }, state: 'In' } as const;
    expect(rowsOf(write(1, change), { ...write(7, change), appId: 2, loadedOf: () => 2 })).toBe(6);
    expect(store.show(2)).toEqual(store.show(1));
    expect([1, 2].map((id) => store.appInstance(1, id)?.revision)).toEqual([1, 7]);
  });
});

describe('a write', () => {
  it('that fails half-way leaves nothing of itself', () => {
    filled.addApp({ shown: loaded() });
    const change = (goals: string) => ({ id: ids.home, payload: { goals } });
    const half = [write(1, change('2')), { ...write(1, change('3')), appId: 999, loadedOf: () => 999 }];
    expect(() => filled.store.commit(half)).toThrow(expect.objectContaining({ code: 'storage-failed' }));
    expect([filled.store.appInstance(1, 1)?.revision, filled.store.show(1)]).toEqual([0, { values: [], states: [] }]);
    filled.store.commit(half.slice(0, 1));
    expect(filled.store.appInstance(1, 1)?.revision).toBe(1);
  });

  it('of several calls is stored as one, or not at all, and what its maker throws comes through', () => {
    const own = new Error('changed my mind');
    const { store } = filled;
    expect(() =>
      store.transaction(() => {
        filled.addComposition();
        filled.addApp();
        throw own;
      }),
    ).toThrow(own);
    expect([store.compositions(1), store.appInstances(1)]).toEqual([[], []]);
    expect(store.transaction(() => [filled.addComposition().id, filled.addApp().id])).toEqual([1, 1]);
    expect(filled.reopen().elements(1, filled.root).length).toBe(2);
  });
});
