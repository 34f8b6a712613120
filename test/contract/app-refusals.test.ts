import { errorTable } from '../../contract/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OverlayError } from '../../contract/errors.ts';
import { defaultLimits } from '../../service/http/network-terms.ts';
import { apiClient } from '../kit/service/api-client.ts';
import { appPath, idUnknown, wish } from '../kit/service/app-shapes.ts';
import { type AppStand, type ShowOwner, startAppStand } from '../kit/desk/app-stand.ts';
import { readLive } from '../kit/service/live-reader.ts';

// What rows 1 to 12 refuse whatever is asked: strangers, unknown ids, bodies that are too large, a disk that fails.

let stand: AppStand;
let ada: ShowOwner;
let bob: ShowOwner;

beforeAll(async () => {
  stand = await startAppStand();
  ({ ada, bob } = stand);
});
afterAll(() => stand.close());

const update = [{ compositionName: 'Home', animation: { action: 'play', to: 'In' } }];
/** Every endpoint that is addressed by the number of an app instance, with a body that it takes. */
const addressed: [string, string, (() => unknown) | undefined][] = [
  ['GET', '', undefined],
  ['GET', '/model', undefined],
  ['GET', '/outputs', undefined],
  ['GET', '/control', undefined],
  ['GET', '/subcompositions', undefined],
  ['PUT', '/composition', () => ({ refId: String(ada.small) })],
  ['DELETE', '/composition', undefined],
  ['PUT', '/control', () => update],
  ['DELETE', '', undefined],
  ['POST', '/token', undefined],
  ['DELETE', '/token', undefined],
];

describe.each(addressed)('%s /appinstances/{id}%s', (method, rest, body) => {
  it.each(['999999', '0', '-1', '1.5', 'x', '99999999999999999999'])('is 404 for the id %s', async (id) => {
    const answer = await ada.send(method, `/apiv1/appinstances/${id}${rest}`, body?.());
    expect([answer.status, answer.body]).toEqual([404, idUnknown]);
  });

  it('answers another account as it answers for an id that is not there, and changes nothing', async () => {
    const app = await ada.makeApp({ composition: ada.small });
    const before = [(await ada.get(appPath(app.id))).body, (await ada.get(appPath(app.id, '/control'))).body];
    const answer = await bob.send(method, appPath(app.id, rest), body?.());
    expect([answer.status, answer.body]).toEqual([404, idUnknown]);
    const missing = await bob.send(method, appPath(999_999, rest), body?.());
    const headers = (of: Headers) => [...of].filter(([name]) => name !== 'date');
    expect([answer.body, headers(answer.headers)]).toEqual([missing.body, headers(missing.headers)]);
    expect([(await ada.get(appPath(app.id))).body, (await ada.get(appPath(app.id, '/control'))).body]).toEqual(before);
  });
});

describe('what the address names comes before a wrong body', () => {
  const composition = (id: number, rest: string) => `/apiv1/compositions/${id}${rest}`;
  it.each<[string, string]>([
    ['PUT', appPath(999_999, '/control')],
    ['PUT', appPath(999_999, '/composition')],
    ['PUT', composition(999_999, '/content')],
    ['POST', composition(999_999, '/revisions')],
    ['POST', composition(999_999, '/duplicate')],
  ])('%s %s is 404 whatever the body is', async (method, path) => {
    for (const body of ['{', '{}', '[7]']) {
      const answer = await ada.send(method, path, body);
      expect([body, answer.status, answer.body]).toEqual([body, 404, idUnknown]);
    }
  });

  it('a picture for a composition that is not there is 404, whatever is sent as its form', async () => {
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await ada.send('PUT', composition(999_999, '/thumbnail'), '--x--', form);
    expect([answer.status, answer.body]).toEqual([404, idUnknown]);
  });

  it('so does that there is no output', async () => {
    const app = await ada.makeApp({ outputs: [] });
    const path = appPath(app.id, '/control');
    const refused = [await ada.put(path, {}), await ada.put(path, update)];
    expect(refused.map(({ status }) => status)).toEqual([404, 404]);
    expect(refused[0]?.body).toEqual(refused[1]?.body);
  });
});

describe.each([
  ['GET', '/apiv1/appinstances', undefined] as const,
  ['POST', '/apiv1/appinstances', () => wish(ada)] as const,
  ...addressed.map(([method, rest, body]) => [method, `/apiv1/appinstances/{id}${rest}`, body] as const),
])('%s %s', (method, address, body) => {
  it('is 401 without credentials and with wrong ones', async () => {
    const { id } = await ada.makeApp({ composition: ada.small });
    const wrong = { email: `${method}${address}@example.org`, password: 'wrong' };
    for (const client of [stand.nobody, apiClient(stand, wrong)]) {
      const answer = await client.send(method, address.replace('{id}', String(id)), body?.());
      expect([answer.status, answer.headers.get('www-authenticate'), answer.body]).toEqual([
        401,
        expect.stringMatching(/^Basic /),
        { error: { message: 'Unauthorized', code: 401 } },
      ]);
    }
    expect((await ada.get(appPath(id))).status).toBe(200);
  });
});

/** Every request that writes. */
const writing: [string, (id: number) => string, () => unknown][] = [
  ['POST', () => '/apiv1/appinstances', () => wish(ada)],
  ['PUT', (id) => appPath(id, '/composition'), () => ({ refId: String(ada.small) })],
  ['DELETE', (id) => appPath(id, '/composition'), () => undefined],
  ['PUT', (id) => appPath(id, '/control'), () => update],
  ['POST', (id) => appPath(id, '/token'), () => undefined],
  ['DELETE', (id) => appPath(id, '/token'), () => undefined],
  ['DELETE', (id) => appPath(id), () => undefined],
];
describe.each(writing.map(([method, at, body]): [string, string, typeof at, typeof body] => [method, at(1), at, body]))(
  '%s %s',
  (method, _, at, body) => {
    it.each([
      ['storage-full', 507, 'The disk of the service is full, so nothing was changed.'],
      ['storage-failed', 500, 'The service could not write to its disk, so nothing was changed. ('],
    ] as const)(
      'changes nothing where the disk says %s, and works again afterwards',
      async (failure, code, message) => {
        const app = await ada.makeApp({ composition: ada.small });
        const all = async () =>
          Promise.all(
            ['/apiv1/appinstances', appPath(app.id), appPath(app.id, '/control')].map(async (one) => ada.get(one)),
          );
        const before = (await all()).map((one) => one.body);
        const reader = readLive(stand, app.token);
        await reader.next();
        stand.disk.error = new OverlayError(failure);
        const failed = await ada.send(method, at(app.id), body());
        stand.disk.error = undefined;
        expect([failed.status, failed.body]).toEqual([
          code,
          { error: { message: expect.stringContaining(message), code } },
        ]);
        expect((await all()).map((one) => one.body)).toEqual(before);
        await ada.put(appPath(app.id, '/control'), update);
        expect(await reader.next()).toMatchObject({ type: 'change', revision: 1 });
        reader.socket.close();
        expect((await ada.send(method, at(app.id), body())).status).toBe(200);
      },
    );
  },
);

describe.each([
  ['POST', () => '/apiv1/appinstances'],
  ['PUT', (id: number) => appPath(id, '/composition')],
])('%s of a body', (method, at) => {
  it('is refused when it is too large, and when it is not marked as JSON', async () => {
    const { id } = await ada.makeApp();
    const large = await ada.send(method, at(id), ' '.repeat(defaultLimits.maxBody + 1));
    const unmarked = await ada.send(method, at(id), '{}', { 'content-type': 'text/plain' });
    expect([large.status, large.body, unmarked.status, unmarked.body]).toEqual([
      413,
      { error: { message: errorTable['body-too-large'].operator, code: 413 } },
      415,
      { error: { message: errorTable['media-type-unsupported'].operator, code: 415 } },
    ]);
  });
});
