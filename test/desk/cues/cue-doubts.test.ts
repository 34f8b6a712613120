import { describe, expect, it } from 'vitest';
import { texts } from '../../../contract/texts/texts.ts';
import type { LiveHandlers } from '../../../desk/ports.ts';
import { type World, world } from '../../kit/desk/world.ts';
import type { ServedShow } from '../../kit/service/served-show.ts';
import { ids, smallShow } from '../../kit/service/small-show.ts';

const anew = (show: ServedShow): void => show.load(smallShow);

/** A stage with a cue on air that takes the title In, for so long. */
async function onAir({ hasLive = true, duration = null as number | null } = {}) {
  const live: LiveHandlers[] = [];
  const stage = await world({
    prepare: (service) => {
      service.hasLive = hasLive;
      const open = service.connection.openLive;
      service.connection.openLive = (url, handlers) => {
        live.push(handlers);
        return open(url, handlers);
      };
    },
  });
  const [cue = ''] = await stage.addAside({
    number: '1',
    steps: [{ targets: [{ subComposition: stage.at(ids.title), name: 'Title', state: 'In' }], duration }],
  });
  await stage.do({ do: 'fireCue', cue });
  await stage.clock.pass(2_000);
  expect([stage.cue(cue).state, stage.view.apps[0]!.truth]).toEqual(['ON AIR', hasLive ? 'live' : 'polled']);
  return { stage, cue, live, shown: () => [stage.view.apps[0]!.truth, stage.cue(cue).state, stage.cue(cue).onAir] };
}

/** Its live channel breaks and stays away, so the service is polled. */
async function stall(stage: World): Promise<void> {
  stage.service.away = true;
  stage.service.disturb({ kind: 'cut' });
  await stage.clock.pass(6_000);
  Object.assign(stage.service, { away: false, hasLive: false });
}

const readAnew = 'The show was read anew, so the desk does not know whether it was taken again.';

describe('a cue that is on air', () => {
  it('stays so where its service stalled and is polled since, and can be ended', async () => {
    const { stage, cue, shown } = await onAir();
    await stall(stage);
    expect(shown().slice(1)).toEqual(['UNKNOWN', 'unknown']);
    await stage.clock.pass(10_000);
    expect([...shown(), stage.tally(ids.title)]).toEqual(['polled', 'ON AIR', 'yes', 'ON AIR']);
    await stage.do({ do: 'endCue', cue });
    await stage.clock.pass(3_000);
    expect([...shown(), stage.tally(ids.title)]).toEqual(['polled', 'DONE', 'no', 'OUT']);
  });

  it('stays so where its service was polled and is heard live again, and goes out after its time', async () => {
    const { stage, shown } = await onAir({ hasLive: false, duration: 400_000 });
    stage.service.hasLive = true;
    await stage.clock.pass(320_000);
    expect(shown()).toEqual(['live', 'ON AIR', 'yes']);
    await stage.clock.pass(90_000);
    expect([...shown(), stage.tally(ids.title)]).toEqual(['live', 'DONE', 'no', 'OUT']);
  });

  it('stays so where the show is loaded anew with its state, and goes out after its time', async () => {
    const { stage, shown } = await onAir({ duration: 10_000 });
    stage.service.show.loadKeepingState();
    await stage.clock.pass(1_000);
    expect(shown()).toEqual(['live', 'ON AIR', 'yes']);
    await stage.clock.pass(10_000);
    expect([...shown(), stage.tally(ids.title)]).toEqual(['live', 'DONE', 'no', 'OUT']);
  });

  it('is done where it went out while its service was not heard', async () => {
    const { stage, shown } = await onAir();
    stage.service.show.apply([{ subCompositionId: ids.title, state: 'Out1' }]);
    await stall(stage);
    await stage.clock.pass(10_000);
    expect(shown()).toEqual(['polled', 'DONE', 'no']);
  });

  it('is UNKNOWN, and never DONE, where somebody changed it meanwhile and it is still In; it can be ended', async () => {
    const { stage, cue, shown } = await onAir();
    stage.service.away = true;
    stage.service.disturb({ kind: 'cut' });
    await stage.clock.pass(1_000);
    stage.service.show.apply([{ subCompositionId: ids.title, state: 'In', payload: { style: 'bold' } }]);
    Object.assign(stage.service, { away: false, hasLive: false });
    await stage.clock.pass(10_000);
    expect([...shown(), stage.cue(cue).reason]).toEqual(['polled', 'UNKNOWN', 'unknown', readAnew]);
    await expect(stage.screen.call('editRundown', { edit: 'removeRundown', rundown: stage.rundown })).rejects.toThrow(
      'is, or may be, on air',
    );
    await stage.do({ do: 'endCue', cue });
    await stage.clock.pass(3_000);
    expect([...shown(), stage.tally(ids.title)]).toEqual(['polled', 'DONE', 'no', 'OUT']);
  });

  it('is UNKNOWN where revisions were missed and it is still In, and done once somebody is seen to take it', async () => {
    const { stage, live, shown } = await onAir();
    const { show } = stage.service;
    // The service skips what the desk missed, and tells it the whole state.
    show.revision += 1;
    live.at(-1)?.onText(JSON.stringify(show.snapshot()));
    await stage.clock.pass(10);
    expect(shown()).toEqual(['live', 'UNKNOWN', 'unknown']);
    show.apply([{ subCompositionId: ids.title, state: 'In' }]);
    await stage.clock.pass(1_000);
    expect(shown()).toEqual(['live', 'DONE', 'no']);
  });
});

it.each<[string, { load: (show: ServedShow) => void; duration?: number; then: string }]>([
  ['nothing follows a cue after a load anew, which takes its graphic out', { load: anew, then: 'OUT' }],
  [
    'nothing follows a cue after a load anew, also where its graphic went out',
    { load: anew, duration: 2_000, then: 'OUT' },
  ],
  [
    'nothing follows a cue after a load anew, also where a revision before was missed',
    {
      load: (show) => {
        show.revision += 1;
        show.load(smallShow);
      },
      then: 'OUT',
    },
  ],
  [
    'the next cue follows after a load that kept the state',
    { load: (show) => show.loadKeepingState(), then: 'ON AIR' },
  ],
  [
    'the next cue follows after a load anew at another output',
    { load: (show) => show.loadKeepingState('anew'), then: 'ON AIR' },
  ],
])('%s', async (_, { load, duration = null, then }) => {
  const stage = await world();
  const follow = { on: 'time', after: 8_000 } as const;
  const [cue = ''] = await stage.add(
    { number: '1', steps: [stage.takes(ids.title, { follow, duration })] },
    { number: '2', steps: [stage.takes(ids.score)] },
  );
  await stage.do({ do: 'fireCue', cue });
  await stage.clock.pass(4_000);
  load(stage.service.show);
  await stage.clock.pass(10_000);
  const told = then === 'OUT' ? [texts.cues.nothingMore(texts.app.loadedAnew('news'), '1')] : [];
  expect([stage.tally(ids.title), stage.tally(ids.score), stage.told]).toEqual([then, then, told]);
});

it('what stops names the connection of an app instance where two have one name', async () => {
  const stage = await world({ apps: ['news', 'news'] });
  const follow = { on: 'time', after: 8_000 } as const;
  const [cue = ''] = await stage.add(
    { number: '1', steps: [stage.takes(ids.title, { follow })] },
    { number: '2', steps: [stage.takes(ids.score)] },
  );
  await stage.do({ do: 'fireCue', cue });
  await stage.clock.pass(500);
  stage.service.away = true;
  await stage.clock.pass(1_000);
  expect(stage.told).toEqual([texts.cues.nothingMore(texts.app.lost('news: news 1'), '1')]);
});

it('a cue that is fired again is no longer named as stopped', async () => {
  const stage = await world();
  const follow = { on: 'time', after: 8_000 } as const;
  const cues = await stage.add(
    { number: '1', steps: [stage.takes(ids.title, { follow })] },
    { number: '2', steps: [stage.takes(ids.score, { follow })] },
    { number: '3', steps: [stage.takes(ids.home)] },
  );
  const fire = (at: number) => stage.do({ do: 'fireCue', cue: cues[at] ?? '' });
  await fire(0);
  await fire(1);
  await stage.clock.pass(500);
  await stage.do({ do: 'panic' });
  await stage.clock.pass(2_000);
  expect(stage.told).toContain(texts.cues.nothingMore('Panic', '1; 2'));
  await fire(0);
  expect(stage.told.filter((text) => text.startsWith('Panic'))).toEqual([texts.cues.nothingMore('Panic', '2')]);
});
