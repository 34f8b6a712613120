import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appPath, noOutput, refusedAt, shownSmall, token } from '../kit/service/app-shapes.ts';
import type { WidgetGroup } from '../../contract/model/field.ts';
import { contentOf } from '../../scene/content/content.ts';
import { type AppStand, type ShowOwner, startAppStand, tickerShow } from '../kit/desk/app-stand.ts';
import { readLive } from '../kit/service/live-reader.ts';

// Rows 7 and 8 over real HTTP. Shapes are written out from the specification.

let stand: AppStand;
let ada: ShowOwner;
let bob: ShowOwner;

beforeAll(async () => {
  stand = await startAppStand();
  ({ ada, bob } = stand);
});
afterAll(() => stand.close());

describe('row 7, loading a composition', () => {
  const load = (id: number, refId: unknown) => ada.put(appPath(id, '/composition'), { refId });

  it('answers Ok, shows it at every output, and makes the token that was not there', async () => {
    const { id } = await ada.makeApp({ outputs: ['A', 'B'] });
    const { status, headers, body } = await load(id, String(ada.small));
    expect([status, body, headers.get('etag')]).toEqual([200, 'Ok', '"1"']);
    const output = (name: string) => ({ name, device_id: null, composition: shownSmall(ada, stand) });
    expect((await ada.get(appPath(id))).body).toMatchObject({
      access_token: token,
      outputs: [output('A'), output('B')],
    });
  });

  it('takes what is on air off, sets values to their defaults, and keeps the token, for the same composition too', async () => {
    const app = await ada.makeApp({ composition: ada.small });
    const fresh = (await ada.get(appPath(app.id, '/control'))).body;
    await ada.put(appPath(app.id, '/control'), [
      { compositionName: 'Home', controlNode: { payload: { goals: 4 } }, animation: { action: 'play', to: 'In' } },
    ]);
    await load(app.id, String(ada.small));
    expect((await ada.get(appPath(app.id, '/control'))).body).toEqual(fresh);
    expect((await ada.get(appPath(app.id))).body).toMatchObject({ access_token: app.token });
  });

  it('tells every reader of the live channel the whole truth, at a revision of its own', async () => {
    const app = await ada.makeApp({ composition: ada.small });
    const readers = [readLive(stand, app.token), readLive(stand, app.outputToken, 'scene=1')];
    for (const reader of readers) expect(await reader.next()).toMatchObject({ type: 'snapshot', revision: 0 });
    await load(app.id, String(ada.ticker));
    const [frame, scene] = [await readers[0]?.next(), await readers[1]?.next()];
    for (const { socket } of readers) socket.close();
    expect(frame).toMatchObject({ type: 'snapshot', revision: 1, model: [{ name: 'Ticker Show' }] });
    expect(frame).not.toHaveProperty('composition');
    expect(scene).toMatchObject({ type: 'snapshot', revision: 1, composition: { root: { name: 'Ticker Show' } } });
  });

  it('tells the groups of a Widget UI on row 30 and in the live channel (extension)', async () => {
    const groups: WidgetGroup[] = [{ id: 'team', title: 'Team', width: 'double', childIds: ['goals'], activeId: 'on' }];
    const fields = [{ id: 'on', type: 'checkbox' } as const, { id: 'goals', type: 'number' } as const];
    const content = contentOf(tickerShow);
    const { controlNode } = content.compositions[tickerShow.root.id]!.dataSources.composition;
    delete controlNode.fields;
    controlNode.widget = { model: { fields, groups } };
    await ada.put(`/apiv1/compositions/${ada.ticker}/content`, content);
    const app = await ada.makeApp({ composition: ada.ticker });
    const reader = readLive(stand, app.token);
    const told = await reader.next();
    reader.socket.close();
    const { body } = await stand.nobody.get(`/apiv2/controlapps/${app.token}/model`);
    expect(body).toMatchObject([{ name: 'Ticker Show', groups, subcompositions: [{ name: 'Ticker' }] }]);
    expect(told).toMatchObject({ type: 'snapshot', model: body });
  });

  it('gives a client that names a revision from before it the whole truth', async () => {
    const app = await ada.makeApp({ composition: ada.small });
    await ada.put(appPath(app.id, '/control'), [{ compositionName: 'Score', animation: { action: 'play', to: 'In' } }]);
    await load(app.id, String(ada.small));
    const reader = readLive(stand, app.token, 'revision=1');
    expect(await reader.next()).toMatchObject({ type: 'snapshot', revision: 2 });
    reader.socket.close();
  });

  it('comes after every update that was under way', async () => {
    const app = await ada.makeApp({ composition: ada.small });
    const fresh = (await ada.get(appPath(app.id, '/control'))).body;
    const goal = [{ compositionName: 'Home', controlNode: { payload: { goals: 4 } } }];
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => ada.put(appPath(app.id, '/control'), goal)),
      load(app.id, String(ada.small)),
      ...Array.from({ length: 8 }, () => ada.put(appPath(app.id, '/control'), goal)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 17 }, () => 200));
    const revisions = answers.map(({ headers }) => Number(headers.get('etag')?.slice(1, -1)));
    expect(revisions.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 17 }, (_, at) => at + 1));
    await load(app.id, String(ada.small));
    expect((await ada.get(appPath(app.id, '/control'))).body).toEqual(fresh);
    expect((await ada.get(appPath(app.id, '/control'))).headers.get('etag')).toBe('"18"');
  });

  it.each([
    ['that is not there', () => '999999'],
    ['of another account', () => String(bob.small)],
    ['whose id is no number', () => 'x'],
    ['whose id is larger than any', () => '99999999999999999999'],
    ['without an id', () => ''],
  ])('refuses a composition %s', async (_, refId) => {
    const { id } = await ada.makeApp({ composition: ada.small });
    const before = (await ada.get(appPath(id))).body;
    const { status, body } = await load(id, refId());
    expect([status, body]).toEqual([400, refusedAt('refId', 'there is no composition with this id')]);
    expect((await ada.get(appPath(id))).body).toEqual(before);
  });

  it.each([
    ['a body without refId', {}, 'expected an id'],
    ['a refId that is no id', { refId: [12] }, 'expected an id'],
  ])('refuses %s', async (_, given, message) => {
    const { id } = await ada.makeApp();
    const { status, body } = await ada.put(appPath(id, '/composition'), given);
    expect([status, body]).toEqual([400, refusedAt('refId', message)]);
  });

  it('is 404 where there is no output', async () => {
    const { id } = await ada.makeApp({ outputs: [] });
    const { status, body } = await load(id, String(ada.small));
    expect([status, body]).toEqual([404, noOutput]);
  });
});

describe('row 8, taking the composition out', () => {
  it('answers Ok, leaves the outputs and the token, and tells every reader', async () => {
    const app = await ada.makeApp({ composition: ada.small });
    const reader = readLive(stand, app.outputToken, 'scene=1');
    await reader.next();
    const { status, headers, body } = await ada.delete(appPath(app.id, '/composition'));
    expect([status, body, headers.get('etag')]).toEqual([200, 'Ok', '"1"']);
    expect((await ada.get(appPath(app.id))).body).toMatchObject({
      access_token: app.token,
      outputs: [{ name: 'Output', device_id: null }],
    });
    expect(((await ada.get(appPath(app.id))).body as { outputs: object[] }).outputs[0]).not.toHaveProperty(
      'composition',
    );
    expect(await reader.next()).toMatchObject({ type: 'snapshot', revision: 1, model: [], control: [] });
    reader.socket.close();
    const { body: control } = await stand.nobody.get(`/apiv2/controlapps/${app.token}/control`);
    expect(control).toEqual([]);
  });

  it('is 404 where there is no output', async () => {
    const { id } = await ada.makeApp({ outputs: [] });
    const { status, body } = await ada.delete(appPath(id, '/composition'));
    expect([status, body]).toEqual([404, noOutput]);
  });
});
