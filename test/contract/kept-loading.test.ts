import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ControlItem } from '../../contract/model/control.ts';
import { contentOf } from '../../scene/content/content.ts';
import type { Composition, SubComposition } from '../../scene/schema/composition.ts';
import { appPath } from '../kit/service/app-shapes.ts';
import { type AppStand, startAppStand } from '../kit/desk/app-stand.ts';
import { readLive } from '../kit/service/live-reader.ts';
import { ids, smallShow } from '../kit/service/small-show.ts';

// Row 7 with the extension `?keep=state`, over real HTTP.

let stand: AppStand;
beforeAll(async () => {
  stand = await startAppStand();
});
afterAll(() => stand.close());

/** The small show with its lower third and a team on air; `put` stores another version and loads it. */
async function onAir() {
  const { ada } = stand;
  const { id: composition } = (await ada.post('/apiv1/compositions', { folder: ada.folder, name: 'Evening' })).body as {
    id: number;
  };
  const store = (content: Composition) => ada.put(`/apiv1/compositions/${composition}/content`, contentOf(content));
  await store(smallShow);
  const app = await ada.makeApp({ composition });
  const control = async () => (await ada.get(`/apiv2/controlapps/${app.token}/control`)).body as readonly ControlItem[];
  const { status } = await ada.patch(`/apiv2/controlapps/${app.token}/control`, [
    { subCompositionId: ids.lowerThird, payload: { line1: 'Ada', size: 40 }, state: 'In' },
    { subCompositionId: ids.home, payload: { goals: 4 }, state: 'In' },
  ]);
  expect(status).toBe(200);
  const put = async (content: Composition) => {
    expect((await store(content)).status).toBe(200);
    const answer = await ada.put(appPath(app.id, '/composition?keep=state'), { refId: String(composition) });
    const { headers } = answer;
    return { ...answer, lost: JSON.parse(headers.get('warning-details') ?? '[]') as unknown };
  };
  const of = async (id: string) => (await control()).find(({ subCompositionId }) => subCompositionId === id);
  return { app, composition, control, put, of, store };
}

function version(change: (sub: SubComposition) => SubComposition | readonly SubComposition[]): Composition {
  const { root } = smallShow;
  return { ...smallShow, root: { ...root, subcompositions: root.subcompositions.flatMap(change) } };
}

const lowerThird = (change: (sub: SubComposition) => SubComposition | readonly SubComposition[]): Composition =>
  version((sub) => (sub.id === ids.lowerThird ? change(sub) : sub));

describe('what is loaded', () => {
  it('can be read as it was loaded, after the composition is stored anew', async () => {
    const { app, composition, store } = await onAir();
    await store(version((sub) => ({ ...sub, name: 'Renamed' })));
    const { ada } = stand;
    const read = async () => (await ada.get(appPath(app.id, '/composition/content'))).body;
    expect(await read()).toEqual([contentOf(smallShow)]);
    await ada.put(appPath(app.id, '/composition'), { refId: String(composition) });
    expect(await read()).toEqual([contentOf(version((sub) => ({ ...sub, name: 'Renamed' })))]);
    await ada.delete(appPath(app.id, '/composition'));
    expect(await read()).toEqual([]);
    const { bob } = stand;
    expect((await bob.get(appPath(app.id, '/composition/content'))).status).toBe(404);
  });
});

describe('loading with ?keep=state', () => {
  it('keeps every state and value of a show that has not changed, in one revision that every reader gets', async () => {
    const { app, control, put } = await onAir();
    const before = await control();
    const reader = readLive(stand, app.token);
    expect(await reader.next()).toMatchObject({ type: 'snapshot', revision: 1 });
    const { status, body, headers, lost } = await put(smallShow);
    expect([status, body, headers.get('etag'), lost]).toEqual([200, 'Ok', '"2"', []]);
    expect(await reader.next()).toMatchObject({ type: 'snapshot', revision: 2, control: before });
    reader.socket.close();
    expect(await control()).toEqual(before);
  });

  it('brings new ones Out, takes removed ones away, and leaves the others', async () => {
    const { of, put } = await onAir();
    const id = '7a1c2b51-6a3e-4d0f-9a53-0c3f1d1f6c01';
    await put(lowerThird((sub) => ({ ...sub, id, logicLayer: null })));
    expect([await of(ids.lowerThird), (await of(id))?.state, await of(ids.home)]).toMatchObject([
      undefined,
      'Out1',
      { state: 'In', payload: { goals: '4' } },
    ]);
  });

  it('names the values that a changed field refuses, and gives that field its default', async () => {
    const { of, put } = await onAir();
    const { lost } = await put(
      lowerThird((sub) => ({
        ...sub,
        fields: sub.fields.flatMap((field) => {
          if (field.id === 'line1') return [];
          return field.id === 'size' ? { ...field, min: '50', max: '90', defaultValue: '50', resetValue: '50' } : field;
        }),
      })),
    );
    expect(lost).toEqual([
      { path: 'Lower Third.line1', message: 'the field is gone' },
      { path: 'Lower Third.size', message: expect.stringContaining('50') as string },
    ]);
    expect(await of(ids.lowerThird)).toMatchObject({ state: 'In', payload: { size: '50', line2: 'Role' } });
  });

  it('is refused with another word for state, as the published document says', async () => {
    const { app, composition } = await onAir();
    const path = appPath(app.id, '/composition?keep=everything');
    const { status, headers } = await stand.ada.put(path, { refId: String(composition) });
    expect([status, headers.get('error-name')]).toEqual([400, 'parameter-missing']);
  });

  it('is on the disk', async () => {
    const { control, put } = await onAir();
    await put(lowerThird((sub) => ({ ...sub, name: 'Name' })));
    const before = await control();
    await stand.restart();
    expect(await control()).toEqual(before);
  });
});
