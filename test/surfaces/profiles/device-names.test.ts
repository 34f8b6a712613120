import { expect, it } from 'vitest';
import type { PortInfo } from '../../../contract/devices/driver.ts';
import { devicesOf, plainName } from '../../../surfaces/profiles/device-names.ts';
import { ownProfiles, Profiles } from '../../../desk/controls/profiles.ts';

it.each([
  ['APC mini mk2:APC mini mk2 MIDI 1 24:0', 'APC mini mk2 MIDI 1'],
  ['APC mini mk2:APC mini mk2 MIDI 1 28:0', 'APC mini mk2 MIDI 1'],
  ['nanoKONTROL2', 'nanoKONTROL2'],
  ['2- nanoKONTROL2', 'nanoKONTROL2'],
  ['MIDIIN2 (LPX MIDI)', 'MIDIIN2 (LPX MIDI)'],
  ['MIDIIN2 (2- LPX MIDI)', 'MIDIIN2 (LPX MIDI)'],
  ['MIDIOUT2 (12- LPX MIDI)', 'MIDIOUT2 (LPX MIDI)'],
  ['system:midi_capture_1', 'system:midi_capture_1'],
  [' X-TOUCH MINI ', 'X-TOUCH MINI'],
  [':', ':'],
])('a port called %j belongs to %j', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

const port = (direction: 'in' | 'out', name: string, id = `${direction} ${name}`): PortInfo => ({
  id,
  direction,
  name,
});
const profiles = new Profiles(() => ({ close: () => undefined }), undefined, {
  changed: () => undefined,
  notice: () => undefined,
});
const isPair = (input: string, output: string): boolean => profiles.isPair(input, output);

it('pairs the directions of alike devices by their order, and tells where they are plugged in if the system does', () => {
  const ports = [
    port('in', 'BeatStep', 'a'),
    port('in', '2- BeatStep', 'b'),
    port('in', 'MIDIIN2 (3- Box)', 'e'),
    port('out', 'BeatStep', 'c'),
    { ...port('out', 'Synth', 'd'), place: 'usb-0000:00:14.0-2' },
  ];
  expect(devicesOf(ports, isPair)).toEqual([
    { plain: 'BeatStep', place: undefined, input: 'a', output: 'c' },
    { plain: 'BeatStep', place: '2-', input: 'b', output: undefined },
    { plain: 'MIDIIN2 (Box)', place: '3-', input: 'e', output: undefined },
    { plain: 'Synth', place: 'usb-0000:00:14.0-2', input: undefined, output: 'd' },
  ]);
});

/** The inputs and the outputs of a machine as its system names them, and each device in them with its profile, its input and its output. */
const machines: [string, string[], string[], string[][]][] = [
  [
    'Launchpad X on Windows',
    ['LPX MIDI', 'MIDIIN2 (LPX MIDI)'],
    ['LPX MIDI', 'MIDIOUT2 (LPX MIDI)'],
    [
      ['LPX MIDI', 'MIDI controller', 'in LPX MIDI', 'out LPX MIDI'],
      ['MIDIIN2 (LPX MIDI)', 'Novation Launchpad X', 'in MIDIIN2 (LPX MIDI)', 'out MIDIOUT2 (LPX MIDI)'],
    ],
  ],
  [
    'two of them on Windows',
    ['MIDIIN2 (LPX MIDI)', 'MIDIIN2 (2- LPX MIDI)'],
    ['MIDIOUT2 (LPX MIDI)', 'MIDIOUT2 (2- LPX MIDI)'],
    [
      ['MIDIIN2 (LPX MIDI)', 'Novation Launchpad X', 'in MIDIIN2 (LPX MIDI)', 'out MIDIOUT2 (LPX MIDI)'],
      ['MIDIIN2 (LPX MIDI)', 'Novation Launchpad X', 'in MIDIIN2 (2- LPX MIDI)', 'out MIDIOUT2 (2- LPX MIDI)'],
    ],
  ],
  [
    'Launchpad X on macOS',
    ['Launchpad X LPX DAW Out', 'Launchpad X LPX MIDI Out'],
    ['Launchpad X LPX DAW In', 'Launchpad X LPX MIDI In'],
    [
      ['Launchpad X LPX DAW Out', 'MIDI controller', 'in Launchpad X LPX DAW Out', ''],
      [
        'Launchpad X LPX MIDI Out',
        'Novation Launchpad X',
        'in Launchpad X LPX MIDI Out',
        'out Launchpad X LPX MIDI In',
      ],
      ['Launchpad X LPX DAW In', 'MIDI controller', '', 'out Launchpad X LPX DAW In'],
    ],
  ],
  [
    'Launchpad X on Linux, whose kernel numbers its ports',
    ['Launchpad X:Launchpad X MIDI 1 28:0', 'Launchpad X:Launchpad X MIDI 2 28:1'],
    ['Launchpad X:Launchpad X MIDI 2 28:1'],
    [
      ['Launchpad X MIDI 1', 'MIDI controller', 'in Launchpad X:Launchpad X MIDI 1 28:0', ''],
      [
        'Launchpad X MIDI 2',
        'Novation Launchpad X',
        'in Launchpad X:Launchpad X MIDI 2 28:1',
        'out Launchpad X:Launchpad X MIDI 2 28:1',
      ],
    ],
  ],
  [
    'Launchpad Mini MK3 on Windows',
    ['LPMiniMK3 MIDI', 'MIDIIN2 (LPMiniMK3 MIDI)'],
    ['MIDIOUT2 (LPMiniMK3 MIDI)'],
    [
      ['LPMiniMK3 MIDI', 'MIDI controller', 'in LPMiniMK3 MIDI', ''],
      [
        'MIDIIN2 (LPMiniMK3 MIDI)',
        'Novation Launchpad Mini MK3',
        'in MIDIIN2 (LPMiniMK3 MIDI)',
        'out MIDIOUT2 (LPMiniMK3 MIDI)',
      ],
    ],
  ],
  [
    'Launchpad Mini MK3 on macOS',
    ['Launchpad Mini MK3 LPMiniMK3 MIDI Out'],
    ['Launchpad Mini MK3 LPMiniMK3 DAW In', 'Launchpad Mini MK3 LPMiniMK3 MIDI In'],
    [
      [
        'Launchpad Mini MK3 LPMiniMK3 MIDI Out',
        'Novation Launchpad Mini MK3',
        'in Launchpad Mini MK3 LPMiniMK3 MIDI Out',
        'out Launchpad Mini MK3 LPMiniMK3 MIDI In',
      ],
      ['Launchpad Mini MK3 LPMiniMK3 DAW In', 'MIDI controller', '', 'out Launchpad Mini MK3 LPMiniMK3 DAW In'],
    ],
  ],
  [
    'nanoKONTROL2 on macOS',
    ['nanoKONTROL2 SLIDER/KNOB'],
    ['nanoKONTROL2 CTRL'],
    [['nanoKONTROL2 SLIDER/KNOB', 'Korg nanoKONTROL2', 'in nanoKONTROL2 SLIDER/KNOB', 'out nanoKONTROL2 CTRL']],
  ],
];
it.each(machines)(
  '%s is known by its ports, and an output of another name belongs to its input',
  (_what, inputs, outputs, found) => {
    const ports = [...inputs.map((name) => port('in', name)), ...outputs.map((name) => port('out', name))];
    const devices = devicesOf(ports, isPair);
    expect(
      devices.map(({ plain, input, output }) => [plain, profiles.of(plain).name, input ?? '', output ?? '']),
    ).toEqual(found);
  },
);

/** Ports as systems name them, and the profile of each. */
const alone = [
  ['APC mini mk2', 'Akai APC mini mk2'],
  ['APC mini mk2 Control', 'Akai APC mini mk2'],
  ['APC mini mk2:APC mini mk2 APC mini mk2 Contr 24:0', 'Akai APC mini mk2'],
  ['APC mini mk2:APC mini mk2 MIDI 1 24:0', 'Akai APC mini mk2'],
  ['APC mini mk2 Notes', 'MIDI controller'],
  ['APC40 mkII', 'Akai APC40 mkII'],
  ['Launchpad Mini MK3:Launchpad Mini MK3 LPMiniMK3 MI 28:1', 'Novation Launchpad Mini MK3'],
  ['Launchpad Mini MK3:Launchpad Mini MK3 LPMiniMK3 DA 28:0', 'MIDI controller'],
  ['Launchpad Mini MK3:Launchpad Mini MK3 MIDI 2 28:1', 'Novation Launchpad Mini MK3'],
  ['Launchpad MK2', 'Novation Launchpad MK2'],
  ['Launchpad MK2:Launchpad MK2 MIDI 1 20:0', 'Novation Launchpad MK2'],
  ['X-TOUCH MINI', 'Behringer X-Touch Mini'],
  ['X-TOUCH MINI:X-TOUCH MINI MIDI 1 20:0', 'Behringer X-Touch Mini'],
  ['X-Touch', 'Behringer X-Touch'],
  ['X-Touch INT', 'Behringer X-Touch'],
  ['X-Touch EXT', 'MIDI controller'],
  ['X-Touch One', 'MIDI controller'],
  ['X-Touch-Ext', 'MIDI controller'],
  ['X-Touch-Ext:X-Touch-Ext X-TOUCH_INT 20:0', 'MIDI controller'],
  ['BCF2000', 'Behringer BCF2000'],
  ['BCF2000:BCF2000 MIDI 1 20:0', 'Behringer BCF2000'],
  ['nanoKONTROL2', 'Korg nanoKONTROL2'],
  ['nanoKONTROL2 1 SLIDER/KNOB', 'Korg nanoKONTROL2'],
  ['nanoKONTROL2:nanoKONTROL2 _ CTRL 28:0', 'Korg nanoKONTROL2'],
  ['nanoKONTROL2:nanoKONTROL2 MIDI 1 28:0', 'Korg nanoKONTROL2'],
  ['Arturia BeatStep', 'Arturia BeatStep'],
  ['2- Arturia BeatStep', 'Arturia BeatStep'],
  ['Arturia BeatStep:Arturia BeatStep MIDI 1 20:0', 'Arturia BeatStep'],
  ['Arturia BeatStep Pro', 'MIDI controller'],
] as const;

it.each(alone)('a port called %s is that of a %s', (name, profile) => {
  expect(profiles.of(plainName(name)).name).toBe(profile);
});

it('every profile is known by a port here', () => {
  const known = [
    ...alone.map(([, profile]) => profile),
    ...machines.flatMap(([, , , found]) => found.map(([, profile]) => profile)),
  ];
  expect(ownProfiles.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});
