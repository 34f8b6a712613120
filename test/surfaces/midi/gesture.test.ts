import { describe, expect, it } from 'vitest';
import { Gesture } from '../../../surfaces/midi/gesture.ts';
import { MidiStream } from '../../../surfaces/midi/midi-stream.ts';

/** What these bytes say of the control that sends them; with `!` if nothing more needs to come. */
function learned(...bytes: number[]): string {
  const gesture = new Gesture();
  const isAll = new MidiStream().read(bytes).some((message) => gesture.add(message) === 'all');
  if (!gesture.learned) return 'nothing';
  const { control, use, encoder } = gesture.learned;
  return [control, use, encoder].filter(Boolean).join(' ') + (isAll ? '!' : '');
}
const changes = (number: number, ...values: number[]): number[] => [
  0xb0,
  ...values.flatMap((value) => [number, value]),
];

describe('a control that somebody tries', () => {
  it.each<[string, number[], string]>([
    ['a pad', [0x90, 36, 100], 'note 1/36 button!'],
    ['the release of one that was held', [0x80, 36, 0], 'nothing'],
    ['a program', [0xc1, 5], 'program 2/5 button!'],
    ['a pitch wheel', [0xe0, 0, 64, 0, 70], 'bend 1 fader'],
    ['pressure', [0xd0, 9], 'pressure 1 fader'],
    ['a button', changes(20, 127, 0), 'cc 1/20 button!'],
    ['a button that is held', changes(20, 127), 'cc 1/20 button'],
    ['a button with another value', changes(20, 64, 0, 64), 'cc 1/20 button'],
    ['a fader', changes(7, 3, 9, 17, 30), 'cc 1/7 fader'],
    ['a fader that leaves its end', changes(7, 1, 2, 4, 9), 'cc 1/7 fader'],
    ['a fader that was touched', changes(7, 77), 'cc 1/7 fader'],
    ['a fader at the top of a fast move', changes(7, 100, 118, 127), 'cc 1/7 fader'],
    ['a knob by twos, right and left', changes(16, 1, 1, 2, 127, 127), 'cc 1/16 encoder twos'],
    ['a knob by twos, one detent', changes(16, 1), 'cc 1/16 encoder twos'],
    ['a knob by twos, to the left alone', changes(16, 127, 127, 126), 'cc 1/16 encoder twos'],
    ['a knob by offset', changes(16, 65, 65, 66, 63, 63), 'cc 1/16 encoder offset'],
    ['a knob by offset, one detent', changes(16, 65), 'cc 1/16 encoder offset'],
    ['a knob by sign', changes(16, 1, 1, 65, 65), 'cc 1/16 encoder sign'],
    ['a knob by the other sign', changes(16, 65, 65, 1, 1), 'cc 1/16 encoder sign2'],
    ['a pair of control changes', [0xb0, 7, 40, 39, 3, 7, 41, 39, 90], 'cc14 1/7 fader'],
    ['a parameter', [0xb0, 99, 1, 98, 2, 6, 40, 38, 3], 'nrpn 1/130 fader'],
    ['a parameter that is counted', [0xb2, 99, 0, 98, 5, 96, 1], 'nrpn 3/5 encoder'],
    ['one beside which another one moves', [0xb0, 7, 40, 9, 3, 7, 44, 9, 4], 'cc 1/7 fader'],
  ])('%s', (_, bytes, what) => {
    expect(learned(...bytes)).toBe(what);
  });

  it('shows what it sent first', () => {
    const gesture = new Gesture();
    for (const message of new MidiStream().read([0xbf, 7, 10, 7, 11])) gesture.add(message);
    expect(gesture.learned?.raw).toBe('BF 07 0A');
  });
});
