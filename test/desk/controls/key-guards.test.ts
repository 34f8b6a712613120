import { describe, expect, it } from 'vitest';
import { KeyBinding } from '../../../contract/desk-api/key-binding.ts';
import { KeyGuards } from '../../../desk/controls/key-guards.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

const twice = KeyBinding.parse({ key: 'F1', action: { do: 'takeCued' }, guard: { kind: 'arm' } });
const held = KeyBinding.parse({ key: 'F1', action: { do: 'panic' }, guard: { kind: 'hold', milliseconds: 600 } });

function open() {
  const clock = new ManualClock();
  const fired: string[] = [];
  const guards = new KeyGuards({ clock, guardTime: () => 300, changed: () => undefined });
  const screen = {};
  const press = (binding: KeyBinding): void => guards.press(binding, screen, () => fired.push(binding.action.do));
  return { clock, fired, guards, press };
}

describe('a key that is mapped to another action', () => {
  it('while it is armed does not fire that at a touch', async () => {
    const { clock, fired, guards, press } = open();
    press(twice);
    await clock.pass(1_000);
    press(held);
    expect([fired, guards.guarded.map(({ state }) => state)]).toEqual([[], ['held']]);
    await clock.pass(600);
    expect([fired, guards.guarded]).toEqual([['panic'], []]);
  });

  it('while it is held fires neither, and is armed for the new one', async () => {
    const { clock, fired, guards, press } = open();
    press(held);
    await clock.pass(500);
    press(twice);
    await clock.pass(200);
    expect([fired, guards.guarded.map(({ state }) => state)]).toEqual([[], ['armed']]);
  });
});
