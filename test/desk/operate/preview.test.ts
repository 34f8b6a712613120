import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import type { WrittenAction } from '../../../contract/actions/actions.ts';
import { bothWays } from '../../kit/desk/both-ways.ts';
import { type World, world } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

const steps = (stage: World, id: string, words: Record<string, string>) => [
  { targets: [{ subComposition: stage.at(id), name: id, state: 'In' as const, values: words }] },
];

describe('what a press would change', () => {
  it.each<[string, (stage: World) => Promise<WrittenAction> | WrittenAction]>([
    [
      'a take with its edits',
      async (stage) => {
        await stage.do({ do: 'set', subComposition: stage.at(ids.lowerThird), field: 'line1', value: 'Ada' });
        return { do: 'take', subComposition: stage.at(ids.lowerThird), to: 'In' };
      },
    ],
    [
      'a take into a logic layer that another uses',
      async (stage) => {
        await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'In' });
        await stage.clock.pass(1_000);
        return { do: 'take', subComposition: stage.at(ids.lowerThird), to: 'In', action: 'jump' };
      },
    ],
    [
      'a take Out 2',
      async (stage) => {
        await stage.do({ do: 'take', subComposition: stage.at(ids.lowerThird), to: 'In' });
        await stage.clock.pass(1_000);
        return { do: 'take', subComposition: stage.at(ids.lowerThird), to: 'Out2' };
      },
    ],
    ['a toggle', (stage) => ({ do: 'toggle', subComposition: stage.at(ids.home) })],
    [
      'Take Cued',
      async (stage) => {
        for (const id of [ids.home, ids.title]) await stage.do({ do: 'cue', subComposition: stage.at(id), cued: true });
        return { do: 'takeCued' };
      },
    ],
    [
      'Update',
      async (stage) => {
        await stage.do({ do: 'set', subComposition: stage.at(ids.home), field: 'team', value: 'Reds' });
        return { do: 'update', subComposition: stage.at(ids.home) };
      },
    ],
    [
      'a look',
      async (stage) => {
        await stage.screen.call('saveLook', { name: 'Empty', ids: [stage.at(ids.title), stage.at(ids.home)] });
        await stage.do({ do: 'take', subComposition: stage.at(ids.home), to: 'In' });
        await stage.clock.pass(1_000);
        return { do: 'recallLook', look: 'Empty' };
      },
    ],
    [
      'an undo',
      async (stage) => {
        await stage.do({ do: 'take', subComposition: stage.at(ids.home), to: 'In' });
        await stage.clock.pass(1_000);
        return { do: 'undo', what: 'take' };
      },
    ],
    [
      'Go, with what starts together with it',
      async (stage) => {
        const [home] = steps(stage, ids.home, { team: 'Blues' });
        const [title] = steps(stage, ids.title, {});
        await stage.add({ number: '1', steps: [{ ...home!, follow: { on: 'start' } }, title!] });
        return { do: 'go' };
      },
    ],
    [
      'a cue',
      async (stage) => {
        const [cue = ''] = await stage.add({ number: '1', steps: steps(stage, ids.lowerThird, { line1: 'Grace' }) });
        return { do: 'fireCue', cue };
      },
    ],
    [
      'a timer that is started',
      (stage) => ({ do: 'time', subComposition: stage.at(ids.title), field: 'timer', command: 'start' }),
    ],
    ['a button', (stage) => ({ do: 'fire', subComposition: stage.at(ids.title), field: 'flash' })],
    [
      'a step that is sent',
      (stage) => ({ do: 'step', subComposition: stage.at(ids.home), field: 'goals', by: 1, send: true }),
    ],
    [
      'a time that is set',
      (stage) => ({ do: 'set', subComposition: stage.at(ids.title), field: 'timer', value: '45:00' }),
    ],
    ['an edit', (stage) => ({ do: 'set', subComposition: stage.at(ids.home), field: 'team', value: 'Reds' })],
    [
      'a cue with a timer and a button',
      async (stage) => {
        const target = { subComposition: stage.at(ids.title), name: 'Title', state: 'In' as const };
        const commands = { timer: 'start', flash: 'execute' } as const;
        const [cue = ''] = await stage.add({ number: '1', steps: [{ targets: [{ ...target, commands }] }] });
        return { do: 'fireCue', cue };
      },
    ],
    [
      'the end of a cue',
      async (stage) => {
        const [cue = ''] = await stage.add({ number: '1', steps: steps(stage, ids.home, {}) });
        await stage.do({ do: 'fireCue', cue });
        await stage.clock.pass(1_000);
        return { do: 'endCue', cue };
      },
    ],
    [
      'a panic',
      async (stage) => {
        for (const id of [ids.home, ids.title]) await stage.do({ do: 'take', subComposition: stage.at(id), to: 'In' });
        await stage.clock.pass(1_000);
        return { do: 'panic' };
      },
    ],
    [
      'the marked cues',
      async (stage) => {
        const marked = await stage.add(
          { number: '1', steps: steps(stage, ids.home, { team: 'Reds' }) },
          { number: '2', steps: steps(stage, ids.away, { team: 'Blues' }) },
        );
        for (const cue of marked) await stage.do({ do: 'markCue', cue, marked: true });
        return { do: 'fireMarked' };
      },
    ],
    [
      'Update of a cue',
      async (stage) => {
        const [cue = ''] = await stage.add({ number: '1', steps: steps(stage, ids.home, { team: 'Reds' }) });
        await stage.do({ do: 'fireCue', cue });
        await stage.clock.pass(1_000);
        const change = { steps: steps(stage, ids.home, { team: 'Greens' }) };
        await stage.screen.call('editRundown', { edit: 'changeCues', cues: [cue], change: { steps: change.steps } });
        return { do: 'updateCue', cue };
      },
    ],
  ])('is what it changes once it is pressed and confirmed: %s', async (_, prepare) => {
    const stage = await world();
    const { previewed, carriedOut } = await bothWays(stage, await prepare(stage));
    expect(previewed).toEqual(carriedOut);
  });

  it.each<[string, WrittenAction, string]>([
    ['nothing cued', { do: 'takeCued' }, texts.actions.nothingCued],
    ['nothing to undo', { do: 'undo', what: 'take' }, 'undo'],
    ['a look that is gone', { do: 'recallLook', look: 'None' }, texts.looks.none('None')],
  ])('is refused like the press, without a line in the log: %s', async (_, action, sentence) => {
    const stage = await world();
    const lines = stage.lines.length;
    await expect(stage.screen.call('preview', { action })).rejects.toThrow(sentence);
    expect(stage.lines.length).toBe(lines);
  });

  it('of a cue that sends nothing is its refusal', async () => {
    const stage = await world();
    const takes = stage.takes(ids.title);
    const gone = { ...takes.targets[0]!, subComposition: `${stage.at(ids.title)}0` };
    const [cue = ''] = await stage.add({ number: '1', steps: [{ ...takes, targets: [gone] }] });
    for (const action of [{ do: 'go' }, { do: 'fireCue', cue }] as const) {
      await expect(stage.screen.call('preview', { action })).rejects.toThrow(texts.cues.notInShow('1'));
    }
  });

  it('is nothing for what asks nothing of the picture, and for a rundown at its end', async () => {
    const stage = await world();
    expect(await stage.screen.call('preview', { action: { do: 'panic' } })).toEqual([]);
    expect(await stage.screen.call('preview', { action: { do: 'go' } })).toEqual([]);
  });
});
