import { describe, expect, it } from 'vitest';
import type { LampState } from '../../../contract/desk-api/controller.ts';
import { type DeviceProfile, genericProfile } from '../../../surfaces/profiles/device-profile.ts';
import { Lamps } from '../../../surfaces/midi/lamps.ts';
import type { PacedOutput } from '../../../surfaces/midi/paced-output.ts';
import { ownProfiles } from '../../../desk/controls/profiles.ts';
import { rhythmic, rhythms, stepOfRhythm } from '../../../surfaces/midi/rhythm.ts';
import type { Face } from '../../../surfaces/surface.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

const named = (name: string): DeviceProfile => ownProfiles.find((one) => one.name === name)!;
const faces = (of: Record<string, LampState>): Map<string, Face> =>
  new Map(Object.entries(of).map(([control, state]) => [control, { state }]));

/** An output to a device that takes whatever it is sent. */
const outputTo = (send: (sets: string, bytes: readonly number[]) => unknown) => ({ send }) as unknown as PacedOutput;

/** The lamps of a device that takes whatever it is sent, and what it was sent since the last look. */
function opened(profile: DeviceProfile) {
  const clock = new ManualClock();
  const all: { sets: string; at: number; bytes: string }[] = [];
  const lamps = new Lamps(
    profile,
    clock,
    outputTo((sets, bytes) => all.push({ sets, at: clock.monotonic(), bytes: bytes.join(' ') })),
  );
  lamps.hello(new Map(), false);
  all.length = 0;
  const sent = (): string[] => all.splice(0).map(({ bytes }) => bytes);
  return { clock, lamps, sent, all };
}

it('a test of lamps sends every lamp anew, at its begin and its end, also one that is lit as in the test: the device may have lost it', () => {
  const { lamps, sent } = opened(genericProfile);
  lamps.show(faces({ 'note 1/5': 'onAir', 'note 1/6': 'out' }));
  lamps.show(faces({ 'note 1/5': 'onAir' }));
  expect(sent()).toEqual(['144 5 127', '144 6 0']);
  lamps.test(true);
  expect(sent()).toEqual(['144 5 127', '144 6 127']);
  lamps.test(false);
  expect(sent()).toEqual(['144 5 127', '144 6 0']);
  lamps.show(faces({ 'note 1/5': 'onAir' }));
  expect(sent()).toEqual([]);
});

describe('a lamp with one color', () => {
  it.each(rhythmic)('shows %s in its rhythm, as long as it is so', async (state) => {
    const { clock, lamps, all, sent } = opened(genericProfile);
    lamps.show(faces({ 'note 1/5': state }));
    let shown = '';
    for (let step = 0; step < 24; step += 1) {
      shown += all.at(-1)?.bytes === '144 5 127' ? '#' : '.';
      await clock.pass(stepOfRhythm);
    }
    expect(shown).toBe(rhythms[state].repeat(2));
    lamps.show(faces({ 'note 1/5': 'onAir' }));
    sent();
    await clock.pass(60_000);
    expect(sent()).toEqual([]);
  });

  it('blinks together with those of other devices, whenever each began', async () => {
    const clock = new ManualClock();
    const lit: boolean[] = [false, false];
    const devices = lit.map((_, at) => {
      return new Lamps(
        genericProfile,
        clock,
        outputTo((_sets, bytes) => (lit[at] = bytes[2] === 127)),
      );
    });
    for (const device of devices) {
      device.hello(faces({ 'note 1/5': 'failed' }), false);
      await clock.pass(70);
    }
    for (let step = 0; step < 100; step += 1) {
      await clock.pass(37);
      expect(lit[0]).toBe(lit[1]);
    }
  });

  it('is on air at once, wherever the rhythm was, and dark at once when it is out', async () => {
    const { clock, lamps, sent } = opened(genericProfile);
    lamps.show(faces({ 'note 1/5': 'requested' }));
    await clock.pass(4 * stepOfRhythm);
    expect(sent()).toEqual(['144 5 127', '144 5 0']);
    lamps.show(faces({ 'note 1/5': 'onAir' }));
    lamps.show(faces({ 'note 1/5': 'out' }));
    expect(sent()).toEqual(['144 5 127', '144 5 0']);
  });
});

describe('the lamps of a device', () => {
  it('show at its hello what is true first, and then every other one that it is dark', () => {
    const clock = new ManualClock();
    const sent: string[] = [];
    const lamps = new Lamps(
      named('Novation Launchpad X'),
      clock,
      outputTo((_sets, bytes) => sent.push(bytes.join(' '))),
    );
    lamps.hello(faces({ 'note 1/44': 'onAir', 'cc 1/91': 'cued' }), false);
    expect(sent.slice(0, 2)).toEqual(['144 44 5', '176 91 21']);
    expect(sent.slice(2).every((one) => one.endsWith(' 0'))).toBe(true);
    expect(new Set(sent).size).toBe(64 + 16);
  });

  it('that layers share show the layer of the control that was used last', () => {
    const { lamps, sent } = opened(named('Behringer X-Touch Mini'));
    lamps.show(faces({ 'note 11/8': 'onAir', 'note 11/32': 'out', 'note 11/33': 'onAir' }));
    expect(sent()).toEqual(['154 0 1']);
    expect([lamps.shown('note 11/8', 'onAir'), lamps.shown('note 11/33', 'onAir')]).toEqual(['onAir', 'off']);
    lamps.used('note 11/9');
    expect(sent()).toEqual([]);
    // A knob of the other layer tells as much.
    lamps.used('cc 11/11');
    const after = sent();
    expect(after.slice(0, 2)).toEqual(['154 0 0', '154 1 1']);
    expect(new Set(after).size).toBe(16);
    lamps.show(faces({ 'note 11/8': 'out', 'note 11/32': 'onAir', 'note 11/33': 'onAir' }));
    expect(sent()).toEqual(['154 0 1']);
    lamps.used('note 11/8');
    expect(sent().slice(0, 2)).toEqual(['154 0 0', '154 1 0']);
    expect(lamps.dark).toHaveLength(16);
  });

  it('are lit anew with another brightness where each message has it', () => {
    const { lamps, sent } = opened(named('Akai APC mini mk2'));
    lamps.show(faces({ 'note 1/0': 'onAir', 'note 1/1': 'failed' }));
    sent();
    lamps.dim(0.5);
    expect(sent()).toEqual(['147 0 5']);
    lamps.show(faces({ 'note 1/0': 'cued', 'note 1/1': 'failed' }));
    expect(sent()).toEqual(['147 0 21']);
  });

  it('that have no color for OUT are dark for it', () => {
    const { lamps } = opened(named('Behringer X-Touch'));
    expect((['out', 'failed', 'onAir'] as const).map((state) => lamps.shown('note 1/24', state))).toEqual([
      'off',
      'failed',
      'onAir',
    ]);
    expect(lamps.shown('cc 1/16', 'onAir')).toBe('off');
    expect(opened(named('Novation Launchpad X')).lamps.shown('note 1/11', 'out')).toBe('out');
  });
});

it('what does something and stands for nothing, such as a panic, is dim where OUT has a light of its own, and nothing that moves is lit', () => {
  const shown = new Map<string, Face>(
    ['note 1/11', 'cc 1/91', 'cc 1/7'].map((control) => [control, { does: 'Panic' }]),
  );
  const { lamps, sent } = opened(named('Novation Launchpad X'));
  lamps.show(shown);
  expect(sent()).toEqual(['144 11 1', '176 91 1']);
  lamps.show(new Map());
  expect(sent()).toEqual(['144 11 0', '176 91 0']);
  const plain = opened(named('Behringer X-Touch'));
  plain.lamps.show(new Map([['note 1/24', { does: 'Panic' }]]));
  expect(plain.sent()).toEqual([]);
});
