import { addressOf } from '../../../contract/model/address.ts';
import { world } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';
import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { snapshot } from '../../kit/desk/scripted-ports.ts';
import {
  bug,
  held,
  openLiveShow,
  openShow,
  openTwoApps,
  portsWithLooks,
  show,
} from '../../kit/service/scripted-show.ts';

const pressed = { __serviceButton: true, ts: 5 } as const;

/** A live show with the lower third In. */
async function openOnAir({ looks = [], ...settings }: { looks?: unknown[]; keys?: unknown[] } = {}) {
  const opened = await openLiveShow(portsWithLooks(looks, { keys: [], ...settings }));
  const onAir = [held('third', 'In', { line1: 'Ada', flash: pressed }), held('bug', 'Out1', { score: '3' })];
  await opened.ports.hear(snapshot(show, onAir, 5));
  return opened;
}

const evening = {
  name: 'Evening',
  items: [
    { id: 'embedded-1/third', state: 'In', payload: { line1: 'Ada' } },
    { id: 'embedded-1/bug', state: 'Out1', payload: { score: '3' } },
  ],
};

describe('a look', () => {
  it('keeps what is confirmed of what was chosen, and no press of a button', async () => {
    const { ports, screen, view } = await openOnAir();
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'not sent' } });
    await screen.call('saveLook', { name: ' Evening ', ids: ['third', 'bug'] });
    expect(view.looks).toEqual([{ name: 'Evening', ids: ['embedded-1/third', 'embedded-1/bug'] }]);
    expect(ports.show.written.at(-1)).toMatchObject({ edit: 'Save look Evening', looks: [evening] });
  });

  it('is recalled as one request, and the log calls it by its name', async () => {
    const { ports, screen } = await openOnAir({ looks: [evening] });
    await screen.call('do', { action: { do: 'recallLook', look: 'Evening' } });
    expect(ports.asked.map(({ items }) => items)).toEqual([
      [
        { subCompositionId: 'third', payload: { line1: 'Ada' }, state: 'In' },
        { subCompositionId: 'bug', payload: { score: '3' }, state: 'Out1' },
      ],
    ]);
    await expect(screen.call('do', { action: { do: 'recallLook', look: 'Evening' } })).rejects.toMatchObject({
      code: 'press-refused',
    });
    await ports.request.answer({ etag: '"6"' });
    expect(ports.lines.map(({ action, result }) => [action, result])).toEqual([
      ['Look Evening', 'failed'],
      ['Look Evening', 'confirmed'],
    ]);
  });

  it('of several apps is one request for each, sent in the same turn', async () => {
    const looks = [
      { name: 'Both', items: ['embedded-1/bug', 'embedded-2/bug'].map((id) => ({ id, state: 'In', payload: {} })) },
    ];
    const { ports, screen } = await openTwoApps({}, looks);
    await screen.call('do', { action: { do: 'recallLook', look: 'Both' } });
    expect(ports.asked.map(({ request, items }) => [request.url.split('/')[5], items])).toEqual([
      ['one', [{ subCompositionId: 'bug', state: 'In' }]],
      ['two', [{ subCompositionId: 'bug', state: 'In' }]],
    ]);
  });

  it('is compared with what is on air', async () => {
    const { ports, screen } = await openOnAir({ looks: [evening] });
    expect(await screen.call('compareLook', { name: 'Evening' })).toEqual([]);
    await ports.hear({
      type: 'change',
      revision: 6,
      now: 0,
      changes: [
        { id: 'third', state: 'Out2', payload: { line1: 'Grace' } },
        { id: 'bug', payload: { score: '4' } },
      ],
    });
    expect(await screen.call('compareLook', { name: 'Evening' })).toEqual([
      { id: 'embedded-1/third', what: 'state', field: null, look: 'In', air: 'Out2' },
      { id: 'embedded-1/third', what: 'value', field: 'line1', look: 'Ada', air: 'Grace' },
      { id: 'embedded-1/bug', what: 'value', field: 'score', look: '3', air: '4' },
    ]);
  });

  it('whose parts are gone from the show brings the rest, and says what is missing', async () => {
    const { ports, screen, view } = await openOnAir({ looks: [evening] });
    await ports.hear(snapshot([{ ...show[0]!, subcompositions: [{ ...bug, model: [] }] }], [], 9));
    expect(await screen.call('compareLook', { name: 'Evening' })).toEqual([
      { id: 'embedded-1/third', what: 'gone', field: null, look: 'In', air: null },
      { id: 'embedded-1/bug', what: 'gone', field: 'score', look: '3', air: null },
    ]);
    await screen.call('do', { action: { do: 'recallLook', look: 'Evening' } });
    expect(ports.request.items).toEqual([{ subCompositionId: 'bug', state: 'Out1' }]);
    expect(view.notices.map(({ text }) => text)).toContain(
      texts.looks.without('Evening', 'embedded-1/third; embedded-1/bug, field score'),
    );
  });

  it('of which an app has not been reported yet brings the rest, and calls nothing of it gone', async () => {
    const both = {
      name: 'Both',
      items: ['embedded-1/bug', 'embedded-2/bug'].map((id) => ({ id, state: 'In', payload: {} })),
    };
    const connections = [{ kind: 'embedded', id: 'embedded', name: 'This desk', apps: [1, 2] }];
    const { ports, screen, view } = await openLiveShow(portsWithLooks([both], { keys: [], connections }), [
      'one',
      'two',
    ]);
    expect(await screen.call('compareLook', { name: 'Both' })).toEqual([
      { id: 'embedded-1/bug', what: 'state', field: null, look: 'In', air: 'Out1' },
      { id: 'embedded-2/bug', what: 'unknown', field: null, look: 'In', air: null },
    ]);
    await screen.call('do', { action: { do: 'recallLook', look: 'Both' } });
    expect(ports.asked.map(({ request }) => request.url.split('/')[5])).toEqual(['one']);
    expect(view.notices.map(({ text }) => text)).toEqual([
      texts.looks.without('Both', texts.looks.notReported('embedded-2/bug')),
    ]);
  });

  it('of which nothing has been reported yet is refused, because nothing is connected', async () => {
    const { ports, screen } = await openShow(portsWithLooks([evening], { keys: [] }));
    await ports.serviceReady();
    await expect(screen.call('do', { action: { do: 'recallLook', look: 'Evening' } })).rejects.toMatchObject({
      code: 'not-connected',
    });
  });

  it('that is deleted is gone, also for the key that was mapped to it', async () => {
    const keys = [{ key: 'F5', action: { do: 'recallLook', look: 'Evening' } }];
    const { ports, screen, view } = await openOnAir({ looks: [evening], keys });
    await screen.call('key', { key: 'F5', repeat: false });
    expect(ports.asked).toHaveLength(1);
    await screen.call('deleteLook', { name: 'Evening' });
    expect(view.looks).toEqual([]);
    await expect(screen.call('do', { action: { do: 'recallLook', look: 'Evening' } })).rejects.toMatchObject({
      message: texts.looks.none('Evening'),
    });
    expect(view.notices.map(({ text }) => text)).toEqual([texts.keys.lookGone('F5', 'Evening')]);
  });

  it('that is damaged in the show is named, and is still there when another one is kept', async () => {
    const damaged = { name: '', items: 'none' };
    const { ports, screen, view } = await openOnAir({ looks: [damaged, evening] });
    expect(view.notices.map(({ text }) => text)).toEqual([expect.stringContaining('show.overlayshow, looks[0]:')]);
    await screen.call('saveLook', { name: 'Bug', ids: ['bug'] });
    expect(ports.show.written.at(-1)).toMatchObject({
      looks: [
        evening,
        { name: 'Bug', items: [{ id: 'embedded-1/bug', state: 'Out1', payload: { score: '3' } }] },
        damaged,
      ],
    });
  });

  it('is not kept of what nobody knows', async () => {
    const { ports, screen, view } = await openOnAir();
    ports.channels.at(-1)?.handlers.onClose(1006, '');
    await expect(screen.call('saveLook', { name: 'Now', ids: ['third'] })).rejects.toMatchObject({
      code: 'not-connected',
    });
    expect(view.looks).toEqual([]);
  });
});

describe('a moment', () => {
  it('before a take is recalled as a look: what was on air comes back with its words, and the rest goes Out', async () => {
    const { ports, screen } = await openOnAir();
    await screen.call('do', { action: { do: 'take', subComposition: 'bug', to: 'In', action: 'play' } });
    await ports.request.answer({ etag: '"6"' });
    await ports.hear(snapshot(show, [held('third', 'Out1', { line1: 'Bob' }), held('bug', 'In', { score: '4' })], 6));
    const [moment = ''] = await screen.call('listMoments', {});
    expect(moment).toMatch(/^\d\d:\d\d:\d\d, before Take In Bug$/);
    expect(await screen.call('compareLook', { name: moment })).toEqual([
      { id: 'embedded-1/bug', what: 'state', field: null, look: 'Out1', air: 'In' },
      { id: 'embedded-1/third', what: 'state', field: null, look: 'In', air: 'Out1' },
      { id: 'embedded-1/third', what: 'value', field: 'line1', look: 'Ada', air: 'Bob' },
    ]);
    await screen.call('do', { action: { do: 'recallLook', look: moment } });
    expect(ports.request.items).toEqual([
      { subCompositionId: 'bug', state: 'Out1' },
      { subCompositionId: 'third', payload: { line1: 'Ada' }, state: 'In' },
    ]);
  });

  it('is called by the first graphics that were taken, and says how many more were', async () => {
    const { ports, screen } = await openOnAir();
    const ids = ['a', 'b', 'c', 'd'];
    const model = [{ ...show[0]!, subcompositions: ids.map((id) => ({ ...bug, id, name: id, model: [] })) }];
    const onAir = ids.map((id) => held(id, 'In', {}));
    await ports.hear(snapshot(model, onAir, 6));
    await screen.call('do', { action: { do: 'panic' } });
    const [moment] = await screen.call('listMoments', {});
    expect(moment?.slice('00:00:00, '.length)).toBe('before Panic a, b and 2 more');
  });

  it('names its app instance among several', async () => {
    const stage = await world({ apps: ['news', 'sport'] });
    for (const key of stage.keys) await stage.do({ do: 'take', subComposition: addressOf(key, ids.title), to: 'In' });
    await stage.clock.pass(1_500);
    await stage.do({ do: 'panic' });
    const moments = await stage.screen.call('listMoments', {});
    expect(moments.map((name) => name.slice('00:00:00, before '.length))).toEqual(
      expect.arrayContaining(['Panic news: Title', 'Panic sport: Title']),
    );
  });

  it('is kept before takes and panics only, once for each picture', async () => {
    const { ports, screen } = await openOnAir();
    await screen.call('do', {
      action: { do: 'set', subComposition: 'bug', field: 'score', value: '9', send: true },
    });
    await screen.call('do', { action: { do: 'take', subComposition: 'bug', to: 'In', action: 'play' } });
    await screen.call('do', { action: { do: 'panic' } });
    expect(await screen.call('listMoments', {})).toHaveLength(1);
    ports.channels.at(-1)?.handlers.onClose(1006, '');
    await screen.call('do', { action: { do: 'panic' } }).catch(() => undefined);
    expect(await screen.call('listMoments', {})).toHaveLength(1);
  });

  it('before a panic of a lost service is what was seen last', async () => {
    const { ports, screen } = await openOnAir();
    ports.channels.at(-1)?.handlers.onClose(1006, '');
    await screen.call('do', { action: { do: 'panic' } }).catch(() => undefined);
    const [moment = ''] = await screen.call('listMoments', {});
    expect(moment).toMatch(/before Panic/);
    await ports.clock.pass(5_000);
    await ports.hear(snapshot(show, [held('third', 'Out1', { line1: 'Ada' }), held('bug', 'Out1', { score: '3' })], 6));
    expect(await screen.call('compareLook', { name: moment })).toMatchObject([{ id: 'embedded-1/third', look: 'In' }]);
  });
});

it('a look leaves a timer that was started since as it is', async () => {
  const stage = await world();
  const title = stage.at(ids.title);
  await stage.do({ do: 'take', subComposition: title, to: 'In' });
  await stage.clock.pass(500);
  await stage.screen.call('saveLook', { name: 'Clock', ids: [title] });
  await stage.do({ do: 'time', subComposition: title, field: 'timer', command: 'start' });
  await stage.clock.pass(500);
  expect(await stage.screen.call('compareLook', { name: 'Clock' })).toEqual([]);
  await stage.do({ do: 'take', subComposition: title, to: 'Out' });
  await stage.clock.pass(500);
  await stage.do({ do: 'recallLook', look: 'Clock' });
  await stage.clock.pass(500);
  expect(stage.view.subs[title]?.values.timer).toMatchObject({ isRunning: true });
});
