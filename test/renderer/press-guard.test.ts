import { beforeEach, describe, expect, it } from 'vitest';
import { PressGuard } from '../../renderer/guard/press-guard.ts';
import { ManualClock } from '../kit/manual-clock.ts';

let clock: ManualClock;
let guard: PressGuard;
let fired: number;
let states: string[];

beforeEach(() => {
  clock = new ManualClock();
  fired = 0;
  states = [];
  guard = new PressGuard({
    now: () => clock.monotonic(),
    after: (milliseconds, run) => clock.after(milliseconds, run),
    changed: (state) => states.push(state),
    fire: () => fired++,
  });
});

describe('a control that must not fire by accident', () => {
  it('fires once when it is held for half a second, and not before', async () => {
    guard.down();
    await clock.pass(499);
    expect(fired).toBe(0);
    await clock.pass(1);
    guard.up();
    expect([fired, states]).toEqual([1, ['held', 'free']]);
  });

  it('let go of too soon it is armed, and a second press fires at once', async () => {
    guard.down();
    await clock.pass(100);
    guard.up();
    await clock.pass(500);
    guard.down();
    guard.up();
    expect([fired, states]).toEqual([1, ['held', 'armed', 'free']]);
  });

  it('a double click only arms it; who goes on pressing fires it', async () => {
    guard.tap();
    await clock.pass(200);
    guard.tap();
    expect(fired).toBe(0);
    await clock.pass(250);
    guard.tap();
    expect(fired).toBe(1);
  });

  it('is no longer armed after three seconds', async () => {
    guard.tap();
    await clock.pass(3_000);
    expect(states).toEqual(['held', 'armed', 'free']);
    guard.tap();
    expect(fired).toBe(0);
  });

  it('does nothing where the pointer left it, or the window did', async () => {
    guard.down();
    await clock.pass(300);
    guard.cancel();
    await clock.pass(5_000);
    guard.up();
    expect([fired, states]).toEqual([0, ['held', 'free']]);
  });
});
