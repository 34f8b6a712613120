import { expect, it } from 'vitest';
import { BackupStage } from '../../kit/desk/backup-stage.ts';
import { type World, type WorldWishes, world } from '../../kit/desk/world.ts';
import { ids, smallShow } from '../../kit/service/small-show.ts';

/** A graphic inside the score. */
const inner = ids.home;

const opened = (wishes: WorldWishes = {}): Promise<World> => world({ composition: smallShow, ...wishes });
const take = (stage: World, id: string, to: 'In' | 'Out'): Promise<void> =>
  stage.do({ do: 'take', subComposition: stage.at(id), to });
const seen = (stage: World): unknown => {
  const { tally, onAir, state } = stage.view.subs[stage.at(inner)] ?? {};
  return [tally, onAir, state];
};

it('a graphic is ON AIR only while all graphics around it are In', async () => {
  const stage = await opened();
  await take(stage, inner, 'In');
  await stage.clock.pass(50);
  expect(seen(stage)).toEqual(['HIDDEN', 'hidden', 'In']);
  await take(stage, ids.score, 'In');
  await stage.clock.pass(50);
  expect(seen(stage)).toEqual(['ON AIR', 'yes', 'In']);
  await take(stage, ids.score, 'Out');
  await stage.clock.pass(50);
  expect(seen(stage)).toEqual(['HIDDEN', 'hidden', 'In']);
  await take(stage, inner, 'Out');
  await stage.clock.pass(50);
  expect(seen(stage)).toEqual(['OUT', 'no', 'Out1']);
});

it('a toggle takes a hidden graphic Out', async () => {
  const stage = await opened();
  await take(stage, inner, 'In');
  await stage.clock.pass(500);
  await stage.do({ do: 'toggle', subComposition: stage.at(inner) });
  await stage.clock.pass(50);
  expect(seen(stage)).toEqual(['OUT', 'no', 'Out1']);
});

it('another service that has no live channel may draw it alone, so there it is ON AIR', async () => {
  const stage = await opened({ hasLive: false });
  await take(stage, inner, 'In');
  await stage.clock.pass(5_000);
  expect(seen(stage)).toEqual(['ON AIR', 'yes', 'In']);
});

it('a cue is HIDDEN while all that it has is hidden, and ends it', async () => {
  const stage = await opened();
  const [around = '', cue = ''] = await stage.addAside(
    { number: '1', steps: [stage.takes(ids.score)] },
    { number: '2', steps: [stage.takes(inner)] },
  );
  await stage.do({ do: 'fireCue', cue });
  await stage.clock.pass(50);
  expect(stage.cue(cue)).toMatchObject({ state: 'HIDDEN', onAir: 'hidden' });
  await stage.do({ do: 'fireCue', cue: around });
  await stage.clock.pass(50);
  expect(stage.states([around, cue])).toBe('ON AIR, ON AIR');
  await stage.do({ do: 'endCue', cue: around });
  await stage.clock.pass(50);
  expect(stage.states([around, cue])).toBe('DONE, HIDDEN');
  await stage.do({ do: 'endCue', cue });
  await stage.clock.pass(50);
  expect([stage.states([cue]), seen(stage)]).toEqual(['DONE', ['OUT', 'no', 'Out1']]);
});

it('a cue that waits says so, also while what it has is hidden', async () => {
  const stage = await opened();
  const [cue = ''] = await stage.addAside({
    number: '1',
    steps: [stage.takes(inner, { follow: { on: 'time', after: 9_000 } }), stage.takes(ids.title)],
  });
  await stage.do({ do: 'fireCue', cue });
  await stage.clock.pass(50);
  expect(stage.cue(cue)).toMatchObject({ state: 'WAITING', onAir: 'hidden' });
});

it('a cue that is next says so, also while what it has is hidden', async () => {
  const stage = await opened();
  const [cue = ''] = await stage.add({ number: '1', steps: [stage.takes(inner)] });
  await stage.do({ do: 'fireCue', cue });
  await stage.do({ do: 'setNext', cue });
  await stage.clock.pass(50);
  expect(stage.cue(cue)).toMatchObject({ state: 'NEXT', onAir: 'hidden' });
});

it('a take of the graphic around it sends nothing of the inner one to the backup', async () => {
  const backupShow = structuredClone(smallShow);
  const goals = backupShow.root.subcompositions[2]?.subcompositions[0]?.fields[1];
  if (goals) goals.max = '9';
  const stage = await BackupStage.open({ backupShow });
  await stage.press([{ id: inner, payload: { goals: '50' } }]);
  await stage.clock.pass(3_000);
  const sent = stage.backup.sent.length;
  await stage.press([{ id: ids.score, state: 'In' }]);
  await stage.clock.pass(3_000);
  expect(stage.backup.sent.slice(sent).map(({ items }) => items)).toEqual([
    [{ subCompositionId: ids.score, state: 'In', action: 'play' }],
  ]);
});

it('a cue names only what viewers see of it', async () => {
  const stage = await opened();
  const [cue = ''] = await stage.addAside({
    number: '1',
    steps: [{ targets: [inner, ids.title].flatMap((id) => stage.takes(id).targets) }],
  });
  await stage.do({ do: 'fireCue', cue });
  await stage.clock.pass(50);
  expect(stage.cue(cue)).toMatchObject({ state: 'ON AIR', onAir: 'yes', only: ['Title'] });
});
