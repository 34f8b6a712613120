import { errorTable } from '../../contract/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OverlayError } from '../../contract/errors.ts';
import { errorOf, startTwoAccounts, told, type TwoAccounts } from '../kit/service/two-accounts.ts';

let desk: TwoAccounts;
beforeAll(async () => (desk = await startTwoAccounts()));
afterAll(() => desk.close());

const at = '2026-01-02T20:00:00.000Z';
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/) as unknown;

/** A folder of Ada's; gives its id. */
async function folder(name: string, parent?: string): Promise<string> {
  const { status, body } = await desk.ada.post('/apiv1/dashboard/folder', { name, ...(parent && { parent }) });
  expect([status, body]).toEqual([200, { id: uuid, name }]);
  return (body as { id: string }).id;
}
const find = (path: string) => desk.ada.get(`/apiv1/dashboard/folder?path=${encodeURIComponent(path)}`);

describe('row 27: folders are found by their path', () => {
  it('from the root on, name by name', async () => {
    const news = await folder('News');
    const evening = await folder('Evening & Späte', news);
    expect(told(await find('/'))).toEqual([200, [desk.folders.ada]]);
    expect(told(await find('/News/Evening & Spa\u0308te'))).toEqual([200, [evening]]);
    const decomposed = await folder('Ho\u0301me');
    expect(told(await find('/H\u00f3me'))).toEqual([200, [decomposed]]);
    expect(told(await find('/News'))).toEqual([200, [news]]);
    expect(told(await find('/News/'))).toEqual([200, [news]]);
    expect(told(await find('/News/Evening & Späte'))).toEqual([200, [evening]]);
  });

  it('all of them, because names are not unique', async () => {
    const twins = [await folder('Twin'), await folder('Twin')];
    const below = [await folder('Below', twins[0]), await folder('Below', twins[1])];
    expect(told(await find('/Twin'))).toEqual([200, twins]);
    expect(told(await find('/Twin/Below'))).toEqual([200, below]);
  });

  it.each(['/Nowhere', '/News/Nowhere', '/Evening & Späte', '/news', '//', '//News', '/News//'])(
    'and none at %s',
    async (path) => {
      expect(told(await find(path))).toEqual([200, []]);
    },
  );

  it.each([
    ['without a path', ''],
    ['with an empty path', '?path='],
    ['with a path that is not absolute', '?path=News'],
  ])('not %s, with an error of its own shape', async (_, query) => {
    const message = 'Please specify path: the absolute path of a folder, its names separated by "/".';
    expect(told(await desk.ada.get(`/apiv1/dashboard/folder${query}`))).toEqual([
      400,
      { code: 400, error_detail: [{ param: 'path', message }], message },
    ]);
  });

  it('not with two paths', async () => {
    const { status, body } = await desk.ada.get('/apiv1/dashboard/folder?path=/a&path=/b');
    expect([status, body]).toEqual([
      400,
      {
        code: 400,
        error_detail: [{ param: 'path', message: expect.any(String) as unknown }],
        message: expect.any(String) as unknown,
      },
    ]);
  });

  it('never those of another account', async () => {
    await folder('Secret');
    expect(told(await desk.bob.get('/apiv1/dashboard/folder?path=/Secret'))).toEqual([200, []]);
    expect(desk.folders.bob).not.toBe(desk.folders.ada);
  });

  it('only for who signed in', async () => {
    expect(told(await desk.nobody.get('/apiv1/dashboard/folder?path=/'))).toEqual([401, errorOf(401, 'Unauthorized')]);
  });
});

describe('row 28: the elements of a folder', () => {
  const elements = (of: string, query = '') => desk.ada.get(`/apiv1/dashboard/folder/${of}/elements${query}`);
  let shelf: string;
  let inner: string;
  let composition: { id: number; fid: string };
  beforeAll(async () => {
    shelf = await folder('Shelf');
    inner = await folder('Inner', shelf);
    const { body } = await desk.ada.post('/apiv1/compositions', { name: 'Show', folder: shelf });
    composition = body as typeof composition;
  });

  /** Every field of the specification's "Dashboard element". */
  const element = (more: object) => ({
    user_id: 1,
    uuid: null,
    url: null,
    updated_at: at,
    ts: at,
    sort_order: expect.any(Number) as unknown,
    ...more,
  });
  const folderElement = () =>
    element({
      name: 'Inner',
      user_id: null,
      refId: expect.any(Number) as unknown,
      fid: inner,
      databaseUrl: null,
      type: 'fo',
      thumbnail: null,
    });
  const compositionElement = () =>
    element({
      name: 'Show',
      refId: composition.id,
      fid: composition.fid,
      databaseUrl: `${desk.service.url}/apiv1/compositions/${composition.id}/content`,
      type: 'c',
      thumbnail: `${desk.service.mediaUrl.replace('http:', '')}/media/no-picture.svg`,
    });

  it('are all that it holds, in ascending sort_order', async () => {
    const { status, body } = await elements(shelf);
    expect([status, body]).toEqual([200, [folderElement(), compositionElement()]]);
    const orders = (body as { sort_order: number }[]).map(({ sort_order }) => sort_order);
    expect(orders).toEqual(orders.toSorted((one, other) => one - other));
    expect(new Set(orders).size).toBe(orders.length);
  });

  it('are only those of a type where one is named', async () => {
    expect(told(await elements(shelf, '?type=c'))).toEqual([200, [compositionElement()]]);
    expect(told(await elements(shelf, '?type=fo'))).toEqual([200, [folderElement()]]);
    for (const type of ['ai', 'i', 'd']) expect(told(await elements(shelf, `?type=${type}`))).toEqual([200, []]);
  });

  it('are none in an empty folder', async () => {
    expect(told(await elements(inner))).toEqual([200, []]);
  });

  it('name app instances too, and the token of a composition that has one', async () => {
    const { body } = await elements(desk.folders.ada, '?type=ai');
    expect(body).toEqual([
      element({
        name: 'Small',
        refId: 1,
        fid: uuid,
        databaseUrl: `${desk.service.url}/apiv1/appinstances/1`,
        type: 'ai',
        thumbnail: `${desk.service.mediaUrl.replace('http:', '')}/media/no-picture.svg`,
      }),
    ]);
    const { uuid: token } = (await desk.ada.post(`/apiv1/compositions/${composition.id}/token`)).body as {
      uuid: string;
    };
    expect((await elements(shelf, '?type=c')).body).toEqual([{ ...compositionElement(), uuid: token }]);
  });

  it('are not of a type that there is not', async () => {
    for (const type of ['x', '', 'C', 'c,ai']) {
      expect(told(await elements(shelf, `?type=${type}`))).toEqual([
        400,
        errorOf(400, errorTable['parameter-missing'].operator, [
          { path: 'type', message: 'expected one of c, ai, i, d, fo' },
        ]),
      ]);
    }
  });

  it('are only those of folders that there are, and that are the caller’s', async () => {
    const unknown = [404, errorOf(404, errorTable['id-unknown'].operator)];
    expect(told(await elements('5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6a01'))).toEqual(unknown);
    expect(told(await elements('shelf'))).toEqual(unknown);
    expect(told(await desk.bob.get(`/apiv1/dashboard/folder/${shelf}/elements`))).toEqual(unknown);
  });

  it('are only for who signed in', async () => {
    expect(told(await desk.nobody.get(`/apiv1/dashboard/folder/${shelf}/elements`))).toEqual([
      401,
      errorOf(401, 'Unauthorized'),
    ]);
  });
});

describe('a folder is made', () => {
  const make = (body: unknown) => desk.ada.post('/apiv1/dashboard/folder', body);
  const refused = (path: string, message: string) => [
    400,
    errorOf(400, `Nothing was changed: ${path}: ${message}`, [{ path, message }]),
  ];

  it('in the root where no parent is named, else in its parent', async () => {
    const outer = await folder('Outer');
    const inner = await folder('Within', outer);
    expect((await find('/Outer')).body).toEqual([outer]);
    expect((await find('/Outer/Within')).body).toEqual([inner]);
  });

  it('not without a name, nor with one that a path cannot name', async () => {
    expect(told(await make({}))).toEqual(refused('name', 'expected string, received undefined'));
    expect(told(await make({ name: '' }))).toEqual(refused('name', 'expected at least 1 character'));
    expect(told(await make({ name: 'a/b' }))).toEqual(refused('name', 'expected a name without "/"'));
  });

  it('not in a folder that is not there, or is another account’s', async () => {
    for (const parent of ['gone', desk.folders.bob]) {
      expect(told(await make({ name: 'x', parent }))).toEqual(refused('parent', 'there is no folder with this id'));
    }
    expect((await desk.bob.get(`/apiv1/dashboard/folder/${desk.folders.bob}/elements`)).body).toEqual([]);
  });

  it('not by who did not sign in, nor from a body that is not JSON, of another kind, or too large', async () => {
    expect(told(await desk.nobody.post('/apiv1/dashboard/folder', { name: 'x' }))).toEqual([
      401,
      errorOf(401, 'Unauthorized'),
    ]);
    const post = async (body: string, type: string): Promise<number> =>
      (await desk.raw('/apiv1/dashboard/folder', { method: 'POST', body, headers: { 'content-type': type } })).status;
    expect(await post('{', 'application/json')).toBe(400);
    expect(await post('{}', 'text/plain')).toBe(415);
    expect(await post(' '.repeat(9 * 1024 * 1024), 'application/json')).toBe(413);
  });

  it('not while the disk cannot be written to', async () => {
    try {
      desk.disk.error = new OverlayError('storage-full');
      expect((await make({ name: 'Full' })).status).toBe(507);
      desk.disk.error = new OverlayError('storage-failed');
      expect((await make({ name: 'Full' })).status).toBe(500);
    } finally {
      desk.disk.error = undefined;
    }
    expect((await find('/Full')).body).toEqual([]);
  });
});

describe('a folder is deleted', () => {
  const remove = (id: string, who = desk.ada) => who.delete(`/apiv1/dashboard/folder/${id}`);
  const refused = (message: string) => [409, errorOf(409, message)];
  const notEmpty = (what: string) =>
    refused(`The folder holds ${what}, so it was not deleted. Delete what it holds first.`);

  it('once it is empty', async () => {
    const outer = await folder('Old');
    const inner = await folder('Older', outer);
    expect(told(await remove(outer))).toEqual(notEmpty('one thing'));
    expect(told(await remove(inner))).toEqual([200, 'Ok']);
    expect(told(await remove(outer))).toEqual([200, 'Ok']);
    expect(told(await find('/Old'))).toEqual([200, []]);
    expect(told(await remove(outer))).toEqual([404, errorOf(404, errorTable['id-unknown'].operator)]);
  });

  it('also when all that was in it is deleted', async () => {
    const shelf = await folder('Emptied');
    const { id } = (await desk.ada.post('/apiv1/compositions', { name: 'C', folder: shelf })).body as { id: number };
    const app = await desk.ada.post('/apiv1/appinstances', {
      folder: shelf,
      name: 'A',
      apptemplate_id: '57',
      apptemplate_version_status: 'published',
      compositionList: [{ name: 'C', composition: { refId: String(id) } }],
    });
    expect(told(await remove(shelf))).toEqual(notEmpty('2 things'));
    const { id: appId, access_token: token } = app.body as { id: number; access_token: string };
    await desk.ada.delete(`/apiv1/compositions/${id}`);
    await desk.ada.delete(`/apiv1/appinstances/${appId}`);
    expect(told(await remove(shelf))).toEqual([200, 'Ok']);
    expect((await desk.ada.get(`/apiv2/controlapps/${token}/control`)).status).toBe(404);
    await desk.restart();
    expect(told(await find('/Emptied'))).toEqual([200, []]);
  });

  it('not the root, not another account’s, and not by who did not sign in', async () => {
    expect(told(await remove(desk.folders.ada))).toEqual(refused('The root folder of an account cannot be deleted.'));
    expect(told(await remove(desk.folders.bob))).toEqual([404, errorOf(404, errorTable['id-unknown'].operator)]);
    expect(told(await remove(desk.folders.ada, desk.nobody))).toEqual([401, errorOf(401, 'Unauthorized')]);
  });
});
