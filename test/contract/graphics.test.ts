import { errorTable } from '../../contract/errors.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OverlayError } from '../../contract/errors.ts';
import { Graphic } from '../../contract/service-api/graphics.ts';
import { oneOfSeveral } from '../../scene/ograf/package-files.ts';
import { everyKind, type Files, lowerThird, packageOf, zipOf } from '../kit/scene/ograf-packages.ts';
import { basic } from '../kit/service/api-client.ts';
import { bob, errorOf, startTwoAccounts, told, type TwoAccounts } from '../kit/service/two-accounts.ts';

let desk: TwoAccounts;
beforeAll(async () => (desk = await startTwoAccounts()));
afterAll(() => desk.close());
beforeEach(() => (desk.clock.now = Date.UTC(2026, 0, 2, 20)));

const path = '/apiv1/graphics';
const upload = async (body: FormData | string, headers: Record<string, string> = {}): Promise<[number, unknown]> => {
  // A connection that was kept would be dead after a restart.
  const answer = await desk.raw(path, { method: 'POST', body, headers: { connection: 'close', ...headers } });
  return [answer.status, await answer.json()];
};
const form = (zip: Uint8Array, key = 'file'): FormData => {
  const data = new FormData();
  data.append(key, new Blob([Uint8Array.from(zip)], { type: 'application/zip' }), 'graphic.zip');
  return data;
};
const install = async (files: Files): Promise<[number, unknown]> => upload(form(await zipOf(files)));
const installed = async (files: Files): Promise<Graphic> => Graphic.parse((await install(files))[1]);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a graphic is installed', () => {
  it('of a package of several by the path of its manifest, each as a graphic of its own', async () => {
    const script = 'export default class extends HTMLElement {}';
    const manifest = (name: string): string =>
      JSON.stringify({ ...(JSON.parse(String(lowerThird['graphic.ograf.json'])) as object), name, main: 'main.mjs' });
    const pack = await zipOf({ 'main.mjs': script, 'a.ograf.json': manifest('A'), 'b.ograf.json': manifest('B') });
    const several = ['a', 'b'].map((of) => ({
      path: `${of}.ograf.json`,
      message: oneOfSeveral(of.toUpperCase()),
    }));
    expect(await upload(form(pack))).toEqual([400, errorOf(400, expect.any(String), several)]);
    const names: unknown[] = [];
    for (const chosen of ['a', 'b']) {
      const answer = await desk.raw(`${path}?manifest=${chosen}.ograf.json`, { method: 'POST', body: form(pack) });
      names.push(Graphic.parse(await answer.json()).name);
    }
    expect(names).toEqual(['A', 'B']);
  });

  it('and what it is, with all that there is to say of it, is the answer, then and later', async () => {
    const [status, body] = await install({ ...everyKind, 'notes.txt': 'What it is for.' });
    const graphic = Graphic.parse(body);
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(uuid),
        name: 'Every kind',
        description: '',
        createdAt: '2026-01-02T20:00:00.000Z',
        warnings: [
          {
            path: 'graphic.ograf.json: schema.properties.line.maxLength',
            message: 'is not checked when a value is set',
          },
          {
            path: 'graphic.ograf.json: schema.properties.share.default',
            message: 'is not a valid value of the field: 0',
          },
        ],
        network: [],
        entry: graphic.entry,
      },
    ]);
    expect(graphic.entry.elements).toMatchObject([{ kind: 'graphic', graphic: graphic.id }]);
    expect(told(await desk.ada.get(`${path}/${graphic.id}`))).toEqual([200, body]);
    await desk.restart();
    expect(told(await desk.ada.get(`${path}/${graphic.id}`))).toEqual([200, body]);
  });

  it('and stands in the list; the same package again is the same graphic', async () => {
    const first = await installed(lowerThird);
    const { id, name, description, createdAt } = first;
    desk.clock.now += 60_000;
    expect(await installed(lowerThird)).toEqual(first);
    const { status, body } = await desk.ada.get(path);
    expect([status, (body as object[]).at(-1)]).toEqual([200, { id, name, description, createdAt }]);
    expect(description).toBe('A name and a title');
    const other = await installed({ ...lowerThird, 'lib/line.js': 'export const line = String;' });
    expect(other.id).not.toBe(id);
  });

  it('and its files are served from the media address, as what they are, and run nothing there', async () => {
    const oddly = { 'a.constructor': 'y', ['__proto__']: 'z', 'b.__proto__': 'w' };
    const { id } = await installed({ ...lowerThird, 'a file.svg': '<svg/>', 'data.bin': 'x', ...oddly });
    const get = async (file: string): Promise<unknown[]> => {
      const answer = await fetch(`${desk.service.mediaUrl}/graphics/${id}/${file}`);
      return [answer.status, answer.headers.get('content-type'), await answer.text()];
    };
    expect(await get('graphic.mjs')).toEqual([200, 'text/javascript; charset=utf-8', lowerThird['graphic.mjs']]);
    expect(await get('graphic.ograf.json')).toEqual([
      200,
      'application/json; charset=utf-8',
      lowerThird['graphic.ograf.json'],
    ]);
    expect(await get('a%20file.svg')).toEqual([200, 'image/svg+xml', '<svg/>']);
    expect(await get('data.bin')).toEqual([200, 'application/octet-stream', 'x']);
    const unknown = 'application/octet-stream';
    expect([await get('a.constructor'), await get('__proto__'), await get('b.__proto__')]).toEqual([
      [200, unknown, 'y'],
      [200, unknown, 'z'],
      [200, unknown, 'w'],
    ]);
    const nothing = [404, 'application/json; charset=utf-8', expect.stringContaining('"code":404')];
    for (const file of ['gone.js', '', '~', 'lib', 'constructor', 'lib/../../x'])
      expect(await get(file)).toEqual(nothing);
    const { headers } = await fetch(`${desk.service.mediaUrl}/graphics/${id}/graphic.mjs`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    });
    expect((await fetch(`${desk.service.url}/graphics/${id}/graphic.mjs`)).status).toBe(404);
  });
});

describe('a copy of a graphic', () => {
  const copyAs = async (id: string, files: Files, manifest = ''): Promise<[number, unknown]> => {
    const query = new URLSearchParams({ id, ...(manifest && { manifest }) });
    const answer = await desk.raw(`${path}?${query.toString()}`, { method: 'POST', body: form(await zipOf(files)) });
    return [answer.status, await answer.json()];
  };
  const unknown = [404, errorOf(404, errorTable['id-unknown'].operator)];
  const taken = [
    400,
    errorOf(400, 'The graphic was not installed: this service has another graphic with this id', [
      { path: '', message: 'this service has another graphic with this id' },
    ]),
  ];
  const origin = '5b0c9f52-0a3b-4f0e-9d2c-6d1c5e0f0c01';
  const files = { ...lowerThird, 'b.ograf.json': String(lowerThird['graphic.ograf.json']), 'a b.txt': '' };

  it('has the id of its origin, and is the same one the next time', async () => {
    const [status, body] = await copyAs(origin, files, 'b.ograf.json');
    expect([status, body]).toMatchObject([200, { id: origin, entry: { elements: [{ graphic: origin }] } }]);
    expect(await copyAs(origin, files, 'b.ograf.json')).toEqual([status, body]);
    expect(await copyAs(origin, files, 'graphic.ograf.json')).toEqual(taken);
    expect(await copyAs(origin, lowerThird)).toEqual(taken);
    expect((await copyAs('no-id', files, 'b.ograf.json'))[0]).toBe(400);
  });

  it('is made of the manifest and the files that its origin tells to its own account', async () => {
    const { status, body } = await desk.ada.get(`${path}/${origin}/package`);
    expect([status, body]).toEqual([
      200,
      { manifest: 'b.ograf.json', files: expect.arrayContaining(Object.keys(files)) as string[] },
    ]);
    expect(told(await desk.bob.get(`${path}/${origin}/package`))).toEqual(unknown);
    expect((await desk.nobody.get(`${path}/${origin}/package`)).status).toBe(401);
  });

  it('is refused under the id of another account, in the words for any other graphic', async () => {
    const headers = { authorization: basic(bob) };
    const body = form(await zipOf(files));
    const answer = await desk.raw(`${path}?id=${origin}&manifest=b.ograf.json`, { method: 'POST', body, headers });
    expect([answer.status, await answer.json()]).toEqual(taken);
    expect(told(await desk.bob.get(path))).toEqual([200, []]);
  });

  it('is told of while a show still uses it after its deletion, and comes back under its id', async () => {
    const before = (await desk.ada.get(`${path}/${origin}`)).body;
    await desk.ada.delete(`${path}/${origin}`);
    expect((await desk.ada.get(`${path}/${origin}/package`)).status).toBe(200);
    expect(await copyAs(origin, lowerThird)).toEqual(taken);
    expect(await copyAs(origin, files, 'b.ograf.json')).toEqual([200, before]);
    expect(told(await desk.ada.get(`${path}/${origin}`))).toEqual([200, before]);
  });
});

describe('a graphic is refused', () => {
  it('where its package is not one, with the file and what is wrong with it', async () => {
    const before = (await desk.ada.get(path)).body;
    expect(await install(packageOf("import 'https://cdn.example/x.js';\nexport default class {}"))).toEqual([
      400,
      errorOf(
        400,
        'The graphic was not installed: graphic.mjs:1: loads a script from elsewhere: https://cdn.example/x.js',
        [{ path: 'graphic.mjs:1', message: 'loads a script from elsewhere: https://cdn.example/x.js' }],
      ),
    ]);
    expect(await upload(form(Buffer.from('no zip')))).toEqual([
      400,
      errorOf(400, expect.stringMatching(/^The graphic was not installed: the file is not a zip: /), expect.any(Array)),
    ]);
    expect((await desk.ada.get(path)).body).toEqual(before);
  });

  it('where the form has no file, and where it is no form', async () => {
    const message = 'Nothing was changed: file: expected a multipart form with a file under the key "file"';
    const detail = { path: 'file', message: 'expected a multipart form with a file under the key "file"' };
    expect(await upload(form(Buffer.from('x'), 'zip'))).toEqual([400, errorOf(400, message, [detail])]);
    expect(await upload('{}', { 'content-type': 'application/json' })).toEqual([
      415,
      errorOf(415, 'The request was not marked as multipart/form-data, so nothing was changed.'),
    ]);
  });

  it('where the disk is full', async () => {
    desk.disk.error = new OverlayError('storage-full');
    const answer = await install({ ...lowerThird, 'lib/line.js': 'export const line = JSON.stringify;' });
    desk.disk.error = undefined;
    expect(answer).toEqual([507, errorOf(507, errorTable['storage-full'].operator)]);
  });

  it('to who has no account, and does not exist for another one', async () => {
    const { id } = await installed(lowerThird);
    const unauthorized = [401, errorOf(401, 'Unauthorized')];
    for (const answer of [
      await desk.nobody.post(path, {}),
      await desk.nobody.get(path),
      await desk.nobody.get(`${path}/${id}`),
    ]) {
      expect(told(answer)).toEqual(unauthorized);
    }
    expect(told(await desk.bob.get(path))).toEqual([200, []]);
    const unknown = [404, errorOf(404, errorTable['id-unknown'].operator)];
    expect(told(await desk.bob.get(`${path}/${id}`))).toEqual(unknown);
    expect(told(await desk.ada.get(`${path}/no-id`))).toEqual(unknown);
  });
});

describe('a graphic is deleted', () => {
  const remove = (id: string, who = desk.ada) => who.delete(`${path}/${id}`);
  const unknown = [404, errorOf(404, errorTable['id-unknown'].operator)];

  it('by its account: it is in no list any more, what shows it goes on, and the same package is installed anew', async () => {
    const { id } = await installed({ ...lowerThird, 'old.js': '' });
    expect(told(await remove(id))).toEqual([200, 'Ok']);
    expect(told(await desk.ada.get(`${path}/${id}`))).toEqual(unknown);
    const list = (await desk.ada.get(path)).body as { id: string }[];
    expect(list.map((item) => item.id)).not.toContain(id);
    expect((await fetch(`${desk.service.mediaUrl}/graphics/${id}/old.js`)).status).toBe(200);
    expect((await installed({ ...lowerThird, 'old.js': '' })).id).not.toBe(id);
    expect(told(await remove(id))).toEqual(unknown);
  });

  it('by nobody else', async () => {
    const { id } = await installed({ ...lowerThird, 'kept.js': '' });
    expect(told(await remove(id, desk.bob))).toEqual(unknown);
    expect(told(await remove('not-an-id'))).toEqual(unknown);
    expect(told(await remove(id, desk.nobody))).toEqual([401, errorOf(401, 'Unauthorized')]);
    expect((await desk.ada.get(`${path}/${id}`)).status).toBe(200);
  });
});
