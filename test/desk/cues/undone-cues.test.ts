import { RundownEdit } from '../../../contract/desk-api/rundown-edit.ts';
import { texts } from '../../../contract/texts/texts.ts';
import { expect, it } from 'vitest';
import { watchDesk } from '../../kit/desk/watching-screen.ts';
import { world, type World } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

const lower = (stage: World, line1: string) =>
  ({ subComposition: stage.at(ids.lowerThird), name: 'Lower third', state: 'In', values: { line1 } }) as const;
const fireIn = (stage: World) => async (cue: string) => {
  await stage.do({ do: 'fireCue', cue });
  await stage.clock.pass(1_500);
};
const undoIn =
  (stage: World) =>
  async (what: 'take' | 'panic' = 'take') => {
    await stage.do({ do: 'undo', what });
    await stage.clock.pass(1_500);
  };

it('a graphic belongs to its cue however often the cue is fired and undone', async () => {
  const stage = await world();
  const [one = ''] = await stage.add({ number: '1', steps: [{ targets: [lower(stage, 'Dan Ross')] }] });
  const [fire, undo] = [fireIn(stage), undoIn(stage)];
  await fire(one);
  await stage.screen.call(
    'editRundown',
    RundownEdit.parse({
      edit: 'changeCues',
      cues: [one],
      change: { steps: [{ targets: [lower(stage, 'Eva Pell')] }] },
    }),
  );
  await fire(one);
  await undo();
  expect(stage.cue(one)).toMatchObject({ state: 'ON AIR', onAir: 'yes', edited: true });
  await fire(one);
  expect(stage.cue(one).onAir).toBe('yes');
  await undo();
  expect([stage.tally(ids.lowerThird), stage.cue(one).onAir]).toEqual(['ON AIR', 'yes']);
});

it('the undo of a cue that started a timer takes the timer back, as if it had gone on', async () => {
  const stage = await world();
  const timer = () => stage.view.subs[stage.at(ids.title)]?.values['timer'];
  const at = { subComposition: stage.at(ids.title), field: 'timer' };
  await stage.do({ do: 'set', ...at, value: '45:00' });
  await stage.clock.pass(1_500);
  const before = timer();
  const target = {
    subComposition: at.subComposition,
    name: 'Title',
    values: {},
    commands: { timer: 'start' as const },
  };
  const [one = ''] = await stage.add({ number: '8', steps: [{ targets: [target] }] });
  await fireIn(stage)(one);
  expect(timer()).toMatchObject({ isRunning: true });
  await undoIn(stage)();
  expect(timer()).toEqual(before);
});

it('the undo of a first step gives a graphic back to the second step', async () => {
  const stage = await world();
  const [one = ''] = await stage.add({
    number: '1',
    steps: [{ targets: [lower(stage, 'A')] }, { targets: [lower(stage, 'B')] }],
  });
  const [fire, undo] = [fireIn(stage), undoIn(stage)];
  await stage.do({ do: 'go' });
  await stage.clock.pass(1_500);
  await stage.do({ do: 'go' });
  await stage.clock.pass(1_500);
  expect(stage.cue(one).onAir).toBe('yes');
  await fire(one);
  expect(stage.cue(one).onAir).toBe('yes');
  await undo();
  expect([stage.tally(ids.lowerThird), stage.cue(one).onAir]).toEqual(['ON AIR', 'yes']);
});

it.each([true, false])(
  'a graphic belongs again to its cue after an undone Out, with a live channel: %s',
  async (hasLive) => {
    const stage = await world({ hasLive });
    const [one = ''] = await stage.add({ number: '1', steps: [{ targets: [lower(stage, 'A')] }] });
    const [fire, undo] = [fireIn(stage), undoIn(stage)];
    await stage.clock.pass(5_000);
    await fire(one);
    expect(stage.cue(one).onAir).toBe('yes');
    await stage.do({ do: 'take', subComposition: stage.at(ids.lowerThird), to: 'Out' });
    await stage.clock.pass(1_500);
    expect(stage.cue(one).onAir).toBe('no');
    await undo();
    await stage.clock.pass(2_500);
    expect([stage.tally(ids.lowerThird), stage.cue(one).onAir]).toEqual(['ON AIR', 'yes']);
  },
);

it('the undos of two hands at once give back their graphics at a polled service', async () => {
  const stage = await world({ hasLive: false });
  const other = await watchDesk(stage.desk);
  const [one = '', two = ''] = await stage.add(
    { number: '1', steps: [stage.takes(ids.lowerThird)] },
    { number: '2', steps: [stage.takes(ids.home)] },
  );
  const out = (id: string) => ({ do: 'take', subComposition: stage.at(id), to: 'Out' }) as const;
  const fire = fireIn(stage);
  await stage.clock.pass(3_000);
  for (const cue of [one, two]) await fire(cue);
  await stage.clock.pass(2_000);
  await stage.do(out(ids.lowerThird));
  await stage.clock.pass(2_500);
  await other.screen.call('do', { action: out(ids.home) });
  await stage.clock.pass(2_500);
  const undo = { do: 'undo', what: 'take' } as const;
  await Promise.all([other.screen.call('do', { action: undo }), stage.do(undo), stage.clock.pass(5_000)]);
  expect([stage.tally(ids.home), stage.cue(one).onAir, stage.cue(two).onAir]).toEqual(['ON AIR', 'yes', 'yes']);
});

it('a cue names what it still has where another cue took a graphic of it', async () => {
  const stage = await world();
  const home = { subComposition: stage.at(ids.home), name: 'Home', state: 'In' } as const;
  const [one = '', two = ''] = await stage.add(
    { number: '1', steps: [{ targets: [lower(stage, 'Ana Silva'), home] }] },
    { number: '2', steps: [{ targets: [lower(stage, 'Ben Ode')] }] },
  );
  const [fire, undo] = [fireIn(stage), undoIn(stage)];
  await fire(one);
  expect(stage.cue(one).only).toBeUndefined();
  await fire(two);
  expect([stage.cue(one), stage.cue(two)]).toMatchObject([{ state: 'ON AIR', only: ['Home'] }, { state: 'ON AIR' }]);
  expect(stage.cue(two).only).toBeUndefined();
  await undo();
  expect([stage.cue(one).state, stage.cue(one).only]).toEqual(['ON AIR', undefined]);
});

it('the undo of a look gives back all its graphics, also those in which it changed nothing', async () => {
  const stage = await world();
  const [one = '', two = ''] = await stage.add(
    { number: '1', steps: [stage.takes(ids.home, { duration: 60_000 })] },
    { number: '2', steps: [{ targets: [lower(stage, 'Eva Pell')] }] },
  );
  const [fire, undo] = [fireIn(stage), undoIn(stage)];
  await fire(two);
  await fire(one);
  await stage.screen.call('saveLook', { name: 'Both', ids: [stage.at(ids.home), stage.at(ids.lowerThird)] });
  await stage.do({ do: 'set', subComposition: stage.at(ids.lowerThird), field: 'line1', value: 'Other', send: true });
  await stage.clock.pass(1_500);
  await stage.do({ do: 'recallLook', look: 'Both' });
  await stage.clock.pass(1_500);
  expect([one, two].map((cue) => stage.cue(cue).onAir)).toEqual(['no', 'no']);
  await undo();
  expect([one, two].map((cue) => stage.cue(cue).onAir)).toEqual(['yes', 'yes']);
  expect(stage.told.at(-1)).toContain('1');
});

it('a graphic belongs again to its cue where the frames come after the answer', async () => {
  const stage = await world();
  const [one = ''] = await stage.add({ number: '1', steps: [{ targets: [lower(stage, 'A')] }] });
  const [fire, undo] = [fireIn(stage), undoIn(stage)];
  stage.service.disturb({ kind: 'slow', delay: 150 });
  await fire(one);
  expect(stage.cue(one).onAir).toBe('yes');
  await stage.do({ do: 'take', subComposition: stage.at(ids.lowerThird), to: 'Out' });
  await stage.clock.pass(1_500);
  expect(stage.cue(one).onAir).toBe('no');
  await undo();
  expect([stage.tally(ids.lowerThird), stage.cue(one).onAir]).toEqual(['ON AIR', 'yes']);
});

it('the undo of a cue that was fired again says that it does not go out by itself any more', async () => {
  const stage = await world();
  const [one = ''] = await stage.add({
    number: '1',
    steps: [{ targets: [lower(stage, 'Dan Ross')], duration: 20_000 }],
  });
  const [fire, undo] = [fireIn(stage), undoIn(stage)];
  await fire(one);
  await stage.screen.call(
    'editRundown',
    RundownEdit.parse({
      edit: 'changeCues',
      cues: [one],
      change: { steps: [{ targets: [lower(stage, 'Eva Pell')], duration: 20_000 }] },
    }),
  );
  await fire(one);
  await undo();
  await stage.clock.pass(40_000);
  expect([stage.tally(ids.lowerThird), stage.told]).toEqual([
    'ON AIR',
    [texts.cues.noTimeOut(texts.undo.undo(texts.cues.asAction('1')), '1')],
  ]);
});

it('the undo of a take over a cue does not stop what follows that cue, and does not say so', async () => {
  const stage = await world();
  const follow = { on: 'time', after: 9_000 } as const;
  const [one = '', , other = ''] = await stage.add(
    { number: '1', steps: [{ targets: [lower(stage, 'Dan Ross')], duration: 20_000, follow }] },
    { number: '2', steps: [stage.takes(ids.home)] },
    { number: '3', steps: [{ targets: [lower(stage, 'Eva Pell')] }] },
  );
  const [fire, undo] = [fireIn(stage), undoIn(stage)];
  await fire(one);
  await fire(other);
  await undo();
  expect(stage.told).toEqual([texts.cues.noTimeOut(texts.undo.undo(texts.cues.asAction('3')), '1')]);
  await stage.clock.pass(20_000);
  expect([stage.tally(ids.home), stage.tally(ids.lowerThird)]).toEqual(['ON AIR', 'ON AIR']);
});

it('an undo names the graphic that stays where the others of its cue go out', async () => {
  const stage = await world({ apps: ['news', 'sport'] });
  const inSport = { ...lower(stage, 'Eva Pell'), subComposition: stage.at(ids.lowerThird, 1) };
  const [both = '', other = ''] = await stage.add(
    { number: '1', steps: [{ targets: [lower(stage, 'Eva Pell'), inSport], duration: 10_000 }] },
    { number: '2', steps: [{ targets: [lower(stage, 'Ana Ito')] }] },
  );
  const [fire, undo] = [fireIn(stage), undoIn(stage)];
  await fire(both);
  await fire(other);
  await undo();
  expect(stage.told).toEqual([
    texts.cues.noTimeOut(texts.undo.undo(texts.cues.asAction('2')), texts.cues.graphicsOf('Lower Third', '1')),
  ]);
  await stage.clock.pass(20_000);
  expect(stage.cue(both)).toMatchObject({ onAir: 'yes', only: ['Lower Third'] });
});

it('a graphic of the second step belongs to its cue after the first step was fired again', async () => {
  const stage = await world();
  const [one = ''] = await stage.add({
    number: '1',
    steps: [
      { targets: [lower(stage, 'A')] },
      { targets: [{ subComposition: stage.at(ids.home), name: 'Home', state: 'In' }] },
    ],
  });
  const [fire, undo] = [fireIn(stage), undoIn(stage)];
  await stage.do({ do: 'go' });
  await stage.clock.pass(1_500);
  await stage.do({ do: 'go' });
  await stage.clock.pass(1_500);
  await fire(one);
  await stage.do({ do: 'take', subComposition: stage.at(ids.home), to: 'Out' });
  await stage.clock.pass(1_500);
  await undo();
  await stage.do({ do: 'take', subComposition: stage.at(ids.lowerThird), to: 'Out' });
  await stage.clock.pass(1_500);
  expect([stage.tally(ids.home), stage.tally(ids.lowerThird), stage.cue(one).onAir]).toEqual(['ON AIR', 'OUT', 'yes']);
});

it('a graphic belongs again to its cue after Bring back at a polled service', async () => {
  const stage = await world({ hasLive: false });
  const [one = ''] = await stage.add({ number: '1', steps: [{ targets: [lower(stage, 'A')] }] });
  await stage.clock.pass(5_000);
  await stage.do({ do: 'fireCue', cue: one });
  await stage.clock.pass(1_500);
  await stage.do({ do: 'panic' });
  await stage.clock.pass(3_500);
  await stage.do({ do: 'undo', what: 'panic' });
  await stage.clock.pass(3_500);
  expect([stage.tally(ids.lowerThird), stage.cue(one).onAir]).toEqual(['ON AIR', 'yes']);
});
