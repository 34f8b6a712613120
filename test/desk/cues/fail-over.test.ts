import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { settled } from '../../kit/manual-clock.ts';
import { type World, world } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

/**
 * A cue on air on the main of a pair, which goes out after five seconds, a second after it was fired. The desk mirrors
 * from then on, or already.
 */
async function onAir(isMirrored = false): Promise<{ stage: World; cue: string }> {
  const stage = await world({ pair: true });
  if (isMirrored) {
    await stage.do({ do: 'take', subComposition: stage.at(ids.score), to: 'Out1' });
    await stage.clock.pass(3_000);
  }
  const [cue = ''] = await stage.addAside({
    number: '1',
    steps: [stage.takes(ids.title, { duration: 5_000, follow: { on: 'time', after: 5_000 } })],
  });
  await stage.do({ do: 'fireCue', cue });
  await stage.clock.pass(1_000);
  expect(stage.cue(cue).state).toBe('ON AIR');
  return { stage, cue };
}

async function changeOver(stage: World, to: 'failOver' | 'failBack'): Promise<void> {
  const over = stage.do({ do: to, app: 'main' });
  await stage.clock.pass(1_000);
  await over;
}
const failOver = (stage: World): Promise<void> => changeOver(stage, 'failOver');

/** A cue on air that goes out after so many milliseconds, and that another would follow much later; then a fail-over. */
async function cutChain(duration: number): Promise<World> {
  const stage = await world({ pair: true });
  const follow = { on: 'confirmed', after: 20_000 } as const;
  const [cue = ''] = await stage.addAside(
    { number: '1', steps: [stage.takes(ids.title, { duration, follow })] },
    { number: '2', steps: [stage.takes(ids.home)] },
  );
  await stage.do({ do: 'fireCue', cue });
  await stage.clock.pass(1_000);
  await failOver(stage);
  return stage;
}

it('a cue whose Out goes on after a fail-over is not called stopped', async () => {
  const stage = await world({ pair: true });
  const [cue = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.title, { duration: 5_000 })] });
  await stage.do({ do: 'fireCue', cue });
  await stage.clock.pass(1_000);
  await failOver(stage);
  await stage.clock.pass(500);
  expect(stage.cue(cue)).toMatchObject({ state: 'ON AIR', reason: '', due: { what: 'out' } });
});

const resumed = `The cue 1: ${texts.cues.outResumes('')}`;
/** The states of the title in the main and in the backup, as their services hold them. */
const held = ({ services }: World): (string | undefined)[] =>
  services.map(({ show }) => show.control().find(({ subCompositionId }) => subCompositionId === ids.title)?.state);

describe('a cue that goes out by itself', () => {
  it.each([
    ['the main lives', false, false],
    ['the main is lost', true, false],
    ['the main is lost and the backup was mirrored', true, true],
  ])('does so on the backup too, in its time, if %s', async (_, isLost, isMirrored) => {
    const { stage, cue } = await onAir(isMirrored);
    stage.service.away = isLost;
    await stage.clock.pass(1_000);
    await failOver(stage);
    expect([stage.cue(cue).state, stage.told.includes(resumed)]).toEqual(['ON AIR', true]);
    await stage.clock.pass(1_500);
    expect(held(stage)[1]).toBe('In');
    await stage.clock.pass(1_000);
    expect([held(stage)[1], stage.cue(cue).state]).toEqual(['Out1', 'DONE']);
  });

  it.each(['before the fail-over', 'on the backup'])(
    'does so on the main after a fail-back, fired %s',
    async (when) => {
      const stage = await world({ pair: true });
      const [cue = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.title, { duration: 9_000 })] });
      if (when === 'on the backup') await failOver(stage);
      await stage.do({ do: 'fireCue', cue });
      await stage.clock.pass(1_000);
      if (when !== 'on the backup') await failOver(stage);
      await stage.clock.pass(1_000);
      await changeOver(stage, 'failBack');
      expect([stage.view.apps[0]!.backup?.inUse, held(stage)[0], stage.cue(cue).state]).toEqual([
        'main',
        'In',
        'ON AIR',
      ]);
      await stage.clock.pass(9_000);
      expect([held(stage)[0], stage.cue(cue).state]).toEqual(['Out1', 'DONE']);
    },
  );

  it('stops nothing because of a loss where an operator fails over', async () => {
    const { stage } = await onAir();
    const follow = { on: 'time', after: 20_000 } as const;
    const [other = ''] = await stage.addAside({ number: '2', steps: [stage.takes(ids.score, { follow })] });
    await stage.add({ number: '3', steps: [stage.takes(ids.home)] });
    await stage.do({ do: 'fireCue', cue: other });
    await stage.clock.pass(500);
    await failOver(stage);
    expect(stage.told).toContain(texts.cues.nothingMore(texts.app.movedToOtherService('news'), '2'));
  });

  it('is named by the cue that would have followed it', async () => {
    const stage = await cutChain(5_000);
    const why = texts.app.movedToOtherService('news');
    expect(stage.told.toSorted()).toEqual(
      [resumed, texts.cues.nothingMore(why, texts.cues.followerOf('1'))].toSorted(),
    );
    await stage.clock.pass(8_000);
    expect(held(stage)[1]).toBe('Out1');
  });

  it('is not named again at the way back, where what followed ended with the fail-over', async () => {
    const stage = await cutChain(30_000);
    for (const { id } of stage.view.notices.filter(({ stays }) => stays)) {
      await stage.screen.call('dismissNotice', { id });
    }
    await changeOver(stage, 'failBack');
    expect(stage.told).toEqual([resumed]);
  });

  it('does not stay among the cues of which nothing more happens', async () => {
    const { stage } = await onAir();
    const follow = { on: 'time', after: 20_000 } as const;
    const [other = ''] = await stage.addAside({ number: '2', steps: [stage.takes(ids.score, { follow })] });
    await stage.add({ number: '3', steps: [stage.takes(ids.home)] });
    await stage.do({ do: 'fireCue', cue: other });
    await stage.clock.pass(500);
    stage.service.away = true;
    await stage.clock.pass(1_000);
    const why = texts.app.lost('news');
    expect(stage.told).toEqual([texts.cues.nothingMore(why, '1; 2')]);
    await failOver(stage);
    expect(stage.told).toEqual([texts.cues.nothingMore(why, '2'), resumed]);
  });

  it('goes out on the backup, and a take there can be undone, although the main confirms a panic later', async () => {
    const stage = await world({ pair: true });
    const [cue = ''] = await stage.addAside({ number: '1', steps: [stage.takes(ids.title, { duration: 2_500 })] });
    stage.service.updateFaults.push({ kind: 'none', there: 0, back: 1_500 });
    void stage.do({ do: 'panic' });
    await failOver(stage);
    await stage.do({ do: 'fireCue', cue });
    await stage.do({ do: 'take', subComposition: stage.at(ids.score), to: 'In' });
    await stage.clock.pass(1_000);
    expect(held(stage)[1]).toBe('In');
    await stage.do({ do: 'undo', what: 'take' });
    await stage.clock.pass(100);
    expect(stage.tally(ids.score)).toBe('OUT');
    await stage.clock.pass(2_000);
    expect(held(stage)[1]).toBe('Out1');
  });

  it('keeps its time on hold, however long the fail-over takes', async () => {
    const { stage, cue } = await onAir();
    const hold = { do: 'hold', rundown: stage.view.rundowns[0]!.id } as const;
    await stage.do(hold);
    stage.service.away = true;
    await stage.clock.pass(9_000);
    await failOver(stage);
    expect([held(stage)[1], stage.told.includes(resumed)]).toEqual(['In', true]);
    await stage.do(hold);
    await stage.clock.pass(3_900);
    expect(held(stage)[1]).toBe('In');
    await stage.clock.pass(200);
    expect([held(stage)[1], stage.cue(cue).state]).toEqual(['Out1', 'DONE']);
  });

  const again = ({ services }: World) => void services[1]!.show.apply([{ subCompositionId: ids.title, state: 'In' }]);
  it.each<[string, (stage: World) => Promise<void>]>([
    [
      'another desk took it again on the backup',
      async (stage) => {
        again(stage);
        await stage.clock.pass(500);
        await failOver(stage);
      },
    ],
    [
      'another desk takes it again while the desk changes over',
      async (stage) => {
        const over = stage.do({ do: 'failOver', app: 'main' });
        await settled();
        again(stage);
        await stage.clock.pass(1_000);
        await over;
      },
    ],
    [
      'the backup is polled since',
      async (stage) => {
        stage.services[1]!.hasLive = false;
        stage.services[1]!.disturb({ kind: 'cut' });
        await stage.clock.pass(500);
        await failOver(stage);
      },
    ],
  ])('stays and says so, where %s', async (_, happen) => {
    const { stage, cue } = await onAir(true);
    stage.service.away = true;
    await stage.clock.pass(500);
    await happen(stage);
    await stage.clock.pass(8_000);
    expect([stage.view.apps[0]!.backup?.inUse, held(stage)[1]]).toEqual(['backup', 'In']);
    expect([stage.cue(cue).state, stage.cue(cue).reason]).toEqual(['ON AIR', texts.cues.takenByWhom]);
  });

  it('stays where its time passed long before the fail-over, and says so', async () => {
    const { stage, cue } = await onAir();
    stage.service.away = true;
    await stage.clock.pass(8_000);
    await failOver(stage);
    await stage.clock.pass(10_000);
    expect(held(stage)[1]).toBe('In');
    expect(stage.cue(cue).reason).toBe(texts.cues.outMissed);
  });

  it('stays where the main came back and nothing failed over, also at a later fail-over', async () => {
    const { stage } = await onAir();
    stage.service.disturb({ kind: 'cut' });
    await stage.clock.pass(1_500);
    await failOver(stage);
    await stage.clock.pass(8_000);
    expect([held(stage)[1], stage.told.includes(resumed)]).toEqual(['In', false]);
  });

  it('leaves alone what a panic took out and an operator took again', async () => {
    const { stage } = await onAir();
    stage.service.away = true;
    await stage.clock.pass(1_000);
    await stage.do({ do: 'panic' });
    await failOver(stage);
    await stage.do({ do: 'take', subComposition: stage.at(ids.title), to: 'In' });
    await stage.clock.pass(8_000);
    expect([held(stage)[1], stage.told.includes(resumed)]).toEqual(['In', false]);
  });
});
