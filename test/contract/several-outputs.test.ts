import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FirstControlItem, FirstModel, Output } from '../../contract/model/app-instance.ts';
import type { ControlItem, ModelItem } from '../../contract/model/control.ts';
import { contentOf } from '../../scene/content/content.ts';
import type { Composition } from '../../scene/schema/composition.ts';
import { type AppStand, type ShowOwner, startAppStand, tickerShow } from '../kit/desk/app-stand.ts';
import { appPath, idUnknown, shownSmall, token, wish } from '../kit/service/app-shapes.ts';
import { type LiveReader, readLive } from '../kit/service/live-reader.ts';
import { ids, smallShow } from '../kit/service/small-show.ts';

// Several compositions on several outputs of one app instance, over real HTTP. Shapes are written out from the
// specification.

const [ticker] = tickerShow.root.subcompositions;
const tickerRoot = tickerShow.root.id;
const tickerId = ticker!.id;
const wallIds = { root: '9b1c2b51-6a3e-4d0f-9a53-0c3f1d1f6c00', title: '9b1c2b51-6a3e-4d0f-9a53-0c3f1d1f6c01' };
/** A third show, with a title on a layer of the same name as one in the small show. */
const wallShow: Composition = {
  version: 1,
  root: {
    ...tickerShow.root,
    id: wallIds.root,
    name: 'Lower Third',
    subcompositions: [
      { ...ticker!, id: wallIds.title, name: 'Wall Title', logicLayer: smallShow.root.subcompositions[0]!.logicLayer },
    ],
  },
};

let stand: AppStand;
let ada: ShowOwner;
let wall: number;
/** An app instance with "Small" at Program and Clean, and the ticker at Wall. */
let app: { id: number; token: string; outputs: string[] };
/** The id of its last output. */
const third = '3';

beforeAll(async () => {
  stand = await startAppStand();
  ({ ada } = stand);
  wall = await composition('Wall', wallShow);
});
afterAll(() => stand.close());
beforeEach(async () => {
  app = await makeApp([ada.small, ada.ticker], [0, 0, 1]);
});

async function composition(name: string, show: Composition): Promise<number> {
  const { body } = await ada.post('/apiv1/compositions', { folder: ada.folder, name });
  const { id } = body as { id: number };
  expect((await ada.put(`/apiv1/compositions/${id}/content`, contentOf(show))).status).toBe(200);
  return id;
}

async function makeApp(compositions: number[], shown: number[]): Promise<typeof app> {
  const names = ['Program', 'Clean', 'Wall'];
  const { status, body } = await ada.post(
    '/apiv1/appinstances',
    wish(ada, {
      compositionList: compositions.map((id) => ({ name: 'Show', composition: { refId: String(id) } })),
      outputList: shown.map((defaultComposition, at) => ({ Name: names[at], defaultComposition })),
    }),
  );
  expect([status, body]).toMatchObject([200, { access_token: token }]);
  const { id, access_token } = body as { id: number; access_token: string };
  const listed = (await ada.get(appPath(id, '/outputs'))).body as Output[];
  return { id, token: access_token, outputs: listed.map(({ url }) => new URL(url).pathname.slice('/onair/'.length)) };
}

const read = async <Answer>(path: string): Promise<Answer> =>
  (await stand.nobody.get(`/apiv2/controlapps/${app.token}/${path}`)).body as Answer;
const control = () => read<ControlItem[]>('control');
const model = () => read<ModelItem[]>('model');
const roots = async (): Promise<string[]> => (await model()).map(({ name }) => name);
const isIn = async (): Promise<string[]> =>
  (await control()).filter(({ state }) => state === 'In').map((item) => item.subCompositionId);
const patch = (body: unknown) => stand.nobody.patch(`/apiv2/controlapps/${app.token}/control`, body);
const load = (id: number, output = '') =>
  ada.put(appPath(app.id, `/composition${output && `?output=${output}`}`), { refId: String(id) });
const unload = (output = '') => ada.delete(appPath(app.id, `/composition${output && `?output=${output}`}`));
const shown = async (): Promise<(string | undefined)[]> => {
  const { outputs } = (await ada.get(appPath(app.id))).body as { outputs: { composition?: { name: string } }[] };
  return outputs.map((output) => output.composition?.name);
};

describe('an app instance with two compositions on three outputs', () => {
  it('lists each output with its own composition and its own address (rows 1, 2, 4)', async () => {
    const summary = shownSmall(ada, stand);
    const { body } = await ada.get(appPath(app.id));
    expect(body).toMatchObject({
      onair_url: `${stand.url}/onair/${app.outputs[0]}?aspect=16:9`,
      outputs: [
        { name: 'Program', composition: summary },
        { name: 'Clean', composition: summary },
        { name: 'Wall', composition: { ...summary, id: ada.ticker, name: 'Ticker' } },
      ],
    });
    expect((await ada.get('/apiv1/appinstances')).body).toContainEqual({
      ...(body as object),
      dontUpdateTS: undefined,
    });
    expect((await ada.get(appPath(app.id, '/outputs'))).body).toMatchObject([
      { id: '1', name: 'Program', compExtract: 'Small' },
      { id: '2', name: 'Clean', compExtract: 'Small' },
      { id: '3', name: 'Wall', compExtract: 'Ticker' },
    ]);
    expect(new Set(app.outputs).size).toBe(3);
  });

  it('lists one root for each loaded composition, with everything in them (rows 3, 5, 6, 29, 30)', async () => {
    const first = (await ada.get(appPath(app.id, '/model'))).body as FirstModel;
    const properties = (await ada.get(appPath(app.id, '/control'))).body as FirstControlItem[];
    const subs = (await ada.get(appPath(app.id, '/subcompositions'))).body as { data: { id: string }[] };
    const [under, all] = [Object.values(ids), [...Object.values(ids), tickerRoot, tickerId]];
    expect([first.data.map(({ id }) => id), (await model()).map(({ id }) => id)]).toEqual([
      [ids.root, tickerRoot],
      [ids.root, tickerRoot],
    ]);
    expect([
      properties.map((item) => item.compositionId),
      (await control()).map((item) => item.subCompositionId),
    ]).toEqual([all, all]);
    expect((await control()).filter((item) => item.mainComposition).length).toBe(2);
    expect(subs.data.map(({ id }) => id)).toEqual([...under.slice(1), tickerId]);
  });

  it('is controlled as one, in one request and one revision (rows 9, 10, 31)', async () => {
    const items = [
      { compositionName: 'Home', controlNode: { payload: { goals: 1 } } },
      { compositionName: 'Ticker', controlNode: { payload: { channel: 'Two' } }, animation: { to: 'In' } },
      { compositionName: 'Ticker Show', animation: { to: 'In' } },
    ];
    expect((await ada.put(appPath(app.id, '/control'), items)).headers.get('etag')).toBe('"1"');
    const { headers } = await patch([
      { subCompositionId: ids.home, state: 'In' },
      { subCompositionId: tickerId, payload: { channel: 'Three' } },
    ]);
    const held = new Map((await control()).map((item) => [item.subCompositionId, item]));
    expect([headers.get('etag'), held.get(ids.home), held.get(tickerId), held.get(tickerRoot)]).toMatchObject([
      '"2"',
      { state: 'In', payload: { goals: '1' } },
      { state: 'In', payload: { channel: 'Three' } },
      { state: 'In' },
    ]);
  });

  it('has exclusive layers within one composition, and not between two', async () => {
    await load(wall, third);
    await patch([{ subCompositionId: ids.lowerThird, state: 'In' }]);
    await patch([{ subCompositionId: wallIds.title, state: 'In' }]);
    expect(await isIn()).toEqual([ids.lowerThird, wallIds.title]);
    await patch([{ subCompositionId: ids.title, state: 'In' }]);
    expect(await isIn()).toEqual([ids.title, wallIds.title]);
  });

  it('finds a name among all sub-compositions before the roots', async () => {
    app = await makeApp([wall, ada.small], [0, 1]);
    await patch([{ subCompositionName: 'Lower Third', state: 'In' }]);
    expect(await isIn()).toEqual([ids.lowerThird]);
  });

  it('takes everything out at once by TakeOutAllOutput', async () => {
    await patch([ids.title, tickerId].map((subCompositionId) => ({ subCompositionId, state: 'In' })));
    await stand.nobody.post(`/apiv2/controlapps/${app.token}/command`, { action: 'TakeOutAllOutput' });
    expect(await isIn()).toEqual([]);
  });

  it('keeps all of it after a restart', async () => {
    await patch([ids.title, tickerId].map((subCompositionId) => ({ subCompositionId, state: 'In' })));
    await load(wall, '2');
    const before = [await control(), await model(), await shown()];
    await stand.restart();
    expect([await control(), await model(), await shown()]).toEqual(before);
    expect(await shown()).toEqual(['Small', 'Wall', 'Ticker']);
  });

  it('opens nothing any more when it is deleted', async () => {
    const readers = app.outputs.map((output) => readLive(stand, output));
    await ada.delete(appPath(app.id));
    for (const reader of readers) expect((await reader.closed).code).toBe(4404);
    for (const output of app.outputs) expect((await stand.nobody.get(`/onair/${output}`)).status).toBe(404);
  });
});

describe('rows 7 and 8, loading and taking out', () => {
  beforeEach(async () => {
    await patch([
      { subCompositionId: ids.title, state: 'In' },
      { subCompositionId: tickerId, payload: { channel: 'Two' }, state: 'In' },
    ]);
  });

  it('mean every output where none is named', async () => {
    await load(wall);
    expect([await shown(), await roots(), await isIn()]).toEqual([['Wall', 'Wall', 'Wall'], ['Lower Third'], []]);
    await unload();
    expect([await shown(), await roots()]).toEqual([[undefined, undefined, undefined], []]);
  });

  it('mean only the output that is named, and everything else stays on air', async () => {
    const { status, body, headers } = await load(wall, third);
    expect([status, body, headers.get('etag')]).toEqual([200, 'Ok', '"2"']);
    expect([await shown(), await isIn()]).toEqual([['Small', 'Small', 'Wall'], [ids.title]]);
    await unload('1');
    expect([await shown(), await roots(), await isIn()]).toEqual([
      [undefined, 'Small', 'Wall'],
      ['Small Show', 'Lower Third'],
      [ids.title],
    ]);
    await unload('2');
    expect([await shown(), await roots()]).toEqual([[undefined, undefined, 'Wall'], ['Lower Third']]);
  });

  it('join what another output shows, as it is', async () => {
    await load(ada.ticker, '1');
    expect([await shown(), await roots(), await isIn()]).toEqual([
      ['Ticker', 'Small', 'Ticker'],
      ['Ticker Show', 'Small Show'],
      [tickerId, ids.title],
    ]);
    expect((await control()).find((item) => item.subCompositionId === tickerId)?.payload).toEqual({ channel: 'Two' });
  });

  it('begin anew, at every output that shows it, what the named output shows already', async () => {
    await load(ada.small, '2');
    expect([await shown(), await isIn()]).toEqual([['Small', 'Small', 'Ticker'], [tickerId]]);
  });

  it('answer 404 for an output that is not there, and change nothing', async () => {
    for (const output of ['4', '0', 'x']) {
      expect([(await load(wall, output)).body, (await unload(output)).body]).toEqual([idUnknown, idUnknown]);
    }
    expect([await shown(), await isIn()]).toEqual([
      ['Small', 'Small', 'Ticker'],
      [ids.title, tickerId],
    ]);
  });

  it('begin anew, each with its present content, by RefreshComposition', async () => {
    const renamed = { ...wallShow, root: { ...wallShow.root, name: 'New Wall' } };
    const own = await composition('Own', wallShow);
    await load(own, third);
    await ada.put(`/apiv1/compositions/${own}/content`, contentOf(renamed));
    await stand.nobody.post(`/apiv2/controlapps/${app.token}/command`, { action: 'RefreshComposition' });
    expect([await shown(), await roots(), await isIn()]).toEqual([
      ['Small', 'Small', 'Own'],
      ['Small Show', 'New Wall'],
      [],
    ]);
  });
});

/** Its ids are replaced by numbers in the order in which they appear. */
async function contentWithoutIds(composition: number): Promise<string> {
  const { body } = await ada.get(`/apiv1/compositions/${composition}/content`);
  const seen: string[] = [];
  return JSON.stringify(body).replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => {
    if (!seen.includes(id)) seen.push(id);
    return `#${seen.indexOf(id)}`;
  });
}

describe('a composition and its copy', () => {
  const why =
    '"Small Show" and "Small Show" have sub-compositions with the same ids, as a composition and its copy have';
  let copy: number;
  beforeEach(async () => {
    const { body } = await ada.post(`/apiv1/compositions/${ada.small}/duplicate`, { folder: ada.folder });
    copy = (body as { id: number }).id;
  });

  it('are refused for two outputs, because an id would mean two sub-compositions, and what is on air stays', async () => {
    const { status, body } = await load(copy, third);
    expect([status, body, await shown()]).toMatchObject([
      400,
      {
        error: {
          details: [{ path: 'refId', message: `${why}: show them in two app instances, or copy one with ?ids=new` }],
        },
      },
      ['Small', 'Small', 'Ticker'],
    ]);
    const created = await ada.post(
      '/apiv1/appinstances',
      wish(ada, {
        compositionList: [ada.small, copy].map((id) => ({ refId: String(id) })),
        outputList: [{ defaultComposition: 0 }, { defaultComposition: 1 }],
      }),
    );
    expect([created.status, created.body]).toMatchObject([400, { error: { details: [{ path: 'outputList' }] } }]);
  });

  it('take each other’s place', async () => {
    await load(copy);
    expect([await shown(), await roots()]).toEqual([
      ['Copy of Small', 'Copy of Small', 'Copy of Small'],
      ['Small Show'],
    ]);
  });

  it('with new ids stand on two outputs, each with states and values of its own', async () => {
    const duplicate = (query: string) =>
      ada.post(`/apiv1/compositions/${ada.small}/duplicate${query}`, { folder: ada.folder });
    expect((await duplicate('?ids=other')).status).toBe(400);
    const { id } = (await duplicate('?ids=new')).body as { id: number };
    await load(id, third);
    const home = (await control()).filter((item) => item.subCompositionName === 'Home');
    const [first, second] = home.map((item) => item.subCompositionId);
    expect([home.length, first, second === first]).toEqual([2, ids.home, false]);
    await patch([{ subCompositionId: second, payload: { goals: 3 }, state: 'In' }]);
    const states = (await control()).filter((item) => item.subCompositionName === 'Home');
    expect(states.map(({ state, payload }) => [state, payload.goals])).toEqual([
      ['Out1', '0'],
      ['In', '3'],
    ]);
    expect(await contentWithoutIds(id)).toBe(await contentWithoutIds(ada.small));
  });
});

describe('the live channel', () => {
  const changes = async (reader: LiveReader): Promise<unknown> => {
    const frame = await reader.next();
    return frame.type === 'change' ? [frame.revision, frame.changes.map(({ id }) => id)] : frame.type;
  };

  it('shows an output its own composition, and a desk all of them with the address of each output', async () => {
    const [program, wallPage] = [app.outputs[0]!, app.outputs[2]!];
    const url = (output: string) => `${stand.url}/onair/${output}?aspect=16:9`;
    const readers = [
      readLive(stand, app.token),
      readLive(stand, program, 'scene=1'),
      readLive(stand, wallPage, 'scene=1'),
      readLive(stand, app.token, 'scene=1'),
    ];
    const [desk, first, last, picture] = await Promise.all(readers.map((reader) => reader.next()));
    const own = (output: string, id: string, root: string) => ({
      onairUrl: url(output),
      outputs: [{ id, name: id === '1' ? 'Program' : 'Wall', onairUrl: url(output), root }],
    });
    expect(desk).toMatchObject({
      app: {
        onairUrl: url(program),
        outputs: [
          { id: '1', name: 'Program', onairUrl: url(program), root: ids.root },
          { id: '2', name: 'Clean', onairUrl: url(app.outputs[1]!), root: ids.root },
          { id: '3', name: 'Wall', onairUrl: url(wallPage), root: tickerRoot },
        ],
      },
      model: [{ id: ids.root }, { id: tickerRoot }],
    });
    expect(desk).not.toHaveProperty('composition');
    const programView = {
      app: own(program, '1', ids.root),
      model: [{ id: ids.root }],
      control: Object.values(ids).map((subCompositionId) => ({ subCompositionId })),
      composition: smallShow,
    };
    expect([first, picture]).toMatchObject([programView, programView]);
    expect(last).toMatchObject({
      app: own(wallPage, '3', tickerRoot),
      model: [{ id: tickerRoot }],
      control: [{ subCompositionId: tickerRoot }, { subCompositionId: tickerId }],
      composition: tickerShow,
    });
    expect(JSON.stringify(last)).not.toContain(program);

    await patch([ids.title, tickerId].map((subCompositionId) => ({ subCompositionId, state: 'In' })));
    await patch([{ subCompositionId: tickerId, state: 'Out' }]);
    expect(await Promise.all(readers.map((reader) => changes(reader)))).toEqual([
      [1, [ids.title, tickerId]],
      [1, [ids.title]],
      [1, [tickerId]],
      [1, [ids.title]],
    ]);
    expect(await Promise.all(readers.map((reader) => changes(reader)))).toEqual([
      [2, [tickerId]],
      [2, []],
      [2, [tickerId]],
      [2, []],
    ]);
    const back = readLive(stand, wallPage, 'scene=1&revision=1');
    expect(await changes(back)).toEqual([2, [tickerId]]);
    for (const { socket } of [...readers, back]) socket.close();
  });

  it('gives everyone the whole truth when an output loads something else', async () => {
    const readers = [app.token, app.outputs[0]!, app.outputs[2]!].map((one) => readLive(stand, one));
    for (const reader of readers) await reader.next();
    await load(wall, third);
    const frames = await Promise.all(readers.map((reader) => reader.next()));
    for (const { socket } of readers) socket.close();
    expect(frames).toMatchObject([
      { type: 'snapshot', revision: 1, model: [{ id: ids.root }, { id: wallIds.root }] },
      { type: 'snapshot', revision: 1, model: [{ id: ids.root }] },
      { type: 'snapshot', revision: 1, model: [{ id: wallIds.root }] },
    ]);
  });
});
