import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { type World, world } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

/** A cue on air on the main of a pair, which goes out after five seconds, a second after it was fired. */
async function onAir(): Promise<{ stage: World; cue: string }> {
  const stage = await world({ pair: true });
  const [cue = ''] = await stage.addAside({
    number: '1',
    steps: [stage.takes(ids.title, { duration: 5_000, follow: { on: 'time', after: 5_000 } })],
  });
  await stage.do({ do: 'fireCue', cue });
  await stage.clock.pass(1_000);
  expect(stage.cue(cue).state).toBe('ON AIR');
  return { stage, cue };
}

async function failOver(stage: World): Promise<void> {
  const over = stage.do({ do: 'failOver', app: 'main' });
  await stage.clock.pass(1_000);
  await over;
}

const resumed = `The cue 1: ${texts.cues.outResumes}`;
/** The states of the title in the main and in the backup, as their services hold them. */
const held = ({ services }: World): (string | undefined)[] =>
  services.map(({ show }) => show.control().find(({ subCompositionId }) => subCompositionId === ids.title)?.state);

describe('a cue that goes out by itself', () => {
  it.each([
    ['the main lives', () => undefined],
    ['the main is lost', (stage: World) => void (stage.service.away = true)],
  ])('does so on the backup too, in its time, if %s', async (_, happen) => {
    const { stage, cue } = await onAir();
    happen(stage);
    await stage.clock.pass(1_000);
    await failOver(stage);
    expect([stage.cue(cue).state, stage.told.includes(resumed)]).toEqual(['ON AIR', true]);
    await stage.clock.pass(1_500);
    expect(held(stage)[1]).toBe('In');
    await stage.clock.pass(1_000);
    expect([held(stage)[1], stage.cue(cue).state]).toEqual(['Out1', 'DONE']);
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
