import { expect, it } from 'vitest';
import type { DeskMessage } from '../../../contract/service-api/desk-presence.ts';
import { mostDeskMessages } from '../../../contract/service-api/live-timing.ts';
import { Holds } from '../../../desk/backup/holds.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

/** What a desk holds, with what it said to the service. */
function opened() {
  const clock = new ManualClock();
  const said: { at: number; saying: DeskMessage }[] = [];
  const holds = new Holds(clock, { name: () => 'Desk', send: (saying) => void said.push({ at: clock.now(), saying }) });
  return { clock, said, holds };
}

it('a desk whose connection is replaced holds anew what it asked for on the earlier one', () => {
  const { said, holds } = opened();
  holds.want('bug', true);
  for (const you of [1, 1, 2, 2]) holds.onDesks({ type: 'desks', now: 0, you, desks: [] });
  const hold = { type: 'hold', id: 'bug' };
  expect(said.map(({ saying }) => saying)).toEqual([hold, hold]);
});

it('an earlier connection of the desk is nobody else, and what it held is held anew once it is gone', () => {
  const { said, holds } = opened();
  holds.want('bug', true);
  const earlier = { desk: 1, name: 'Desk', holds: ['bug'] };
  const present = { desk: 2, name: 'Desk', holds: [] };
  holds.onDesks({ type: 'desks', now: 0, you: 1, desks: [earlier] });
  said.length = 0;
  holds.onDesks({ type: 'desks', now: 0, you: 2, desks: [earlier, present] });
  expect([holds.holderOf('bug'), holds.has('bug'), said]).toEqual([undefined, false, []]);
  holds.onDesks({ type: 'desks', now: 0, you: 2, desks: [present] });
  expect(said.map(({ saying }) => saying)).toEqual([{ type: 'hold', id: 'bug' }]);
});

it('a desk that edits a great deal at once says it bit by bit, so that the service does not send it away', async () => {
  const { clock, said, holds } = opened();
  holds.onDesks({ type: 'desks', now: 0, you: 1, desks: [] });
  const ids = Array.from({ length: 120 }, (_, at) => `sub ${at}`);
  for (const id of ids) holds.want(id, true);
  await clock.pass(8_000);
  const held = said.flatMap(({ at, saying }) => (saying.type === 'hold' ? [{ at, id: saying.id }] : []));
  expect(held.map(({ id }) => id)).toEqual(ids);
  for (const { at } of said) {
    const inThatSecond = said.filter((one) => one.at >= at && one.at < at + 1_000).length;
    expect(inThatSecond).toBeLessThan(mostDeskMessages);
  }
});

it('what another part of the desk holds over the same connection is left alone', () => {
  const { said, holds } = opened();
  holds.want('bug', true);
  const present = (...own: string[]) =>
    holds.onDesks({ type: 'desks', now: 0, you: 1, desks: [{ desk: 1, name: 'Desk', holds: own }] });
  present('pair');
  present('pair', 'bug');
  holds.want('bug', false);
  present('pair');
  expect(said.map(({ saying }) => saying)).toEqual([
    { type: 'hold', id: 'bug' },
    { type: 'release', id: 'bug' },
  ]);
});
