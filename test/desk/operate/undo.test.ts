import { texts } from '../../../contract/texts/texts.ts';
import { captions } from '../../../contract/words/words.ts';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../../contract/model/address.ts';
import { BackupStage } from '../../kit/desk/backup-stage.ts';
import { memorySettings, modelItem, ScriptedPorts, snapshot } from '../../kit/desk/scripted-ports.ts';
import { bug, held, openLiveShow, openTwoApps, show, third } from '../../kit/service/scripted-show.ts';
import type { TimeControl } from '../../../contract/model/field.ts';
import { ids } from '../../kit/service/small-show.ts';
import { world } from '../../kit/desk/world.ts';

const layer = { name: 'Full Frame', delay: 'none', tag: '' } as const;

const withStrap = [{ ...show[0]!, subcompositions: [third, bug, modelItem({ id: 'strap', name: 'Strap' })] }];

/** A desk that took the lower third In, at revision 2. */
async function openTaken() {
  const opened = await openLiveShow();
  const { ports, screen } = opened;
  await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
  await ports.request.answer({ etag: '"2"' });
  await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', state: 'In' }] });
  return opened;
}

describe('undo', () => {
  it('of a take restores the state and the words that were before it, as a new operation', async () => {
    const { ports, screen, view, tally } = await openLiveShow();
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'New' } });
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await ports.hear({
      type: 'change',
      revision: 2,
      now: 0,
      changes: [{ id: 'third', payload: { line1: 'New' }, state: 'In' }],
    });
    await ports.request.answer({ etag: '"2"' });
    expect(view.undoable).toEqual({
      'Screen 1': {
        values: null,
        take: { press: 1, words: 'Lower Third to Out 1 (Take In by Screen 1)' },
        panic: null,
      },
    });
    await screen.call('do', { action: { do: 'undo', what: 'take' } });
    expect(ports.request.items).toEqual([
      { subCompositionId: 'third', payload: { line1: 'Old' }, state: 'Out1', action: 'jump' },
    ]);
    expect(tally('third')).toBe('REQUESTED');
    await ports.request.answer({ etag: '"3"' });
    expect(ports.lines.map(({ action, result }) => [action, result])).toEqual([
      ['Take In', 'confirmed'],
      ['Undo Take In', 'confirmed'],
    ]);
  });

  it('of a take brings back what its logic layer took out', async () => {
    const { ports, screen } = await openLiveShow();
    const layered = [{ ...show[0]!, subcompositions: [third, bug].map((one) => ({ ...one, logicLayer: layer })) }];
    await ports.hear(snapshot(layered, [held('bug', 'In')], 5));
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await ports.request.answer({ etag: '"6"' });
    const changes = [
      { id: 'bug', state: 'Out1' as const },
      { id: 'third', state: 'In' as const },
    ];
    await ports.hear({ type: 'change', revision: 6, now: 0, changes });
    await screen.call('do', { action: { do: 'undo', what: 'take' } });
    expect(ports.request.items).toEqual([
      { subCompositionId: 'bug', state: 'In' },
      { subCompositionId: 'third', state: 'Out1' },
    ]);
    await ports.request.answer({ etag: '"7"' });
    const both = [
      { id: 'third', state: 'Out1' as const },
      { id: 'bug', state: 'In' as const },
      { id: 'third', state: 'Out1' as const },
    ];
    await ports.hear({ type: 'change', revision: 7, now: 0, changes: both });
    await ports.clock.pass(250);
    await screen.call('do', { action: { do: 'undo', what: 'take' } });
    expect(ports.request.items).toEqual([
      { subCompositionId: 'third', state: 'In' },
      { subCompositionId: 'bug', state: 'Out1' },
    ]);
  });

  it('of a take that changed nothing leaves what the take before it changed', async () => {
    const { ports, screen, view } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', state: 'In' }] });
    await ports.request.answer({ etag: '"2"' });
    await ports.clock.pass(250);
    await screen.call('do', { action: { do: 'take', subComposition: 'bug', to: 'Out1', action: 'play' } });
    await ports.request.answer({ etag: '"2"' });
    expect(view.undoable['Screen 1']?.take).toBeNull();
    await expect(screen.call('do', { action: { do: 'undo', what: 'take' } })).rejects.toMatchObject({
      code: 'undo-impossible',
      message: texts.undo.changedNothing('Take Out'),
    });
  });

  it('of values restores them, and undone once more they are as they were changed', async () => {
    const { ports, screen } = await openLiveShow();
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'New' } });
    await screen.call('do', { action: { do: 'update', subComposition: 'third' } });
    await ports.request.answer({ etag: '"2"' });
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', payload: { line1: 'New' } }] });
    await screen.call('do', { action: { do: 'undo', what: 'values' } });
    await ports.clock.pass(17);
    expect(ports.request.items).toEqual([{ subCompositionId: 'third', payload: { line1: 'Old' } }]);
    await ports.request.answer({ etag: '"3"' });
    await ports.hear({ type: 'change', revision: 3, now: 0, changes: [{ id: 'third', payload: { line1: 'Old' } }] });
    await ports.clock.pass(250);
    await screen.call('do', { action: { do: 'undo', what: 'values' } });
    await ports.clock.pass(17);
    expect(ports.request.items).toEqual([{ subCompositionId: 'third', payload: { line1: 'New' } }]);
  });

  describe('of a timer', () => {
    const on = { subComposition: 'third', field: 'clock' } as const;
    const running = { UTC: -608_000, isRunning: true, value: 0 };

    async function openTimer(clock: TimeControl) {
      const opened = await openLiveShow();
      const { ports } = opened;
      const timed = {
        ...third,
        model: [{ ...third.model[0]!, id: 'clock', title: 'Clock', type: 'timecontrol' as const }],
      };
      const model = [{ ...show[0]!, subcompositions: [timed] }];
      await ports.hear(snapshot(model, [held('third', 'In', { clock })], 2));
      const made = (revision: number, now: TimeControl) =>
        ports.hear({ type: 'change', revision, now: 0, changes: [{ id: 'third', payload: { clock: now } }] });
      return { ...opened, made };
    }

    it.each([
      ['reset', running, { UTC: 0, isRunning: false, value: 0 }],
      ['pause', running, { UTC: 0, isRunning: false, value: 608_000 }],
      ['start', running, { UTC: 0, isRunning: true, value: 0 }],
      ['play', { ...running, isRunning: false }, { UTC: 0, isRunning: true, value: 0 }],
    ] as const)('a %s is undone, as if the timer had gone on', async (command, before, after) => {
      const { ports, screen, view, made } = await openTimer(before);
      await screen.call('do', { action: { do: 'time', ...on, command } });
      await ports.request.answer({ etag: '"3"' });
      await made(3, after);
      await ports.clock.pass(1_000);
      const { press, words } = view.undoable['Screen 1']?.values ?? {};
      expect(words).toBe(`Lower Third, Clock (Timer Clock: ${captions.timerCommands[command]} by Screen 1)`);
      await screen.call('do', { action: { do: 'undo', what: 'values', press } });
      expect(ports.request.items).toEqual([{ subCompositionId: 'third', payload: { clock: before } }]);
    });

    it('keeps a step that was on its way when the timer was reset', async () => {
      const { ports, screen, made } = await openTimer(running);
      await screen.call('do', { action: { do: 'step', ...on, by: 1 } });
      await screen.call('do', { action: { do: 'step', ...on, by: 1 } });
      await screen.call('do', { action: { do: 'time', ...on, command: 'reset' } });
      await ports.request.answer({ etag: '"3"' });
      await made(3, { ...running, value: 1_000 });
      await ports.clock.pass(100);
      await ports.request.answer({ etag: '"4"' });
      await made(4, { UTC: 0, isRunning: false, value: 0 });
      await ports.clock.pass(1_000);
      await screen.call('do', { action: { do: 'undo', what: 'values' } });
      await ports.clock.pass(100);
      expect(ports.request.items).toEqual([
        { subCompositionId: 'third', payload: { clock: { ...running, value: 2_000 } } },
      ]);
    });
  });

  it('is refused where somebody changed it since, and says what', async () => {
    const { ports, screen, view } = await openTaken();
    await ports.hear({ type: 'change', revision: 3, now: 0, changes: [{ id: 'third', state: 'Out2' }] });
    expect(view.undoable).toEqual({ 'Screen 1': { values: null, take: null, panic: null } });
    await expect(screen.call('do', { action: { do: 'undo', what: 'take' } })).rejects.toMatchObject({
      code: 'undo-impossible',
      message: texts.undo.changedSince('Lower Third', 'its state'),
    });
    expect(ports.asked).toHaveLength(1);
  });

  it('is refused where another desk took it out and In again since, although it looks the same', async () => {
    const { ports, screen, view } = await openTaken();
    await ports.hear({ type: 'change', revision: 3, now: 0, changes: [{ id: 'third', state: 'Out1' }] });
    const again = { id: 'third', payload: { line1: 'Theirs' }, state: 'In' as const };
    await ports.hear({ type: 'change', revision: 4, now: 0, changes: [again] });
    await screen.call('seen', { address: 'third' });
    expect(view.undoable['Screen 1']?.take).toBeNull();
    await expect(screen.call('do', { action: { do: 'undo', what: 'take', press: 1 } })).rejects.toMatchObject({
      code: 'undo-impossible',
    });
  });

  it('of a take leaves words that others have changed since, and restores the state', async () => {
    const { ports, screen, view } = await openLiveShow();
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'New' } });
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await ports.request.answer({ etag: '"2"' });
    const taken = { id: 'third', payload: { line1: 'New' }, state: 'In' } as const;
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [taken] });
    await ports.clock.pass(1);
    await ports.hear({ type: 'change', revision: 3, now: 0, changes: [{ id: 'third', payload: { line1: 'Theirs' } }] });
    expect(view.undoable['Screen 1']?.take?.words).toBe('Lower Third to Out 1 (Take In by Screen 1)');
    await screen.call('do', { action: { do: 'undo', what: 'take' } });
    expect(ports.request.items).toEqual([{ subCompositionId: 'third', state: 'Out1' }]);
  });

  it.each([
    ['is refused where another desk changed them', 'line1', null],
    ['goes on where another desk changed another field', 'line2', expect.objectContaining({ press: 1 })],
  ])('of values %s', async (_, theirs, values) => {
    const { ports, screen, view } = await openLiveShow();
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'line1', value: 'New' } });
    await screen.call('do', { action: { do: 'update', subComposition: 'third' } });
    await ports.request.answer({ etag: '"2"' });
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', payload: { line1: 'New' } }] });
    expect(view.undoable['Screen 1']?.values?.press).toBe(1);
    await ports.clock.pass(1);
    await ports.hear({
      type: 'change',
      revision: 3,
      now: 0,
      changes: [{ id: 'third', payload: { [theirs]: 'Theirs' } }],
    });
    expect(view.undoable['Screen 1']?.values).toEqual(values);
  });

  it('is refused after a loss in which revisions were missed', async () => {
    const { ports, view } = await openTaken();
    await ports.hear(snapshot(show, [held('third', 'In', { line1: 'Old' })], 2));
    expect(view.undoable['Screen 1']?.take?.press).toBe(1);
    await ports.hear(snapshot(show, [held('third', 'In', { line1: 'Old' })], 4));
    expect(view.undoable['Screen 1']?.take).toBeNull();
  });

  it('outlives a load that leaves what was taken as it was', async () => {
    const { ports, screen, view } = await openTaken();
    await ports.hear({ ...snapshot(withStrap, [held('third', 'In', { line1: 'Old' })], 3), loads: 'anew' });
    expect(view.undoable['Screen 1']?.take?.words).toBe('Lower Third to Out 1 (Take In by Screen 1)');
    await screen.call('do', { action: { do: 'undo', what: 'take' } });
    expect(ports.request.items).toEqual([{ subCompositionId: 'third', state: 'Out1' }]);
  });

  it('is refused after a snapshot in place of the next change: somebody may have taken it again', async () => {
    const { ports, view } = await openTaken();
    const taken = [{ ...show[0]!, subcompositions: [{ ...third, state: 'In' as const }, bug] }];
    await ports.hear(snapshot(taken, [held('third', 'In', { line1: 'Old' })], 3));
    expect(view.undoable['Screen 1']?.take).toBeNull();
  });

  it('is refused after a load that took it out', async () => {
    const { ports, view } = await openTaken();
    await ports.hear({ ...snapshot(withStrap, [held('third', 'Out1', { line1: 'Old' })], 3), loads: 'anew' });
    expect(view.undoable['Screen 1']?.take).toBeNull();
  });

  it('of a press that changed nothing in one of two app instances takes back what it changed in the other', async () => {
    const stage = await world({ apps: ['news', 'sport'] });
    const [news = '', sport = ''] = stage.keys.map((key) => addressOf(key, ids.title));
    const target = (subComposition: string) => ({ subComposition, name: 'Title', state: 'In' }) as const;
    await stage.do({ do: 'take', subComposition: sport, to: 'In' });
    await stage.clock.pass(1_500);
    const [cue = ''] = await stage.add({ number: '1', steps: [{ targets: [target(news), target(sport)] }] });
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_500);
    await stage.do({ do: 'undo', what: 'take' });
    await stage.clock.pass(1_500);
    expect([news, sport].map((address) => stage.view.subs[address]?.state)).toEqual(['Out1', 'In']);
  });

  it('undoes the press that the screen showed, or nothing', async () => {
    const { ports, screen, view } = await openTaken();
    const shown = view.undoable['Screen 1']?.take?.press;
    await screen.call('signOn', { name: 'Bea' });
    await screen.call('do', { action: { do: 'take', subComposition: 'bug', to: 'In', action: 'play' } });
    await ports.request.answer({ etag: '"3"' });
    await ports.hear({ type: 'change', revision: 3, now: 0, changes: [{ id: 'bug', state: 'In' }] });
    expect(view.undoable['Screen 1']?.take).toEqual({ press: 2, words: 'Bug to Out (Take In by Bea at Screen 1)' });
    await ports.clock.pass(100);
    await expect(screen.call('do', { action: { do: 'undo', what: 'take', press: shown } })).rejects.toMatchObject({
      code: 'press-outdated',
      message: texts.guard.undone('Take In', '100 ms ago'),
    });
    expect(ports.asked).toHaveLength(2);
    await ports.clock.pass(250);
    await screen.call('do', { action: { do: 'undo', what: 'take', press: 2 } });
    expect(ports.request.items).toEqual([{ subCompositionId: 'bug', state: 'Out1' }]);
  });

  it('by a key within the guard time of a press undoes nothing, because nobody can have meant that press', async () => {
    const keys = [{ key: 'F9', action: { do: 'undo', what: 'take' } }];
    const { ports, screen } = await openLiveShow(new ScriptedPorts(memorySettings({ version: 1, keys })));
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await ports.request.answer({ etag: '"2"' });
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', state: 'In' }] });
    await ports.clock.pass(249);
    await expect(screen.call('key', { key: 'F9', repeat: false })).rejects.toMatchObject({ code: 'press-outdated' });
    await ports.clock.pass(251);
    await screen.call('key', { key: 'F9', repeat: false });
    expect(ports.request.items).toEqual([{ subCompositionId: 'third', state: 'Out1' }]);
  });

  it('pressed twice in a moment is done once, and the log says so', async () => {
    const { ports, screen } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await ports.request.answer({ etag: '"2"' });
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', state: 'In' }] });
    await screen.call('do', { action: { do: 'undo', what: 'take' } });
    await ports.request.answer({ etag: '"3"' });
    await ports.hear({ type: 'change', revision: 3, now: 0, changes: [{ id: 'third', state: 'Out1' }] });
    await ports.clock.pass(60);
    const why = texts.guard.twice(texts.actions.undone.take, '60 ms ago');
    await expect(screen.call('do', { action: { do: 'undo', what: 'take' } })).rejects.toMatchObject({
      code: 'press-refused',
      message: why,
    });
    expect(ports.asked.map(({ items }) => items[0]?.state)).toEqual(['In', 'Out1']);
    expect(ports.lines.map(({ action, result, reason }) => [action, result, reason])).toEqual([
      ['Take In', 'confirmed', ''],
      ['Undo Take In', 'confirmed', ''],
      ['Redo Take In', 'failed', why],
    ]);
    await ports.clock.pass(190);
    await screen.call('do', { action: { do: 'undo', what: 'take' } });
    expect(ports.request.items).toEqual([{ subCompositionId: 'third', state: 'In' }]);
  });

  it('has nothing to undo in a service that went back to an earlier revision', async () => {
    const { ports, screen, view } = await openLiveShow();
    await ports.hear(snapshot(show, [], 6));
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await ports.request.answer({ etag: '"7"' });
    await ports.hear({ type: 'change', revision: 7, now: 0, changes: [{ id: 'third', state: 'In' }] });
    expect(view.undoable['Screen 1']?.take?.words).toBe('Lower Third to Out 1 (Take In by Screen 1)');
    await ports.hear({ type: 'beat', revision: 2, now: 0 });
    await ports.hear(snapshot(show, [held('third', 'In')], 6));
    await ports.hear({ type: 'change', revision: 7, now: 0, changes: [{ id: 'bug', state: 'In' }] });
    expect(view.undoable['Screen 1']?.take).toBeNull();
    await expect(screen.call('do', { action: { do: 'undo', what: 'take' } })).rejects.toMatchObject({
      code: 'undo-impossible',
    });
    expect(ports.asked).toHaveLength(1);
  });

  it('undoes nothing after a fail-over: a revision of the main is another one in the backup', async () => {
    const stage = await BackupStage.open();
    stage.main.show.apply([{ subCompositionId: ids.home, payload: { team: 'Home' } }]);
    await stage.clock.pass(1_000);
    await stage.press([{ id: ids.lowerThird, state: 'In' }]);
    await stage.clock.pass(1_000);
    const { undo, confirmed } = stage.app.state;
    const { revision } = stage.main.show;
    expect(undo.plan({ what: 'take', isOwn: () => true }, confirmed).restores).toEqual(['Lower Third to Out 1']);
    stage.main.away = true;
    await stage.clock.pass(100);
    expect(await stage.move('backup')).toBeUndefined();
    await stage.clock.pass(1_000);
    while (stage.backup.show.revision < revision - 1) {
      stage.backup.show.apply([{ subCompositionId: ids.away, payload: { team: String(stage.backup.show.revision) } }]);
    }
    stage.backup.show.apply([{ subCompositionId: ids.score, state: 'In' }]);
    await stage.clock.pass(200);
    expect(confirmed.revision).toBe(revision);
    expect(() => undo.plan({ what: 'take', isOwn: () => true }, confirmed)).toThrow(texts.undo.readAnew);
  });

  it('has nothing to undo before anything was confirmed', async () => {
    const { ports, screen } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await ports.request.answer({ status: 400 });
    await expect(screen.call('do', { action: { do: 'undo', what: 'take' } })).rejects.toMatchObject({
      code: 'undo-impossible',
    });
    await expect(screen.call('do', { action: { do: 'undo', what: 'values' } })).rejects.toMatchObject({
      code: 'undo-impossible',
    });
  });

  it('is of the newest press, in every app that it was about and in no other', async () => {
    const { ports, screen } = await openTwoApps();
    await screen.call('do', { action: { do: 'take', subComposition: 'embedded-1/third', to: 'In', action: 'play' } });
    await ports.request.answer({ etag: '"2"' });
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', state: 'In' }] }, 'one');
    for (const id of ['embedded-1/bug', 'embedded-2/bug'])
      await screen.call('do', { action: { do: 'cue', subComposition: id, cued: true } });
    await screen.call('do', { action: { do: 'takeCued' } });
    await ports.asked[1]?.answer({ etag: '"3"' });
    await ports.asked[2]?.answer({ etag: '"2"' });
    await ports.hear({ type: 'change', revision: 3, now: 0, changes: [{ id: 'bug', state: 'In' }] }, 'one');
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'bug', state: 'In' }] }, 'two');
    await screen.call('do', { action: { do: 'undo', what: 'take' } });
    expect(ports.asked.slice(3).map(({ request, items }) => [request.url.split('/')[5], items])).toEqual([
      ['one', [{ subCompositionId: 'bug', state: 'Out1' }]],
      ['two', [{ subCompositionId: 'bug', state: 'Out1' }]],
    ]);
  });
});
