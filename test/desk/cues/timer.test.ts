import { expect, it } from 'vitest';
import { Timer } from '../../../desk/cues/timer.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

function open(wait: number) {
  const clock = new ManualClock();
  const done: string[] = [];
  const timer = new Timer(clock, {
    wait,
    run: (late) => done.push(`run ${late}`),
    lapsed: () => done.push('lapsed'),
  });
  return { clock, timer, done };
}

it('fires once, at its time', async () => {
  const { clock, timer, done } = open(1_000);
  await clock.pass(999);
  expect([done, timer.left, timer.isRunning]).toEqual([[], 1, true]);
  await clock.pass(10_000);
  expect([done, timer.isRunning]).toEqual([['run 0'], false]);
});

it.each([
  [1_999, 'run 1999'],
  [2_000, 'lapsed'],
])('that is %s ms late says: %s', async (late, said) => {
  const { clock, done } = open(1_000);
  clock.jump(1_000 + late);
  await clock.pass(0);
  expect(done).toEqual([said]);
});

it('does not care when somebody sets the time of day', async () => {
  const { clock, done } = open(1_000);
  clock.set(3_600_000);
  await clock.pass(1_000);
  expect(done).toEqual(['run 0']);
});

it('that is held goes on with what was left', async () => {
  const { clock, timer, done } = open(1_000);
  await clock.pass(400);
  timer.setHeld(true);
  timer.setHeld(true);
  await clock.pass(60_000);
  expect([timer.left, timer.isHeld, done]).toEqual([600, true, []]);
  timer.setHeld(false);
  timer.setHeld(false);
  await clock.pass(599);
  expect(done).toEqual([]);
  await clock.pass(1);
  expect(done).toEqual(['run 0']);
});

it('that has ended neither fires nor goes on', async () => {
  const { clock, timer, done } = open(1_000);
  timer.end();
  timer.setHeld(true);
  timer.setHeld(false);
  await clock.pass(5_000);
  expect([done, timer.isRunning]).toEqual([[], false]);
});

it('says the same time of day for its end, until somebody sets the clock', async () => {
  const { clock, timer } = open(10_000);
  const at = timer.at(clock.now());
  clock.jump(0.7);
  expect(timer.at(clock.now())).toBe(at);
  clock.set(3_600_000);
  // The time of day is told in whole milliseconds.
  expect(timer.at(clock.now())).toBeCloseTo(at + 3_600_000, -1);
  await clock.pass(0);
});
