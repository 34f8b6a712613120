import { beforeEach, describe, expect, it } from 'vitest';
import { type GuardRule, PressMachine } from '../../contract/press-machine.ts';
import { ManualClock } from '../kit/manual-clock.ts';

let clock: ManualClock;
let guard: ReturnType<typeof guarded>;
let fired: number;
let states: string[];

beforeEach(() => {
  clock = new ManualClock();
  fired = 0;
  states = [];
  guard = guarded({ holds: 500, arms: true, bounce: 400 });
});

function guarded(rule: GuardRule) {
  const changed = (state: string): void => void states.push(state);
  const machine = new PressMachine<string>({ clock, changed, fire: () => ++fired > 0 });
  const pressed = { guard: rule, kinds: { short: 'pressed' } };
  return {
    down: () => machine.down(pressed),
    up: () => machine.up(),
    tap: () => machine.tap(pressed),
    cancel: () => machine.lost(),
    end: () => machine.end(),
  };
}

describe('a button that must not fire by accident', () => {
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

describe('a key that must be held', () => {
  beforeEach(() => {
    guard = guarded({ holds: 600, arms: false, bounce: 0 });
  });

  it('fires when it is held for long enough', async () => {
    guard.down();
    await clock.pass(600);
    expect([fired, states]).toEqual([1, ['held', 'free']]);
  });

  it('let go of too soon does nothing, and is not armed', async () => {
    guard.down();
    await clock.pass(599);
    guard.up();
    await clock.pass(10);
    guard.down();
    guard.up();
    expect([fired, states]).toEqual([0, ['held', 'free', 'held', 'free']]);
  });
});

describe('a key that must be pressed twice', () => {
  beforeEach(() => {
    guard = guarded({ arms: true, bounce: 300 });
  });

  it('is armed by the first press, and fires at the second, however long each lasts', async () => {
    guard.down();
    await clock.pass(1_000);
    guard.up();
    expect([fired, guard.down()]).toEqual([0, true]);
    expect([fired, states]).toEqual([1, ['armed', 'free']]);
  });

  it('tells a bounce, which neither fires nor arms longer', async () => {
    guard.down();
    await clock.pass(299);
    expect([guard.down(), fired]).toEqual([false, 0]);
    await clock.pass(2_701);
    expect(states).toEqual(['armed', 'free']);
  });

  it('that is there no more tells nothing', async () => {
    guard.down();
    guard.end();
    await clock.pass(5_000);
    expect([fired, states]).toEqual([0, ['armed']]);
  });
});
