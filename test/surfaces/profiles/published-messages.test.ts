import { describe, expect, it } from 'vitest';
import type { LampState } from '../../../contract/desk-api/controller.ts';
import { turned } from '../../../surfaces/faders/fader.ts';
import { allControls, type DeviceProfile, lookOf } from '../../../surfaces/profiles/device-profile.ts';
import type { DriverKeeper } from '../../../surfaces/drivers.ts';
import { MidiSurface } from '../../../surfaces/midi/midi-surface.ts';
import { profileControls } from '../../../surfaces/profiles/profile-controls.ts';
import { expand, messageBytes } from '../../../surfaces/profiles/profile-messages.ts';
import { ownProfiles } from '../../../desk/controls/profiles.ts';
import type { ControlEvent } from '../../../surfaces/surface.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

/*
 * What devices send and take as their makers print it, or as somebody recorded it from one: facts that no profile here was asked for.
 */

const named = (name: string): DeviceProfile => ownProfiles.find((one) => one.name === name)!;
const bytesOf = (hex: string): number[] => hex.split(' ').map((one) => parseInt(one, 16));
const hexOf = (bytes: readonly number[]): string =>
  bytes.map((one) => one.toString(16).toUpperCase().padStart(2, '0')).join(' ');

/** What a device with this profile means by these bytes. Knobs without ends tell how far they were turned. */
function meaning(profile: DeviceProfile, hex: string): string[] {
  const device = { plain: profile.name, place: undefined, input: 'in', output: undefined };
  const driver = { clock: new ManualClock(), do: () => undefined } as unknown as DriverKeeper;
  const surface = new MidiSurface(device, profile, driver);
  const counts = new Map(profileControls(profile, true).map((one) => [one.name, one.counts]));
  const told = (event: ControlEvent): string => {
    if (event.kind !== 'position') return event.kind;
    const kind = counts.get(event.control);
    return kind ? `by ${turned[kind](Math.round(event.value * 127))}` : `at ${Math.round(event.value * 1_000) / 1_000}`;
  };
  return surface.read(bytesOf(hex), 0).map((event) => `${event.control} ${told(event)}`);
}

describe('what devices send', () => {
  it.each([
    // Recorded by an owner with MIDI-OX from one with firmware 1.08, as it was delivered.
    ['Behringer X-Touch Mini', 'BA 01 00 BA 01 7F', ['cc 11/1 at 0', 'cc 11/1 at 1']],
    ['Behringer X-Touch Mini', '9A 00 7F 8A 00 00', ['note 11/0 down', 'note 11/0 up']],
    ['Behringer X-Touch Mini', '9A 08 7F 8A 08 00', ['note 11/8 down', 'note 11/8 up']],
    ['Behringer X-Touch Mini', 'BA 09 7F', ['cc 11/9 at 1']],
    // Launchpad MK2 Programmer's Reference Manual, page 5, of pads at 51h and of the round button at 6Ah.
    ['Novation Launchpad MK2', '90 51 7F 90 51 00', ['note 1/81 down', 'note 1/81 up']],
    ['Novation Launchpad MK2', 'B0 6A 7F B0 6A 00', ['cc 1/106 at 1', 'cc 1/106 at 0']],
    // Logic Control, MIDI Implementation, pages 242 and 243: a fader, Solo of channel 8, and two knobs by one tick and by seven.
    ['Behringer X-Touch', 'E0 40 55', ['bend 1 at 0.668']],
    ['Behringer X-Touch', '90 0F 7F 90 0F 00', ['note 1/15 down', 'note 1/15 up']],
    ['Behringer X-Touch', 'B0 10 01 B0 17 47', ['cc 1/16 by 1', 'cc 1/23 by -7']],
    ['Behringer BCF2000', 'B0 10 01 B0 17 47', ['cc 1/16 by 1', 'cc 1/23 by -7']],
    // nanoKONTROL2 MIDI Implementation, 4 (2) and (3): Cycle, a knob and a slider.
    ['Korg nanoKONTROL2', 'BF 2E 7F BF 2E 00', ['cc 16/46 at 1', 'cc 16/46 at 0']],
    ['Korg nanoKONTROL2', 'BF 10 7F BF 00 00', ['cc 16/16 at 1', 'cc 16/0 at 0']],
  ])('%s: %s', (name, hex, events) => {
    expect(meaning(named(name), hex)).toEqual(events);
    const controls = new Set(profileControls(named(name), true).map((one) => one.name));
    expect(events.filter((event) => !controls.has(event.split(' ').slice(0, 2).join(' ')))).toEqual([]);
  });
});

describe('what lights their lamps', () => {
  const cases: [string, string, LampState, string][] = [
    // Launchpad X Programmer's Reference Manual, page 14: steady red, pulsing blue, and off.
    ['Novation Launchpad X', 'note 1/11', 'onAir', '90 0B 05'],
    ['Novation Launchpad X', 'note 1/18', 'unknown', '92 12 2D'],
    ['Novation Launchpad X', 'note 1/18', 'off', '90 12 00'],
    // Launchpad MK2 Programmer's Reference Manual, pages 9 and 10: green, and off, which ends what pulses.
    ['Novation Launchpad MK2', 'note 1/11', 'cued', '90 0B 15'],
    ['Novation Launchpad MK2', 'note 1/88', 'off', '90 58 00'],
    // Logic Control, MIDI Implementation, page 242.
    ['Behringer X-Touch', 'note 1/8', 'onAir', '90 08 7F'],
    ['Behringer X-Touch', 'note 1/8', 'off', '90 08 00'],
    ['Behringer BCF2000', 'note 1/8', 'onAir', '90 08 7F'],
    // X-TOUCH MINI RX MIDI DATA: the first button of the lower row is note 8, and lit by 1.
    ['Behringer X-Touch Mini', 'note 11/16', 'onAir', '9A 08 01'],
  ];
  it.each(cases)('%s: %s is %s by %s', (name, control, state, hex) => {
    expect(hexOf(lookOf(named(name), { control, state })!.bytes)).toBe(hex);
  });

  it('those of a nanoKONTROL2 are all that its document has, and no others, by control changes on channel 16', () => {
    const profile = named('Korg nanoKONTROL2');
    const transport = ['2E', '2B', '2C', '2A', '29', '2D'];
    const groups = ['2', '3', '4'].flatMap((row) => Array.from({ length: 8 }, (_, group) => `${row}${group}`));
    const lit = allControls(profile).map((control) => hexOf(lookOf(profile, { control, state: 'onAir' })!.bytes));
    expect(lit.toSorted()).toEqual([...transport, ...groups].map((number) => `BF ${number} 7F`).toSorted());
    // 4 (2) and (3): what has no LED besides.
    const others = ['cc 16/58-62', 'cc 16/16-23', 'cc 16/0-7'].flatMap(expand);
    expect(
      profileControls(profile, true)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([...allControls(profile), ...others].toSorted());
  });

  it('a nanoKONTROL2 is put into its native mode, and out of it, whichever global channel somebody gave it', () => {
    // 3-1 (3): the channel is in the third byte.
    const messages = (is: string) =>
      Array.from(
        { length: 16 },
        (_, channel) => `F0 42 4${channel.toString(16).toUpperCase()} 00 01 13 00 00 00 ${is} F7`,
      );
    const { hello, goodbye } = named('Korg nanoKONTROL2');
    expect([hello, goodbye]).toEqual([messages('01'), messages('00')]);
  });

  it('rings go from their first light to their eleventh in one of four ways, and are dark by 0', () => {
    // Logic Control, MIDI Implementation, page 243: B0 3i, with the way in the upper half of the value.
    for (const name of ['Behringer X-Touch', 'Behringer BCF2000']) {
      const [{ send, from, to, off } = { send: '', from: '', to: '', off: '' }] = named(name).rings;
      const knob = { status: 0xb0, number: 0x11 };
      expect(hexOf(messageBytes(send, { ...knob, value: parseInt(from, 16) }))).toMatch(/^B0 31 [0-3]1$/);
      expect(hexOf(messageBytes(send, { ...knob, value: parseInt(to, 16) }))).toMatch(/^B0 31 [0-3]B$/);
      expect(hexOf(messageBytes(off, knob))).toBe('B0 31 00');
    }
  });
});
