import { errorTable } from '../../contract/errors.ts';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OverlayError } from '../../contract/errors.ts';
import type { Asset } from '../../contract/service-api/assets.ts';
import type { ServiceLog } from '../../service/log.ts';
import { defaultTerms } from '../../service/http/network-terms.ts';
import { apiClient, basic } from '../kit/service/api-client.ts';
import { pictures } from '../kit/picture/pictures.ts';
import { startSmallService } from '../kit/service/small-service.ts';
import { ada, bob, errorOf, startTwoAccounts, told, type TwoAccounts } from '../kit/service/two-accounts.ts';
import { serviceFetch as fetch } from '../kit/published-answers.ts';

let desk: TwoAccounts;
beforeAll(async () => (desk = await startTwoAccounts()));
afterAll(() => desk.close());

const idOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const form = (file: Uint8Array, { as = 'file.bin', key = 'file', name }: Record<string, string> = {}): FormData => {
  const data = new FormData();
  if (name !== undefined) data.append('name', name);
  data.append(key, new Blob([Uint8Array.from(file)]), as);
  return data;
};
const upload = async (body: FormData, headers: Record<string, string> = {}): Promise<[number, unknown]> => {
  const response = await desk.raw('/apiv1/assets', { method: 'POST', body, headers });
  return [response.status, await response.json()];
};
/** A connection that is kept would be dead after a restart. */
const served = (path: string): Promise<Response> =>
  fetch(desk.service.mediaUrl + path, { headers: { connection: 'close' } });
const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("/")</script></svg>';

describe('an upload', () => {
  it('is known by its bytes, named as its file was, and at the media address from then on', async () => {
    const id = idOf(pictures.png);
    const path = `/media/assets/${id}.png`;
    const asset: Asset = { id, path, name: 'Harbour.PNG', mediaType: 'image/png', size: pictures.png.byteLength };
    expect(await upload(form(pictures.png, { as: 'C:\\pictures\\Harbour.PNG' }))).toEqual([200, asset]);
    const picture = await served(path);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await picture.arrayBuffer()).equals(pictures.png)).toBe(true);
    expect(told(await desk.ada.get('/apiv1/assets'))).toEqual([200, [asset]]);
  });

  it.each(['with', 'without'])('of megabytes is stored as it is, %s its length said before', async (said) => {
    const file = Buffer.concat([pictures.png, randomBytes(3_000_000)]);
    const { body, headers } = new Request(desk.service.url, { method: 'POST', body: form(file) });
    const streamed = { body, headers: { 'content-type': headers.get('content-type') ?? '' }, duplex: 'half' } as const;
    const sent = said === 'with' ? { body: form(file) } : streamed;
    const response = await desk.raw('/apiv1/assets', { method: 'POST', ...sent });
    const { path } = (await response.json()) as Asset;
    expect(path).toBe(`/media/assets/${idOf(file)}.png`);
    expect(Buffer.from(await (await served(path)).arrayBuffer()).equals(file)).toBe(true);
    expect((await desk.ada.delete(`/apiv1/assets/${idOf(file)}`)).status).toBe(200);
  });

  it('may be called something else, and again something else', async () => {
    const [, first] = await upload(form(pictures.gif, { name: ' A  dot\u0000 ' }));
    const [, second] = await upload(form(pictures.gif, { name: 'Dot' }));
    expect([(first as Asset).name, second]).toEqual(['A  dot', { ...(first as Asset), name: 'Dot' }]);
    const names = (await desk.ada.get('/apiv1/assets')).body as Asset[];
    expect(names.filter(({ id }) => id === (first as Asset).id).map(({ name }) => name)).toEqual(['Dot']);
  });

  it('without a name that can be shown is called by its hash', async () => {
    const [, asset] = await upload(form(pictures.jpeg, { name: '\u0000' }));
    expect(asset).toMatchObject({ name: `${idOf(pictures.jpeg).slice(0, 12)}.jpeg` });
  });

  it('is its account’s: another one has what it brought itself', async () => {
    const before = (await desk.bob.get('/apiv1/assets')).body;
    await upload(form(pictures.webpLossy, { as: 'mine.webp' }), { authorization: basic(bob) });
    const after = (await desk.bob.get('/apiv1/assets')).body as Asset[];
    expect([before, after.map(({ name }) => name)]).toEqual([[], ['mine.webp']]);
    expect(((await desk.ada.get('/apiv1/assets')).body as Asset[]).map(({ name }) => name)).not.toContain('mine.webp');
  });

  it('that is a drawing with a script runs nothing where it is opened', async () => {
    const [, asset] = await upload(form(Buffer.from(script)));
    const { headers } = await served((asset as Asset).path);
    expect([headers.get('content-type'), headers.get('content-security-policy')]).toEqual([
      'image/svg+xml',
      "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    ]);
  });

  it('is there after a restart', async () => {
    const [, asset] = await upload(form(pictures.png));
    await desk.restart();
    expect((await served((asset as Asset).path)).status).toBe(200);
  });
});

describe('an upload is deleted', () => {
  const remove = (id: string, who = desk.ada) => who.delete(`/apiv1/assets/${id}`);
  const listed = async (): Promise<string[]> =>
    ((await desk.ada.get('/apiv1/assets')).body as Asset[]).map(({ id }) => id);

  it('by its account: it is in no list any more, and can be uploaded again', async () => {
    const [, { id }] = (await upload(form(pictures.webpLossy))) as [number, Asset];
    expect(told(await remove(id))).toEqual([200, 'Ok']);
    expect(await listed()).not.toContain(id);
    expect(told(await remove(id))).toEqual([404, errorOf(404, errorTable['id-unknown'].operator)]);
    await upload(form(pictures.webpLossy));
    expect(await listed()).toContain(id);
  });

  it('by nobody else, and not what is not there', async () => {
    const [, { id }] = (await upload(form(pictures.gif))) as [number, Asset];
    const unknown = [404, errorOf(404, errorTable['id-unknown'].operator)];
    expect(told(await remove(id, desk.bob))).toEqual(unknown);
    expect(told(await remove('0'.repeat(64)))).toEqual(unknown);
    expect(told(await remove(id, desk.nobody))).toEqual([401, errorOf(401, 'Unauthorized')]);
    expect(await listed()).toContain(id);
  });

  it('not while the disk cannot be written', async () => {
    const [, { id }] = (await upload(form(pictures.gif))) as [number, Asset];
    try {
      desk.disk.error = new OverlayError('storage-failed');
      expect((await remove(id)).status).toBe(500);
    } finally {
      desk.disk.error = undefined;
    }
    expect(await listed()).toContain(id);
  });
});

describe('an upload is refused', () => {
  const refused = (message: string) => [
    400,
    errorOf(400, `Nothing was changed: file: ${message}`, [{ path: 'file', message }]),
  ];

  it.each([
    ['words', Buffer.from('no picture')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an empty file', Buffer.alloc(0)],
    ['a picture that was cut', pictures.png.subarray(0, 20)],
  ])('that is %s, whatever it is called', async (_, bytes) => {
    expect(await upload(form(bytes, { as: 'picture.png' }))).toEqual(
      refused(
        'expected one of png, jpeg, gif, webp, woff2, otf, ttf, mp4, webm, wav, ogg, mp3, svg, judged by its bytes',
      ),
    );
  });

  it('without a file, and without a form', async () => {
    expect(await upload(form(pictures.png, { key: 'picture' }))).toEqual(
      refused('expected a multipart form with a file under the key "file"'),
    );
    const response = await desk.raw('/apiv1/assets', { method: 'POST', body: new Uint8Array(pictures.png) });
    expect([response.status, await response.json()]).toEqual([
      415,
      errorOf(415, 'The request was not marked as multipart/form-data, so nothing was changed.'),
    ]);
  });

  it('without an account, and so is the list', async () => {
    const unauthorized = [401, errorOf(401, 'Unauthorized')];
    expect(await upload(form(pictures.png), { authorization: '' })).toEqual(unauthorized);
    expect(told(await desk.nobody.get('/apiv1/assets'))).toEqual(unauthorized);
  });

  it.each([
    ['storage-full', 507],
    ['storage-failed', 500],
  ] as const)('where the disk fails (%s), and is not in the list', async (code, status) => {
    const before = (await desk.ada.get('/apiv1/assets')).body;
    desk.disk.error = new OverlayError(code);
    try {
      expect((await upload(form(Buffer.from(`<svg id="${code}"/>`))))[0]).toBe(status);
    } finally {
      desk.disk.error = undefined;
    }
    expect((await desk.ada.get('/apiv1/assets')).body).toEqual(before);
  });

  it('where it is larger than the service takes, and is taken up to that', async () => {
    const limits = { ...defaultTerms.limits, maxUpload: 2_000 };
    const small = await startSmallService({ network: { ...defaultTerms, limits } });
    const post = async (bytes: number): Promise<[number, unknown]> => {
      const body = form(Buffer.concat([pictures.png, Buffer.alloc(bytes - pictures.png.byteLength)]));
      const headers = { authorization: basic(small.account) };
      const response = await fetch(`${small.url}/apiv1/assets`, { method: 'POST', body, headers });
      return [response.status, await response.json()];
    };
    expect([(await post(2_000))[0], await post(2_001)]).toEqual([
      200,
      [413, errorOf(413, errorTable['body-too-large'].operator)],
    ]);
    await small.close();
  });

  it('and one of more than 10 MiB is no thumbnail, and is taken here', async () => {
    const large = new Uint8Array(11 * 1024 * 1024);
    large.set(pictures.png);
    expect((await upload(form(large)))[0]).toBe(200);
  });

  it('where the account has no room for it, and is taken again when it has', async () => {
    const limits = { ...defaultTerms.limits, maxAccount: 100_000 };
    const clock = { now: Date.UTC(2026, 0, 2, 20) };
    const purged = Promise.withResolvers<unknown>();
    const log: ServiceLog = {
      info: (line) => {
        if (line.startsWith('What was deleted')) purged.resolve(undefined);
      },
      warn: (line) => purged.reject(new Error(line)),
      error: (line) => purged.reject(new Error(line)),
    };
    const small = await startSmallService({ network: { ...defaultTerms, limits }, clock: () => clock.now, log });
    const api = apiClient(small, small.account);
    const post = async (bytes: number, path = '/apiv1/assets', method = 'POST'): Promise<[number, unknown]> => {
      const body = form(Buffer.concat([pictures.png, Buffer.alloc(bytes - pictures.png.byteLength)]), { as: 'a.png' });
      const response = await fetch(small.url + path, {
        method,
        body,
        headers: { authorization: basic(small.account) },
      });
      return [response.status, await response.json()];
    };
    const full = [507, errorOf(507, errorTable['account-full'].operator)];
    const [, { id }] = (await post(60_000)) as [number, Asset];
    // The same bytes need no more room.
    expect([(await post(60_000))[0], await post(60_001)]).toEqual([200, full]);
    const { body } = await api.get('/apiv1/compositions/1/content');
    const padded = { ...(body as object), padding: 'x'.repeat(50_000) };
    expect(told(await api.put('/apiv1/compositions/1/content', padded))).toEqual(full);
    expect((await api.get('/apiv1/compositions/1/content')).body).toEqual(body);
    expect(await post(50_000, '/apiv1/compositions/1/thumbnail', 'PUT')).toEqual(full);
    expect((await api.put('/apiv1/compositions/1/content', body)).status).toBe(200);
    await api.delete(`/apiv1/assets/${id}`);
    // What is deleted counts until it is gone.
    expect(await post(60_001)).toEqual(full);
    clock.now += 10_000;
    await purged.promise;
    expect([(await post(60_001))[0], await post(60_001, '/apiv1/compositions/1/thumbnail', 'PUT')]).toEqual([
      200,
      full,
    ]);
    await small.close();
  });

  it('until the earlier one of the same account is taken; another account does not wait', async () => {
    const { hostname, port } = new URL(desk.service.url);
    const body = ['--between', 'content-disposition: form-data; name="file"; filename="a.png"', '', ''].join('\r\n');
    const end = '\r\n--between--\r\n';
    const socket = connect(Number(port), hostname);
    const head = [
      'POST /apiv1/assets HTTP/1.1',
      'host: 127.0.0.1',
      `authorization: ${basic(ada)}`,
      'content-type: multipart/form-data; boundary=between',
      `content-length: ${body.length + pictures.png.byteLength + end.length}`,
      'connection: close',
    ].join('\r\n');
    const expected = `${head}\r\nexpect: 100-continue\r\n\r\n`;
    socket.write(expected);
    // The service has the head of the first upload.
    await once(socket, 'data');
    let second = false;
    const waiting = upload(form(pictures.gif)).then(() => (second = true));
    await upload(form(pictures.jpeg), { authorization: basic(bob) });
    await upload(form(pictures.gif), { authorization: basic(bob) });
    expect(second).toBe(false);
    socket.write(Buffer.concat([Buffer.from(body), pictures.png, Buffer.from(end)]));
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
    expect(await waiting).toBe(true);
  });
});
