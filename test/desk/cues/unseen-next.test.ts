import { texts } from '../../../contract/texts/texts.ts';
import { expect, it } from 'vitest';
import type { CueChange } from '../../../contract/desk-api/rundown-edit.ts';
import { watchDesk } from '../../kit/desk/watching-screen.ts';
import { type World, world } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

const go = { do: 'go' } as const;

/** The first of three cues is NEXT. */
async function opened() {
  const stage = await world();
  const named = (number: string, id: string) => ({ number, name: id, steps: [stage.takes(id)] });
  const cues = await stage.add(named('1', ids.title), named('2', ids.home), named('3', ids.away));
  const moved = () => stage.view.notices.filter(({ id }) => id === `next ${stage.rundown}`).map(({ text }) => text);
  return { stage, cues, moved };
}

it.each(['removeCues', 'disable'])('NEXT never moves unseen by an edit of another screen: %s', async (how) => {
  const { stage, cues, moved } = await opened();
  const [first = '', second = '', third = ''] = cues;
  const other = await watchDesk(stage.desk);
  const edit = (cue: string) =>
    other.screen.call(
      'editRundown',
      how === 'disable'
        ? { edit: 'changeCues', cues: [cue], change: { disabled: true } }
        : { edit: 'removeCues', cues: [cue] },
    );
  await edit(third);
  expect([stage.next, moved()]).toEqual([first, []]);
  await edit(first);
  const fromTo = `1 ${ids.title} ${texts.cues.toCue(`2 ${ids.home}`)}`;
  expect([stage.next, moved()]).toEqual([second, [texts.cues.screenMovedNext(other.name, 'Show', fromTo)]]);
  await stage.clock.pass(300);
  await expect(stage.do(go)).rejects.toThrow(texts.cues.nextMoved);
  // The cue comes back, so NEXT is as everybody saw it.
  await other.screen.call('undoEdit', {});
  expect([stage.next, moved()]).toEqual([first, []]);
  await edit(first);
  await stage.clock.pass(300);
  await other.screen.call('do', { action: go });
  expect([stage.sent(), stage.next, moved()]).toMatchObject([[[{ subCompositionId: ids.home }]], undefined, []]);
});

it('NEXT moves without a notice by an edit of the only screen, and back with its undo', async () => {
  const { stage, cues, moved } = await opened();
  await stage.screen.call('editRundown', { edit: 'removeCues', cues: [cues[0]!] });
  expect([stage.next, moved()]).toEqual([cues[1], []]);
  await stage.screen.call('undoEdit', {});
  expect(stage.next).toBe(cues[0]);
  await stage.screen.call('undoEdit', { redo: true });
  await stage.clock.pass(300);
  await stage.do(go);
  await stage.screen.call('undoEdit', {});
  expect([stage.next, moved()]).toEqual([cues[2], []]);
});

it('NEXT comes back with an undo that disables the cue that was NEXT meanwhile', async () => {
  const { stage, cues, moved } = await opened();
  const [, second = '', third = ''] = cues;
  const other = await watchDesk(stage.desk);
  await stage.screen.call('editRundown', { edit: 'removeCues', cues: [second] });
  await stage.clock.pass(20);
  await stage.screen.call('undoEdit', {});
  await stage.screen.call('editRundown', { edit: 'changeCues', cues: [third], change: { disabled: true } });
  await stage.do({ do: 'setNext', cue: second });
  await stage.clock.pass(20);
  const versions = await stage.screen.call('listVersions', {});
  const version = versions.find(({ edit }) => edit.startsWith('Delete'))!;
  await other.screen.call('restoreVersion', { id: version.id, parts: ['rundowns'] });
  expect([stage.next, moved().length]).toEqual([third, 1]);
  await other.screen.call('undoEdit', {});
  expect([stage.next, moved()]).toEqual([second, []]);
});

it('NEXT goes back to no step that is gone', async () => {
  const { stage, cues } = await opened();
  const [two = ''] = await stage.add({ number: '4', steps: [stage.takes(ids.title), stage.takes(ids.score)] });
  await stage.add({ number: '5', steps: [stage.takes(ids.home)] });
  await stage.do({ do: 'setNext', cue: two });
  await stage.do(go);
  const edit = (change: CueChange) => stage.screen.call('editRundown', { edit: 'changeCues', cues: [two], change });
  await edit({ steps: stage.view.cues[two]!.steps.slice(0, 1) });
  await edit({ name: 'Short' });
  expect(stage.next).not.toBe(two);
  expect(cues).not.toContain(stage.next);
});

it.each<[string, (stage: World) => Promise<unknown>]>([
  ['was on hold', (stage) => stage.do({ do: 'hold' })],
  [
    'lost all its cues',
    async (stage) => {
      const [cue = ''] = await stage.add({ steps: [stage.takes(ids.home)] });
      await stage.do({ do: 'setNext', cue });
      await stage.screen.call('editRundown', { edit: 'removeCues', cues: [cue] });
    },
  ],
])('the first cue of an empty rundown is NEXT, although the rundown %s', async (_, before) => {
  const stage = await world();
  await before(stage);
  expect(stage.next).toBeUndefined();
  const [first] = await stage.add({ steps: [stage.takes(ids.home)] }, { steps: [stage.takes(ids.away)] });
  expect(stage.next).toBe(first);
});
