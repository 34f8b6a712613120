import { expect, it } from 'vitest';
import { watchLoop } from '../../service/loop-watch.ts';

it('the watch of the event loop tells how long it was blocked, and ends', () => {
  let now = 1_000;
  let tick = (): void => undefined;
  let ended = false;
  const blocked: number[] = [];
  const end = watchLoop({
    clock: () => now,
    blocked: (time) => blocked.push(time),
    repeat: (act) => {
      tick = act;
      return () => (ended = true);
    },
  });
  for (const passed of [20, 19, 45, 1_020]) {
    now += passed;
    tick();
  }
  end();
  expect([blocked, ended]).toEqual([[0, 0, 25, 1_000], true]);
});
