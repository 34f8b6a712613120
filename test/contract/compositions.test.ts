import { errorTable } from '../../contract/errors.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OverlayError } from '../../contract/errors.ts';
import { ids } from '../kit/service/small-show.ts';
import { ada, bob, errorOf, startTwoAccounts, told, type TwoAccounts } from '../kit/service/two-accounts.ts';
import { serviceFetch as fetch } from '../kit/published-answers.ts';

let desk: TwoAccounts;
beforeAll(async () => (desk = await startTwoAccounts()));
afterAll(() => desk.close());
beforeEach(() => (desk.clock.now = Date.UTC(2026, 0, 2, 20)));

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const at = '2026-01-02T20:00:00.000Z';
const later = '2026-01-02T20:01:00.000Z';
const minute = 60_000;
const unknown = [404, errorOf(404, errorTable['id-unknown'].operator)];

/** Every field of the specification's "Composition", as it is just after its creation in Ada's account. */
const composition = (id: number, name: string, more: object = {}) => ({
  id,
  account_id: 1,
  user_id: 1,
  tenant_id: null,
  is_deleted: 0,
  fid: expect.stringMatching(uuid) as unknown,
  uuid: null,
  name,
  databaseUrl: `${desk.service.url}/apiv1/compositions/${id}/content`,
  thumbnail: `${desk.service.mediaUrl.replace('http:', '')}/media/no-picture.svg`,
  category: 'default',
  created_at: at,
  updated_at: at,
  deleted_at: null,
  is_deleted_depend: null,
  ...more,
});

let victim: number;
let anyContent: unknown;

/** A composition of Ada's; gives its id. */
async function create(name: string): Promise<number> {
  const { status, body } = await desk.ada.post('/apiv1/compositions', { name, folder: desk.folders.ada });
  expect(status).toBe(200);
  return (body as { id: number }).id;
}

const listed = async (client = desk.ada): Promise<string[]> =>
  ((await client.get('/apiv1/compositions')).body as { name: string }[]).map(({ name }) => name);

describe('row 13: a composition is created', () => {
  it('with its metadata as the answer, refId and type included', async () => {
    const answer = await desk.ada.post('/apiv1/compositions', { name: 'Evening', folder: desk.folders.ada });
    const { id } = answer.body as { id: number };
    expect(told(answer)).toEqual([200, composition(id, 'Evening', { refId: id, type: 'composition' })]);
  });

  it('empty: with a root of its name and nothing in it', async () => {
    const id = await create('Morning');
    const { body } = await desk.ada.get(`/apiv1/compositions/${id}/content`);
    const { mainComposition } = body as { mainComposition: string };
    expect(mainComposition).toMatch(uuid);
    expect(body).toEqual({
      command: { commands: [], id: 0 },
      compositionProps: { logicLayers: {}, timeline2Active: { [mainComposition]: false } },
      compositionStates: { [mainComposition]: 'Out' },
      compositions: {
        [mainComposition]: {
          version: 1,
          name: 'Morning',
          dataSources: {
            composition: {
              controlNode: {
                id: mainComposition,
                name: 'Morning',
                thumbnail: '/media/no-picture.svg',
                fields: [],
              },
            },
          },
          groups: {},
          logicLayer: null,
          elements: [],
          subcompositions: [],
        },
      },
      editingIds: {},
      mainComposition,
      revision: '1',
      uiSettings: {
        disableTimelineUpdate: false,
        editorResolution: 1,
        editorResolutionHeight: 1080,
        editorResolutionWidth: 1920,
        showBoundingBox: true,
        timelineSnap: 'frames',
        timelineZoom: 1,
      },
    });
  });

  it.each([
    ['no name', { folder: 'x' }, 'name', 'expected string, received undefined'],
    ['an empty name', { name: '', folder: 'x' }, 'name', 'expected at least 1 character'],
    ['no folder', { name: 'x' }, 'folder', 'expected string, received undefined'],
    ['a folder that is not there', { name: 'x', folder: 'gone' }, 'folder', 'there is no folder with this id'],
  ])('not with %s', async (_, body, path, message) => {
    const before = await listed();
    const refused = errorOf(400, `Nothing was changed: ${path}: ${message}`, [{ path, message }]);
    expect(told(await desk.ada.post('/apiv1/compositions', body))).toEqual([400, refused]);
    expect(await listed()).toEqual(before);
  });

  it('not in a folder of another account', async () => {
    const message = 'there is no folder with this id';
    expect(told(await desk.ada.post('/apiv1/compositions', { name: 'x', folder: desk.folders.bob }))).toEqual([
      400,
      errorOf(400, `Nothing was changed: folder: ${message}`, [{ path: 'folder', message }]),
    ]);
  });
});

describe('rows 15 and 16: compositions are read', () => {
  it('all of the account, in the order of their ids', async () => {
    const id = await create('Sport');
    const { status, body } = await desk.ada.get('/apiv1/compositions');
    const all = body as { id: number }[];
    expect([status, all.at(-1)]).toEqual([200, composition(id, 'Sport')]);
    expect(all.map((one) => one.id)).toEqual(all.map((one) => one.id).toSorted((one, other) => one - other));
  });

  it('one by its id', async () => {
    const id = await create('Weather');
    expect(told(await desk.ada.get(`/apiv1/compositions/${id}`))).toEqual([200, composition(id, 'Weather')]);
    expect(told(await desk.ada.get(`/apiv1/compositions/${id}/`))).toEqual([200, composition(id, 'Weather')]);
  });

  it.each(['999999', '0', '-1', '1.5', 'abc', '1e3x', '99999999999999999999', '%00', '0x1', '1e0', '+1', '01', '%201'])(
    'not by %s, which is no id',
    async (id) => {
      expect(told(await desk.ada.get(`/apiv1/compositions/${id}`))).toEqual(unknown);
    },
  );
});

describe('row 17 and the writing of a content', () => {
  const path = (id: number): string => `/apiv1/compositions/${id}/content`;
  const write = (id: number, text: string): Promise<Response> =>
    desk.raw(path(id), { method: 'PUT', body: text, headers: { 'content-type': 'application/json; charset=utf-8' } });

  /** The present content of a composition as an object to change. */
  const contentOf = async (id: number): Promise<Record<string, unknown>> =>
    (await desk.ada.get(path(id))).body as Record<string, unknown>;

  it('gives back byte for byte what was written', async () => {
    const id = await create('Bytes');
    const content = await contentOf(id);
    const { mainComposition, compositions, ...rest } = content;
    const backwards = Object.fromEntries(Object.entries({ ...rest, mainComposition, compositions }).toReversed());
    const odd =
      '\n\t ' +
      JSON.stringify({ ...backwards, note: 'Zoë \u{1f3ac} \u2028 "quoted"', future: { kept: [1.0, 1e3] } }, null, 3)
        .replace('Zoë', 'Zo\\u00eB')
        .replace('1000', '1.0E+3')
        .replaceAll('\n', '\r\n') +
      '  \n';
    const answer = await write(id, odd);
    expect([answer.status, await answer.text()]).toEqual([200, '"Ok"']);
    const read = await desk.raw(path(id));
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(Buffer.from(await read.arrayBuffer()).equals(Buffer.from(odd))).toBe(true);
  });

  it('that one author makes is not lost to another one, who read what was there before', async () => {
    const id = await create('Two authors');
    const read = await desk.raw(path(id));
    const tag = read.headers.get('etag') ?? '';
    const content = await read.text();
    const writeOn = async (ifMatch: string, text: string) => {
      const headers = { 'content-type': 'application/json', 'if-match': ifMatch };
      const answer = await desk.raw(path(id), { method: 'PUT', body: text, headers });
      return [answer.status, answer.headers.get('error-name'), answer.headers.get('etag')] as const;
    };
    const [status, , next] = await writeOn(tag, `${content} `);
    expect([status, next === tag]).toEqual([200, false]);
    expect(await writeOn(tag, `${content}  `)).toEqual([412, 'changed-meanwhile', null]);
    const present = await desk.raw(path(id));
    expect([await present.text(), present.headers.get('etag')]).toEqual([`${content} `, next]);
    expect((await writeOn('*', content))[0]).toBe(200);
  });

  it('marks the composition as updated', async () => {
    const id = await create('Updated');
    desk.clock.now += minute;
    expect((await write(id, JSON.stringify(await contentOf(id)))).status).toBe(200);
    expect((await desk.ada.get(`/apiv1/compositions/${id}`)).body).toEqual(
      composition(id, 'Updated', { updated_at: later }),
    );
  });

  it('changes nothing that is loaded', async () => {
    const [loaded] = (await desk.ada.get('/apiv1/compositions')).body as { id: number }[];
    const before = await (await fetch(`${desk.service.app}/model`)).json();
    const content = JSON.stringify(await contentOf(loaded?.id ?? 0));
    expect((await write(loaded?.id ?? 0, content.replaceAll('"Score"', '"Result"'))).status).toBe(200);
    expect(await (await fetch(`${desk.service.app}/model`)).json()).toEqual(before);
    expect((await write(loaded?.id ?? 0, content)).status).toBe(200);
  });

  it('refuses what cannot be a composition, says what and where, and keeps what was there', async () => {
    const id = await create('Refused');
    const before = await (await desk.raw(path(id))).text();
    const content = JSON.parse(before) as { mainComposition: string; compositions: Record<string, object> };
    const main = content.mainComposition;
    Object.assign(content.compositions[main] ?? {}, { groups: { gone: { effects: {} } } });
    expect(told(await desk.ada.put(path(id), content))).toEqual([
      400,
      errorOf(400, `Nothing was changed: compositions["${main}"].groups.gone: there is no element with this id`, [
        { path: `compositions["${main}"].groups.gone`, message: 'there is no element with this id' },
      ]),
    ]);
    expect(told(await desk.ada.put(path(id), { ...content, revision: 4 }))).toEqual([
      400,
      errorOf(400, 'Nothing was changed: revision: expected string, received number', [
        { path: 'revision', message: 'expected string, received number' },
      ]),
    ]);
    expect((await write(id, before.slice(1))).status).toBe(400);
    expect(await (await desk.raw(path(id))).text()).toBe(before);
  });

  it('takes a sub-composition with a widget, whose fields are then those of the model', async () => {
    const id = await create('Widget');
    const content = (await contentOf(id)) as {
      mainComposition: string;
      compositions: Record<string, { dataSources: { composition: { controlNode: Record<string, unknown> } } }>;
    };
    const node = content.compositions[content.mainComposition]?.dataSources.composition.controlNode ?? {};
    delete node.fields;
    node.widget = { model: { fields: [{ id: 'a', type: 'text' }], groups: [{ id: 'g', childIds: ['b'] }] } };
    const where = `compositions["${content.mainComposition}"].dataSources.composition.controlNode.widget`;
    const message = 'there is no field with the id "b"';
    expect(told(await desk.ada.put(path(id), content))).toEqual([
      400,
      errorOf(400, `Nothing was changed: ${where}.model.groups[0].childIds[0]: ${message}`, [
        { path: `${where}.model.groups[0].childIds[0]`, message },
      ]),
    ]);
    node.widget = { model: { fields: [{ id: 'a', type: 'text' }], groups: [{ id: 'g', childIds: ['a'] }] } };
    expect(told(await desk.ada.put(path(id), content))).toEqual([200, 'Ok']);
  });
});

describe('row 18: the sub-compositions of a composition', () => {
  it('are listed parents first, nested ones too, with the states that they were stored in', async () => {
    const [loaded] = (await desk.ada.get('/apiv1/compositions')).body as { id: number }[];
    const sub = (id: string, name: string, state = 'Out') => ({ id, name, state });
    expect(told(await desk.ada.get(`/apiv1/compositions/${loaded?.id}/subcompositions`))).toEqual([
      200,
      {
        data: [
          sub(ids.lowerThird, 'Lower Third', 'Out1'),
          sub(ids.title, 'Title'),
          sub(ids.score, 'Score'),
          sub(ids.home, 'Home'),
          sub(ids.away, 'Lower Third'),
        ],
      },
    ]);
  });

  it('are none in an empty composition', async () => {
    const id = await create('Empty');
    expect(told(await desk.ada.get(`/apiv1/compositions/${id}/subcompositions`))).toEqual([200, { data: [] }]);
  });
});

describe('row 19: a composition is duplicated', () => {
  it('into a folder, with its content and under a name that says so', async () => {
    const id = await create('Original');
    desk.clock.now += minute;
    const answer = await desk.ada.post(`/apiv1/compositions/${id}/duplicate`, { folder: desk.folders.ada });
    const copy = (answer.body as { id: number }).id;
    const times = { created_at: later, updated_at: later };
    expect(told(answer)).toEqual([
      200,
      composition(copy, 'Copy of Original', { ...times, refId: copy, type: 'composition' }),
    ]);
    const texts = await Promise.all(
      [id, copy].map(async (one) => (await desk.raw(`/apiv1/compositions/${one}/content`)).text()),
    );
    expect(texts[0]).toBe(texts[1]);
    expect((await desk.ada.get(`/apiv1/compositions/${copy}`)).body).not.toMatchObject({
      fid: ((await desk.ada.get(`/apiv1/compositions/${id}`)).body as { fid: string }).fid,
    });
  });

  it('without its token, and changes of the one are none of the other', async () => {
    const id = await create('Apart');
    await desk.ada.post(`/apiv1/compositions/${id}/token`);
    const { body } = await desk.ada.post(`/apiv1/compositions/${id}/duplicate`, { folder: desk.folders.ada });
    const copy = body as { id: number; uuid: unknown };
    expect(copy.uuid).toBe(null);
    const before = await (await desk.raw(`/apiv1/compositions/${id}/content`)).text();
    const changed = before.replaceAll('"Apart"', '"Changed"');
    expect((await desk.ada.put(`/apiv1/compositions/${copy.id}/content`, changed)).status).toBe(200);
    expect(await (await desk.raw(`/apiv1/compositions/${id}/content`)).text()).toBe(before);
  });

  it('not into a folder that is not there', async () => {
    const id = await create('Nowhere');
    const message = 'there is no folder with this id';
    const refused = [400, errorOf(400, `Nothing was changed: folder: ${message}`, [{ path: 'folder', message }])];
    for (const folder of ['gone', desk.folders.bob]) {
      expect(told(await desk.ada.post(`/apiv1/compositions/${id}/duplicate`, { folder }))).toEqual(refused);
    }
  });
});

describe('row 20: a copy is sent to another user', () => {
  it('whose it then is, in the root folder, and of whom the answer tells', async () => {
    const id = await create('Gift');
    const answer = await desk.ada.post('/apiv1/compositions/duplicateto', {
      compId: id,
      targetEmail: 'BOB@example.org',
    });
    const sent = (answer.body as { id: number }).id;
    expect(told(answer)).toEqual([200, composition(sent, 'Gift', { account_id: 2, user_id: 2 })]);
    expect(told(await desk.bob.get(`/apiv1/compositions/${sent}`))).toEqual([200, answer.body]);
    expect(told(await desk.ada.get(`/apiv1/compositions/${sent}`))).toEqual(unknown);
    const { body } = await desk.bob.get(`/apiv1/dashboard/folder/${desk.folders.bob}/elements?type=c`);
    expect((body as { refId: number }[]).map(({ refId }) => refId)).toEqual([sent]);
    const original = await (await desk.raw(`/apiv1/compositions/${id}/content`)).text();
    expect((await desk.bob.get(`/apiv1/compositions/${sent}/content`)).body).toEqual(JSON.parse(original));
  });

  it('not to one that nobody knows', async () => {
    const id = await create('Lost');
    expect(
      told(await desk.ada.post('/apiv1/compositions/duplicateto', { compId: id, targetEmail: 'eve@example.org' })),
    ).toEqual([404, errorOf(404, errorTable['email-unknown'].operator)]);
  });

  it('not more often than sixty times in an hour, also where nobody knows the address; and the log tells', async () => {
    desk.clock.now += 3_600_000;
    const id = await create('Flood');
    const send = (targetEmail: string) => desk.ada.post('/apiv1/compositions/duplicateto', { compId: id, targetEmail });
    const statuses: number[] = [];
    for (let time = 0; time < 61; time += 1) {
      statuses.push((await send(time % 2 === 0 ? bob.email : `guess${time}@example.org`)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, (_, time) => (time % 2 === 0 ? 200 : 404)), 429]);
    expect((await send(bob.email)).headers.get('retry-after')).toBe('3600');
    expect(desk.service.logged.slice(-2)).toEqual(
      [bob.email, 'an unknown address'].map((to) => ({
        level: 'info',
        message: 'A user sends a copy of a composition.',
        fields: { from: ada.email, to },
      })),
    );
    desk.clock.now += 3_600_000;
    expect((await send(bob.email)).status).toBe(200);
  });

  it('not of a composition that is not there, or is not the sender’s', async () => {
    const id = await create('Mine');
    const send = (compId: number) => ({ compId, targetEmail: ada.email });
    expect(told(await desk.bob.post('/apiv1/compositions/duplicateto', send(id)))).toEqual(unknown);
    expect(told(await desk.ada.post('/apiv1/compositions/duplicateto', send(999_999)))).toEqual(unknown);
  });

  it.each([
    ['no composition', { targetEmail: bob.email }, 'compId', 'expected an integer'],
    ['a composition that is no number', { compId: 'x', targetEmail: bob.email }, 'compId', 'expected an integer'],
    ['nobody to send it to', { compId: 1 }, 'targetEmail', 'expected string, received undefined'],
  ])('not with %s', async (_, body, path, message) => {
    expect(told(await desk.ada.post('/apiv1/compositions/duplicateto', body))).toEqual([
      400,
      errorOf(400, `Nothing was changed: ${path}: ${message}`, [{ path, message }]),
    ]);
  });
});

describe('rows 24 and 25: the access token of a composition', () => {
  it('is not there at first', async () => {
    const id = await create('Closed');
    expect(told(await desk.ada.get(`/apiv1/compositions/${id}/token`))).toEqual([
      404,
      errorOf(404, 'This composition has no access token.'),
    ]);
  });

  it('is made once, read from then on, and named with the composition', async () => {
    const id = await create('Open');
    const made = await desk.ada.post(`/apiv1/compositions/${id}/token`);
    const { uuid: token } = made.body as { uuid: string };
    expect(told(made)).toEqual([200, { id, uuid: expect.stringMatching(/^[\w-]{22,}$/) as unknown }]);
    expect(told(await desk.ada.get(`/apiv1/compositions/${id}/token`))).toEqual([200, { id, uuid: token }]);
    expect(told(await desk.ada.post(`/apiv1/compositions/${id}/token`))).toEqual([200, { id, uuid: token }]);
    expect((await desk.ada.get(`/apiv1/compositions/${id}`)).body).toEqual(composition(id, 'Open', { uuid: token }));
  });
});

describe('a composition that is deleted', () => {
  it('is gone from every list, and from every address of its own', async () => {
    const id = await create('Gone');
    await desk.ada.post(`/apiv1/compositions/${id}/revisions`, { scene_id: id, revision_id: 1, description: '' });
    expect(told(await desk.ada.delete(`/apiv1/compositions/${id}`))).toEqual([200, 'Ok']);
    expect(await listed()).not.toContain('Gone');
    const { body } = await desk.ada.get(`/apiv1/dashboard/folder/${desk.folders.ada}/elements`);
    expect((body as { name: string }[]).map(({ name }) => name)).not.toContain('Gone');
    for (const rest of ['', '/content', '/subcompositions', '/token', '/revisions', '/revisions/1/content']) {
      expect([rest, ...told(await desk.ada.get(`/apiv1/compositions/${id}${rest}`))]).toEqual([rest, ...unknown]);
    }
    expect(told(await desk.ada.delete(`/apiv1/compositions/${id}`))).toEqual(unknown);
  });

  it('stays on air where it is loaded', async () => {
    const [loaded] = (await desk.ada.get('/apiv1/compositions')).body as { id: number; name: string }[];
    const before = await (await fetch(`${desk.service.app}/control`)).json();
    expect((await desk.ada.delete(`/apiv1/compositions/${loaded?.id}`)).status).toBe(200);
    expect(await (await fetch(`${desk.service.app}/control`)).json()).toEqual(before);
  });
});

interface Call {
  row: string;
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: (id: number) => string;
  body?: (id: number) => unknown;
}

/** Every call of these rows, on the composition `id` where it is on one. */
const calls: Call[] = [
  { row: '13', method: 'POST', path: () => '', body: () => ({ name: 'x', folder: desk.folders.ada }) },
  { row: '15', method: 'GET', path: () => '' },
  { row: '16', method: 'GET', path: (id) => `/${id}` },
  { row: '17', method: 'GET', path: (id) => `/${id}/content` },
  { row: 'writing a content', method: 'PUT', path: (id) => `/${id}/content`, body: () => anyContent },
  { row: 'deleting', method: 'DELETE', path: (id) => `/${id}` },
  { row: '18', method: 'GET', path: (id) => `/${id}/subcompositions` },
  { row: '19', method: 'POST', path: (id) => `/${id}/duplicate`, body: () => ({ folder: desk.folders.ada }) },
  {
    row: '20',
    method: 'POST',
    path: () => '/duplicateto',
    body: (id) => ({ compId: id, targetEmail: bob.email }),
  },
  { row: '24', method: 'POST', path: (id) => `/${id}/token` },
  { row: '25', method: 'GET', path: (id) => `/${id}/token` },
];

describe('what is asked of compositions', () => {
  beforeAll(async () => {
    victim = await create('Victim');
    anyContent = (await desk.ada.get(`/apiv1/compositions/${victim}/content`)).body;
  });
  const ask = async (client: 'ada' | 'bob' | 'nobody', { method, path, body }: Call, id: number) => {
    const verb = method.toLowerCase() as 'get' | 'put' | 'post' | 'delete';
    return told(await desk[client][verb](`/apiv1/compositions${path(id)}`, body?.(id)));
  };

  it.each(calls)('row $row is only for who signed in', async (call) => {
    expect(await ask('nobody', call, victim)).toEqual([401, errorOf(401, 'Unauthorized')]);
  });

  it.each(calls.filter(({ row }) => row !== '13' && row !== '15' && row !== '19'))(
    'row $row answers for another account’s composition as for one that does not exist',
    async (call) => {
      expect([await ask('bob', call, victim), await ask('ada', call, 999_999)]).toEqual([unknown, unknown]);
      expect((await desk.ada.get(`/apiv1/compositions/${victim}`)).status).toBe(200);
    },
  );

  it('row 19 does so too, into a folder of the caller’s own', async () => {
    const into = { folder: desk.folders.bob };
    expect(told(await desk.bob.post(`/apiv1/compositions/${victim}/duplicate`, into))).toEqual(unknown);
    expect(told(await desk.bob.post('/apiv1/compositions/999999/duplicate', into))).toEqual(unknown);
  });

  it.each(calls.filter(({ body }) => body))(
    'row $row refuses a body that is not JSON, of another kind, or too large',
    async ({ method, path }) => {
      const send = async (body: string, type = 'application/json'): Promise<unknown> => {
        const address = `/apiv1/compositions${path(victim)}`;
        const response = await desk.raw(address, { method, body, headers: { 'content-type': type } });
        return [response.status, await response.json()];
      };
      const starting = (words: RegExp): unknown => expect.stringMatching(words) as unknown;
      expect([
        await send('{"'),
        await send(''),
        await send('{}', 'text/plain'),
        await send(' '.repeat(9 * 1024 * 1024)),
      ]).toEqual([
        [400, errorOf(400, starting(/^Nothing was changed: the body is not JSON: /))],
        [400, errorOf(400, starting(/^Nothing was changed: the body is empty; /))],
        [415, errorOf(415, errorTable['media-type-unsupported'].operator)],
        [413, errorOf(413, errorTable['body-too-large'].operator)],
      ]);
    },
  );

  it.each(calls.filter(({ method }) => method !== 'GET'))(
    'row $row changes nothing where the disk is full, or cannot be written to',
    async (call) => {
      const before = (await desk.ada.get('/apiv1/compositions')).body;
      try {
        desk.disk.error = new OverlayError('storage-full');
        expect(await ask('ada', call, victim)).toEqual([507, errorOf(507, errorTable['storage-full'].operator)]);
        desk.disk.error = new OverlayError('storage-failed');
        const failed = /^The service could not write to its disk, so nothing was changed\. \([0-9a-f]+\)$/;
        expect(await ask('ada', call, victim)).toEqual([500, errorOf(500, expect.stringMatching(failed))]);
      } finally {
        desk.disk.error = undefined;
      }
      expect((await desk.ada.get('/apiv1/compositions')).body).toEqual(before);
    },
  );
});
