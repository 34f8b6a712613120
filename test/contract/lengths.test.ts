import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../../scene/content/content.ts';
import { defaultTerms } from '../../service/http/network-terms.ts';
import { type ApiClient, apiClient } from '../kit/service/api-client.ts';
import { type SmallService, startSmallService } from '../kit/service/small-service.ts';
import { ids, smallShow } from '../kit/service/small-show.ts';
import { errorOf, told } from '../kit/service/two-accounts.ts';

let service: SmallService;
let ada: ApiClient;
let folder: string | undefined;
const limits = {
  ...defaultTerms.limits,
  maxName: 40,
  maxDescription: 50,
  maxOutputs: 3,
  maxValue: 60,
  maxLongValue: 200,
};
beforeAll(async () => {
  service = await startSmallService({ network: { ...defaultTerms, limits } });
  ada = apiClient(service, service.account);
  [folder] = (await ada.get('/apiv1/dashboard/folder?path=/')).body as string[];
});
afterAll(() => service.close());

const refused = (path: string, message: string) => [
  400,
  errorOf(400, `Nothing was changed: ${path}: ${message}`, [{ path, message }]),
];
const long = (most: number): string => 'n'.repeat(most + 1);
const tooLong = (most: number): string => `expected at most ${most} characters, got ${most + 1}`;
const noControls = 'expected a name without control characters';

const app = (more: object): Promise<[number, unknown]> => {
  const template = { apptemplate_id: '57', apptemplate_version_status: 'published' };
  return ada.post('/apiv1/appinstances', { folder, name: 'App', ...template, ...more }).then(told);
};

describe('a name is refused if it is too long or has control characters', () => {
  it.each<[string, string, (name: string) => Promise<[number, unknown]>]>([
    ['of a composition', 'name', (name) => ada.post('/apiv1/compositions', { name, folder }).then(told)],
    ['of a folder', 'name', (name) => ada.post('/apiv1/dashboard/folder', { name }).then(told)],
    ['of an app instance', 'name', (name) => app({ name })],
    ['of an output', 'outputList[0].Name', (Name) => app({ outputList: [{ Name }] })],
    ['of an output, in the other spelling', 'outputList[1].name', (name) => app({ outputList: [{}, { name }] })],
  ])('%s', async (_, path, send) => {
    expect(await send(long(40))).toEqual(refused(path, tooLong(40)));
    expect(await send('a\u0007')).toEqual(refused(path, noControls));
    expect((await send('n'.repeat(40)))[0]).toBe(200);
  });

  it('and an empty name of an output is none', async () => {
    const [status, made] = await app({ outputList: [{ Name: '' }, { name: '', Name: 'Clock' }] });
    const { refId } = made as { refId: number };
    const outputs = (await ada.get(`/apiv1/appinstances/${refId}/outputs`)).body as { name: string }[];
    expect([status, outputs.map(({ name }) => name)]).toEqual([200, ['Output', 'Clock']]);
  });

  it('and the name of a copy is cut', async () => {
    const made = await ada.post('/apiv1/compositions', { name: 'n'.repeat(40), folder });
    const { id } = made.body as { id: number };
    const copy = await ada.post(`/apiv1/compositions/${id}/duplicate`, { folder });
    expect(copy.body).toMatchObject({ name: `Copy of ${'n'.repeat(32)}` });
  });
});

describe('a content is refused', () => {
  const entry = `compositions["${ids.lowerThird}"]`;
  const fields = `${entry}.dataSources.composition.controlNode.fields`;
  /** The small show with one thing changed in its lower third. */
  const changed = (change: (one: Entry, content: Content) => void): Content => {
    const content = structuredClone(contentOf(smallShow));
    change(content.compositions[ids.lowerThird]!, content);
    return content;
  };
  type Content = ReturnType<typeof contentOf>;
  type Entry = Content['compositions'][string];
  const field = (one: Entry, at: number) => one.dataSources.composition.controlNode.fields![at]!;

  it.each<[string, string, string, (one: Entry, content: Content) => void]>([
    ['for the name of a sub-composition', `${entry}.name`, tooLong(40), (one) => (one.name = long(40))],
    ['for a control character in it', `${entry}.name`, noControls, (one) => (one.name = 'a\0b')],
    ['for the title of a field', `${fields}[0].title`, tooLong(40), (one) => (field(one, 0).title = long(40))],
    [
      'for the name of a layer',
      'compositionProps.logicLayers["1"].name',
      tooLong(40),
      (_one, { compositionProps }) => (compositionProps.logicLayers['1']!.name = long(40)),
    ],
    [
      'for a default text',
      `${fields}[0].defaultValue`,
      'expected at most 60 bytes, got 61',
      (one) => (field(one, 0).defaultValue = long(60)),
    ],
    [
      'for a default text of several lines',
      `${fields}[1].resetValue`,
      'expected at most 200 bytes, got 402',
      (one) => (field(one, 1).resetValue = 'é'.repeat(201)),
    ],
  ])('%s', async (_, path, message, change) => {
    const content = changed(change);
    expect(told(await ada.put('/apiv1/compositions/1/content', content))).toEqual(refused(path, message));
    const checked = await ada.post('/apiv1/content/check', content);
    expect(checked.body).toMatchObject({ problems: [{ path, message }], composition: null });
  });

  it('and what was stored while more was allowed is loaded all the same', async () => {
    const { directory, ...wide } = await startSmallService({ data: mkdtempSync(join(tmpdir(), 'overlay-lengths-')) });
    const own = apiClient(wide, wide.account);
    const content = changed((one) => {
      one.name = long(40);
      field(one, 0).defaultValue = long(60);
    });
    expect((await own.put('/apiv1/compositions/1/content', content)).status).toBe(200);
    await wide.close();
    const narrow = await startSmallService({ data: directory, network: { ...defaultTerms, limits } });
    const loaded = await apiClient(narrow, narrow.account).put('/apiv1/appinstances/1/composition', { refId: '1' });
    const { body } = await apiClient(narrow).get(`${new URL(narrow.app).pathname}/control`);
    await narrow.close();
    rmSync(directory, { recursive: true });
    expect(told(loaded)).toEqual([200, 'Ok']);
    expect(body).toContainEqual(
      expect.objectContaining({
        subCompositionName: long(40),
        payload: expect.objectContaining({ line1: long(60) }) as unknown,
      }),
    );
  });
});

it('the description of a revision is refused if it is too long or has control characters', async () => {
  const save = (description: string) =>
    ada.post('/apiv1/compositions/1/revisions', { scene_id: 1, revision_id: 1, description }).then(told);
  expect(await save(long(50))).toEqual(refused('description', tooLong(50)));
  expect(await save('a\0')).toEqual(refused('description', 'expected text without control characters'));
  expect((await save(`As aired\n${'n'.repeat(41)}`))[0]).toBe(200);
});

it.each(['outputList', 'compositionList'])(
  'an app instance with more than it may have in its %s is refused',
  async (list) => {
    const entries = Array.from({ length: 4 }, () => ({ refId: '1' }));
    expect(await app({ [list]: entries })).toEqual([
      413,
      errorOf(413, `Nothing was changed: the request has 4 entries in ${list}, and may have 3 at most.`),
    ]);
    expect((await app({ [list]: entries.slice(1) }))[0]).toBe(200);
  },
);

it('a token of any length that opens nothing is a wrong credential', async () => {
  for (const length of [10, 501, 1_000, 8_000]) {
    const { status, body } = await apiClient(service).get(`/apiv1/control/${'t'.repeat(length)}`);
    expect([length, status, body]).toEqual([length, 401, errorOf(401, 'Unauthorized')]);
  }
});
