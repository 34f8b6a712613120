import { texts } from '../../../contract/texts/texts.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OverlayError } from '../../../contract/errors.ts';
import { type Graphic, installGraphic } from '../../../contract/service-api/graphics.ts';
import { contentService, type ContentService } from '../../../desk/backup/content-service.ts';
import {
  backupCopy,
  contentDrift,
  createApp,
  installContent,
  type LoadedContent,
  readLoaded,
} from '../../../desk/backup/content-copy.ts';
import {
  copyGraphics,
  graphicsIn,
  lackingGraphics,
  packagesOf,
  type UsedGraphic,
} from '../../../desk/backup/graphic-copy.ts';
import { systemClock } from '../../../node/clock.ts';
import { openHttpConnection } from '../../../node/http/http-connection.ts';
import { contentOf } from '../../../scene/content/content.ts';
import { type Files, lowerThird, zipOf } from '../../kit/scene/ograf-packages.ts';
import { apiClient, type ApiClient } from '../../kit/service/api-client.ts';
import { lineShow } from '../../kit/service/line-show.ts';
import { smallShow } from '../../kit/service/small-show.ts';
import { type SmallService, startSmallService } from '../../kit/service/small-service.ts';

// Two real services. An app instance of the first shows two compositions on three outputs.

interface Side {
  service: SmallService;
  api: ApiClient;
  as: ContentService;
}

const connection = openHttpConnection();
let main: Side;
let backup: Side;
/** The token of the app instance in the main. */
let token = '';

async function side(name: string): Promise<Side> {
  const service = await startSmallService();
  const account = () => Promise.resolve(service.account);
  const as = contentService(systemClock, name, { base: service.url, media: service.mediaUrl, connection, account });
  return { service, api: apiClient(service, service.account), as };
}
const folderOf = async ({ api }: Side): Promise<string | undefined> =>
  ((await api.get('/apiv1/dashboard/folder?path=/')).body as string[])[0];

/** Creates an app instance with these compositions, and an output for each place that names one of them. */
async function create(at: Side, compositions: number[], outputs: number[]): Promise<{ token: string }> {
  const { body } = await at.api.post('/apiv1/appinstances', {
    folder: await folderOf(at),
    name: 'Show',
    apptemplate_id: '57',
    apptemplate_version_status: 'published',
    shareurl: '1',
    compositionList: compositions.map((id) => ({ refId: String(id) })),
    outputList: outputs.map((defaultComposition, place) => ({ name: `Out ${place}`, defaultComposition })),
  });
  return { token: (body as { access_token: string }).access_token };
}

async function composition(at: Side, name: string, content: object): Promise<number> {
  const made = await at.api.post('/apiv1/compositions', { folder: await folderOf(at), name });
  const { id } = made.body as { id: number };
  await at.api.put(`/apiv1/compositions/${id}/content`, content);
  return id;
}

/** The names of what the outputs of an app instance show. */
async function shown({ api }: Side, app: string): Promise<(string | undefined)[]> {
  const all = (await api.get('/apiv1/appinstances')).body as {
    access_token: string | null;
    outputs: { composition?: { name: string } }[];
  }[];
  return all.find(({ access_token }) => access_token === app)?.outputs.map((output) => output.composition?.name) ?? [];
}

/** Saves another version of a composition, and loads all anew: what is saved alone is not on air. */
async function change({ api }: Side, changed: LoadedContent, all: readonly LoadedContent[]): Promise<void> {
  await api.put(`/apiv1/compositions/${changed.id}/content`, { ...changed.content, extra: 1 });
  const apps = (await api.get('/apiv1/appinstances')).body as { id: number; access_token: string | null }[];
  const path = `/apiv1/appinstances/${apps.find(({ access_token }) => access_token === token)?.id}`;
  const outputs = (await api.get(`${path}/outputs`)).body as { id: string }[];
  await api.delete(`${path}/composition`);
  for (const { id, outputs: places } of all) {
    for (const place of places) {
      await api.put(`${path}/composition?output=${outputs[place]?.id}`, { refId: String(id) });
    }
  }
}

const namesOfCopies = ['Line', 'Small Two', 'Line'].map(texts.backup.compositionOf);

beforeEach(async () => {
  [main, backup] = [await side('the main'), await side('the backup')];
  const line = await composition(main, 'Line', contentOf(lineShow));
  const small = await composition(main, 'Small Two', contentOf(smallShow));
  ({ token } = await create(main, [line, small], [0, 1, 0]));
});
afterEach(async () => {
  await main.service.close();
  await backup.service.close();
});

it('an edit that was saved and not loaded is not read: it is not on air', async () => {
  const before = await readLoaded(main.as, token);
  const { id } = before[0]!;
  const edited = structuredClone(contentOf(lineShow));
  Object.assign(Object.values(edited.compositions)[0]!, { name: 'Not ready' });
  expect((await main.api.put(`/apiv1/compositions/${id}/content`, edited)).status).toBe(200);
  expect(await readLoaded(main.as, token)).toEqual(before);
});

it('each composition is read once, with the outputs that show it', async () => {
  const all = await readLoaded(main.as, token);
  expect(all.map(({ name, outputs }) => [name, outputs])).toEqual([
    ['Line', [0, 2]],
    ['Small Two', [1]],
  ]);
});

it('a backup that is made has the same on the same outputs, and tells when one was changed or came later', async () => {
  const all = await readLoaded(main.as, token);
  const { app, copied } = await createApp(backup.as, all.map(backupCopy), 'Backup');
  expect(await shown(backup, app.token)).toEqual(namesOfCopies);
  const copies = await readLoaded(backup.as, app.token);
  expect(copies.map(({ outputNames }) => outputNames)).toEqual([['Out 0', 'Out 2'], ['Out 1']]);
  const drift = () =>
    contentDrift({ service: main.as, token }, { service: backup.as, token: app.token }, copied.slice());
  expect(await drift()).toEqual([]);
  await change(main, all[0]!, all);
  expect(await drift()).toEqual([texts.backup.compositionChanged('Line')]);
  copied.pop();
  expect(await drift()).toContain(texts.backup.compositionNotCopied('Small Two'));
});

it('a backup that somebody else filled is compared too', async () => {
  const all = await readLoaded(main.as, token);
  const { app } = await createApp(backup.as, all, 'Backup');
  const drift = () => contentDrift({ service: main.as, token }, { service: backup.as, token: app.token }, []);
  expect(await drift()).toEqual([]);
  await change(main, all[1]!, all);
  expect(await drift()).toEqual([texts.backup.compositionDiffers('Small Two')]);
});

it('a copy goes into the outputs of the backup at the same places, over the earlier copies', async () => {
  const all = await readLoaded(main.as, token);
  const before = await composition(backup, 'Before', contentOf(lineShow));
  const there = await create(backup, [before], [0, 0, 0]);
  const into = { service: backup.as, token: there.token, checkStandby: () => undefined };
  const copies = await installContent(into, all, []);
  expect(await shown(backup, into.token)).toEqual(namesOfCopies);
  expect(await installContent(into, all, copies)).toEqual(copies);
});

it('a backup with too few outputs is refused before anything is written', async () => {
  const all = await readLoaded(main.as, token);
  const into = { service: backup.as, token: backup.service.token, checkStandby: () => undefined };
  await expect(installContent(into, all, [])).rejects.toThrow(texts.backup.noOutputFor('Small Two'));
  expect(((await backup.api.get('/apiv1/compositions')).body as unknown[]).length).toBe(1);
});

describe('the graphics that a composition shows', () => {
  const packages = { a: lowerThird, b: { ...lowerThird, 'b.ograf.json': String(lowerThird['graphic.ograf.json']) } };
  let all: LoadedContent[];
  let used: UsedGraphic[];
  const install = async (files: Files, manifest: string): Promise<Graphic> =>
    main.as.call(installGraphic, {
      params: { manifest },
      body: new File([new Uint8Array(await zipOf(files))], 'graphic.zip'),
    });
  beforeEach(async () => {
    const graphics = [await install(packages.a, 'graphic.ograf.json'), await install(packages.b, 'b.ograf.json')];
    const subs = graphics.map(({ entry }, at) => [randomUUID(), { ...entry, name: `Strap ${at}` }] as const);
    const content = contentOf(lineShow);
    const root = content.compositions[content.mainComposition];
    root?.subcompositions.push(...subs.map(([id]) => id));
    Object.assign(content.compositions, Object.fromEntries(subs));
    ({ token } = await create(main, [await composition(main, 'Straps', content)], [0]));
    all = await readLoaded(main.as, token);
    used = graphicsIn(all);
    expect(used).toEqual(graphics.map(({ id }, at) => ({ id, name: `Strap ${at}` })));
  });
  const installed = async (): Promise<unknown> => (await backup.api.get('/apiv1/graphics')).body;
  /** The backup, whose service answers this call in another way. */
  const answering = (name: string, answer: (request: object) => unknown): ContentService => ({
    ...backup.as,
    call: (endpoint, request) =>
      endpoint.name === name
        ? (Promise.resolve().then(() => answer(request)) as never)
        : backup.as.call(endpoint, request),
  });

  it('are told until they are in the backup, with their ids, their manifests and their files', async () => {
    const { app, copied } = await createApp(backup.as, all, 'Backup');
    const drift = (copies = copied) =>
      contentDrift({ service: main.as, token }, { service: backup.as, token: app.token }, copies);
    const lacking = ['Strap 0', 'Strap 1'].map(texts.backup.lacksPackage);
    expect([await drift(), await drift([])]).toEqual([lacking, lacking]);
    expect(await copyGraphics(used, packagesOf(main.as), backup.as)).toEqual([]);
    expect([await drift(), await drift([])]).toEqual([[], []]);
    for (const { id } of used) {
      const about = `/apiv1/graphics/${id}/package`;
      expect((await backup.api.get(about)).body).toEqual((await main.api.get(about)).body);
      expect((await fetch(`${backup.service.mediaUrl}/graphics/${id}/~frame`)).status).toBe(200);
    }
    const before = await installed();
    expect(await copyGraphics(used, packagesOf(main.as), backup.as)).toEqual([]);
    expect(await installed()).toEqual(before);
  });

  it('are named where the service has no graphics, or an older one gives them other ids', async () => {
    const lacks = (): never => {
      throw new OverlayError('route-unknown');
    };
    const list = answering('listGraphics', lacks);
    expect(await lackingGraphics(used, list)).toEqual(used);
    expect(await copyGraphics(used, packagesOf(answering('readGraphicPackage', lacks)), backup.as)).toEqual(used);
    const older = answering('installGraphic', () => ({ id: randomUUID() }));
    expect(await copyGraphics(used, packagesOf(main.as), older)).toEqual(used);
  });
});
