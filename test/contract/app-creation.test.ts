import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareApp, refusedAt, shownSmall, timestamp, token, wish } from '../kit/service/app-shapes.ts';
import { type AppStand, type ShowOwner, startAppStand } from '../kit/desk/app-stand.ts';
import { ids } from '../kit/service/small-show.ts';

// Row 11 over real HTTP. Shapes are written out from the specification.

let stand: AppStand;
let ada: ShowOwner;
let bob: ShowOwner;

beforeAll(async () => {
  stand = await startAppStand();
  ({ ada, bob } = stand);
  stand.clock.now = Date.parse(timestamp);
});
afterAll(() => stand.close());

const create = (given: Record<string, unknown> = {}) => ada.post('/apiv1/appinstances', wish(ada, given));

describe('row 11, creating an app instance', () => {
  it('gives one output, no token and nothing loaded where nothing else is asked for', async () => {
    const { status, headers, body } = await create();
    const { id } = body as { id: number };
    expect([status, headers.get('content-type'), body]).toEqual([
      200,
      'application/json; charset=utf-8',
      { ...bareApp(id, { stand, owner: ada }), apptemplate_id: '57', refId: id, type: 'appinstance' },
    ]);
    expect(id).toBeGreaterThan(0);
  });

  it.each([
    ['name and refId', (refId: string) => ({ name: 'Show', refId })],
    ['Name and refId', (refId: string) => ({ Name: 'Show', refId })],
    ['composition.refId', (refId: string) => ({ name: 'Show', composition: { refId } })],
    ['a number', (refId: string) => ({ composition: { refId: Number(refId) } })],
  ])('with a composition, written as %s, loads it and makes a token', async (_, entry) => {
    const { status, body } = await create({ compositionList: [entry(String(ada.small))] });
    const { access_token } = body as { access_token: string };
    expect([status, body]).toMatchObject([
      200,
      {
        access_token: token,
        control_url: `${stand.url}/control/${access_token}`,
        outputs: [{ name: 'Output', device_id: null, composition: shownSmall(ada, stand) }],
      },
    ]);
    const { body: control } = await stand.nobody.get(`/apiv2/controlapps/${access_token}/control`);
    expect((control as unknown[])[0]).toMatchObject({ subCompositionId: ids.root, state: 'Out1' });
  });

  it('with shareurl 1 makes a token and addresses to share, with shareurl 0 neither', async () => {
    const { body: shared } = await create({ shareurl: '1' });
    const { access_token } = shared as { access_token: string };
    expect(shared).toMatchObject({
      access_token: token,
      share_control_url: `${stand.url}/control/${access_token}`,
      share_api_url: `${stand.url}/apiv2/controlapps/${access_token}`,
      outputs: [{ name: 'Output', device_id: null }],
    });
    const { body: closed } = await create({ shareurl: '0' });
    expect(closed).toMatchObject({ access_token: null, share_control_url: null, share_api_url: null });
  });

  it('makes the outputs that are listed, in either spelling, each with its composition or the first of the list', async () => {
    const compositionList = [{ refId: String(ada.ticker) }, { refId: String(ada.small) }, { refId: String(ada.small) }];
    const { body } = await create({
      compositionList,
      outputList: [{ Name: 'Program', defaultComposition: 1 }, { name: 'Fill' }, { defaultComposition: 2 }],
    });
    const output = (name: string, composition = shownSmall(ada, stand)) => ({ name, device_id: null, composition });
    const ticker = { ...shownSmall(ada, stand), id: ada.ticker, name: 'Ticker' };
    expect((body as { outputs: unknown }).outputs).toEqual([
      output('Program'),
      output('Fill', ticker),
      output('Output'),
    ]);
  });

  it('makes no output where the list of them is empty', async () => {
    const { body } = await create({ outputList: [], compositionList: [{ refId: String(ada.small) }] });
    expect(body).toMatchObject({ outputs: [], access_token: null });
  });

  it.each([
    ['template 85', { apptemplate_id: '85' }, { apptemplate_id: '85' }],
    ['the version in development', { apptemplate_version_status: 'development' }, { apptemplate_version: 1 }],
    ['the misspelled status', { apptemplate_version_status: 'delevopment' }, { apptemplate_version: 1 }],
    [
      'a version by its id',
      { apptemplate_version_status: undefined, apptemplate_version_id: '1' },
      { apptemplate_version: 1 },
    ],
  ])('is made for %s', async (_, given, expected) => {
    expect(await create(given)).toMatchObject({ status: 200, body: expected });
  });

  it('is made for the own account and a user of it', async () => {
    const { status, body } = await create({
      account_id: String(ada.accountId),
      user_id: String(ada.userId),
    });
    expect([status, body]).toMatchObject([200, { account_id: ada.accountId, user_id: ada.userId }]);
  });

  it('is in its folder', async () => {
    const { body } = await create({ name: 'In its folder' });
    const { id, fid } = body as { id: number; fid: string };
    const { body: elements } = await ada.get(`/apiv1/dashboard/folder/${ada.folder}/elements?type=ai`);
    expect((elements as { name: string }[]).find(({ name }) => name === 'In its folder')).toMatchObject({
      refId: id,
      fid,
      type: 'ai',
    });
  });

  const noFolder = 'there is no folder with this id';
  it.each([
    ['a folder that is not there', () => ({ folder: '0d9a6b1e-3c52-4f0a-8a51-7e2f4b9c1d10' }), 'folder', noFolder],
    ['a folder that is no id', () => ({ folder: 'News' }), 'folder', noFolder],
    ['the folder of another account', () => ({ folder: bob.folder }), 'folder', noFolder],
    [
      'a template that is not there',
      () => ({ apptemplate_id: '58' }),
      'apptemplate_id',
      'there is no app template with this id, only 57 and 85',
    ],
    [
      'no version',
      () => ({ apptemplate_version_status: undefined }),
      'apptemplate_version_status',
      'expected this or apptemplate_version_id',
    ],
    [
      'a version that is not there',
      () => ({ apptemplate_version_id: '2' }),
      'apptemplate_version_id',
      'there is no version of an app template with this id',
    ],
    [
      'a composition that is not there',
      () => ({ compositionList: [{ refId: '999999' }] }),
      'compositionList[0].refId',
      'there is no composition with this id',
    ],
    [
      'a composition of another account',
      () => ({ compositionList: [{ composition: { refId: String(bob.small) } }] }),
      'compositionList[0].composition.refId',
      'there is no composition with this id',
    ],
    [
      'a composition whose id is no number',
      () => ({ compositionList: [{ refId: 'x' }] }),
      'compositionList[0].refId',
      'there is no composition with this id',
    ],
    [
      'a composition without an id',
      () => ({ compositionList: [{ name: 'Show' }] }),
      'compositionList[0].refId',
      'expected the id of a composition, here or in composition.refId',
    ],
    [
      'an index behind the last composition',
      () => ({ compositionList: [{ refId: String(ada.small) }], outputList: [{ Name: 'A', defaultComposition: 1 }] }),
      'outputList[0].defaultComposition',
      'compositionList has no entry 1',
    ],
    [
      'a negative index',
      () => ({ compositionList: [{ refId: String(ada.small) }], outputList: [{ Name: 'A', defaultComposition: -1 }] }),
      'outputList[0].defaultComposition',
      'compositionList has no entry -1',
    ],
    [
      'an account that is not there',
      () => ({ account_id: '999999' }),
      'account_id',
      'there is no account with this id',
    ],
    [
      'another account',
      () => ({ account_id: String(bob.accountId) }),
      'account_id',
      'there is no account with this id',
    ],
    ['a user that is not there', () => ({ user_id: '999999' }), 'user_id', 'there is no user with this id'],
    ['a user of another account', () => ({ user_id: String(bob.userId) }), 'user_id', 'there is no user with this id'],
    ['no name', () => ({ name: undefined }), 'name', 'expected string, received undefined'],
    ['no folder', () => ({ folder: undefined }), 'folder', 'expected string, received undefined'],
    [
      'an unknown status',
      () => ({ apptemplate_version_status: 'draft' }),
      'apptemplate_version_status',
      'expected one of "published"|"development"|"delevopment"',
    ],
    ['an unknown shareurl', () => ({ shareurl: '2' }), 'shareurl', 'expected one of "0"|"1"'],
  ])('is refused for %s', async (_, given, where, message) => {
    const before = await ada.get('/apiv1/appinstances');
    const { status, body } = await create(given());
    expect([status, body]).toEqual([400, refusedAt(where, message)]);
    expect((await ada.get('/apiv1/appinstances')).body).toEqual(before.body);
  });

  it('is refused with everything that is wrong', async () => {
    const { body } = await create({ apptemplate_id: '1', user_id: '0', folder: '', account_id: '-1' });
    expect((body as { error: { details: { path: string }[] } }).error.details.map((one) => one.path)).toEqual([
      'apptemplate_id',
      'user_id',
      'folder',
      'account_id',
    ]);
  });

  it.each([
    ['wrong JSON', '{', 'the body is not JSON'],
    ['an empty body', '', 'the body is empty'],
  ])('is refused for %s', async (_, body, problem) => {
    const { status, body: refusal } = await ada.post('/apiv1/appinstances', body);
    expect([status, refusal]).toEqual([
      400,
      { error: { message: expect.stringContaining(`Nothing was changed: ${problem}`), code: 400 } },
    ]);
  });
});
