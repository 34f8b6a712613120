import { texts } from '../../../contract/texts/texts.ts';
import { expect, it } from 'vitest';
import { world } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

const go = { do: 'go' } as const;
const undo = { do: 'undo', what: 'take' } as const;

it.each(['another cue', 'a step', 'a step with a delay', 'another cue when this is confirmed'])(
  'the undo of a Go stops what would follow: %s',
  async (follower) => {
    const stage = await world();
    const after = follower.endsWith('confirmed') ? 'confirmed' : 'time';
    const isDelayed = follower.endsWith('delay');
    const first = stage.takes(ids.title, { follow: isDelayed ? { on: 'start' } : { on: after, after: 8_000 } });
    const second = stage.takes(ids.home, { delay: isDelayed ? 8_000 : 0 });
    const isCue = follower.startsWith('another');
    const [one = ''] = await stage.add(
      { number: '1', name: 'Titles', steps: isCue ? [first] : [first, second] },
      ...(isCue ? [{ number: '2', steps: [second] }] : []),
      { number: '3', steps: [stage.takes(ids.away)] },
    );
    await stage.do(go);
    await stage.clock.pass(4_000);
    expect([stage.cue(one).due?.what, stage.next]).not.toEqual([undefined, one]);
    await stage.do(undo);
    await stage.clock.pass(20_000);
    expect(stage.sent()).toMatchObject([[{ subCompositionId: ids.title, state: 'In' }], [{ state: 'Out1' }]]);
    expect([stage.cue(one), stage.next]).toMatchObject([{ state: 'NEXT', due: null }, one]);
    const why = texts.undo.undo(texts.cues.asAction('1 Titles'));
    expect(stage.told).toEqual([texts.cues.nothingMore(why, '1 Titles')]);
  },
);

it('the undo of what followed goes back one cue, and the cue before still goes out by itself', async () => {
  const stage = await world();
  const [, two] = await stage.add(
    { number: '1', steps: [stage.takes(ids.title, { duration: 9_000, follow: { on: 'time', after: 3_000 } })] },
    { number: '2', steps: [stage.takes(ids.home, { follow: { on: 'time', after: 3_000 } })] },
    { number: '3', steps: [stage.takes(ids.away)] },
  );
  await stage.do(go);
  await stage.clock.pass(4_000);
  await stage.do(undo);
  await stage.clock.pass(20_000);
  expect(stage.next).toBe(two);
  expect([ids.title, ids.home, ids.away].map((id) => stage.tally(id))).toEqual(['OUT', 'OUT', 'OUT']);
  expect(stage.told).toEqual([texts.cues.nothingMore(texts.undo.undo(texts.cues.asAction('2')), '2')]);
});

it('the undo of a Go leaves NEXT where an operator moved it', async () => {
  const stage = await world();
  const cues = [ids.title, ids.home, ids.away].map((id, at) => ({ number: `${at}`, steps: [stage.takes(id)] }));
  const [, , third] = await stage.add(...cues);
  await stage.do(go);
  await stage.clock.pass(1_000);
  await stage.do({ do: 'skip', by: 1 });
  await stage.do(undo);
  expect([stage.next, stage.told]).toEqual([third, []]);
});

it('the undo of a Go that took another cue out says that this one does not go out by itself any more', async () => {
  const stage = await world();
  await stage.add(
    { number: '1', steps: [stage.takes(ids.title, { duration: 8_000 })] },
    { number: '2', steps: [{ targets: [{ subComposition: stage.at(ids.title), name: 'Title', state: 'Out1' }] }] },
  );
  await stage.do(go);
  await stage.clock.pass(1_500);
  await stage.do(go);
  await stage.clock.pass(1_000);
  await stage.do(undo);
  await stage.clock.pass(20_000);
  expect([stage.tally(ids.title), stage.told]).toEqual([
    'ON AIR',
    [texts.cues.nothingMore(texts.undo.undo(texts.cues.asAction('2')), '1')],
  ]);
});

it('a cue that was done before the undone press is not named', async () => {
  const stage = await world();
  await stage.add({ number: '1', steps: [stage.takes(ids.title, { duration: 60_000 })] });
  await stage.do(go);
  await stage.clock.pass(1_500);
  for (const to of ['Out', 'In'] as const) {
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to });
    await stage.clock.pass(1_500);
  }
  await stage.do({ do: 'panic' });
  await stage.clock.pass(1_500);
  await stage.do({ do: 'undo', what: 'panic' });
  await stage.clock.pass(1_500);
  expect([stage.tally(ids.title), stage.told]).toEqual(['ON AIR', []]);
});

it('what panic ends is named by the name of its way back', async () => {
  const stage = await world();
  await stage.add({ number: '1', steps: [stage.takes(ids.title, { duration: 60_000 })] });
  await stage.do(go);
  await stage.clock.pass(1_500);
  await stage.do({ do: 'panic' });
  await stage.clock.pass(1_500);
  await stage.do({ do: 'undo', what: 'panic' });
  await stage.clock.pass(1_500);
  expect(stage.told).toContain(texts.cues.nothingMore(texts.undo.bringBack, '1'));
});
