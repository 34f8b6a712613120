import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { type World, world } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

const go = { do: 'go' } as const;

/** Adds a rundown with one cue for each of these, which takes it In. Returns the ids. */
async function addRundown(stage: World, name: string, subs: readonly string[]) {
  const [rundown = '', group = ''] = await stage.screen.call('editRundown', { edit: 'addRundown', name });
  const cues = await stage.screen.call('editRundown', {
    edit: 'addCues',
    group,
    before: null,
    cues: subs.map((id, at) => ({
      number: String(at + 1),
      name: `${name} ${at + 1}`,
      notes: '',
      steps: [
        {
          targets: [{ subComposition: stage.at(id), name: id, state: 'In', action: 'play', values: {}, commands: {} }],
          delay: 0,
          duration: null,
          follow: { on: 'go' },
        },
      ],
    })),
  });
  return { rundown, cues };
}

/** A stage whose rundown `Show`, the active one, has two cues, and the rundown `Late` two others. Pad 0, key F9 and OSC are Go. */
async function openTwo() {
  const stage = await world({ midi: {} });
  const own = await stage.add(
    ...[ids.title, ids.home].map((id, at) => ({
      number: String(at + 1),
      steps: [{ targets: [{ subComposition: stage.at(id), name: id, state: 'In' as const }] }],
    })),
  );
  const late = await addRundown(stage, 'Late', [ids.away, ids.score]);
  stage.says({ say: 'ports', ports: [{ id: 'in1', name: 'Pads', direction: 'in' }], trouble: null });
  await stage.screen.call('mapControl', { device: 'Pads', control: 'note 1/0', action: go });
  await stage.screen.call('mapKeys', { keys: [{ key: 'F9', action: go }] });
  await stage.clock.pass(300);
  const pad = async (): Promise<void> => {
    stage.says({ say: 'bytes', port: 'in1', bytes: [0x90, 0, 1, 0x80, 0, 0], at: stage.clock.monotonic() });
    await stage.clock.pass(20);
  };
  return { stage, own, late, pad, key: () => stage.screen.call('key', { key: 'F9', repeat: false }) };
}

/** The sub-compositions that were sent In, in their order. */
const takenIn = (stage: World): (string | undefined)[] =>
  stage.service.sent.flatMap(({ items }) =>
    items.flatMap((item) => (item.state === 'In' ? [item.subCompositionId] : [])),
  );

describe('the active rundown', () => {
  it('is what keys and pads fire, and stays the same when a rundown is added, shown or fired', async () => {
    const { stage, late, pad, key } = await openTwo();
    expect(stage.view.activeRundown).toBe(stage.rundown);
    await stage.do({ ...go, rundown: late.rundown });
    await stage.clock.pass(300);
    await key();
    await stage.clock.pass(300);
    await pad();
    expect(takenIn(stage)).toEqual([ids.away, ids.title, ids.home]);
    expect(stage.view.activeRundown).toBe(stage.rundown);
  });

  it('is another one after a press that makes it so, for everything that names none', async () => {
    const { stage, late, pad, key } = await openTwo();
    await stage.do({ do: 'makeActive', rundown: late.rundown });
    await stage.clock.pass(300);
    expect(stage.view.activeRundown).toBe(late.rundown);
    expect(stage.sent()).toEqual([]);
    await pad();
    await stage.clock.pass(300);
    await key();
    expect(takenIn(stage)).toEqual([ids.away, ids.score]);
    await stage.do({ do: 'skip', by: -1 });
    await stage.do({ do: 'hold' });
    expect(stage.view.positions).toMatchObject({
      [late.rundown]: { next: { cue: late.cues[1] }, hold: true },
      [stage.rundown]: { hold: false },
    });
    await stage.do({ do: 'jumpTo', number: '1' });
    expect(stage.view.positions[late.rundown]?.next).toEqual({ cue: late.cues[0], step: 0 });
  });

  it('may be made another one while the show is locked: nothing of it is edited', async () => {
    const { stage, late } = await openTwo();
    await stage.screen.call('lockShow', { pin: null });
    await stage.do({ do: 'makeActive', rundown: late.rundown });
    expect(stage.view.activeRundown).toBe(late.rundown);
  });

  it('fires nothing by a pad within the guard time after a screen made another one active', async () => {
    const { stage, late, pad } = await openTwo();
    await stage.do({ do: 'makeActive', rundown: late.rundown });
    await stage.clock.pass(100);
    await pad();
    expect(stage.told).toEqual([texts.mapping.control('Pads note 1/0', texts.cues.nextIs('1 Late 1'))]);
    expect(stage.sent()).toEqual([]);
    await stage.clock.pass(300);
    await pad();
    expect(takenIn(stage)).toEqual([ids.away]);
  });

  it('is the first one again where it is deleted, the operators are told, and an undo does not make it active again', async () => {
    const { stage, late } = await openTwo();
    await stage.do({ do: 'makeActive', rundown: late.rundown });
    await stage.screen.call('editRundown', { edit: 'removeRundown', rundown: late.rundown });
    expect([stage.view.activeRundown, stage.told]).toEqual([stage.rundown, [texts.cues.activeGone('Late', 'Show')]]);
    await stage.screen.call('undoEdit', {});
    expect(stage.view.rundowns.map(({ name }) => name)).toEqual(['Show', 'Late']);
    expect(stage.view.activeRundown).toBe(stage.rundown);
  });

  it('fires nothing of another hand after it was deleted, until that was read', async () => {
    const { stage, late, pad } = await openTwo();
    await stage.do({ do: 'makeActive', rundown: late.rundown });
    await stage.screen.call('editRundown', { edit: 'removeRundown', rundown: late.rundown });
    await stage.clock.pass(2_000);
    await pad();
    expect(stage.told.at(-1)).toBe(texts.mapping.control('Pads note 1/0', texts.cues.otherActive));
    expect(stage.sent()).toEqual([]);
    await stage.do({ do: 'makeActive', rundown: stage.rundown });
    expect(stage.view.notices.map(({ text }) => text)).not.toContain(texts.cues.activeGone('Late', 'Show'));
    await stage.clock.pass(2_000);
    await pad();
    expect(takenIn(stage)).toHaveLength(1);
  });

  it('is the same after the desk started again, or else the operators are told', async () => {
    const rundowns = ['r', 's'].map((id) => ({ id, name: `Rundown ${id}`, groups: [] }));
    const open = (activeRundown: string) =>
      world({ apps: [], show: { version: 1, rundowns }, preparation: { version: 1, activeRundown } });
    const kept = await open('s');
    expect([kept.view.activeRundown, kept.told]).toEqual(['s', []]);
    const gone = await open('t');
    expect([gone.view.activeRundown, gone.told]).toEqual([
      'r',
      [texts.cues.activeGone(texts.cues.thatWasActive, 'Rundown r')],
    ]);
    await gone.do({ do: 'makeActive', rundown: 's' });
    expect(gone.files.preparation.written.at(-1)).toMatchObject({ activeRundown: 's' });
  });
});
