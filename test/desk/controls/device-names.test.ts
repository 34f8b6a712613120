import { expect, it } from 'vitest';
import { devicesOf, plainName } from '../../../desk/controls/midi/device-names.ts';

it.each([
  ['APC mini mk2:APC mini mk2 MIDI 1 24:0', 'APC mini mk2 MIDI 1'],
  ['APC mini mk2:APC mini mk2 MIDI 1 28:0', 'APC mini mk2 MIDI 1'],
  ['nanoKONTROL2', 'nanoKONTROL2'],
  ['2- nanoKONTROL2', 'nanoKONTROL2'],
  ['system:midi_capture_1', 'system:midi_capture_1'],
  [' X-TOUCH MINI ', 'X-TOUCH MINI'],
  [':', ':'],
])('a port called %j belongs to %j', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

it('pairs the directions of alike devices by their order, and tells where they are plugged in if the system does', () => {
  const port = (id: string, direction: 'in' | 'out', name = 'BeatStep') => ({ id, direction, name });
  const ports = [
    port('a', 'in'),
    port('b', 'in', '2- BeatStep'),
    port('c', 'out'),
    { ...port('d', 'out', 'Synth'), place: 'usb-0000:00:14.0-2' },
  ];
  expect(devicesOf(ports)).toEqual([
    { plain: 'BeatStep', place: undefined, input: 'a', output: 'c' },
    { plain: 'BeatStep', place: '2-', input: 'b', output: undefined },
    { plain: 'Synth', place: 'usb-0000:00:14.0-2', input: undefined, output: 'd' },
  ]);
});
