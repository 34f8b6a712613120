import { errorTable } from '../../contract/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OverlayError } from '../../contract/errors.ts';
import { basic } from '../kit/service/api-client.ts';
import { pictures } from '../kit/picture/pictures.ts';
import { bob, errorOf, startTwoAccounts, told, type TwoAccounts } from '../kit/service/two-accounts.ts';

let desk: TwoAccounts;
let id: number;
beforeAll(async () => {
  desk = await startTwoAccounts();
  const { body } = await desk.ada.post('/apiv1/compositions', { name: 'Show', folder: desk.folders.ada });
  id = (body as { id: number }).id;
});
afterAll(() => desk.close());

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const host = (): string => desk.service.mediaUrl.replace('http:', '');

const form = (
  file: Uint8Array | undefined,
  { name = 'picture.png', key = 'file', type = 'image/png' } = {},
): FormData => {
  const data = new FormData();
  if (file) data.append(key, new Blob([Uint8Array.from(file)], { type }), name);
  return data;
};
const upload = async (body: FormData, headers: Record<string, string> = {}, of = id): Promise<[number, unknown]> => {
  const response = await desk.raw(`/apiv1/compositions/${of}/thumbnail`, { method: 'PUT', body, headers });
  return [response.status, await response.json()];
};
const thumbnail = async (): Promise<string> =>
  ((await desk.ada.get(`/apiv1/compositions/${id}`)).body as { thumbnail: string }).thumbnail;

describe('row 14: a thumbnail is uploaded', () => {
  it.each([
    ['png', 'image/png', '32x18'],
    ['jpeg', 'image/jpeg', '32x18'],
    ['gif', 'image/gif', '1x1'],
    ['webpLossy', 'image/webp', '32x18'],
    ['webpLossless', 'image/webp', '32x18'],
    ['webpExtended', 'image/webp', '32x18'],
  ] as const)(
    '%s: the answer is its address with size and type, where its bytes then are',
    async (kind, type, size) => {
      const [status, url] = await upload(form(pictures[kind], { name: 'x.JPG', type: 'text/html' }));
      const shape = new RegExp(`^${host()}/media/pictures/${uuid}#${size},${type}$`);
      expect([status, url]).toEqual([200, expect.stringMatching(shape)]);
      expect(await thumbnail()).toBe(url);
      const picture = await fetch(`http:${String(url)}`);
      expect(Buffer.from(await picture.arrayBuffer()).equals(pictures[kind])).toBe(true);
      expect([picture.status, Object.fromEntries(picture.headers)]).toEqual([
        200,
        expect.objectContaining({
          'content-type': type,
          'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
          'x-content-type-options': 'nosniff',
          'cache-control': 'public, max-age=31536000, immutable',
        }),
      ]);
    },
  );

  it('in place of the one before, which is then gone; copies keep theirs', async () => {
    const [, first] = await upload(form(pictures.png));
    const copy = await desk.ada.post(`/apiv1/compositions/${id}/duplicate`, { folder: desk.folders.ada });
    const [, second] = await upload(form(pictures.gif));
    expect((copy.body as { thumbnail: string }).thumbnail).toBe(first);
    expect((await fetch(`http:${String(first)}`)).status).toBe(200);
    const [, third] = await upload(form(pictures.jpeg));
    expect((await fetch(`http:${String(second)}`)).status).toBe(404);
    expect((await fetch(`http:${String(third)}`)).status).toBe(200);
  });

  it('and is shown with its composition in every list', async () => {
    const [, url] = await upload(form(pictures.png));
    const all = (await desk.ada.get('/apiv1/compositions')).body as { id: number; thumbnail: string }[];
    expect(all.find((one) => one.id === id)?.thumbnail).toBe(url);
    const elements = await desk.ada.get(`/apiv1/dashboard/folder/${desk.folders.ada}/elements?type=c`);
    const element = (elements.body as { refId: number; thumbnail: string }[]).find((one) => one.refId === id);
    expect(element?.thumbnail).toBe(url);
    await desk.ada.put('/apiv1/appinstances/1/composition', { refId: String(id) });
    const apps = await desk.ada.get(`/apiv1/dashboard/folder/${desk.folders.ada}/elements?type=ai`);
    expect((apps.body as { thumbnail: string }[]).map((app) => app.thumbnail)).toEqual([url]);
  });
});

describe('row 14 refuses', () => {
  it.each([
    ['words', new TextEncoder().encode('no picture')],
    ['a drawing that can hold scripts', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a picture that was cut', pictures.png.subarray(0, 20)],
  ])('%s, whatever it is called, with the 500 of the specification', async (_, bytes) => {
    const before = await thumbnail();
    const message = expect.stringMatching(/^The upload failed: expected a PNG, JPEG, GIF or WebP picture\./) as unknown;
    expect(await upload(form(bytes))).toEqual([500, { error: { message, code: 500 } }]);
    expect(await thumbnail()).toBe(before);
  });

  it.each(['a.txt', 'a.svg', 'a.png.exe', 'a.constructor'])(
    'a picture whose name has the extension of something else: %s',
    async (name) => {
      const message = expect.stringMatching(/^The upload failed: expected a PNG, JPEG, GIF or WebP/) as unknown;
      expect(await upload(form(pictures.png, { name }))).toEqual([500, { error: { message, code: 500 } }]);
      expect((await upload(form(pictures.png, { name: name.split('.')[0] ?? '' })))[0]).toBe(200);
    },
  );

  it('a form without a file, with one under another key, and with an empty one', async () => {
    const refused = (message: string) => [
      400,
      errorOf(400, `Nothing was changed: file: ${message}`, [{ path: 'file', message }]),
    ];
    const missing = refused('expected a multipart form with a file under the key "file"');
    const words = new FormData();
    words.append('title', 'no file');
    expect(await upload(words)).toEqual(missing);
    expect(await upload(form(pictures.png, { key: 'picture' }))).toEqual(missing);
    expect(await upload(form(new Uint8Array()))).toEqual(refused('expected a picture, got an empty file'));
  });

  it('a form with two files, whatever their keys', async () => {
    const message = 'expected one file, got 2';
    for (const key of ['file', 'other']) {
      const two = form(pictures.png);
      two.append(key, new Blob([Uint8Array.from(pictures.png)]), 'second.png');
      expect(await upload(two)).toEqual([
        400,
        errorOf(400, `Nothing was changed: file: ${message}`, [{ path: 'file', message }]),
      ]);
    }
  });

  it('a body that is no form, and one that is broken', async () => {
    const put = async (type: string, body: string): Promise<[number, unknown]> => {
      const path = `/apiv1/compositions/${id}/thumbnail`;
      const response = await desk.raw(path, { method: 'PUT', body, headers: { 'content-type': type } });
      return [response.status, await response.json()];
    };
    const expected = 'expected a multipart form with a file under the key "file"';
    expect(await put('image/png', 'PNG')).toEqual([
      400,
      errorOf(400, `Nothing was changed: file: ${expected}`, [{ path: 'file', message: expected }]),
    ]);
    const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nPNG';
    const message = expect.stringMatching(/^Nothing was changed: expected a whole multipart form: /) as unknown;
    const details = expect.anything() as unknown;
    for (const broken of [part, part.slice(0, 20)]) {
      const answer = await put('multipart/form-data; boundary=x', broken);
      expect([broken, answer]).toEqual([broken, [400, errorOf(400, message, details)]]);
    }
    expect((await put('multipart/form-data', part))[0]).toBe(400);
  });

  it('more than 10 MiB, and nothing up to it', async () => {
    const large = new Uint8Array(10 * 1024 * 1024);
    large.set(pictures.png);
    expect((await upload(form(large)))[0]).toBe(200);
    const tooLarge = new Uint8Array(10 * 1024 * 1024 + 1);
    tooLarge.set(pictures.png);
    expect(await upload(form(tooLarge))).toEqual([413, errorOf(413, errorTable['body-too-large'].operator)]);
  });

  it('who did not sign in, another account, and a composition that is not there', async () => {
    const unknown = [404, errorOf(404, errorTable['id-unknown'].operator)];
    expect(await upload(form(pictures.png), { authorization: '' })).toEqual([401, errorOf(401, 'Unauthorized')]);
    expect(await upload(form(pictures.png), { authorization: basic(bob) })).toEqual(unknown);
    expect(await upload(form(pictures.png), {}, 999_999)).toEqual(unknown);
  });

  it('everything while the disk cannot be written to', async () => {
    const before = await thumbnail();
    try {
      desk.disk.error = new OverlayError('storage-full');
      expect(await upload(form(pictures.png))).toEqual([507, errorOf(507, errorTable['storage-full'].operator)]);
      desk.disk.error = new OverlayError('storage-failed');
      expect((await upload(form(pictures.png)))[0]).toBe(500);
    } finally {
      desk.disk.error = undefined;
    }
    expect(await thumbnail()).toBe(before);
  });
});

describe('pictures', () => {
  it('stand in for the ones that are not there', async () => {
    const picture = await fetch(`${desk.service.mediaUrl}/media/no-picture.svg`);
    expect([picture.status, Object.fromEntries(picture.headers)]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'image/svg+xml',
        'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
        'x-content-type-options': 'nosniff',
      }),
    ]);
    expect(await picture.text()).toMatch(/^<svg /);
  });

  it('are only read, and only by the ids that they have', async () => {
    const { service, nobody } = desk;
    const none = '5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6a01';
    expect(told(await nobody.get(`/media/pictures/${none}`))).toEqual([
      404,
      errorOf(404, errorTable['id-unknown'].operator),
    ]);
    const put = await fetch(`${service.mediaUrl}/media/pictures/${none}`, { method: 'PUT', body: 'x' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
