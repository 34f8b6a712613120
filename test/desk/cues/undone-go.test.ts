import { texts } from '../../../contract/texts/texts.ts';
import { RundownEdit } from '../../../contract/desk-api/rundown-edit.ts';
import { expect, it } from 'vitest';
import { watchDesk } from '../../kit/desk/watching-screen.ts';
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

it('a redo of a Go moves NEXT on again, and another undo back', async () => {
  const stage = await world();
  const cues = [ids.title, ids.home, ids.away].map((id, at) => ({ number: `${at}`, steps: [stage.takes(id)] }));
  const [first, second] = await stage.add(...cues);
  await stage.do(go);
  await stage.clock.pass(1_500);
  const next = [];
  for (let time = 0; time < 3; time += 1) {
    await stage.do(undo);
    await stage.clock.pass(1_500);
    next.push(stage.next);
  }
  expect(next).toEqual([first, second, first]);
});

it('a redo moves NEXT to the cue that the chain would have started, which does not go on', async () => {
  const stage = await world();
  const [one, two] = await stage.add(
    { number: '1', steps: [stage.takes(ids.title, { follow: { on: 'time', after: 8_000 } })] },
    { number: '2', steps: [stage.takes(ids.home)] },
    { number: '3', steps: [stage.takes(ids.away)] },
  );
  await stage.do(go);
  await stage.clock.pass(1_500);
  const next = [];
  for (let time = 0; time < 3; time += 1) {
    await stage.do(undo);
    await stage.clock.pass(1_500);
    next.push(stage.next);
  }
  expect(next).toEqual([one, two, one]);
});

it('a redo of a Go moves NEXT on, also after an undo of another hand', async () => {
  const stage = await world();
  const other = await watchDesk(stage.desk);
  const [one = '', two = ''] = await stage.add(
    { number: '1', steps: [stage.takes(ids.title)] },
    { number: '2', steps: [stage.takes(ids.home)] },
  );
  const presses = [
    () => other.screen.call('do', { action: { do: 'take', subComposition: stage.at(ids.score), to: 'In' } }),
    () => stage.do(go),
    () => stage.do(undo),
    () => other.screen.call('do', { action: undo }),
    () => stage.do(undo),
  ];
  for (const press of presses) {
    await press();
    await stage.clock.pass(1_500);
  }
  expect([stage.cue(one).state, stage.next]).toEqual(['ON AIR', two]);
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
    [texts.cues.noTimeOut(texts.undo.undo(texts.cues.asAction('2')), '1')],
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

it('the undo gives a graphic back to the cue that had it, and an undo of the undo to the other', async () => {
  const stage = await world();
  const words = (number: string, line1: string, more: object = {}) => {
    const targets = [
      { subComposition: stage.at(ids.lowerThird), name: 'Lower third', state: 'In', values: { line1 } },
    ] as const;
    return { number, steps: [{ targets: [...targets], ...more }] };
  };
  const [one = '', two = ''] = await stage.add(words('1', 'Dan Ross'), words('2', 'Eva Pell', { duration: 60_000 }));
  const onAir = () => [one, two].map((cue) => stage.cue(cue).onAir);
  const fire = async (cue: string) => {
    await stage.do({ do: 'fireCue', cue });
    await stage.clock.pass(1_500);
  };
  const undone = async (what: 'take' | 'panic' = 'take') => {
    await stage.do({ do: 'undo', what });
    await stage.clock.pass(1_500);
  };
  await fire(one);
  await fire(two);
  expect(onAir()).toEqual(['no', 'yes']);
  await undone();
  expect(onAir()).toEqual(['yes', 'no']);
  await undone();
  expect(onAir()).toEqual(['no', 'yes']);
  await undone();
  await stage.clock.pass(70_000);
  expect([stage.tally(ids.lowerThird), ...onAir()]).toEqual(['ON AIR', 'yes', 'no']);
  await stage.do({ do: 'panic' });
  await stage.clock.pass(1_500);
  expect(onAir()).toEqual(['no', 'no']);
  await undone('panic');
  expect(onAir()).toEqual(['yes', 'no']);
  await stage.do({ do: 'endCue', cue: one });
  await stage.clock.pass(1_500);
  expect([stage.tally(ids.lowerThird), ...onAir()]).toEqual(['OUT', 'no', 'no']);
});

it('the undo gives a graphic back to the words with which the same cue had it', async () => {
  const stage = await world();
  const target = { subComposition: stage.at(ids.lowerThird), name: 'Lower third', state: 'In' } as const;
  const steps = (line1: string) => [{ targets: [{ ...target, values: { line1 } }] }];
  const [one = ''] = await stage.add({ number: '1', steps: steps('Dan Ross') });
  const fire = async () => {
    await stage.do({ do: 'fireCue', cue: one });
    await stage.clock.pass(1_500);
  };
  await fire();
  await stage.screen.call(
    'editRundown',
    RundownEdit.parse({ edit: 'changeCues', cues: [one], change: { steps: steps('Eva Pell') } }),
  );
  expect(stage.cue(one)).toMatchObject({ onAir: 'yes', edited: true });
  await fire();
  expect([stage.cue(one).onAir, stage.cue(one).edited]).toEqual(['yes', undefined]);
  await stage.do(undo);
  await stage.clock.pass(1_500);
  expect(stage.cue(one)).toMatchObject({ onAir: 'yes', edited: true });
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
  expect(stage.told).toContain(texts.cues.noTimeOut(texts.undo.bringBack, '1'));
});
