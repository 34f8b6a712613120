import { describe, expect, it } from 'vitest';
import type { DriverDoes } from '../../../contract/devices/driver.ts';
import type { DriverKeeper } from '../../../surfaces/drivers.ts';
import { MidiSurface } from '../../../surfaces/midi/midi-surface.ts';
import { profileControls } from '../../../surfaces/profiles/profile-controls.ts';
import { expand, sentBy } from '../../../surfaces/profiles/profile-messages.ts';
import { ownProfiles } from '../../../desk/controls/profiles.ts';
import type { ControlEvent } from '../../../surfaces/surface.ts';
import { wholeMessages } from '../../../devices/midi/port-list.ts';
import { rolls } from '../../kit/desk/rolls.ts';
import { ManualClock } from '../../kit/manual-clock.ts';
import { seed } from '../../kit/runs.ts';

/** How many messages a device plays. */
const flood = 10_000;
/** What a system sends in between, which is no control: exclusive, song position, tuning. */
const between = [[0xf0, 0x7e, 0, 6, 2, 0xf7], [0xf0, 0xf7], [0xf2, 1, 2], [0xf6]];
const realTime = [0xf8, 0xfa, 0xfe];

describe.each(ownProfiles.map((profile) => [profile.name, profile] as const))('%s', (_name, profile) => {
  it('means what it plays, in whatever pieces and with whatever in between, and is lit by whole messages', async () => {
    const chance = rolls(seed);
    const roll = (below: number): number => Math.floor(chance() * below);
    const clock = new ManualClock();
    const sent: number[][] = [];
    const device = { plain: profile.name, place: undefined, input: 'in', output: 'out' };
    const tell = (message: DriverDoes): void => void (message.do === 'send' && sent.push(message.bytes));
    const surface = new MidiSurface(device, profile, { clock, do: tell } as unknown as DriverKeeper);
    const touches = profile.motors.flatMap(({ touch }) => (touch === undefined ? [] : expand(touch)));
    const controls = [...profileControls(profile, true).map(({ name }) => name), ...touches];
    surface.mapped(new Set(controls.slice(0, 1)));
    surface.opened('out');

    const expected: ControlEvent[] = [];
    const bytes: number[] = [];
    let status = 0;
    const byte = (next: number): void => {
      if (roll(40) === 0) bytes.push(realTime[roll(realTime.length)] ?? 0);
      bytes.push(next);
    };
    for (let message = 0; message < flood; message += 1) {
      if (roll(30) === 0) {
        for (const next of between[roll(between.length)] ?? []) byte(next);
        status = 0;
      }
      const control = controls[roll(controls.length)] ?? '';
      const value = roll(128);
      const from = sentBy(control);
      const isNote = control.startsWith('note');
      // A release is a note off as well as a note on without velocity.
      const next = isNote && value < 64 && roll(2) === 0 ? from.status - 0x10 : from.status;
      const isOff = isNote && (next < 0x90 || value === 0);
      if (next !== status || roll(3) === 0) byte(next);
      status = next;
      const low = roll(128);
      byte(control.startsWith('bend') ? low : from.number);
      byte(value);
      if (touches.includes(control)) continue;
      if (isNote) expected.push({ control, kind: isOff ? 'up' : 'down', at: 0 });
      else if (control.startsWith('bend')) {
        expected.push({ control, kind: 'position', value: (low + (value << 7)) / 16_383, at: 0 });
      } else expected.push({ control, kind: 'position', value: value / 127, at: 0 });
    }

    const heard: ControlEvent[] = [];
    for (let at = 0; at < bytes.length;) {
      const piece = bytes.slice(at, at + 1 + roll(9));
      at += piece.length;
      heard.push(...surface.read(piece, 0));
    }
    expect(heard.length).toBe(expected.length);
    expect(heard).toEqual(expected);

    // Whatever it was sent for that is whole: a device that gets half a message waits for the rest.
    await clock.pass(1_000);
    expect(sent.length).toBeGreaterThan(0);
    for (const message of sent.flatMap(wholeMessages)) {
      const [first = 0] = message;
      const isWhole = first === 0xf0 ? message.at(-1) === 0xf7 : message.length === (first >> 5 === 6 ? 2 : 3);
      expect([isWhole, message.slice(1, first === 0xf0 ? -1 : undefined).every((one) => one < 0x80)]).toEqual([
        true,
        true,
      ]);
    }
  });

  it('has lamps for controls that it has, each with whole bytes for every state', () => {
    const known = new Set(profile.picture.flatMap((row) => row.flatMap((part) => partsOf(part))));
    const lamps = profile.lamps.flatMap(({ controls, also }) => [controls, ...also]).flatMap(expand);
    expect(new Set(lamps).size).toBe(lamps.length);
    // The picture of a Mackie Control leaves out what its makers place differently.
    if (profile.motors.length === 0) expect(lamps.filter((lamp) => !known.has(lamp))).toEqual([]);
  });
});

function partsOf(part: (typeof ownProfiles)[number]['picture'][number][number]): string[] {
  if ('gap' in part) return [];
  return expand('buttons' in part ? part.buttons : 'knobs' in part ? part.knobs : part.faders);
}
