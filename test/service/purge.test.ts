import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Asset } from '../../contract/service-api/assets.ts';
import type { Graphic } from '../../contract/service-api/graphics.ts';
import { OverlayError } from '../../contract/errors.ts';
import { contentOf } from '../../scene/content/content.ts';
import type { Composition } from '../../scene/schema/composition.ts';
import type { ServiceLog } from '../../service/log.ts';
import { Purge, type PurgePorts } from '../../service/purge.ts';
import { check } from '../../service/store/sqlite/upkeep.ts';
import { Uploads } from '../../service/uploads.ts';
import { pictures } from '../kit/picture/pictures.ts';
import { type Files, lowerThird, zipOf } from '../kit/scene/ograf-packages.ts';
import { type ApiClient, apiClient, basic } from '../kit/service/api-client.ts';
import { ids, smallShow } from '../kit/service/small-show.ts';
import { type SmallService, startSmallService } from '../kit/service/small-service.ts';

const day = 86_400_000;
const frame = { x: 0, y: 0, width: 100, height: 100 };
const MiB = 1024 * 1024;
const clock = { now: 0 };
let service: SmallService;
let api: ApiClient;
let root: string;
/** Resolves when the next purge has taken something away. */
let nextPurge: PromiseWithResolvers<unknown>;

const log: ServiceLog = {
  info: (message, fields) => {
    if (message.startsWith('What was deleted')) nextPurge.resolve(fields);
  },
  warn: (message, fields) => nextPurge.reject(new Error(`${message} ${JSON.stringify(fields)}`)),
  error: (message) => nextPurge.reject(new Error(message)),
};

beforeEach(() => void (clock.now = Date.UTC(2026, 0, 2, 20)));

async function startService(): Promise<void> {
  nextPurge = Promise.withResolvers();
  service = await startSmallService({ clock: () => clock.now, keepDeleted: 30 * day, log });
  api = apiClient(service, service.account);
  [root = ''] = (await api.get('/apiv1/dashboard/folder?path=/')).body as string[];
}

/** Lets time pass, and waits for a purge that takes something away. Gives what the log says of it. */
async function purgedAfter(time: number): Promise<unknown> {
  nextPurge = Promise.withResolvers();
  clock.now += time;
  return nextPurge.promise;
}

/** How many rows these tables have, as another connection sees it. */
function rows(...tables: string[]): number[] {
  const database = new DatabaseSync(join(service.directory, 'service.db'), { readOnly: true });
  try {
    return tables.map((table) => Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count));
  } finally {
    database.close();
  }
}

async function upload(path: string, bytes: Uint8Array): Promise<unknown> {
  const body = new FormData();
  body.append('file', new Blob([Uint8Array.from(bytes)]), 'file');
  const headers = { authorization: basic(service.account), connection: 'close' };
  const response = await fetch(service.url + path, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  return response.json();
}

const uploaded = async (bytes: Uint8Array): Promise<Asset> => (await upload('/apiv1/assets', bytes)) as Asset;
const served = async (path: string): Promise<number> => {
  const response = await fetch(service.mediaUrl + path, { headers: { connection: 'close' } });
  await response.arrayBuffer();
  return response.status;
};

async function composition(content: Composition = smallShow): Promise<number> {
  const { id } = (await api.post('/apiv1/compositions', { name: 'Made', folder: root })).body as { id: number };
  expect((await api.put(`/apiv1/compositions/${id}/content`, contentOf(content))).status).toBe(200);
  return id;
}

async function app(compositionId: number): Promise<{ id: number; token: string }> {
  const { body } = await api.post('/apiv1/appinstances', {
    folder: root,
    name: 'Made',
    apptemplate_id: '57',
    apptemplate_version_status: 'published',
    compositionList: [{ name: 'Made', composition: { refId: String(compositionId) } }],
  });
  const { id, access_token: token } = body as { id: number; access_token: string };
  return { id, token };
}

/** The small show with another first sub-composition. */
const showWith = (first: Partial<Composition['root']>): Composition => ({
  ...smallShow,
  root: {
    ...smallShow.root,
    subcompositions: smallShow.root.subcompositions.map((sub, at) => (at === 0 ? { ...sub, ...first } : sub)),
  },
});

describe('what was deleted is gone for good', () => {
  beforeEach(startService);
  afterEach(() => service.close());

  it('after the time that it is kept, and not before: app instances with their values, compositions with their revisions', async () => {
    const [early, late] = [await composition(), await composition()];
    for (const revision of [1, 2]) {
      await api.post(`/apiv1/compositions/${early}/revisions`, {
        scene_id: early,
        revision_id: revision,
        description: '',
      });
      await api.put(`/apiv1/compositions/${early}/content`, contentOf(showWith({ name: `Revision ${revision}` })));
    }
    const { id, token } = await app(early);
    await api.patch(`/apiv2/controlapps/${token}/control`, [
      { subCompositionId: ids.home, payload: { team: 'A' }, state: 'In' },
    ]);
    await api.delete(`/apiv1/appinstances/${id}`);
    await api.delete(`/apiv1/compositions/${early}`);
    clock.now += 5 * day;
    await api.delete(`/apiv1/compositions/${late}`);
    const tables = ['app_instances', 'current_values', 'current_states', 'compositions', 'revisions', 'contents'];
    expect(rows(...tables)).toEqual([2, 1, 1, 3, 2, 5]);
    await purgedAfter(25 * day + 1);
    expect(rows(...tables)).toEqual([1, 0, 0, 2, 0, 2]);
    await purgedAfter(5 * day);
    expect(rows(...tables)).toEqual([1, 0, 0, 1, 0, 1]);
    expect(check(service.directory)).toEqual([]);
  });

  it('but not what an app instance shows, nor what a revision or a copy has', async () => {
    const [shown, copied, other] = [await composition(), await composition(), await composition()];
    const { token } = await app(shown);
    const { id: copy } = (await api.post(`/apiv1/compositions/${copied}/duplicate`, { folder: root })).body as {
      id: number;
    };
    const before = (await api.get(`/apiv2/controlapps/${token}/model`)).body;
    for (const id of [shown, copied, other]) await api.delete(`/apiv1/compositions/${id}`);
    await purgedAfter(31 * day);
    // The seeded one, the one that is shown, and the copy.
    expect(rows('compositions', 'contents')).toEqual([3, 3]);
    service = await service.restart();
    api = apiClient(service, service.account);
    expect((await api.get(`/apiv2/controlapps/${token}/model`)).body).toEqual(before);
    expect((await api.get(`/apiv1/compositions/${copy}/content`)).status).toBe(200);
    expect(check(service.directory)).toEqual([]);
  });
});

describe('an upload that was deleted', () => {
  beforeEach(startService);
  afterEach(() => service.close());

  it('is gone soon if nothing uses it, and stays as long as a composition, a revision or a show does', async () => {
    const [unused, inContent, inRevision, inValue] = [
      await uploaded(pictures.png),
      await uploaded(pictures.gif),
      await uploaded(pictures.jpeg),
      await uploaded(pictures.webpLossy),
    ];
    const showing = (path: string): Composition =>
      showWith({ scene: { elements: [{ kind: 'image', id: 'picture', frame, source: path, fit: 'contain' }] } });
    const id = await composition(showing(inRevision.path));
    await api.post(`/apiv1/compositions/${id}/revisions`, { scene_id: id, revision_id: 1, description: '' });
    await api.put(`/apiv1/compositions/${id}/content`, contentOf(showing(inContent.path)));
    const picture = { picture: service.mediaUrl + inValue.path };
    await api.patch(new URL(`${service.app}/control`).pathname, [{ subCompositionId: ids.title, payload: picture }]);
    for (const asset of [unused, inContent, inRevision, inValue]) await api.delete(`/apiv1/assets/${asset.id}`);
    expect(await purgedAfter(10_000)).toEqual({ assets: 1, graphics: 0 });
    const all = async (): Promise<number[]> => [
      await served(unused.path),
      await served(inContent.path),
      await served(inRevision.path),
      await served(inValue.path),
    ];
    expect(await all()).toEqual([404, 200, 200, 200]);
    await api.delete(`/apiv1/compositions/${id}`);
    expect(await purgedAfter(31 * day)).toEqual({ assets: 2, graphics: 0 });
    expect(await all()).toEqual([404, 404, 404, 200]);
    expect(rows('assets', 'asset_chunks', 'account_assets')).toEqual([1, 1, 1]);
    expect(check(service.directory)).toEqual([]);
  });

  it('can be uploaded again at any time', async () => {
    const { id, path } = await uploaded(pictures.png);
    await api.delete(`/apiv1/assets/${id}`);
    await purgedAfter(10_000);
    expect(await served(path)).toBe(404);
    await uploaded(pictures.png);
    expect(await served(path)).toBe(200);
  });

  it('may be a graphic: it goes with its files when no content names it', async () => {
    const install = async (files: Files): Promise<Graphic> =>
      (await upload('/apiv1/graphics', await zipOf(files))) as Graphic;
    const [used, unused] = [await install(lowerThird), await install({ ...lowerThird, 'more.js': 'export {};' })];
    const element = { kind: 'graphic', id: 'graphic', frame, graphic: used.id, data: {}, actions: {} } as const;
    await composition(showWith({ scene: { elements: [element] } }));
    for (const { id } of [used, unused]) expect((await api.delete(`/apiv1/graphics/${id}`)).status).toBe(200);
    expect(await purgedAfter(10_000)).toEqual({ assets: 1, graphics: 1 });
    expect([
      await served(`/graphics/${used.id}/graphic.mjs`),
      await served(`/graphics/${unused.id}/graphic.mjs`),
      await served(`/graphics/${unused.id}/more.js`),
    ]).toEqual([200, 404, 404]);
    expect(check(service.directory)).toEqual([]);
  });

  it('gives its space back', async () => {
    const size = (): number => statSync(join(service.directory, 'service.db')).size;
    const film = new Uint8Array(12 * MiB).map((_, at) => (at * 31 + (at >> 11)) & 0xff);
    film.set(Buffer.from('RIFF....WAVE'));
    const { id } = await uploaded(film);
    service = await service.restart();
    api = apiClient(service, service.account);
    expect(size()).toBeGreaterThan(12 * MiB);
    await api.delete(`/apiv1/assets/${id}`);
    await purgedAfter(60_000);
    expect(size()).toBeLessThan(2 * MiB);
    expect(check(service.directory)).toEqual([]);
  });
});

describe('a purge', () => {
  /** A purge whose work is scripted, and what it logs. */
  function stage(given: Partial<PurgePorts> = {}) {
    const logged: string[] = [];
    const nothing = {
      purgeDeleted: () => false,
      giveBack: () => false,
      hasParts: () => true,
      removeGraphic: () => undefined,
    };
    const removed: string[] = [];
    const removeAsset = (id: string): Promise<void> => Promise.resolve(void removed.push(id));
    const purge = new Purge(
      {
        store: { ...nothing, removeAsset },
        clock: () => clock.now,
        unusedParts: () => Promise.resolve({ assets: ['one', 'two'], graphics: [] }),
        uploads: { idle: () => Promise.resolve() },
        log: { info: (line) => logged.push(line), warn: (line) => logged.push(line) },
        rest: () => Promise.resolve(),
        ...given,
      },
      day,
    );
    return { purge, logged, removed };
  }
  const after = (time: number, purge: Purge): Promise<void> => {
    clock.now += time;
    purge.beat();
    return new Promise((resolve) => setImmediate(resolve));
  };

  it('comes a minute after the start, an hour after the last one, and ten seconds after a deletion', async () => {
    const { purge, removed } = stage();
    const times: number[] = [];
    for (const time of [59_999, 1, 3_599_999, 1]) {
      await after(time, purge);
      times.push(removed.length);
    }
    purge.soon();
    for (const time of [9_999, 1]) {
      await after(time, purge);
      times.push(removed.length);
    }
    expect(times).toEqual([0, 2, 2, 4, 4, 6]);
  });

  it('that fails says so, and the next one is made all the same', async () => {
    const search = [Promise.reject(new Error('no disk')), Promise.resolve({ assets: ['one'], graphics: [] })];
    const { purge, logged, removed } = stage({ unusedParts: () => search.shift()! });
    await after(60_000, purge);
    expect(logged).toEqual(['What was deleted could not be taken away. It is tried again.']);
    await after(3_600_000, purge);
    expect(removed).toEqual(['one']);
  });

  it('judges no asset while an upload is under way', async () => {
    const uploads = new Uploads();
    const upload = Promise.withResolvers<unknown>();
    const uploading = uploads.run(1, () => upload.promise);
    const { purge, removed } = stage({ uploads });
    await after(60_000, purge);
    expect(removed).toEqual([]);
    upload.resolve(undefined);
    await uploading;
    await after(0, purge);
    expect(removed).toEqual(['one', 'two']);
  });

  it('ends with the service, also while it searches, and says nothing of that', async () => {
    const { purge, logged, removed } = stage({
      unusedParts: (closed) =>
        new Promise((_, reject) => closed.addEventListener('abort', () => reject(new OverlayError('not-ready')))),
    });
    await after(60_000, purge);
    await purge.close();
    await after(3_600_000, purge);
    expect([logged, removed]).toEqual([[], []]);
  });
});
