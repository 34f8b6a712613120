import { errorTable } from '../../contract/errors.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FirstModelEntry } from '../../contract/model/app-instance.ts';
import { defaultLimits } from '../../service/http/network-terms.ts';
import type { ApiClient } from '../kit/service/api-client.ts';
import { type AppStand, startAppStand } from '../kit/desk/app-stand.ts';
import { readLive } from '../kit/service/live-reader.ts';
import { ids } from '../kit/service/small-show.ts';

// Rows 3, 5, 6, 9 and 10 over real HTTP, by account and by token. What is expected is written out from the specification.

let stand: AppStand;
/** An app instance of Ada's with the small show loaded anew; its number and its access token. */
let app: { id: number; token: string; outputToken: string };

beforeAll(async () => {
  stand = await startAppStand();
  app = await stand.ada.makeApp({ composition: stand.ada.small });
});
afterAll(() => stand.close());
beforeEach(async () => {
  await stand.ada.put(`/apiv1/appinstances/${app.id}/composition`, { refId: String(stand.ada.small) });
});

const fullFrame = { name: 'Full Frame', tag: '#00aaff' };

interface Form {
  client(): ApiClient;
  control(): string;
  model(): string;
  subCompositions(): string;
}
const forms: [string, Form][] = [
  [
    'by account and id',
    {
      client: () => stand.ada,
      control: () => `/apiv1/appinstances/${app.id}/control`,
      model: () => `/apiv1/appinstances/${app.id}/model`,
      subCompositions: () => `/apiv1/appinstances/${app.id}/subcompositions`,
    },
  ],
  [
    'by token',
    {
      client: () => stand.nobody,
      control: () => `/apiv1/control/${app.token}`,
      model: () => `/apiv1/control/${app.token}/model`,
      subCompositions: () => `/apiv1/control/${app.token}/subcompositions`,
    },
  ],
];

describe.each(forms)('%s', (_, form) => {
  const get = (path: string) => form.client().get(path);
  const put = (body: unknown) => form.client().put(form.control(), body);
  const held = async () => {
    const { body } = await get(form.control());
    return Object.fromEntries(
      (body as { compositionId: string; animation: { state: string }; controlNode: { payload: object } }[]).map(
        ({ compositionId, animation, controlNode }) => [compositionId, [animation.state, controlNode.payload]],
      ),
    );
  };
  const revision = async (): Promise<number> => Number((await get(form.control())).headers.get('etag')?.slice(1, -1));

  describe('row 3, the model', () => {
    it('is the tree of control nodes with fields, defaults and values', async () => {
      const { status, body } = await get(form.model());
      const thumbnail = `//${new URL(stand.mediaUrl).host}/media/no-picture.svg`;
      const field = (id: string, type: string, defaultValue: unknown, index: number) => ({
        [id]: { defaultValue, id, title: id, type, index },
      });
      const entry = (id: string, name: string, fields: object, rest: object) => ({
        id,
        name,
        controlnode: {
          id,
          name,
          thumbnail,
          model: { fields },
          payload: Object.fromEntries(
            Object.entries(fields).map(([key, one]) => [key, (one as { defaultValue: unknown }).defaultValue]),
          ),
        },
        logicLayer: null,
        subcompositions: [],
        ...rest,
      });
      const team = (id: string, name: string) =>
        entry(id, name, { ...field('team', 'text', name, 0), ...field('goals', 'counter', '0', 1) }, { state: 'Out' });
      const lowerThird = {
        ...field('line1', 'text', 'Name', 0),
        ...field('line2', 'textarea', 'Role', 1),
        ...field('color', 'color', { a: 1, b: 0, g: 0, r: 255 }, 2),
        ...field('size', 'number', '10', 3),
        ...field('fade', 'normalizednumber', '100', 4),
        ...field('boxed', 'checkbox', true, 5),
      };
      const title = {
        ...field('picture', 'image', '', 0),
        ...field('sound', 'audio', '', 1),
        ...field('rows', 'json', '[]', 2),
        ...field('style', 'selection', 'plain', 3),
        ...field('timer', 'timecontrol', { UTC: 0, isRunning: false, value: 0 }, 4),
        ...field('flash', 'button', { __serviceButton: true, ts: 0 }, 5),
      };
      expect([status, body]).toEqual([
        200,
        {
          data: [
            entry(ids.root, 'Small Show', field('channel', 'text', 'One', 0), {
              subcompositions: [
                entry(ids.lowerThird, 'Lower Third', lowerThird, { state: 'Out1', logicLayer: fullFrame }),
                entry(ids.title, 'Title', title, { state: 'Out', logicLayer: fullFrame }),
                entry(
                  ids.score,
                  'Score',
                  {},
                  { state: 'Out', subcompositions: [team(ids.home, 'Home'), team(ids.away, 'Lower Third')] },
                ),
              ],
            }),
          ],
        },
      ]);
    });

    it('has the current values and states, and defaults that stay', async () => {
      await put([
        { compositionName: 'Home', controlNode: { payload: { goals: 3 } }, animation: { action: 'play', to: 'In' } },
        { compositionId: ids.lowerThird, controlNode: { payload: { line1: 'Ada' } }, animation: { to: 'Out2' } },
        { compositionId: ids.root, controlNode: { payload: { channel: 'Two' } } },
      ]);
      const [root] = ((await get(form.model())).body as { data: [FirstModelEntry] }).data;
      const [lowerThird, , score] = root.subcompositions;
      expect([root.controlnode.payload, lowerThird, score?.subcompositions[0]]).toMatchObject([
        { channel: 'Two' },
        {
          state: 'Out2',
          controlnode: { payload: { line1: 'Ada' }, model: { fields: { line1: { defaultValue: 'Name' } } } },
        },
        {
          state: 'In',
          controlnode: {
            payload: { goals: '3', team: 'Home' },
            model: { fields: { goals: { defaultValue: '0' } } },
          },
        },
      ]);
    });
  });

  describe('row 5, what is held now', () => {
    it('lists every sub-composition, the root first, with state and values', async () => {
      await put([
        {
          compositionName: 'Lower Third',
          controlNode: { payload: { line1: 'Ada', color: '#102030' } },
          animation: { action: 'jump', to: 'In' },
        },
      ]);
      const item = (compositionId: string, compositionName: string, payload: object, state = 'Out1') => ({
        compositionId,
        compositionName,
        mainComposition: compositionId === ids.root,
        animation: { state },
        controlNode: { payload },
      });
      const { status, body } = await get(form.control());
      expect([status, body]).toEqual([
        200,
        [
          item(ids.root, 'Small Show', { channel: 'One' }),
          item(
            ids.lowerThird,
            'Lower Third',
            { line1: 'Ada', line2: 'Role', color: { a: 1, b: 48, g: 32, r: 16 }, size: '10', fade: '100', boxed: true },
            'In',
          ),
          item(ids.title, 'Title', {
            picture: '',
            sound: '',
            rows: '[]',
            style: 'plain',
            timer: { UTC: 0, isRunning: false, value: 0 },
            flash: { __serviceButton: true, ts: 0 },
          }),
          item(ids.score, 'Score', {}),
          item(ids.home, 'Home', { team: 'Home', goals: '0' }),
          item(ids.away, 'Lower Third', { team: 'Lower Third', goals: '0' }),
        ],
      ]);
    });
  });

  describe('row 6, the sub-compositions', () => {
    it('are listed with the states of now and their layers, nested ones too, the root not', async () => {
      await put([
        { compositionName: 'Lower Third', animation: { action: 'play', to: 'Out2' } },
        { compositionName: 'Home', animation: { action: 'play', to: 'In' } },
      ]);
      const item = (id: string, name: string, state: string, logicLayer: object | null = null) => ({
        id,
        name,
        state,
        logicLayer,
      });
      const { status, body } = await get(form.subCompositions());
      expect([status, body]).toEqual([
        200,
        {
          data: [
            item(ids.lowerThird, 'Lower Third', 'Out2', fullFrame),
            item(ids.title, 'Title', 'Out', fullFrame),
            item(ids.score, 'Score', 'Out'),
            item(ids.home, 'Home', 'In'),
            item(ids.away, 'Lower Third', 'Out'),
          ],
        },
      ]);
    });

    it.each([
      ['In', 'In', 'In'],
      ['Out', 'Out1', 'Out'],
      ['Out1', 'Out1', 'Out'],
      ['Out2', 'Out2', 'Out'],
    ])('after %s say %s where there are two out states, and %s where there is one', async (to, two, one) => {
      await put(
        ['Lower Third', 'Score'].map((compositionName) => ({ compositionName, animation: { action: 'play', to } })),
      );
      const { body } = await get(form.subCompositions());
      const states = new Map(
        (body as { data: { id: string; state: string }[] }).data.map(({ id, state }) => [id, state]),
      );
      expect([states.get(ids.lowerThird), states.get(ids.score)]).toEqual([two, one]);
    });
  });

  describe('rows 9 and 10, an update', () => {
    it('of show data answers Ok and names the revision that it made', async () => {
      const before = await revision();
      const { status, headers, body } = await put([
        { compositionName: 'Home', controlNode: { payload: { goals: 2, team: 'Reds' } } },
        { compositionName: 'Small Show', controlNode: { payload: { channel: 'Two' } } },
      ]);
      expect([status, headers.get('etag'), body]).toEqual([200, `"${before + 1}"`, 'Ok']);
      expect(await held()).toMatchObject({
        [ids.home]: ['Out1', { goals: '2', team: 'Reds' }],
        [ids.root]: ['Out1', { channel: 'Two' }],
      });
    });

    it.each(['play', 'jump'])('of an animation by %s answers Ok', async (action) => {
      const { status, body } = await put([{ compositionName: 'Score', animation: { action, to: 'In' } }]);
      expect([status, body, (await held())[ids.score]]).toEqual([200, 'Ok', ['In', {}]]);
    });

    it('of both in one item puts the values in before the animation, in one revision', async () => {
      const before = await revision();
      const reader = readLive(stand, app.token, `revision=${before}`);
      await reader.next('beats');
      await put([
        {
          compositionName: 'Title',
          controlNode: { payload: { style: 'bold' } },
          animation: { action: 'jump', to: 'In' },
        },
      ]);
      const frame = await reader.next();
      reader.socket.close();
      expect(frame).toMatchObject({
        type: 'change',
        revision: before + 1,
        changes: [{ id: ids.title, payload: { style: 'bold' }, state: 'In', action: 'jump' }],
      });
    });

    it('takes the others of a logic layer out', async () => {
      await put([{ compositionName: 'Title', animation: { action: 'play', to: 'In' } }]);
      await put([{ compositionName: 'Lower Third', animation: { action: 'play', to: 'In' } }]);
      expect(await held()).toMatchObject({ [ids.title]: ['Out1', {}], [ids.lowerThird]: ['In', {}] });
    });

    it('of a name that two have goes to the first in the tree', async () => {
      await put([{ compositionName: 'Lower Third', animation: { action: 'play', to: 'In' } }]);
      const { [ids.lowerThird]: first, [ids.away]: second } = await held();
      expect([first?.[0], second?.[0]]).toEqual(['In', 'Out1']);
    });

    it.each([
      ['a bare object', { compositionName: 'Home' }, '', 'expected an array of update items'],
      [
        'an item without a name',
        [{ animation: { action: 'play', to: 'In' } }],
        '[0].compositionName',
        'expected a name, or an id instead',
      ],
      [
        'an unknown name',
        [{ compositionName: 'X', animation: { action: 'play', to: 'In' } }],
        '[0].compositionName',
        'there is no sub-composition with this name',
      ],
      [
        'an unknown field',
        [{ compositionName: 'Home', controlNode: { payload: { x: 1 } } }],
        '[0].controlNode.payload.x',
        '"Home" has no field with this id',
      ],
      [
        'a value that does not fit',
        [{ compositionName: 'Home', controlNode: { payload: { goals: 'many' } } }],
        '[0].controlNode.payload.goals',
        'expected a number, got "many"',
      ],
      [
        'an unknown state',
        [{ compositionName: 'Home', animation: { action: 'play', to: 'Inn' } }],
        '[0].animation.to',
        'expected one of "In"|"Out"|"Out1"|"Out2"',
      ],
      [
        'the words of the second generation',
        [{ compositionName: 'Home', state: 'In' }],
        '[0].state',
        'there is no such property here',
      ],
      [
        'an unknown action without a state',
        [{ compositionName: 'Home', animation: { action: 'run' } }],
        '[0].animation.action',
        'expected one of "play"|"jump"',
      ],
    ])('is refused for %s, and says where', async (_what, body, path, message) => {
      const before = await get(form.control());
      const where = path === '' ? '' : `${path}: `;
      const refused = await put(body);
      expect([refused.status, refused.body]).toEqual([
        400,
        { error: { message: `Nothing was changed: ${where}${message}`, code: 400, details: [{ path, message }] } },
      ]);
      expect((await get(form.control())).body).toEqual(before.body);
    });

    const partlyWrong = [
      { compositionName: 'Score', animation: { action: 'play', to: 'In' } },
      { compositionName: 'Home', controlNode: { payload: { goals: 100, x: 1 } } },
      { compositionName: 'X', animation: { action: 'play', to: 'In' } },
    ];

    it('does what is right, and names everything that is wrong in a header', async () => {
      const { status, body, headers } = await put(partlyWrong);
      expect([status, body, JSON.parse(headers.get('warning-details') ?? '')]).toEqual([
        200,
        'Ok',
        [
          { path: '[1].controlNode.payload.goals', message: 'expected a number from 0 to 99, got 100' },
          { path: '[1].controlNode.payload.x', message: '"Home" has no field with this id' },
          { path: '[2].compositionName', message: 'there is no sub-composition with this name' },
        ],
      ]);
      expect((await held())[ids.score]?.[0]).toBe('In');
    });

    it('names everything that is wrong to the strict, and does nothing of what was right', async () => {
      const before = await get(form.control());
      const { body } = await form.client().send('PUT', form.control(), partlyWrong, { prefer: 'handling=strict' });
      expect(body).toEqual({
        error: {
          message:
            'Nothing was changed: [1].controlNode.payload.goals: expected a number from 0 to 99, got 100 (and 2 more)',
          code: 400,
          details: [
            { path: '[1].controlNode.payload.goals', message: 'expected a number from 0 to 99, got 100' },
            { path: '[1].controlNode.payload.x', message: '"Home" has no field with this id' },
            { path: '[2].compositionName', message: 'there is no sub-composition with this name' },
          ],
        },
      });
      expect((await get(form.control())).body).toEqual(before.body);
    });

    it.each([
      ['no body', '', 'the body is empty'],
      ['wrong JSON', '[{]', 'the body is not JSON'],
    ])('is refused for %s', async (_what, body, problem) => {
      const { status, body: refusal } = await put(body);
      expect([status, refusal]).toEqual([
        400,
        {
          error: {
            message: expect.stringMatching(`^Nothing was changed: ${problem}.*; expected an array of update items\\.$`),
            code: 400,
          },
        },
      ]);
    });

    it('is refused when it is too large', async () => {
      const large = await put(' '.repeat(defaultLimits.maxBody + 1));
      expect([large.status, large.body]).toEqual([
        413,
        { error: { message: errorTable['body-too-large'].operator, code: 413 } },
      ]);
    });
  });

  it('where no composition is loaded, everything is empty and no name is known', async () => {
    await stand.ada.delete(`/apiv1/appinstances/${app.id}/composition`);
    expect([
      (await get(form.model())).body,
      (await get(form.control())).body,
      (await get(form.subCompositions())).body,
    ]).toEqual([{ data: [] }, [], { data: [] }]);
    const refused = await put([{ compositionName: 'Home', animation: { action: 'play', to: 'In' } }]);
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: { details: [{ path: '[0].compositionName', message: 'there is no sub-composition with this name' }] },
      },
    });
  });

  it('answers with a trailing slash too', async () => {
    for (const path of [form.model(), form.control(), form.subCompositions()]) {
      expect((await get(`${path}/`)).body).toEqual((await get(path)).body);
    }
  });
});

describe('rows 9 and 10 of an app instance without outputs', () => {
  it.each([
    ['by account and id', (one: { id: number }) => `/apiv1/appinstances/${one.id}/control`],
    ['by token', (one: { token: string }) => `/apiv1/control/${one.token}`],
  ])('are answered 404 %s', async (_, path) => {
    const one = await stand.ada.makeApp({ outputs: [], shared: true });
    const { status, body } = await stand.ada.put(path(one), [
      { compositionName: 'Home', animation: { action: 'play', to: 'In' } },
    ]);
    expect([status, body]).toEqual([404, { error: { message: errorTable['no-output'].operator, code: 404 } }]);
  });
});

describe('a token that opens nothing', () => {
  it.each([
    ['GET', ''],
    ['GET', '/model'],
    ['GET', '/subcompositions'],
    ['PUT', ''],
  ])(
    'is a wrong credential for %s /apiv1/control/{token}%s, and the output token is such a token',
    async (method, rest) => {
      for (const token of ['nobody', app.outputToken]) {
        const body =
          method === 'PUT' ? [{ compositionName: 'Home', animation: { action: 'play', to: 'In' } }] : undefined;
        const answer = await stand.nobody.send(method, `/apiv1/control/${token}${rest}`, body);
        expect([answer.status, answer.headers.get('www-authenticate'), answer.body]).toEqual([
          401,
          expect.stringMatching(/^Basic /),
          { error: { message: 'Unauthorized', code: 401 } },
        ]);
      }
    },
  );
});
