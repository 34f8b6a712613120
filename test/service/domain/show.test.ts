import { describe, expect, it } from 'vitest';
import { compositionOfSize } from '../../../bench/service/stored-show.ts';
import type { OverlayError } from '../../../contract/errors.ts';
import type { UpdateItem } from '../../../contract/model/control.ts';
import type { WidgetUi } from '../../../scene/schema/widget-ui.ts';
import { compositionOf, contentOf } from '../../../scene/content/content.ts';
import { LiveCompositions } from '../../../service/domain/show.ts';
import { UpdateCheck } from '../../../service/domain/update-check.ts';
import { anyRequest } from '../../../service/domain/update-terms.ts';
import { ids, smallShow } from '../../kit/service/small-show.ts';
import { strict } from '../../kit/service/strict.ts';

const now = 1_700_000_000_000;

/** Apply a request and give back what changed. */
function update(show: LiveCompositions, items: UpdateItem[], at = now) {
  const { changes } = show.check(items, at);
  show.apply(changes);
  return changes;
}

function refused(show: LiveCompositions, items: UpdateItem[]): OverlayError {
  try {
    show.check(items, now, strict);
  } catch (thrown) {
    return thrown as OverlayError;
  }
  throw new Error('The request was accepted.');
}

const states = (show: LiveCompositions): Record<string, string> =>
  Object.fromEntries(show.control().map((item) => [item.subCompositionId, item.state]));

const payload = (show: LiveCompositions, id: string) =>
  show.control().find((item) => item.subCompositionId === id)?.payload;

describe('a show that was just loaded', () => {
  it('lists every sub-composition in pre-order, the root first, everything out and at its defaults', () => {
    expect(new LiveCompositions(smallShow).control()).toEqual([
      {
        subCompositionId: ids.root,
        subCompositionName: 'Small Show',
        mainComposition: true,
        state: 'Out1',
        payload: { channel: 'One' },
      },
      {
        subCompositionId: ids.lowerThird,
        subCompositionName: 'Lower Third',
        mainComposition: false,
        state: 'Out1',
        payload: {
          line1: 'Name',
          line2: 'Role',
          color: { a: 1, b: 0, g: 0, r: 255 },
          size: '10',
          fade: '100',
          boxed: true,
        },
      },
      {
        subCompositionId: ids.title,
        subCompositionName: 'Title',
        mainComposition: false,
        state: 'Out1',
        payload: {
          picture: '',
          sound: '',
          rows: '[]',
          style: 'plain',
          timer: { UTC: 0, isRunning: false, value: 0 },
          flash: { __serviceButton: true, ts: 0 },
        },
      },
      { subCompositionId: ids.score, subCompositionName: 'Score', mainComposition: false, state: 'Out1', payload: {} },
      {
        subCompositionId: ids.home,
        subCompositionName: 'Home',
        mainComposition: false,
        state: 'Out1',
        payload: { team: 'Home', goals: '0' },
      },
      {
        subCompositionId: ids.away,
        subCompositionName: 'Lower Third',
        mainComposition: false,
        state: 'Out1',
        payload: { team: 'Lower Third', goals: '0' },
      },
    ]);
  });

  it('refuses a composition in which two sub-compositions have one id, because one could never be reached', () => {
    const [lowerThird] = smallShow.root.subcompositions;
    const twice = { ...smallShow.root, subcompositions: [lowerThird!, lowerThird!] };
    expect(() => new LiveCompositions({ version: 1, root: twice })).toThrow(ids.lowerThird);
  });
});

describe('the model', () => {
  it('is structure, defaults and current states', () => {
    const show = new LiveCompositions(smallShow);
    const [before] = show.model();
    update(show, [{ subCompositionId: ids.lowerThird, payload: { line1: 'Ada' }, state: 'In' }]);
    const [lowerThird, ...others] = before?.subcompositions ?? [];
    expect(show.model()).toEqual([{ ...before, subcompositions: [{ ...lowerThird, state: 'In' }, ...others] }]);
  });

  it('prints Out for a sub-composition with one out state and Out1 where there are two; the root has no state', () => {
    const [root] = new LiveCompositions(smallShow).model();
    expect([root?.state, ...(root?.subcompositions ?? []).map(({ name, state }) => `${name} ${state}`)]).toEqual([
      undefined,
      'Lower Third Out1',
      'Title Out',
      'Score Out',
    ]);
  });
});

describe('values', () => {
  it.each([
    ['line1', 'Ada', 'Ada'],
    ['line1', 'two\nlines', 'two lines'],
    ['line2', 'one\ntwo', 'one\ntwo'],
    ['size', 12.5, '12.5'],
    ['size', ' 7 ', '7'],
    ['fade', 0, '0'],
    ['color', 'rgba(1, 2, 3, 0.5)', { a: 0.5, b: 3, g: 2, r: 1 }],
    ['color', 'white', { a: 1, b: 255, g: 255, r: 255 }],
    ['color', { r: '1', g: '2', b: '3', a: '1' }, { a: 1, b: 3, g: 2, r: 1 }],
    ['boxed', false, false],
    ['boxed', 'true', true],
  ])('%s set to %j is kept as %j', (field, given, kept) => {
    const show = new LiveCompositions(smallShow);
    const changes = update(show, [{ subCompositionId: ids.lowerThird, payload: { [field]: given } }]);
    expect(changes).toEqual([{ id: ids.lowerThird, payload: { [field]: kept } }]);
    expect(payload(show, ids.lowerThird)?.[field]).toEqual(kept);
  });

  it.each([
    ['line1', ['two', 'lines']],
    ['size', 0],
    ['size', 101],
    ['size', 'ten'],
    ['fade', 100.1],
    ['color', '#12345'],
    ['boxed', 'yes'],
  ])('%s cannot be %j, and the refusal names it', (field, given) => {
    const error = refused(new LiveCompositions(smallShow), [
      { subCompositionId: ids.lowerThird, payload: { [field]: given } },
    ]);
    expect([error.code, error.details.map(({ path }) => path)]).toEqual(['body-invalid', [`[0].payload.${field}`]]);
  });

  it('runs, holds and resets a timer by command, each item seeing the one before', () => {
    const show = new LiveCompositions(smallShow);
    const command = (name: string): UpdateItem => ({
      subCompositionId: ids.title,
      payload: { timer: { command: name } },
    });
    update(show, [command('start')], now);
    update(show, [command('pause')], now + 1_500);
    expect(payload(show, ids.title)?.timer).toEqual({ UTC: now + 1_500, isRunning: false, value: 1_500 });
    update(show, [command('play'), command('reset')], now + 9_000);
    expect(payload(show, ids.title)?.timer).toEqual({ UTC: now + 9_000, isRunning: true, value: 0 });
  });

  it('keeps two presses of a button in one millisecond apart', () => {
    const press: UpdateItem = { subCompositionId: ids.title, payload: { flash: 'execute' } };
    expect(update(new LiveCompositions(smallShow), [press, press])).toEqual([
      { id: ids.title, payload: { flash: { __serviceButton: true, ts: now } } },
      { id: ids.title, payload: { flash: { __serviceButton: true, ts: now + 1 } } },
    ]);
  });

  it('takes back everything that it gives out: a list of controls is a valid request that changes no value', () => {
    const show = new LiveCompositions(smallShow);
    update(show, [{ subCompositionId: ids.title, payload: { flash: 'execute', timer: { command: 'start' } } }]);
    const before = show.control();
    update(show, before);
    expect(show.control()).toEqual(before);
  });
});

describe('states', () => {
  it.each([
    [ids.lowerThird, 'Out', 'Out1'],
    [ids.lowerThird, 'Out1', 'Out1'],
    [ids.lowerThird, 'Out2', 'Out2'],
    [ids.title, 'Out', 'Out1'],
    [ids.title, 'Out1', 'Out1'],
    [ids.title, 'Out2', 'Out1'],
    [ids.root, 'In', 'In'],
  ] as const)('%s taken %s is then %s', (id, requested, stored) => {
    const show = new LiveCompositions(smallShow);
    update(show, [{ subCompositionId: id, state: 'In' }]);
    expect(update(show, [{ subCompositionId: id, state: requested }])).toEqual([{ id, state: stored, action: 'play' }]);
    expect(states(show)[id]).toBe(stored);
  });

  it('Out that is stored already is no change, except a jump while a picture may still play the way out', () => {
    const show = new LiveCompositions(smallShow);
    const ask = (state: 'In' | 'Out' | 'Out2', action: 'play' | 'jump') =>
      update(show, [{ subCompositionId: ids.lowerThird, state, action }]).length;
    const steps = [
      [ask('Out', 'play'), 0],
      [ask('Out', 'jump'), 0],
      [ask('In', 'play'), 1],
      [ask('Out', 'play'), 1],
      [ask('Out', 'play'), 0],
      [ask('Out', 'jump'), 1],
      [ask('Out', 'jump'), 0],
      [ask('Out2', 'jump'), 1],
    ];
    expect(steps.map(([is]) => is)).toEqual(steps.map(([, ought]) => ought));
  });

  it('a panic in a large show changes only what was on air, whether it is named before the rest or with it', () => {
    const show = new LiveCompositions(compositionOfSize({ subs: 10_000, fieldsEach: 0 }));
    const all = show.control().slice(1);
    const items = (state: 'In' | 'Out', of = all): UpdateItem[] =>
      of.map(({ subCompositionId }) => ({ subCompositionId, state, action: 'jump' }));
    const onAir = [all[3]!, all[5_000]!, all.at(-1)!];
    const panics = [[items('Out', onAir), items('Out')], [items('Out')]].map((requests) => {
      update(show, items('In', onAir));
      return requests.map((one) => update(show, one).map(({ id }) => id));
    });
    const ids = onAir.map(({ subCompositionId }) => subCompositionId);
    expect(panics).toEqual([[ids, []], [ids]]);
  });

  it('Out after In in one request is a change', () => {
    const items = (['In', 'Out'] as const).map((state) => ({ subCompositionId: ids.lowerThird, state }));
    expect(update(new LiveCompositions(smallShow), items).map(({ state }) => state)).toEqual(['In', 'Out1']);
  });

  it('carries a jump along', () => {
    expect(
      update(new LiveCompositions(smallShow), [{ subCompositionId: ids.home, state: 'In', action: 'jump' }]),
    ).toEqual([{ id: ids.home, state: 'In', action: 'jump' }]);
  });
});

describe('names', () => {
  it('address the first sub-composition of that name in pre-order', () => {
    const show = new LiveCompositions(smallShow);
    expect(update(show, [{ subCompositionName: 'Lower Third', state: 'In' }])).toEqual([
      { id: ids.lowerThird, state: 'In', action: 'play' },
    ]);
  });

  it('count where the id is not known any more', () => {
    const changes = update(new LiveCompositions(smallShow), [
      { subCompositionId: 'gone', subCompositionName: 'Home', state: 'In' },
    ]);
    expect(changes.map(({ id }) => id)).toEqual([ids.home]);
  });

  it('mean a sub-composition before the root, and are the same in every Unicode form', () => {
    const [lowerThird] = smallShow.root.subcompositions;
    const named = (name: string): LiveCompositions =>
      new LiveCompositions({
        version: 1,
        root: { ...smallShow.root, name: 'Café', subcompositions: [{ ...lowerThird!, name }] },
      });
    const decomposed = 'Cafe\u0301';
    const addressed = (show: LiveCompositions) =>
      update(show, [{ subCompositionName: decomposed, state: 'In' }]).map(({ id }) => id);
    expect([addressed(named('Café')), addressed(named('Other'))]).toEqual([[ids.lowerThird], [ids.root]]);
  });

  it('do not count where there is an id', () => {
    const show = new LiveCompositions(smallShow);
    const changes = update(show, [{ subCompositionId: ids.home, subCompositionName: 'Title', state: 'In' }]);
    expect(changes.map(({ id }) => id)).toEqual([ids.home]);
  });
});

describe('a logic layer', () => {
  const take = (id: string, more: Partial<UpdateItem> = {}): UpdateItem => ({
    subCompositionId: id,
    state: 'In',
    ...more,
  });

  it('takes out whoever of it is in, in the same change and in the same manner', () => {
    const show = new LiveCompositions(smallShow);
    update(show, [take(ids.lowerThird), take(ids.home)]);
    expect(update(show, [take(ids.title, { action: 'jump' })])).toEqual([
      { id: ids.title, state: 'In', action: 'jump' },
      { id: ids.lowerThird, state: 'Out1', action: 'jump' },
    ]);
    expect(states(show)).toEqual({
      [ids.root]: 'Out1',
      [ids.lowerThird]: 'Out1',
      [ids.title]: 'In',
      [ids.score]: 'Out1',
      [ids.home]: 'In',
      [ids.away]: 'Out1',
    });
  });

  it('takes it out at once whatever the delay of the layer says, which is stored and told and does nothing else', () => {
    const withDelay = (delay: 'none' | 'auto' | 'custom'): LiveCompositions => {
      const { root } = smallShow;
      const subcompositions = root.subcompositions.map((sub) => ({
        ...sub,
        logicLayer: sub.logicLayer && { ...sub.logicLayer, delay },
      }));
      return new LiveCompositions({ ...smallShow, root: { ...root, subcompositions } });
    };
    for (const delay of ['none', 'auto', 'custom'] as const) {
      const show = withDelay(delay);
      update(show, [take(ids.lowerThird)]);
      expect(update(show, [take(ids.title)])).toEqual([
        { id: ids.title, state: 'In', action: 'play' },
        { id: ids.lowerThird, state: 'Out1', action: 'play' },
      ]);
      expect(show.model()[0]?.subcompositions.map(({ logicLayer }) => logicLayer?.delay)).toEqual([
        delay,
        delay,
        undefined,
      ]);
    }
  });

  it('leaves the last of two that are taken in one request', () => {
    const show = new LiveCompositions(smallShow);
    update(show, [take(ids.title), take(ids.lowerThird)]);
    expect([states(show)[ids.title], states(show)[ids.lowerThird]]).toEqual(['Out1', 'In']);
  });

  it('leaves an out state as it is', () => {
    const show = new LiveCompositions(smallShow);
    update(show, [{ subCompositionId: ids.lowerThird, state: 'Out2' }]);
    expect(update(show, [take(ids.title)])).toEqual([{ id: ids.title, state: 'In', action: 'play' }]);
    expect(states(show)[ids.lowerThird]).toBe('Out2');
  });
});

describe('a layer of many', () => {
  const many = 300;
  const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const logicLayer = { name: 'All', tag: '#fff', delay: 'none' as const };
  const plain = { fields: [], secondTimeline: false, scene: { elements: [] } };
  const nested = { ...plain, id: uuid(many), name: 'Inside', logicLayer, subcompositions: [] };
  const subs = Array.from({ length: many }, (_, n) => ({
    ...plain,
    id: uuid(n),
    name: `Sub ${n}`,
    logicLayer,
    subcompositions: n === 0 ? [nested] : [],
  }));
  const root = { ...smallShow.root, fields: [], subcompositions: subs };
  const take = (id: string): UpdateItem => ({ subCompositionId: id, state: 'In' });

  it('costs each take no more than those that are In', () => {
    const show = new LiveCompositions({ version: 1, root });
    update(show, [take(uuid(1))]);
    let read = 0;
    const layer = show.find(take(uuid(1)))!.layer!;
    const { present } = layer;
    Object.defineProperty(layer, 'present', { get: () => ((read += present.size), present) });
    const check = new UpdateCheck(show, anyRequest.limits);
    subs.forEach(({ id }, at) => check.item(take(id), at, now));
    expect([read, check.changes.length]).toEqual([many, 2 * many]);
  });

  it('is exclusive, and a child leaves in what contains it', () => {
    const show = new LiveCompositions({ version: 1, root });
    update(show, [take(uuid(5)), take(uuid(0)), take(uuid(many))]);
    update(show, [take(uuid(many))]);
    const isIn = (): string[] => Object.entries(states(show)).flatMap(([id, state]) => (state === 'In' ? [id] : []));
    expect(isIn()).toEqual([uuid(0), uuid(many)]);
    update(show, [take(uuid(7))]);
    expect(isIn()).toEqual([uuid(7)]);
  });
});

describe('a refused request', () => {
  it('lists everything that is wrong, each with its place, and changes nothing', () => {
    const show = new LiveCompositions(smallShow);
    const before = show.control();
    const error = refused(show, [
      { subCompositionId: ids.lowerThird, payload: { line1: 'Ada' }, state: 'In' },
      { subCompositionId: 'nobody', state: 'In' },
      { subCompositionName: 'Nobody', state: 'In' },
      { subCompositionId: ids.home, payload: { 'no such': 1, goals: 100 } },
    ]);
    expect(error.details).toEqual([
      { path: '[1].subCompositionId', message: 'there is no sub-composition with this id' },
      { path: '[2].subCompositionName', message: 'there is no sub-composition with this name' },
      { path: '[3].payload["no such"]', message: '"Home" has no field with this id' },
      { path: '[3].payload.goals', message: 'expected a number from 0 to 99, got 100' },
    ]);
    expect(error.message).toBe(
      'Nothing was changed: [1].subCompositionId: there is no sub-composition with this id (and 3 more)',
    );
    expect(show.control()).toEqual(before);
  });
});

describe('taking back', () => {
  it('restores what was before, also where one request touched a thing twice', () => {
    const show = new LiveCompositions(smallShow);
    update(show, [{ subCompositionId: ids.home, payload: { goals: 1 }, state: 'In' }]);
    const before = show.control();
    const { changes } = show.check(
      [
        { subCompositionId: ids.home, payload: { goals: 2 }, state: 'Out' },
        { subCompositionId: ids.home, payload: { goals: 3, team: 'Away' }, state: 'In' },
      ],
      now,
    );
    const undo = show.apply(changes);
    expect(show.control()).not.toEqual(before);
    undo();
    expect(show.control()).toEqual(before);
  });
});

describe('a sub-composition with a widget', () => {
  const widget: WidgetUi = {
    model: {
      fields: [
        { id: 'about', type: 'infotext', defaultValue: 'Read this' },
        { id: 'name', type: 'text', title: 'Name', defaultValue: 'Ada' },
      ],
      groups: [],
    },
  };
  const content = contentOf(smallShow);
  const { controlNode } = content.compositions[ids.home]!.dataSources.composition;
  Object.assign(controlNode, { fields: undefined, widget });
  const show = (): LiveCompositions => new LiveCompositions(compositionOf(content));

  it('has the fields of the widget, of which only those that hold a value have one', () => {
    const [home] = show().model()[0]?.subcompositions[2]?.subcompositions ?? [];
    expect(home?.model.map(({ id, type, defaultValue }) => [id, type, defaultValue])).toEqual([
      ['about', 'infotext', 'Read this'],
      ['name', 'text', 'Ada'],
    ]);
    expect(payload(show(), ids.home)).toEqual({ name: 'Ada' });
  });

  it('takes values for those, and none for a text that is only shown', () => {
    const loaded = show();
    update(loaded, [{ subCompositionId: ids.home, payload: { name: 'Grace' } }]);
    expect(payload(loaded, ids.home)).toEqual({ name: 'Grace' });
    expect(refused(loaded, [{ subCompositionId: ids.home, payload: { about: 'x' } }]).details).toEqual([
      { path: '[0].payload.about', message: 'this field is only shown and holds no value, got "x"' },
    ]);
  });
});
