import { describe, expect, it } from 'vitest';
import { KeyBinding } from '../../../contract/desk-api/key-binding.ts';
import { type Hand, Hands } from '../../../surfaces/press/hands.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

const twice = KeyBinding.parse({ key: 'F1', action: { do: 'takeCued' }, guard: { kind: 'arm' } });
const panic = KeyBinding.parse({ key: 'F1', action: { do: 'panic' }, guard: { kind: 'hold', milliseconds: 600 } });
const held = KeyBinding.parse({ ...panic, action: { do: 'takeCued' } });

function open(keyboard: Hand = {}) {
  const clock = new ManualClock();
  const fired: string[] = [];
  const unsure: string[] = [];
  const guards = new Hands<KeyBinding>({
    clock,
    guardTime: () => 300,
    guardedChanged: () => undefined,
    press: ({ action }) => fired.push(action.do),
    checkAge: () => undefined,
    orNotice: (_key, run) => run(),
    unsure: (key) => unsure.push(key),
  });
  const now = () => ({ at: clock.monotonic(), stamp: clock.monotonic() });
  const press = (binding: KeyBinding): void =>
    guards.down(keyboard, { key: binding.key, kinds: { short: binding }, ...now() });
  /** It came up so long ago (ms). */
  const up = (age = 0): void => guards.up(keyboard, 'F1', { at: clock.monotonic(), stamp: clock.monotonic() - age });
  return { clock, fired, unsure, guards, press, up };
}

/** A keyboard that does not say that all has arrived before a test lets it. */
function heldUp() {
  const asked: (() => void)[] = [];
  const answer = (): void => asked.splice(0).forEach((then) => then());
  return { answer, ...open({ caughtUp: (then) => void asked.push(then) }) };
}

describe('a key that is mapped to another action', () => {
  it('while it is armed does not fire that at a touch', async () => {
    const { clock, fired, guards, press } = open();
    press(twice);
    await clock.pass(1_000);
    press(panic);
    expect([fired, guards.guarded.map(({ state }) => state)]).toEqual([[], ['held']]);
    await clock.pass(600);
    expect([fired, guards.guarded]).toEqual([['panic'], []]);
  });

  it('while it is held fires neither, and is armed for the new one', async () => {
    const { clock, fired, guards, press } = open();
    press(panic);
    await clock.pass(500);
    press(twice);
    await clock.pass(200);
    expect([fired, guards.guarded.map(({ state }) => state)]).toEqual([[], ['armed']]);
  });
});

it('a panic that is armed outlives its mapping, and fires nothing of another', async () => {
  const { clock, fired, guards, press } = open();
  const armed = KeyBinding.parse({ ...panic, guard: { kind: 'arm' } });
  press(armed);
  await clock.pass(400);
  guards.interrupt();
  press(KeyBinding.parse({ key: 'F1', action: { do: 'go' } }));
  expect([fired, guards.guarded.map(({ state }) => state)]).toEqual([['go'], ['armed']]);
  press(armed);
  expect([fired, guards.guarded]).toEqual([['go', 'panic'], []]);
});

describe('a key that must be held', () => {
  it('fires once its keyboard has said that no release is on its way', async () => {
    const { clock, fired, press, answer, unsure } = heldUp();
    press(held);
    await clock.pass(600);
    expect(fired).toEqual([]);
    answer();
    await clock.pass(5_000);
    expect([fired, unsure]).toEqual([['takeCued'], []]);
  });

  it('does not fire when its release was held up on the way', async () => {
    const { clock, fired, press, answer, guards, up } = heldUp();
    press(held);
    await clock.pass(900);
    up(301);
    answer();
    expect([fired, guards.guarded]).toEqual([[], []]);
  });

  it('fires by a release that shows that it was held for long enough, before its keyboard answers', async () => {
    const { clock, fired, press, answer, guards, up } = heldUp();
    press(held);
    await clock.pass(900);
    up(300);
    answer();
    await clock.pass(5_000);
    expect([fired, guards.guarded]).toEqual([['takeCued'], []]);
  });

  it('does not fire by a release after a sleep', async () => {
    for (const sleep of ['sleep', 'jump'] as const) {
      const { clock, fired, press, up } = open();
      press(held);
      await clock.pass(300);
      clock[sleep](600_000);
      up();
      await clock.pass(5_000);
      expect(fired).toEqual([]);
    }
  });

  it('does not fire by the answer that an earlier press waited for', async () => {
    const { clock, fired, press, answer, up } = heldUp();
    press(held);
    await clock.pass(700);
    up(200);
    press(held);
    answer();
    await clock.pass(500);
    expect(fired).toEqual([]);
  });

  it('does not fire when its keyboard answers too late, and says so', async () => {
    const { clock, fired, press, answer, unsure, guards } = heldUp();
    press(held);
    await clock.pass(2_600);
    answer();
    expect([fired, unsure, guards.guarded]).toEqual([[], ['F1'], []]);
  });

  it('is not waited for when its keyboard has gone', async () => {
    const keyboard = { caughtUp: () => undefined };
    const { clock, fired, unsure, guards, press } = open(keyboard);
    press(held);
    await clock.pass(700);
    guards.gone(keyboard);
    await clock.pass(5_000);
    expect([fired, unsure]).toEqual([[], []]);
  });

  it('fires at once when it is a panic', async () => {
    const { clock, fired, press } = heldUp();
    press(panic);
    await clock.pass(600);
    expect(fired).toEqual(['panic']);
  });
});

describe('a machine that slept', () => {
  it('wakes up with no key that is held where its clock went on meanwhile', async () => {
    const { clock, fired, guards, press } = open();
    for (const binding of [panic, { ...held, key: 'F2' }]) press(binding);
    await clock.pass(300);
    clock.jump(600_000);
    await clock.pass(5_000);
    expect([fired, guards.guarded]).toEqual([[], []]);
  });

  it('is not one that was busy for some seconds, in which a panic was held', async () => {
    const { clock, fired, press } = open();
    press(panic);
    await clock.pass(300);
    clock.jump(5_000);
    await clock.pass(100);
    expect(fired).toEqual(['panic']);
  });

  it.each([
    ['held for a panic', panic, 300],
    ['held', held, 300],
    ['armed', twice, 1_000],
  ])('wakes up with no key that is %s', async (_, binding, before) => {
    const { clock, fired, guards, press } = open();
    press(binding);
    await clock.pass(before);
    clock.sleep(600_000);
    await clock.pass(5_000);
    expect([fired, guards.guarded]).toEqual([[], []]);
  });

  it('takes the first press for the first one', async () => {
    const { clock, fired, guards, press } = open();
    press(twice);
    await clock.pass(1_000);
    clock.sleep(600_000);
    press(twice);
    expect([fired, guards.guarded.map(({ state }) => state)]).toEqual([[], ['armed']]);
    await clock.pass(1_000);
    press(twice);
    expect(fired).toEqual(['takeCued']);
  });
});
