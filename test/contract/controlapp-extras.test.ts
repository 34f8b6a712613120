import { errorTable } from '../../contract/errors.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OverlayError } from '../../contract/errors.ts';
import { contentOf } from '../../scene/content/content.ts';
import { defaultLimits } from '../../service/http/network-terms.ts';
import { type AppStand, type ShowOwner, startAppStand, tickerShow } from '../kit/desk/app-stand.ts';
import { readLive } from '../kit/service/live-reader.ts';
import { ids, smallShow } from '../kit/service/small-show.ts';
import { serviceFetch as fetch } from '../kit/published-answers.ts';

// The extensions of the second generation over real HTTP: GET /apiv2/controlapps/{t} and POST .../command.

let stand: AppStand;
let ada: ShowOwner;
/** An app instance of Ada's with the small show, and its address in the second generation. */
let app: { id: number; token: string; outputToken: string };
let root: string;

beforeAll(async () => {
  stand = await startAppStand();
  ({ ada } = stand);
});
afterAll(() => stand.close());
beforeEach(async () => {
  app = await ada.makeApp({ composition: ada.small });
  root = `/apiv2/controlapps/${app.token}`;
});

const command = (action: unknown) => stand.nobody.post(`${root}/command`, { action });
const patch = (body: unknown) => stand.nobody.patch(`${root}/control`, body);
const control = () => stand.nobody.get(`${root}/control`);
const states = async () =>
  Object.fromEntries(
    ((await control()).body as { subCompositionId: string; state: string }[]).map((one) => [
      one.subCompositionId,
      one.state,
    ]),
  );
const success = [200, { success: true }];

describe('GET /apiv2/controlapps/{t}', () => {
  it('says what the token opens, and where everything is that can be asked of it', async () => {
    stand.clock.now = Date.parse('2026-03-04T05:06:07.089Z');
    const one = await ada.makeApp({ composition: ada.ticker });
    const address = `${stand.url}/apiv2/controlapps/${one.token}`;
    const { status, headers, body } = await stand.nobody.get(`/apiv2/controlapps/${one.token}`);
    expect([status, headers.get('content-type'), body]).toEqual([
      200,
      'application/json; charset=utf-8',
      {
        id: one.id,
        name: 'News',
        type: 'controlapp',
        createdAt: '2026-03-04T05:06:07.089Z',
        updatedAt: '2026-03-04T05:06:07.089Z',
        accountId: ada.accountId,
        userId: ada.userId,
        thumbnail: `//${new URL(stand.mediaUrl).host}/media/no-picture.svg`,
        outputUrl: `${stand.url}/onair/${one.outputToken}?aspect=16:9`,
        broadcastOutputUrl: `${stand.url}/onair/${one.outputToken}?aspect=16:9`,
        publicControlUrl: `${stand.url}/control/${one.token}`,
        publicControlApiUrl: `${address}/control`,
        publicCommandUrl: `${address}/command`,
        publicCommandApiUrl: `${address}/command`,
        publicModelApiUrl: `${address}/model`,
        appTemplateId: 57,
        appTemplateVersion: 1,
        folder: ada.folder,
        compositionId: ada.ticker,
      },
    ]);
  });

  it('says so where nothing is loaded, and answers with a trailing slash too', async () => {
    await ada.delete(`/apiv1/appinstances/${app.id}/composition`);
    const { body } = await stand.nobody.get(`${root}/`);
    expect(body).toMatchObject({ id: app.id, compositionId: null });
  });

  it('gives addresses that work', async () => {
    const { body } = await stand.nobody.get(root);
    const { publicControlUrl, publicControlApiUrl, publicModelApiUrl, publicCommandApiUrl } = body as Record<
      string,
      string
    >;
    const path = (address = '') => new URL(address).pathname;
    expect([
      (await fetch(publicControlUrl!)).status,
      (await stand.nobody.get(path(publicControlApiUrl))).status,
      (await stand.nobody.get(path(publicModelApiUrl))).status,
      (await stand.nobody.post(path(publicCommandApiUrl), { action: 'TakeOutAllOutput' })).status,
    ]).toEqual([200, 200, 200, 200]);
  });
});

describe('TakeOutAllOutput', () => {
  it('takes everything out that is In, as one change and nothing else with it', async () => {
    await patch([
      { subCompositionId: ids.root, state: 'In' },
      { subCompositionId: ids.lowerThird, payload: { line1: 'Ada' }, state: 'In' },
      { subCompositionId: ids.home, state: 'In' },
    ]);
    const reader = readLive(stand, app.token, 'revision=1');
    await reader.next('beats');
    const { status, headers, body } = await command('TakeOutAllOutput');
    expect([status, body, headers.get('etag')]).toEqual([...success, '"2"']);
    const out = (id: string) => ({ id, state: 'Out1', action: 'play' });
    expect(await reader.next()).toMatchObject({
      type: 'change',
      revision: 2,
      changes: [out(ids.root), out(ids.lowerThird), out(ids.home)],
    });
    reader.socket.close();
    expect(new Set(Object.values(await states()))).toEqual(new Set(['Out1']));
    expect((await control()).body).toContainEqual(
      expect.objectContaining({
        subCompositionId: ids.lowerThird,
        payload: expect.objectContaining({ line1: 'Ada' }) as object,
      }),
    );
  });

  it('leaves an out state as it is', async () => {
    await patch([
      { subCompositionId: ids.lowerThird, state: 'Out2' },
      { subCompositionId: ids.score, state: 'In' },
    ]);
    await command('TakeOutAllOutput');
    expect(await states()).toMatchObject({ [ids.lowerThird]: 'Out2', [ids.score]: 'Out1' });
  });

  it('succeeds where nothing is In, and makes no revision', async () => {
    const { status, headers, body } = await command('TakeOutAllOutput');
    expect([status, body, headers.get('etag')]).toEqual([...success, '"0"']);
    expect((await control()).headers.get('etag')).toBe('"0"');
  });

  it('succeeds where nothing is loaded', async () => {
    await ada.delete(`/apiv1/appinstances/${app.id}/composition`);
    const { status, body } = await command('TakeOutAllOutput');
    expect([status, body]).toEqual(success);
  });

  it('takes out what was taken In right before it', async () => {
    const answers = await Promise.all([
      patch([{ subCompositionId: ids.title, state: 'In' }]),
      patch([{ subCompositionId: ids.score, state: 'In' }]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await command('TakeOutAllOutput');
    expect(new Set(Object.values(await states()))).toEqual(new Set(['Out1']));
  });
});

describe('RefreshComposition', () => {
  const write = (content: typeof smallShow) => ada.put(`/apiv1/compositions/${ada.small}/content`, contentOf(content));
  const renamed = (name: string) => ({ ...smallShow, root: { ...smallShow.root, name } });

  it('loads the present content: states Out, values at their defaults, the whole truth to every reader', async () => {
    await patch([{ subCompositionId: ids.lowerThird, payload: { line1: 'Ada' }, state: 'In' }]);
    expect((await write(renamed('New Show'))).status).toBe(200);
    const before = (await stand.nobody.get(`${root}/model`)).body;
    const reader = readLive(stand, app.outputToken, 'revision=1&scene=1');
    await reader.next('beats');
    const { status, headers, body } = await command('RefreshComposition');
    const frame = await reader.next();
    reader.socket.close();
    await write(smallShow);
    expect(before).toMatchObject([{ name: 'Small Show' }]);
    expect([status, body, headers.get('etag')]).toEqual([...success, '"2"']);
    expect(frame).toMatchObject({
      type: 'snapshot',
      revision: 2,
      model: [{ name: 'New Show' }],
      composition: { root: { name: 'New Show' } },
    });
    expect((await control()).body).toContainEqual(
      expect.objectContaining({
        subCompositionId: ids.lowerThird,
        state: 'Out1',
        payload: expect.objectContaining({ line1: 'Name' }) as object,
      }),
    );
  });

  it('loads what was loaded before where its composition is deleted, which stays on air meanwhile', async () => {
    const { body: copy } = await ada.post(`/apiv1/compositions/${ada.ticker}/duplicate`, { folder: ada.folder });
    const { id } = copy as { id: number };
    await ada.put(`/apiv1/appinstances/${app.id}/composition`, { refId: String(id) });
    await ada.delete(`/apiv1/compositions/${id}`);
    await patch([{ subCompositionName: 'Ticker', state: 'In' }]);
    const thumbnail = `//${new URL(stand.mediaUrl).host}/media/no-picture.svg`;
    expect((await ada.get(`/apiv1/appinstances/${app.id}`)).body).toMatchObject({
      outputs: [{ name: 'Output', composition: { id, name: tickerShow.root.name, thumbnail } }],
    });
    const { status, body } = await command('RefreshComposition');
    expect([
      status,
      body,
      (await stand.nobody.get(`${root}/model`)).body,
      new Set(Object.values(await states())),
    ]).toMatchObject([...success, [{ name: 'Ticker Show' }], new Set(['Out1'])]);
  });

  it('succeeds where nothing is loaded, and changes nothing', async () => {
    await ada.delete(`/apiv1/appinstances/${app.id}/composition`);
    const { status, headers, body } = await command('RefreshComposition');
    expect([status, body, headers.get('etag')]).toEqual([...success, '"1"']);
  });
});

describe('a command', () => {
  it.each([
    ['that is not there', { action: 'TakeIn' }, 'action', 'expected one of "TakeOutAllOutput"|"RefreshComposition"'],
    ['without an action', {}, 'action', 'expected one of "TakeOutAllOutput"|"RefreshComposition"'],
    ['in an array', [{ action: 'TakeOutAllOutput' }], '', 'expected object, received array'],
  ])('%s is refused with what was expected', async (_, body, path, message) => {
    const answer = await stand.nobody.post(`${root}/command`, body);
    const where = path === '' ? '' : `${path}: `;
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: { message: `Nothing was changed: ${where}${message}`, code: 400, details: [{ path, message }] } },
    ]);
  });

  it.each([
    ['wrong JSON', '{', 'the body is not JSON'],
    ['an empty body', '', 'the body is empty'],
  ])('with %s is refused', async (_, body, problem) => {
    const answer = await stand.nobody.post(`${root}/command`, body);
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: { message: expect.stringContaining(`Nothing was changed: ${problem}`) as string, code: 400 } },
    ]);
  });

  it('is refused when it is too large', async () => {
    const large = await stand.nobody.post(`${root}/command`, ' '.repeat(defaultLimits.maxBody + 1));
    expect([large.status, large.body]).toEqual([
      413,
      { error: { message: errorTable['body-too-large'].operator, code: 413 } },
    ]);
  });

  it.each(['storage-full', 'storage-failed'] as const)('TakeOutAllOutput takes Out with %s', async (code) => {
    await patch([{ subCompositionId: ids.title, state: 'In' }]);
    stand.disk.error = new OverlayError(code);
    expect((await command('TakeOutAllOutput')).body).toEqual({ success: true });
    stand.disk.error = undefined;
    expect(JSON.stringify((await control()).body)).not.toContain('"In"');
    expect((await control()).headers.get('etag')).toBe('"2"');
  });

  it('RefreshComposition changes nothing where the disk fails', async () => {
    const action = 'RefreshComposition';
    await patch([{ subCompositionId: ids.title, state: 'In' }]);
    const before = (await control()).body;
    stand.disk.error = new OverlayError('storage-full');
    const full = await command(action);
    stand.disk.error = new OverlayError('storage-failed');
    const failed = await command(action);
    stand.disk.error = undefined;
    expect([full.status, full.body, failed.status, failed.body]).toEqual([
      507,
      { error: { message: errorTable['storage-full'].operator, code: 507 } },
      500,
      {
        error: {
          message: expect.stringMatching(
            /^The service could not write to its disk, so nothing was changed\. \([0-9a-f]{12}\)$/,
          ) as string,
          code: 500,
        },
      },
    ]);
    expect([(await control()).body, (await control()).headers.get('etag')]).toEqual([before, '"1"']);
    const { headers } = await command(action);
    expect(headers.get('etag')).toBe('"2"');
  });
});

describe('a token that opens nothing', () => {
  it.each([
    ['GET', ''],
    ['POST', '/command'],
  ])('is answered 404 Not Found by %s %s, and the output token is such a token', async (method, rest) => {
    for (const token of ['nobody', app.outputToken]) {
      const address = `${stand.url}/apiv2/controlapps/${token}${rest}`;
      const body = { headers: { 'content-type': 'application/json' }, body: '{"action":"TakeOutAllOutput"}' };
      const response = await fetch(address, { method, ...(method === 'POST' && body) });
      expect([response.status, response.statusText, await response.json()]).toEqual([
        404,
        'Not Found',
        { error: { message: errorTable['token-unknown'].operator, code: 404 } },
      ]);
    }
  });
});
