import { errorTable } from '../../contract/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OverlayError } from '../../contract/errors.ts';
import { errorOf, startTwoAccounts, told, type TwoAccounts } from '../kit/service/two-accounts.ts';

let desk: TwoAccounts;
let id: number;
beforeAll(async () => {
  desk = await startTwoAccounts();
  id = await create('Show');
});
afterAll(() => desk.close());

const unknown = [404, errorOf(404, errorTable['id-unknown'].operator)];
const at = (of: number): string => `/apiv1/compositions/${of}/revisions`;

async function create(name: string): Promise<number> {
  const { body } = await desk.ada.post('/apiv1/compositions', { name, folder: desk.folders.ada });
  return (body as { id: number }).id;
}

const save = (of: number, revision: number, description = '') =>
  desk.ada.post(at(of), { scene_id: of, revision_id: revision, description });

/** Every field of the specification's "Revision". */
const revision = (of: number, number: number, more: object) => ({
  id: expect.any(Number) as unknown,
  account_id: 1,
  scene_id: of,
  revision_id: number,
  user_id: 1,
  description: '',
  databaseUrl: `${desk.service.url}/apiv1/compositions/${of}/content`,
  storageUrl: `${desk.service.url}/apiv1/compositions/${of}/revisions/${number}/content`,
  comp_extract_json: null,
  subcomposition_names: null,
  user_email: 'ada@example.org',
  ...more,
});

describe('rows 21 and 22: revisions', () => {
  it('are made, overwritten under their number, and listed lowest first', async () => {
    const of = await create('Listed');
    const times = (made: string, changed = made) => ({ created_at: made, updated_at: changed });
    const [first, second, third] = [0, 1, 2].map((minute) => `2026-01-02T20:0${minute}:00.000Z`) as [
      string,
      string,
      string,
    ];
    expect(told(await desk.ada.get(at(of)))).toEqual([200, []]);
    desk.clock.now = Date.parse(first);
    expect(told(await save(of, 7, 'As aired'))).toEqual([200, { status: 'success' }]);
    desk.clock.now = Date.parse(second);
    expect(told(await save(of, 2))).toEqual([200, { status: 'success' }]);
    expect(told(await desk.ada.get(at(of)))).toEqual([
      200,
      [revision(of, 2, times(second)), revision(of, 7, { description: 'As aired', ...times(first) })],
    ]);
    desk.clock.now = Date.parse(third);
    await save(of, 7, 'As corrected');
    expect(told(await desk.ada.get(at(of)))).toEqual([
      200,
      [revision(of, 2, times(second)), revision(of, 7, { description: 'As corrected', ...times(first, third) })],
    ]);
  });

  it('have an address under which their content is', async () => {
    await save(id, 1);
    const [{ storageUrl }] = (await desk.ada.get(at(id))).body as [{ storageUrl: string }];
    const read = await desk.raw(storageUrl.slice(desk.service.url.length));
    expect(await read.text()).toBe(await (await desk.raw(`/apiv1/compositions/${id}/content`)).text());
  });

  it.each([
    ['no scene_id', { revision_id: 1, description: '' }, 'scene_id', 'expected an integer'],
    ['no revision_id', { scene_id: 1, description: '' }, 'revision_id', 'expected an integer'],
    ['no description', { scene_id: 1, revision_id: 1 }, 'description', 'expected string, received undefined'],
    ['a revision 0', { scene_id: 1, revision_id: 0, description: '' }, 'revision_id', 'expected 1 or more'],
    ['a revision 1.5', { scene_id: 1, revision_id: 1.5, description: '' }, 'revision_id', 'expected an integer'],
  ])('are not made with %s', async (_, body, path, message) => {
    const before = (await desk.ada.get(at(id))).body;
    expect(told(await desk.ada.post(at(id), body))).toEqual([
      400,
      errorOf(400, `Nothing was changed: ${path}: ${message}`, [{ path, message }]),
    ]);
    expect((await desk.ada.get(at(id))).body).toEqual(before);
  });

  it('are not made where body and address name two compositions', async () => {
    const message = `expected ${id}, the composition that the address names`;
    expect(told(await desk.ada.post(at(id), { scene_id: id + 1, revision_id: 1, description: '' }))).toEqual([
      400,
      errorOf(400, `Nothing was changed: scene_id: ${message}`, [{ path: 'scene_id', message }]),
    ]);
  });
});

describe('row 23: the content of a revision', () => {
  it('is byte for byte the one that was there when it was made, whatever came after', async () => {
    const of = await create('Kept');
    const address = `/apiv1/compositions/${of}/content`;
    const plain = await (await desk.raw(address)).text();
    const odd = `\r\n${JSON.stringify({ 'z\u00e9\u{1f3ac}': 1, ...(JSON.parse(plain) as object) }, null, '\t ')} \t`;
    const write = (text: string): Promise<Response> =>
      desk.raw(address, { method: 'PUT', body: text, headers: { 'content-type': 'application/json' } });
    expect((await write(odd)).status).toBe(200);
    await save(of, 1);
    expect((await write(plain)).status).toBe(200);
    await save(of, 2);
    const read = async (number: number): Promise<Buffer> =>
      Buffer.from(await (await desk.raw(`${at(of)}/${number}/content`)).arrayBuffer());
    expect((await read(1)).equals(Buffer.from(odd))).toBe(true);
    expect((await read(2)).equals(Buffer.from(plain))).toBe(true);
    await save(of, 1);
    expect((await read(1)).equals(Buffer.from(plain))).toBe(true);
  });
});

describe('row 26: a revision is deleted', () => {
  it('and is then gone, it alone', async () => {
    const of = await create('Thinned');
    await save(of, 1);
    await save(of, 2);
    expect(told(await desk.ada.delete(`${at(of)}/1`))).toEqual([200, 'success']);
    expect(((await desk.ada.get(at(of))).body as { revision_id: number }[]).map((one) => one.revision_id)).toEqual([2]);
    expect(told(await desk.ada.get(`${at(of)}/1/content`))).toEqual(unknown);
    expect(told(await desk.ada.delete(`${at(of)}/1`))).toEqual(unknown);
    expect((await desk.ada.get(`/apiv1/compositions/${of}/content`)).status).toBe(200);
    expect((await desk.ada.get(`${at(of)}/2/content`)).status).toBe(200);
  });
});

describe('what is asked of revisions', () => {
  const calls: [row: number, method: 'get' | 'post' | 'delete', path: (of: number) => string, body?: boolean][] = [
    [21, 'post', at, true],
    [22, 'get', at],
    [23, 'get', (of) => `${at(of)}/1/content`],
    [26, 'delete', (of) => `${at(of)}/1`],
  ];
  const asked = (of: number) => ({ scene_id: of, revision_id: 1, description: '' });
  beforeAll(() => save(id, 1));

  it.each(calls)('row %d is only for who signed in', async (_, method, path, body) => {
    expect(told(await desk.nobody[method](path(id), body && asked(id)))).toEqual([401, errorOf(401, 'Unauthorized')]);
  });

  it.each(calls)(
    'row %d knows only compositions that there are, and are the caller’s',
    async (_, method, path, body) => {
      expect(told(await desk.bob[method](path(id), body && asked(id)))).toEqual(unknown);
      expect(told(await desk.ada[method](path(999_999), body && asked(999_999)))).toEqual(unknown);
      expect((await desk.ada.get(`${at(id)}/1/content`)).status).toBe(200);
    },
  );

  it.each([
    [23, 'get', '/9/content'],
    [23, 'get', '/one/content'],
    [26, 'delete', '/9'],
    [26, 'delete', '/0'],
  ] as const)('row %d (%s %s) knows only revisions that there are', async (_, method, rest) => {
    expect(told(await desk.ada[method](at(id) + rest))).toEqual(unknown);
  });

  it('row 21 refuses a body that is not JSON, of another kind, or too large', async () => {
    const post = async (body: string, type = 'application/json'): Promise<unknown> => {
      const response = await desk.raw(at(id), { method: 'POST', body, headers: { 'content-type': type } });
      return [response.status, await response.json()];
    };
    const notJson = expect.stringMatching(/^Nothing was changed: the body is not JSON: /) as unknown;
    expect(await post('[')).toEqual([400, errorOf(400, notJson)]);
    expect(await post('{}', 'application/xml')).toEqual([
      415,
      errorOf(415, errorTable['media-type-unsupported'].operator),
    ]);
    expect(await post(' '.repeat(9 * 1024 * 1024))).toEqual([413, errorOf(413, errorTable['body-too-large'].operator)]);
  });

  it.each([
    [21, 'post', '', true],
    [26, 'delete', '/1', false],
  ] as const)('row %d changes nothing where the disk cannot be written to', async (_, method, rest, body) => {
    const before = (await desk.ada.get(at(id))).body;
    try {
      desk.disk.error = new OverlayError('storage-full');
      const answer = await desk.ada[method](at(id) + rest, body ? asked(id) : undefined);
      expect(told(answer)).toEqual([507, errorOf(507, errorTable['storage-full'].operator)]);
      desk.disk.error = new OverlayError('storage-failed');
      expect((await desk.ada[method](at(id) + rest, body ? asked(id) : undefined)).status).toBe(500);
    } finally {
      desk.disk.error = undefined;
    }
    expect((await desk.ada.get(at(id))).body).toEqual(before);
  });
});
