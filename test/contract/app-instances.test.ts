import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appPath, bareApp, shownSmall, timestamp, token } from '../kit/service/app-shapes.ts';
import { type AppStand, type ShowOwner, startAppStand } from '../kit/desk/app-stand.ts';
import { readLive } from '../kit/service/live-reader.ts';

// Rows 1, 2, 4 and 12 and the token extension over real HTTP. Shapes are written out from the specification.

let stand: AppStand;
let ada: ShowOwner;

beforeAll(async () => {
  stand = await startAppStand();
  ({ ada } = stand);
  stand.clock.now = Date.parse(timestamp);
});
afterAll(() => stand.close());

describe('rows 1 and 2, reading app instances', () => {
  it('list what the account has, in the order of making, and nothing of others', async () => {
    const { bob: other } = stand;
    expect((await other.get('/apiv1/appinstances')).body).toEqual([]);
    const own = await other.makeApp({ composition: other.small });
    const second = await other.makeApp();
    const { status, body } = await other.get('/apiv1/appinstances');
    const at = { stand, owner: other };
    expect([status, body]).toEqual([
      200,
      [
        {
          ...bareApp(own.id, at),
          access_token: own.token,
          control_url: `${stand.url}/control/${own.token}`,
          outputs: [{ name: 'Output', device_id: null, composition: shownSmall(other, stand) }],
        },
        bareApp(second.id, at),
      ],
    ]);
    expect((await ada.get('/apiv1/appinstances')).body).not.toEqual(
      expect.arrayContaining([expect.objectContaining({ id: own.id })]),
    );
    await other.delete(appPath(own.id));
    await other.delete(appPath(second.id));
  });

  it('give one app instance, which says whether its time stamps stand still', async () => {
    const { id } = await ada.makeApp();
    const { status, body } = await ada.get(appPath(id));
    expect([status, body]).toEqual([200, { ...bareApp(id, { stand, owner: ada }), dontUpdateTS: false }]);
  });

  it('are the same after a restart of the service', async () => {
    const one = await ada.makeApp({ composition: ada.small });
    await ada.put(appPath(one.id, '/control'), [{ compositionName: 'Home', controlNode: { payload: { goals: 4 } } }]);
    const before = [await ada.get(appPath(one.id)), await ada.get(appPath(one.id, '/control'))];
    await stand.restart();
    const after = [await ada.get(appPath(one.id)), await ada.get(appPath(one.id, '/control'))];
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
  });
});

describe('row 4, the outputs', () => {
  it('each have an id, a name, what they show and an address', async () => {
    const { id, outputToken } = await ada.makeApp({ composition: ada.small, outputs: ['Program', 'Fill'] });
    const output = (number: string, name: string, url: unknown) => ({
      id: number,
      compExtract: 'Small',
      name,
      url,
      databaseUrl: `${stand.url}${appPath(id)}`,
    });
    const { status, body } = await ada.get(appPath(id, '/outputs'));
    const [first, second] = (body as { url: string }[]).map(({ url }) => url);
    expect([status, body, first]).toEqual([
      200,
      [output('1', 'Program', first), output('2', 'Fill', expect.stringMatching(/\/onair\/[\w-]{22,}\?aspect=16:9$/))],
      `${stand.url}/onair/${outputToken}?aspect=16:9`,
    ]);
    expect(second).not.toBe(first);
    await ada.delete(appPath(id, '/composition'));
    expect((await ada.get(appPath(id, '/outputs'))).body).toMatchObject([{ compExtract: '' }, { compExtract: '' }]);
  });

  it('are none where the app instance was made with none', async () => {
    const { id } = await ada.makeApp({ outputs: [] });
    expect((await ada.get(appPath(id, '/outputs'))).body).toEqual([]);
  });
});

describe('row 12, deleting an app instance', () => {
  it('takes it out of every list, and its tokens open nothing any more', async () => {
    const app = await ada.makeApp({ composition: ada.small });
    const readers = [readLive(stand, app.token), readLive(stand, app.outputToken)];
    for (const reader of readers) await reader.next();
    const { status, body } = await ada.delete(appPath(app.id));
    expect([status, body]).toEqual([200, 'Ok']);
    for (const reader of readers) expect((await reader.closed).code).toBe(4404);
    const { nobody } = stand;
    expect([
      (await ada.get(appPath(app.id))).status,
      ((await ada.get('/apiv1/appinstances')).body as { id: number }[]).some(({ id }) => id === app.id),
      JSON.stringify((await ada.get(`/apiv1/dashboard/folder/${ada.folder}/elements`)).body).includes(app.token),
      (await nobody.get(`/apiv1/control/${app.token}`)).status,
      (await nobody.get(`/apiv2/controlapps/${app.token}/control`)).status,
      (await nobody.get(`/onair/${app.outputToken}`)).status,
      (await readLive(stand, app.token).closed).code,
      (await ada.delete(appPath(app.id))).status,
    ]).toEqual([404, false, false, 401, 404, 404, 4404, 404]);
  });

  it('holds after a restart', async () => {
    const app = await ada.makeApp({ composition: ada.small });
    await ada.delete(appPath(app.id));
    await stand.restart();
    expect([
      (await ada.get(appPath(app.id))).status,
      (await stand.nobody.get(`/apiv2/controlapps/${app.token}/control`)).status,
    ]).toEqual([404, 404]);
  });
});

describe('the access token (extension)', () => {
  const opens = async (one: string) => [
    (await stand.nobody.get(`/apiv1/control/${one}`)).status,
    (await stand.nobody.get(`/apiv2/controlapps/${one}/control`)).status,
  ];

  it('is made by POST where there is none', async () => {
    const { id } = await ada.makeApp();
    const { status, body } = await ada.post(appPath(id, '/token'));
    expect([status, body]).toEqual([200, { access_token: token }]);
    const { access_token } = body as { access_token: string };
    expect(await opens(access_token)).toEqual([200, 200]);
    expect((await ada.get(appPath(id))).body).toMatchObject({
      access_token,
      control_url: `${stand.url}/control/${access_token}`,
    });
  });

  it('is replaced by POST: the one before stops at once, with the live channels that it opened and no others', async () => {
    const app = await ada.makeApp({ composition: ada.small });
    const control = readLive(stand, app.token);
    const onair = readLive(stand, app.outputToken);
    await control.next();
    await onair.next();
    const { access_token } = (await ada.post(appPath(app.id, '/token'))).body as { access_token: string };
    expect((await control.closed).code).toBe(4404);
    expect([await opens(app.token), await opens(access_token)]).toEqual([
      [401, 404],
      [200, 200],
    ]);
    await ada.put(appPath(app.id, '/control'), [{ compositionName: 'Score', animation: { action: 'play', to: 'In' } }]);
    expect(await onair.next()).toMatchObject({ type: 'change', revision: 1 });
    onair.socket.close();
  });

  it('is revoked by DELETE, at once, and stays so after a restart', async () => {
    const app = await ada.makeApp({ composition: ada.small, shared: true });
    const reader = readLive(stand, app.token);
    await reader.next();
    const { status, body } = await ada.delete(appPath(app.id, '/token'));
    expect([status, body]).toEqual([200, 'Ok']);
    expect((await reader.closed).code).toBe(4404);
    const without = {
      access_token: null,
      share_control_url: null,
      share_api_url: null,
      control_url: `${stand.url}/control/none`,
    };
    expect([await opens(app.token), (await ada.get(appPath(app.id))).body]).toMatchObject([[401, 404], without]);
    await stand.restart();
    expect([await opens(app.token), (await ada.get(appPath(app.id))).body]).toMatchObject([
      [401, 404],
      { ...without, control_url: `${stand.url}/control/none` },
    ]);
    expect((await ada.delete(appPath(app.id, '/token'))).status).toBe(200);
  });
});
