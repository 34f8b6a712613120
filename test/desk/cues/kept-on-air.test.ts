import { expect, it } from 'vitest';
import type { z } from 'zod';
import { RundownEdit } from '../../../contract/desk-api/rundown-edit.ts';
import { texts } from '../../../contract/texts/texts.ts';
import { type World, world, type WorldWishes } from '../../kit/desk/world.ts';
import { connectServed } from '../../kit/screens/served-desk.ts';
import { ids } from '../../kit/service/small-show.ts';

type Kept = Record<string, unknown>;

/** The desk is killed, and starts again: on the same services, with its files as they were. */
function restarted(stage: World, wishes: Partial<WorldWishes> = {}): Promise<World> {
  const { settings, preparation, show } = stage.files;
  const kept = {
    settings: settings.written.at(-1) as Kept,
    preparation: preparation.written.at(-1) as Kept,
    show: show.written.at(-1) as Kept,
  };
  void stage.desk.close();
  return world({ after: stage, keys: stage.keys, ...kept, ...wishes });
}

const edit = (stage: World, change: z.input<typeof RundownEdit>) =>
  stage.screen.call('editRundown', RundownEdit.parse(change));
const fire = async (stage: World, cue: string) => {
  await stage.do({ do: 'fireCue', cue });
  await stage.clock.pass(1_500);
};
const lower = (stage: World, line1: string) =>
  ({ subComposition: stage.at(ids.lowerThird), name: 'Lower third', state: 'In', values: { line1 } }) as const;

/** A cue on air with the home team and the lower third, beside a cue that takes the home team alone. */
async function onAir(wishes: WorldWishes = {}) {
  const stage = await world(wishes);
  const [home] = stage.takes(ids.home).targets;
  const [cue = '', other = ''] = await stage.addAside(
    { number: '1', steps: [{ targets: [home!, lower(stage, 'Ada')] }] },
    { number: '2', steps: [{ targets: [home!] }] },
  );
  await fire(stage, cue);
  expect(stage.cue(cue)).toMatchObject({ state: 'ON AIR', onAir: 'yes' });
  return { stage, cue, other };
}

it('a cue is on air as before after a start of the desk, and can be updated and ended', async () => {
  const { stage, cue } = await onAir();
  const next = await restarted(stage);
  expect(next.cue(cue)).toMatchObject({ state: 'ON AIR', onAir: 'yes', reason: '', due: null });
  expect(next.cue(cue)).not.toHaveProperty('only');
  await edit(next, { edit: 'changeCues', cues: [cue], change: { steps: [{ targets: [lower(next, 'Bea')] }] } });
  expect(next.cue(cue).edited).toBe(true);
  const last = await restarted(next);
  expect(last.cue(cue)).toMatchObject({ state: 'ON AIR', edited: true });
  await last.do({ do: 'updateCue', cue });
  await last.clock.pass(1_500);
  expect(last.view.subs[last.at(ids.lowerThird)]?.values).toMatchObject({ line1: 'Bea' });
  await last.do({ do: 'endCue', cue });
  await last.clock.pass(1_500);
  expect([last.cue(cue).onAir, last.tally(ids.home), last.tally(ids.lowerThird)]).toEqual(['no', 'OUT', 'OUT']);
});

it.each([
  ['ended at once', 'ON AIR'],
  ['was killed at once', 'UNKNOWN'],
  ['was killed some seconds', 'ON AIR'],
] as const)('a cue, where the desk %s after others changed values, is %s after the start', async (how, state) => {
  const { stage, cue } = await onAir();
  stage.service.show.apply([{ subCompositionId: ids.lowerThird, payload: { line1: 'Bea' } }]);
  await stage.clock.pass(how.includes('seconds') ? 6_000 : 500);
  if (how === 'ended at once') await stage.desk.close();
  expect((await restarted(stage)).cue(cue).state).toBe(state);
});

it('a cue on the backup is on air as before after a start of the desk', async () => {
  const { stage, cue } = await onAir({ pair: true });
  await stage.do({ do: 'failOver', app: 'main' });
  await stage.clock.pass(3_000);
  expect(stage.cue(cue)).toMatchObject({ state: 'ON AIR', onAir: 'yes' });
  const next = await restarted(stage);
  await next.clock.pass(3_000);
  expect(next.cue(cue)).toMatchObject({ state: 'ON AIR', onAir: 'yes' });
});

it('a cue names what it still has, where another cue took a graphic before the start', async () => {
  const { stage, cue, other } = await onAir();
  await fire(stage, other);
  const before = [stage.cue(cue), stage.cue(other)];
  expect(before).toMatchObject([{ state: 'ON AIR', only: ['Lower Third'] }, { state: 'ON AIR' }]);
  const next = await restarted(stage);
  expect([next.cue(cue), next.cue(other)]).toEqual(before);
});

it.each([
  ['taken again elsewhere', { id: ids.home, state: 'In' }, ['UNKNOWN', 'unknown', `${texts.cues.readAnew}.`]],
  ['out elsewhere', { id: ids.home, state: 'Out1' }, ['DONE', 'no', '']],
] as const)('a cue whose graphic was %s while the desk was off says so', async (_, { id, state }, shown) => {
  const { stage, other } = await onAir();
  await fire(stage, other);
  stage.service.show.apply([{ subCompositionId: id, state }]);
  const next = await restarted(stage);
  const view = next.cue(other);
  expect([view.state, view.onAir, view.reason]).toEqual(shown);
  if (view.state !== 'UNKNOWN') return;
  await next.do({ do: 'endCue', cue: other });
  await next.clock.pass(1_500);
  expect([next.cue(other).onAir, next.tally(ids.home)]).toEqual(['no', 'OUT']);
});

it('a cue in doubt is still in doubt after one more start, and a rewind ends the doubt without a press on air', async () => {
  const { stage, other } = await onAir();
  await fire(stage, other);
  stage.service.show.apply([{ subCompositionId: ids.home, state: 'In' }]);
  const next = await restarted(await restarted(stage));
  expect(next.cue(other).state).toBe('UNKNOWN');
  const sent = next.sent().length;
  await next.do({ do: 'rewind', rundown: stage.rundown });
  expect([next.cue(other).state, next.tally(ids.home), next.sent().length]).toEqual(['IDLE', 'ON AIR', sent]);
});

/** A cue on air with the lower thirds of two app instances. */
async function onTwo() {
  const stage = await world({ apps: ['news', 'sport'] });
  const inSport = { ...lower(stage, 'Eva'), subComposition: stage.at(ids.lowerThird, 1) };
  const [cue = ''] = await stage.addAside({ number: '1', steps: [{ targets: [lower(stage, 'Eva'), inSport] }] });
  await fire(stage, cue);
  const [, sport] = stage.services;
  return { stage, cue, sport: sport! };
}

it.each(['before the desk was killed', 'while the desk was off'])(
  'a cue for two app instances names what it still has, where one of them took its graphic out %s',
  async (when) => {
    const { stage, cue, sport } = await onTwo();
    const out = () => void sport.show.apply([{ subCompositionId: ids.lowerThird, state: 'Out1' }]);
    if (when.startsWith('before')) out();
    await stage.clock.pass(1_500);
    const next = restarted(stage);
    if (when.startsWith('while')) out();
    expect((await next).cue(cue)).toMatchObject({ state: 'ON AIR', onAir: 'yes', only: ['Lower Third'] });
  },
);

it('the end of a cue says that one of its app instances was not reached since the start', async () => {
  const { stage, cue, sport } = await onTwo();
  sport.away = true;
  sport.disturb({ kind: 'cut' });
  const next = await restarted(stage);
  expect(next.cue(cue).state).toBe('UNKNOWN');
  const ends = await next.waitFor({ do: 'endCue', cue });
  await next.clock.pass(1_500);
  expect(ends).toMatchObject([{ result: 'failed', error: 'not-connected' }]);
  expect(next.tally(ids.lowerThird)).toBe('OUT');
});

it('a cue stays UNKNOWN over an orderly end of a desk that did not reach its app instance', async () => {
  const { stage, cue } = await onAir();
  stage.service.away = true;
  stage.service.disturb({ kind: 'cut' });
  const next = await restarted(stage);
  await next.desk.close();
  const last = await restarted(next);
  expect(last.cue(cue).state).toBe('UNKNOWN');
  last.service.away = false;
  await last.clock.pass(20_000);
  expect(last.cue(cue).state).toBe('ON AIR');
});

it('the revision of another service proves nothing', async () => {
  const stage = await world({ apps: ['news', 'spare'] });
  const [cue = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.home)] });
  await fire(stage, cue);
  const [news, spare] = stage.services;
  news!.away = true;
  news!.disturb({ kind: 'cut' });
  spare!.show.apply([{ subCompositionId: ids.home, state: 'In' }]);
  const next = await restarted(stage);
  await next.screen.call('removeConnection', { id: next.keys[1]! });
  await connectServed(next.screen, spare!, next.keys[0]);
  await next.clock.pass(5_000);
  expect([next.cue(cue).state, next.tally(ids.home)]).toEqual(['UNKNOWN', 'ON AIR']);
});

it('a cue can be ended whole where one of its app instances was a backup meanwhile', async () => {
  const { stage, cue } = await onTwo();
  const [app = '', backup = ''] = stage.keys;
  await stage.screen.call('setBackup', { app, backup, after: null });
  await stage.clock.pass(3_000);
  expect(stage.cue(cue)).toMatchObject({ state: 'UNKNOWN', onAir: 'yes' });
  await stage.screen.call('setBackup', { app, backup: null, after: null });
  await stage.clock.pass(3_000);
  expect(stage.cue(cue)).toMatchObject({ state: 'ON AIR', onAir: 'yes' });
  await stage.do({ do: 'endCue', cue });
  await stage.clock.pass(1_500);
  expect([stage.tally(ids.lowerThird), stage.tally(ids.lowerThird, 1)]).toEqual(['OUT', 'OUT']);
});

it('a wrong entry of the file is reported, and costs no other cue', async () => {
  const { stage, cue } = await onAir();
  const kept = stage.files.preparation.written.at(-1) as Kept & { onAir: unknown[] };
  const next = await restarted(stage, { preparation: { ...kept, onAir: [{ cue: 'x' }, ...kept.onAir] } });
  expect(next.cue(cue)).toMatchObject({ state: 'ON AIR', onAir: 'yes' });
  expect(next.view.notices.map(({ text }) => text)).toEqual([expect.stringContaining('onAir[0]')]);
});

it('nothing is kept of a cue whose app instance is removed while it is on air', async () => {
  const { stage, cue } = await onAir();
  await stage.screen.call('removeConnection', { id: stage.keys[0]! });
  expect(stage.cue(cue)).toMatchObject({ state: 'UNKNOWN', onAir: 'unknown' });
  expect(stage.files.preparation.written.at(-1)).toMatchObject({ onAir: [] });
});

it('a cue of a polled service is in doubt after the start, because nothing proves who set its graphics', async () => {
  const { stage, cue } = await onAir({ hasLive: false });
  await stage.clock.pass(5_000);
  const next = await restarted(stage);
  await next.clock.pass(5_000);
  expect(next.cue(cue)).toMatchObject({ state: 'UNKNOWN', onAir: 'unknown' });
});

it('a cue whose request was under way when the desk was killed is in doubt once its graphic is In', async () => {
  const { stage, other } = await onAir();
  stage.service.show.apply([{ subCompositionId: ids.home, state: 'Out1' }]);
  await stage.clock.pass(1_500);
  stage.service.updateFaults.push({ kind: 'mute', there: 5_000 });
  await stage.do({ do: 'fireCue', cue: other });
  await stage.clock.pass(1);
  const kept = restarted(stage);
  stage.service.show.apply([{ subCompositionId: ids.home, state: 'In' }]);
  expect((await kept).cue(other)).toMatchObject({ state: 'UNKNOWN', onAir: 'unknown' });
});

it('a cue stays UNKNOWN until its app instance is reached, and can neither be removed nor ended until then', async () => {
  const { stage, cue } = await onAir();
  stage.service.away = true;
  stage.service.disturb({ kind: 'cut' });
  const next = await restarted(stage);
  const { rundown } = stage;
  expect(next.cue(cue)).toMatchObject({ state: 'UNKNOWN', onAir: 'unknown' });
  await expect(edit(next, { edit: 'removeRundown', rundown })).rejects.toThrow('is, or may be, on air');
  for (const press of ['endCue', 'updateCue'] as const) {
    await expect(next.do({ do: press, cue })).rejects.toMatchObject({ code: 'not-connected' });
  }
  const last = await restarted(next);
  expect(last.cue(cue).state).toBe('UNKNOWN');
  last.service.away = false;
  await last.clock.pass(20_000);
  expect(last.cue(cue)).toMatchObject({ state: 'ON AIR', onAir: 'yes' });
});

it('a cue has no state once its app instance is removed before it was reached', async () => {
  const { stage, cue } = await onAir();
  stage.service.away = true;
  stage.service.disturb({ kind: 'cut' });
  const next = await restarted(stage);
  await next.screen.call('removeConnection', { id: next.keys[0]! });
  expect(next.cue(cue)).toMatchObject({ state: 'IDLE', onAir: 'no' });
});

it('a cue with a duration stays on air after the start, and the operators hear that it does not go out by itself', async () => {
  const stage = await world();
  const [cue = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.home, { duration: 3_000 })] });
  await fire(stage, cue);
  const next = await restarted(stage);
  await next.clock.pass(5_000);
  expect([next.cue(cue).state, next.tally(ids.home)]).toEqual(['ON AIR', 'ON AIR']);
  expect(next.told).toEqual([texts.cues.lapsed('1')]);
});

it('a start of the desk keeps nothing of a cue that the show has no more', async () => {
  const { stage, cue } = await onAir();
  const next = await restarted(stage, { show: { version: 1, rundowns: [] } });
  expect([next.cue(cue).state, next.told]).toEqual(['IDLE', []]);
  await next.clock.pass(1_500);
  const last = await restarted(next);
  expect(last.tally(ids.home)).toBe('ON AIR');
});
