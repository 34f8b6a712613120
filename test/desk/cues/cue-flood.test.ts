import { describe, expect, it } from 'vitest';
import type { UpdateItem } from '../../../contract/model/control.ts';
import { type World, world } from '../../kit/desk/world.ts';
import { ids } from '../../kit/service/small-show.ts';

const goingOut = [{ subCompositionId: ids.away, state: 'Out' }];

/** Away is on air, and thirty cues fire in one turn. Each goes Out by itself and fires the next one once it is confirmed. */
async function flooded(): Promise<World> {
  const stage = await world({ settings: { guardTime: 0 } });
  const others = [ids.title, ids.home, ids.lowerThird];
  const cues = await stage.addAside(
    ...Array.from({ length: 30 }, (_, at) => {
      const step = { duration: 50, follow: { on: 'confirmed', after: 0 } } as const;
      return { number: String(at + 1), steps: [stage.takes(others[at % 3] ?? '', step)] };
    }),
  );
  await stage.do({ do: 'take', subComposition: stage.at(ids.away), to: 'In', action: 'jump' });
  await stage.clock.pass(500);
  expect(stage.tally(ids.away)).toBe('ON AIR');
  stage.service.sent.length = 0;
  for (let request = 0; request < 60; request++) stage.service.updateFaults.push({ kind: 'none', there: 5, back: 5 });
  await Promise.all(cues.map((cue) => stage.do({ do: 'fireCue', cue })));
  return stage;
}

const items = (stage: World): UpdateItem[][] => stage.sent() as UpdateItem[][];

describe('while many cues fire and follow each other,', () => {
  it('a panic is the next request after the one under way, and nothing of them goes on air any more', async () => {
    const stage = await flooded();
    expect(items(stage)).toHaveLength(1);
    await stage.do({ do: 'panic' });
    expect(items(stage)[1]?.every(({ state, action }) => state === 'Out' && action === 'jump')).toBe(true);
    await stage.clock.pass(30_000);
    expect(items(stage)).toHaveLength(2);
    expect(Object.values(ids).map((id) => stage.tally(id))).not.toContain('ON AIR');
  });

  it('an Out is the next request after the one under way, and the cues go on', async () => {
    const stage = await flooded();
    await stage.do({ do: 'take', subComposition: stage.at(ids.away), to: 'Out', action: 'play' });
    await stage.clock.pass(1_500);
    expect([items(stage)[1], items(stage).length > 30]).toEqual([goingOut, true]);
    expect(stage.tally(ids.away)).toBe('OUT');
  });
});
