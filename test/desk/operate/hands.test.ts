import { describe, expect, it } from 'vitest';
import { watchDesk } from '../../kit/desk/watching-screen.ts';
import { openLiveShow } from '../../kit/service/scripted-show.ts';

/** A live desk with two screens. */
async function twoScreens() {
  const { ports, desk, screen, view } = await openLiveShow();
  const b = await watchDesk(desk);
  return { ports, desk, a: { screen, view }, b };
}

describe('a value that another hand replaced before it left', () => {
  it('ends as replaced for its screen, and in a line of its own that names the other hand', async () => {
    const { ports, a, b } = await twoScreens();
    const score = (value: number) => ({ do: 'set', subComposition: 'third', field: 'score', value }) as const;
    const take = { do: 'take', subComposition: 'bug', to: 'In', action: 'play' } as const;
    await a.screen.call('do', { action: take });
    const first = a.screen.call('do', { action: score(1), wait: true });
    await b.screen.call('do', { action: score(2) });
    expect(await first).toMatchObject({
      result: 'replaced',
      error: 'replaced',
      reason: 'Replaced by Screen 2 before it was sent.',
    });
    await ports.request.answer({ etag: '"2"' });
    await ports.clock.pass(17);
    await ports.request.answer({ etag: '"3"' });
    expect(ports.lines.map(({ trigger, action, result, reason }) => [trigger.detail, action, result, reason])).toEqual([
      ['1', 'Update', 'replaced', 'Replaced by Screen 2 before it was sent.'],
      ['1', 'Take In', 'confirmed', ''],
      ['2', 'Update', 'confirmed', ''],
    ]);
    expect(ports.lines[0]?.items).toEqual([
      { subCompositionId: 'third', payload: { score: '1' }, setBy: { score: 'Screen 1' } },
    ]);
  });
});
