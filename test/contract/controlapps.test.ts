import { errorTable } from '../../contract/errors.ts';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiClient } from '../kit/service/api-client.ts';
import { appPath } from '../kit/service/app-shapes.ts';
import { ids } from '../kit/service/small-show.ts';
import { openSqliteStore, type Store } from '../../service/store/store.ts';
import { type SmallService, startSmallService, startWithDatabase } from '../kit/service/small-service.ts';
import { serviceFetch as fetch } from '../kit/published-answers.ts';

// Rows 29, 30 and 31 over real HTTP. What is expected is written out from the specification.

let service: SmallService;
let database: DatabaseSync;
const now = 1_700_000_000_000;

beforeEach(async () => {
  ({ service, database } = await startWithDatabase({ clock: () => now }));
});
afterEach(() => service.close());

const json = { 'content-type': 'application/json' };
const patch = (body: unknown, headers: Record<string, string> = json, path = '/control'): Promise<Response> =>
  fetch(service.app + path, { method: 'PATCH', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
const control = async (): Promise<Record<string, unknown>[]> =>
  (await (await fetch(`${service.app}/control`)).json()) as Record<string, unknown>[];
const answer = async (response: Response) => ({ status: response.status, body: (await response.json()) as unknown });
interface ModelEntry {
  name: string;
  state?: string;
  model: unknown[];
  subcompositions: ModelEntry[];
}
const take = [{ subCompositionId: ids.lowerThird, state: 'In' }];

describe('row 29, what is held now', () => {
  it('lists every sub-composition with id, name, state and the values of all its fields', async () => {
    await patch([{ subCompositionId: ids.lowerThird, payload: { line1: 'Ada', color: '#102030' }, state: 'In' }]);
    const response = await fetch(`${service.app}/control`);
    expect([response.status, response.headers.get('content-type'), response.headers.get('etag')]).toEqual([
      200,
      'application/json; charset=utf-8',
      '"1"',
    ]);
    const item = (subCompositionId: string, subCompositionName: string, payload: object, state = 'Out1') => ({
      subCompositionId,
      subCompositionName,
      mainComposition: subCompositionId === ids.root,
      state,
      payload,
    });
    expect(await response.json()).toEqual([
      item(ids.root, 'Small Show', { channel: 'One' }),
      item(
        ids.lowerThird,
        'Lower Third',
        { line1: 'Ada', line2: 'Role', color: { a: 1, b: 48, g: 32, r: 16 }, size: '10', fade: '100', boxed: true },
        'In',
      ),
      item(ids.title, 'Title', {
        picture: '',
        sound: '',
        rows: '[]',
        style: 'plain',
        timer: { UTC: 0, isRunning: false, value: 0 },
        flash: { __serviceButton: true, ts: 0 },
      }),
      item(ids.score, 'Score', {}),
      item(ids.home, 'Home', { team: 'Home', goals: '0' }),
      item(ids.away, 'Lower Third', { team: 'Lower Third', goals: '0' }),
    ]);
  });

  it('answers HEAD as it answers GET, without the body', async () => {
    const response = await fetch(`${service.app}/control`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

describe('row 30, what can be controlled', () => {
  it('is the tree with fields, defaults, layers and states', async () => {
    const { status, body } = await answer(await fetch(`${service.app}/model`));
    const [{ model, subcompositions, ...rest }] = body as [ModelEntry];
    expect([status, (body as unknown[]).length, rest]).toEqual([
      200,
      1,
      { id: ids.root, name: 'Small Show', logicLayer: null, snapshot: null, secondTimeline: false },
    ]);
    expect(model).toEqual([
      {
        id: 'channel',
        title: 'channel',
        type: 'text',
        defaultValue: 'One',
        resetValue: 'One',
        immediateUpdate: false,
        index: 0,
      },
    ]);
    const tree = (items: ModelEntry[]): unknown[] =>
      items.map((one) => [one.name, one.state, tree(one.subcompositions)]);
    expect(tree(subcompositions)).toEqual([
      ['Lower Third', 'Out1', []],
      ['Title', 'Out', []],
      [
        'Score',
        'Out',
        [
          ['Home', 'Out', []],
          ['Lower Third', 'Out', []],
        ],
      ],
    ]);
    expect(subcompositions[0]).toMatchObject({ logicLayer: { name: 'Full Frame', delay: 'none', tag: '#00aaff' } });
  });

  it('has the current states; its fields and defaults stay while the show goes on', async () => {
    const model = async () => (await (await fetch(`${service.app}/model`)).json()) as [ModelEntry];
    const [before] = await model();
    await patch([{ subCompositionId: ids.lowerThird, payload: { line1: 'Ada' }, state: 'In' }]);
    const [lowerThird, ...others] = before.subcompositions;
    expect(await model()).toEqual([{ ...before, subcompositions: [{ ...lowerThird, state: 'In' }, ...others] }]);
  });

  it('is not sent again to a client that names the revision it has', async () => {
    const { headers } = await fetch(`${service.app}/model`);
    const again = () => fetch(`${service.app}/model`, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    const unchanged = await again();
    await patch([{ subCompositionId: ids.lowerThird, state: 'In' }]);
    expect([headers.get('etag'), unchanged.status, (await again()).status]).toEqual(['"0"', 304, 200]);
  });
});

describe('row 31, an update', () => {
  it('sets values and states of several sub-compositions, by id and by name, and names its revision', async () => {
    const response = await patch([
      { subCompositionId: ids.home, payload: { goals: 2, team: 'Reds' } },
      { subCompositionName: 'Title', payload: { style: 'bold', timer: { command: 'start' }, flash: 'execute' } },
      { subCompositionName: 'Lower Third', mainComposition: false, state: 'Out2' },
    ]);
    expect([response.status, response.headers.get('etag'), await response.json()]).toEqual([
      200,
      '"1"',
      { success: true },
    ]);
    const held = (await control()).map(({ subCompositionId, state, payload }) => [
      subCompositionId,
      { state, payload },
    ]);
    expect(Object.fromEntries(held)).toMatchObject({
      [ids.home]: { state: 'Out1', payload: { goals: '2', team: 'Reds' } },
      [ids.title]: {
        state: 'Out1',
        payload: {
          style: 'bold',
          timer: { UTC: now, isRunning: true, value: 0 },
          flash: { __serviceButton: true, ts: now },
        },
      },
      [ids.lowerThird]: { state: 'Out2' },
      [ids.away]: { state: 'Out1', payload: { team: 'Lower Third' } },
    });
  });

  it('takes the others of a logic layer out in the same change', async () => {
    await patch(take);
    await patch([{ subCompositionId: ids.title, state: 'In' }]);
    expect((await control()).filter(({ state }) => state === 'In').map((item) => item.subCompositionId)).toEqual([
      ids.title,
    ]);
  });

  it.each([
    ['a charset after the media type', { 'content-type': 'application/json; charset=utf-8' }, '/control'],
    ['a trailing slash', json, '/control/'],
    ['an Origin that is the service itself', { ...json, origin: 'self' }, '/control'],
  ])('is accepted with %s', async (_, headers, path) => {
    const origin = headers as { origin?: string };
    if (origin.origin) origin.origin = service.url;
    expect((await patch(take, headers as Record<string, string>, path)).status).toBe(200);
  });

  it.each([
    ['a bare object', '{}', 'Nothing was changed: expected an array of update items'],
    ['no body', '', 'Nothing was changed: the body is empty; expected an array of update items.'],
    [
      'an item that names nothing',
      '[{"state":"In"}]',
      'Nothing was changed: [0].subCompositionName: expected a name, or an id instead',
    ],
    [
      'an unknown state',
      `[{"subCompositionId":"${ids.home}","state":"Inn"}]`,
      'Nothing was changed: [0].state: expected one of "In"|"Out"|"Out1"|"Out2"',
    ],
    [
      'an unknown sub-composition',
      '[{"subCompositionId":"x","state":"In"}]',
      'Nothing was changed: [0].subCompositionId: there is no sub-composition with this id',
    ],
    [
      'an unknown field',
      `[{"subCompositionId":"${ids.home}","payload":{"x":1}}]`,
      'Nothing was changed: [0].payload.x: "Home" has no field with this id',
    ],
    [
      'a value that does not fit',
      `[{"subCompositionId":"${ids.home}","payload":{"goals":"many"}}]`,
      'Nothing was changed: [0].payload.goals: expected a number, got "many"',
    ],
    [
      'a key that no object can hold',
      `[{"subCompositionId":"${ids.home}","payload":{"__pr\\u006fto__":1}}]`,
      'Nothing was changed: [0].payload.__proto__: the key "__proto__" is not accepted',
    ],
    [
      'half of a character',
      `[{"subCompositionId":"${ids.home}","payload":{"team":"A\\ud83d"}}]`,
      'Nothing was changed: [0].payload.team: a text with half of a character (a lone surrogate) is not accepted',
    ],
  ])('is refused for %s with what was expected', async (_, body, message) => {
    const refused = await answer(await patch(body));
    expect(refused).toMatchObject({ status: 400, body: { error: { message, code: 400 } } });
  });

  it('is refused for wrong JSON with where it is wrong and what was expected', async () => {
    const { status, body } = await answer(await patch('[{]'));
    expect([status, body]).toEqual([
      400,
      {
        error: {
          message: expect.stringMatching(
            /^Nothing was changed: the body is not JSON: .*position 2.*; expected an array of update items\.$/,
          ),
          code: 400,
        },
      },
    ]);
  });

  it('is refused for bytes that are no text', async () => {
    const body = Buffer.concat([Buffer.from('["'), Buffer.from([0xff]), Buffer.from('"]')]);
    const response = await fetch(`${service.app}/control`, { method: 'PATCH', headers: json, body });
    expect(await answer(response)).toEqual({
      status: 400,
      body: {
        error: {
          message: 'Nothing was changed: the body is not UTF-8 text; expected an array of update items.',
          code: 400,
        },
      },
    });
  });

  const partlyWrong = [
    ...take,
    { subCompositionId: ids.home, payload: { goals: 100, x: 1 } },
    { subCompositionName: 'X', state: 'In' },
  ];
  const whatIsWrong = [
    { path: '[1].payload.goals', message: 'expected a number from 0 to 99, got 100' },
    { path: '[1].payload.x', message: '"Home" has no field with this id' },
    { path: '[2].subCompositionName', message: 'there is no sub-composition with this name' },
  ];

  it('does what is right, and names everything that is wrong', async () => {
    expect(await answer(await patch(partlyWrong))).toEqual({
      status: 200,
      body: { success: true, warnings: whatIsWrong },
    });
    expect((await control()).filter(({ state }) => state === 'In').map((item) => item.subCompositionId)).toEqual([
      ids.lowerThird,
    ]);
  });

  it('does nothing of what was right for the strict', async () => {
    const before = await control();
    const refused = await patch(partlyWrong, { ...json, prefer: 'respond-async, handling=strict' });
    expect([refused.status, refused.headers.get('preference-applied')]).toEqual([400, 'handling=strict']);
    expect(await refused.json()).toMatchObject({ error: { details: whatIsWrong } });
    expect(await control()).toEqual(before);
  });

  it('is refused when it is too large', async () => {
    expect(await answer(await patch(' '.repeat(8 * 1024 * 1024 + 1)))).toEqual({
      status: 413,
      body: { error: { message: errorTable['body-too-large'].operator, code: 413 } },
    });
  });

  it('says when the disk is full, changes nothing, and works again when there is room', async () => {
    const before = await control();
    const most = Number(Object.values(database.prepare('PRAGMA page_count').get() ?? {})[0]);
    database.exec(`PRAGMA max_page_count = ${most}`);
    const large = [{ subCompositionId: ids.home, payload: { team: 'x'.repeat(60_000) }, state: 'In' }];
    const refused = await answer(await patch(large));
    expect(refused).toEqual({
      status: 507,
      body: { error: { message: errorTable['storage-full'].operator, code: 507 } },
    });
    expect(await control()).toEqual(before);
    database.exec('PRAGMA max_page_count = 100000');
    expect((await patch(large)).headers.get('etag')).toBe('"1"');
  });

  it('says when the disk fails, with an id that is in the log and nothing else of the reason', async () => {
    database.exec('PRAGMA query_only = ON');
    const { status, body } = await answer(await patch(take));
    database.exec('PRAGMA query_only = OFF');
    const [line] = service.logged.filter(({ level }) => level === 'error');
    const id = String(line?.fields?.id);
    expect({ status, body }).toEqual({
      status: 500,
      body: {
        error: { message: `The service could not write to its disk, so nothing was changed. (${id})`, code: 500 },
      },
    });
    expect(line).toEqual({
      level: 'error',
      message: errorTable['storage-failed'].operator,
      fields: {
        id: expect.stringMatching(/^[0-9a-f]{12}$/),
        method: 'PATCH',
        path: '/apiv2/controlapps/***/control',
        code: 'storage-failed',
        cause: expect.stringContaining('readonly'),
      },
    });
  });
});

describe('a token that opens nothing', () => {
  const unknown = {
    error: { message: errorTable['token-unknown'].operator, code: 404 },
  };
  it.each([
    ['GET', 'control'],
    ['GET', 'model'],
    ['PATCH', 'control'],
  ])('is answered 404 Not Found by %s %s, and the output token is such a token', async (method, path) => {
    const body = method === 'PATCH' ? { headers: json, body: JSON.stringify(take) } : {};
    for (const token of ['nobody', service.outputToken]) {
      const response = await fetch(`${service.url}/apiv2/controlapps/${token}/${path}`, { method, ...body });
      expect([response.status, response.statusText, await response.json()]).toEqual([404, 'Not Found', unknown]);
    }
  });
});

describe('every address', () => {
  it.each([
    ['GET', '/', 404, null],
    ['GET', '/apiv2/controlapps', 404, null],
    ['POST', '/apiv2/nothing', 404, null],
    ['GET', '/%ZZ', 404, null],
    ['POST', '/apiv2/controlapps/x/control', 405, 'GET, HEAD, PATCH'],
    ['DELETE', '/apiv2/controlapps/x/model/', 405, 'GET, HEAD'],
    ['OPTIONS', '/apiv2/controlapps/x/control', 405, 'GET, HEAD, PATCH'],
    ['POST', '/onair/x', 405, 'GET, HEAD'],
    ['PUT', '/healthz', 405, 'GET, HEAD'],
  ])('%s %s is answered %i', async (method, path, status, allow) => {
    const response = await fetch(service.url + path, { method });
    const message = status === 404 ? errorTable['route-unknown'].operator : errorTable['method-not-allowed'].operator;
    expect([response.status, response.headers.get('allow'), await response.json()]).toEqual([
      status,
      allow,
      { error: { message, code: status } },
    ]);
  });

  it('answers that it is alive', async () => {
    expect(await answer(await fetch(`${service.url}/healthz`))).toEqual({ status: 200, body: { status: 'ok' } });
  });
});

describe('a sender that may not', () => {
  it('control the show is a page of the media address, which the graphics of others come from', async () => {
    expect(await answer(await patch(take, { ...json, origin: service.mediaUrl }))).toEqual({
      status: 403,
      body: {
        error: { message: 'The request came from a page of the media address, which may call nothing.', code: 403 },
      },
    });
    expect((await control()).filter(({ state }) => state === 'In')).toEqual([]);
  });

  it.each([
    ['evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost', 200],
    ['[::1]:80', 200],
  ])('even read is one that was sent to %s (%i)', async (host, status) => {
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(`${service.app}/control`, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on('error', reject).end();
    });
    expect(answered).toBe(status);
  });
});

it('a failure that nobody expected is known by its id in the log and by nothing else', async () => {
  let broken = false;
  const failing = await startSmallService({
    openStore: (directory) => {
      const store = openSqliteStore(directory);
      const appInstance: Store['appInstance'] = (...asked) => {
        if (broken) throw new Error('the secret reason');
        return store.appInstance(...asked);
      };
      return { ...store, appInstance };
    },
  });
  broken = true;
  const client = apiClient(failing, failing.account);
  const [app] = (await client.get('/apiv1/appinstances')).body as { id: number }[];
  const { status, body } = await client.post(appPath(app?.id ?? 0, '/token'));
  const [line] = failing.logged;
  await failing.close();
  expect({ status, body }).toEqual({
    status: 500,
    body: {
      error: {
        message: `The service failed. Its log says why, under the id in the message. (${String(line?.fields?.id)})`,
        code: 500,
      },
    },
  });
  expect(line?.fields).toMatchObject({ code: 'internal', cause: expect.stringContaining('the secret reason') });
});

it('what is not HTTP gets an answer in the shape of every error', async () => {
  const text = await new Promise<string>((resolve, reject) => {
    let heard = '';
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write('HELLO\r\n\r\n'));
    socket.on('data', (bytes) => (heard += bytes.toString()));
    socket.on('close', () => resolve(heard));
    socket.on('error', reject);
  });
  expect(text).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  expect(text.split('\r\n\r\n')[1]).toBe('{"error":{"message":"This is not HTTP.","code":400}}');
});
