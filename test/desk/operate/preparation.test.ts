import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { settled } from '../../kit/manual-clock.ts';
import { memorySettings, modelItem, ScriptedPorts, snapshot } from '../../kit/desk/scripted-ports.ts';
import { bug, held, openLiveShow, openShow, openTwoApps, show, third } from '../../kit/service/scripted-show.ts';

/** The key of the only app of a scripted show. */
const key = 'embedded-1';

/** The desk dies, and starts again with what it kept. Only its file connects the two. */
async function afterDeath(ports: ScriptedPorts): Promise<ScriptedPorts> {
  await settled();
  return new ScriptedPorts(memorySettings(), memorySettings(ports.preparation.written.at(-1)));
}

async function openPrepared(): Promise<Awaited<ReturnType<typeof openLiveShow>>> {
  const opened = await openLiveShow();
  await opened.screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'Ada' } });
  await opened.screen.call('do', { action: { do: 'cue', subComposition: 'bug', cued: true } });
  return opened;
}

const notices = (view: { notices: { text: string }[] }): string[] => view.notices.map(({ text }) => text);

describe('what the operator prepared', () => {
  it('is kept at once, by app', async () => {
    const { ports } = await openPrepared();
    expect(ports.preparation.written).toEqual([
      { version: 1, apps: { [key]: { staged: { third: { line1: 'Ada' } }, cued: [] } } },
      { version: 1, apps: { [key]: { staged: { third: { line1: 'Ada' } }, cued: ['bug'] } } },
    ]);
  });

  it('comes back after the death of the desk, marked, said in words, and sent by nobody', async () => {
    const { ports } = await openPrepared();
    const next = await openLiveShow(await afterDeath(ports));
    expect([next.sub('third')?.staged, next.sub('third')?.restored]).toEqual([{ line1: 'Ada' }, true]);
    expect([next.tally('bug'), next.sub('bug')?.restored]).toEqual(['CUED', true]);
    expect(notices(next.view)).toEqual([`Show: ${texts.app.preparedBefore('1 edit and 1 cue')}`]);
    await next.ports.clock.pass(60_000);
    expect(next.ports.asked.filter(({ request }) => request.method !== 'GET')).toEqual([]);
  });

  it('is the operator’s own again once it is touched', async () => {
    const { ports } = await openPrepared();
    const { screen, sub } = await openLiveShow(await afterDeath(ports));
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'Grace' } });
    expect([sub('third')?.restored, sub('bug')?.restored]).toEqual([undefined, true]);
    await screen.call('do', { action: { do: 'cue', subComposition: 'bug', cued: true } });
    expect(sub('bug')?.restored).toBeUndefined();
  });

  it('is not what is prepared once it was sent: a value that fails later is the operator’s own', async () => {
    const { ports } = await openPrepared();
    const next = await openLiveShow(await afterDeath(ports));
    await next.screen.call('do', { action: { do: 'takeCued' } });
    await next.ports.request.answer({ etag: '"2"' });
    await next.screen.call('do', { action: { do: 'set', subComposition: 'bug', field: 'score', value: 5 } });
    await next.ports.clock.pass(17);
    await next.ports.request.fail();
    expect([next.sub('bug')?.staged, next.sub('bug')?.restored]).toEqual([{ score: '5' }, undefined]);
  });

  it('goes with the take that carries it, and is no longer kept', async () => {
    const { ports } = await openPrepared();
    const next = await openLiveShow(await afterDeath(ports));
    await next.screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    expect(next.ports.request.items).toMatchObject([{ payload: { line1: 'Ada' }, state: 'In' }]);
    await next.ports.request.answer({ etag: '"2"' });
    await next.screen.call('do', { action: { do: 'takeCued' } });
    expect([next.sub('third')?.restored, next.sub('bug')?.restored]).toEqual([undefined, undefined]);
    expect(next.ports.preparation.written.at(-1)).toEqual({ version: 1, apps: {} });
  });

  it('is kept while the request that carries it is under way, and comes back if that never arrived', async () => {
    const { ports, screen, sub, desk } = await openPrepared();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    expect(sub('third')?.staged).toEqual({});
    await desk.close();
    const next = await openLiveShow(await afterDeath(ports));
    expect([next.sub('third')?.staged, next.sub('third')?.restored]).toEqual([{ line1: 'Ada' }, true]);
  });

  it('is not kept any more where the values turn out to be on air already', async () => {
    const { ports } = await openPrepared();
    const next = await openShow(await afterDeath(ports));
    await next.ports.serviceReady();
    await next.ports.hear(snapshot(show, [held('third', 'In', { line1: 'Ada' })]));
    expect([next.sub('third')?.staged, next.sub('third')?.restored]).toEqual([{}, undefined]);
    expect(next.ports.preparation.written.at(-1)).toEqual({
      version: 1,
      apps: { [key]: { staged: {}, cued: ['bug'] } },
    });
  });

  it('waits for a show; what another show has no place for is dropped, and counted', async () => {
    const { ports } = await openPrepared();
    const next = await openShow(await afterDeath(ports));
    await next.ports.serviceReady();
    await next.ports.hear(snapshot([], [], 1));
    expect(next.ports.preparation.written).toEqual([]);
    const without = { ...third, model: third.model.filter(({ id }) => id !== 'line1') };
    await next.ports.hear(snapshot([modelItem({ id: 'root', subcompositions: [without, bug] })], [], 2));
    expect([next.sub('third')?.staged, next.tally('bug')]).toEqual([{}, 'CUED']);
    expect(notices(next.view)).toEqual([
      `Show: ${texts.app.preparedBefore('1 cue')} ${texts.app.preparedDropped('1 edit')}`,
    ]);
  });

  it('survives a desk that ends in order, and a second death before the service is there', async () => {
    const { ports, desk } = await openPrepared();
    await desk.close();
    const second = await openShow(await afterDeath(ports));
    await second.desk.close();
    expect(second.ports.preparation.written).toEqual([]);
    const third = await openLiveShow(await afterDeath(ports));
    expect(third.sub('third')?.staged).toEqual({ line1: 'Ada' });
  });

  it('is forgotten with its app instance', async () => {
    const { ports, screen, view } = await openTwoApps();
    await screen.call('do', { action: { do: 'cue', subComposition: `${view.apps[1]?.key ?? ''}/bug`, cued: true } });
    expect(ports.preparation.written).toHaveLength(1);
    await screen.call('chooseApps', { id: 'embedded', apps: [1] });
    expect(ports.preparation.written.at(-1)).toEqual({ version: 1, apps: {} });
  });
});

describe('what was typed since', () => {
  it('is not lost to an undo, nor to a press that sends the words before it again', async () => {
    const { ports, screen, sub } = await openLiveShow();
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'New' } });
    await screen.call('do', { action: { do: 'update', subComposition: 'third' } });
    await ports.request.fail();
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'Newer' } });
    await screen.call('do', { action: { do: 'sendAgain', subComposition: 'third' } });
    await ports.clock.pass(17);
    expect([ports.request.items, sub('third')?.staged]).toMatchObject([
      [{ payload: { line1: 'New' } }],
      { line1: 'Newer' },
    ]);
    await ports.request.answer({ etag: '"2"' });
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', payload: { line1: 'New' } }] });
    await ports.clock.pass(1_000);
    await screen.call('do', { action: { do: 'undo', what: 'values' } });
    await ports.clock.pass(17);
    expect([ports.request.items, sub('third')?.staged]).toMatchObject([
      [{ payload: { line1: 'Old' } }],
      { line1: 'Newer' },
    ]);
  });
});

describe('the file of what is prepared', () => {
  it('is written by one write at a time, the newest last, and no press waits for it', async () => {
    const { ports, screen, sub } = await openLiveShow();
    const writes: { content: unknown; end: () => void }[] = [];
    ports.preparation.write = (content) => new Promise((end) => void writes.push({ content, end }));
    for (const value of ['A', 'B', 'C'])
      await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value } });
    expect([writes.length, sub('third')?.staged]).toEqual([1, { line1: 'C' }]);
    writes[0]?.end();
    await settled();
    expect(writes.map(({ content }) => content)).toMatchObject([
      { apps: { [key]: { staged: { third: { line1: 'A' } } } } },
      { apps: { [key]: { staged: { third: { line1: 'C' } } } } },
    ]);
  });

  it('is finished before the desk has ended', async () => {
    const { ports, screen, desk } = await openLiveShow();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    ports.preparation.write = () => promise;
    await screen.call('do', { action: { do: 'cue', subComposition: 'third', cued: true } });
    let ended = false;
    const end = desk.close().then(() => (ended = true));
    await settled();
    expect(ended).toBe(false);
    resolve(undefined);
    await end;
  });

  it('is written again where it could not be, and the operator is told until then', async () => {
    const { ports, screen, view } = await openLiveShow();
    ports.preparation.write = () => Promise.reject(new Error('ENOSPC'));
    await screen.call('do', { action: { do: 'cue', subComposition: 'third', cued: true } });
    expect(notices(view)).toEqual([expect.stringContaining('could not be written (ENOSPC)')]);
    const written: unknown[] = [];
    ports.preparation.write = (content) => {
      written.push(content);
      return Promise.resolve();
    };
    await ports.clock.pass(10_000);
    expect([notices(view), written]).toEqual([[], [{ version: 1, apps: { [key]: { staged: {}, cued: ['third'] } } }]]);
  });
});
