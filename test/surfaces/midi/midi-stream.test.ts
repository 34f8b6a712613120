import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { controlName, MidiStream } from '../../../surfaces/midi/midi-stream.ts';

const read = (...parts: number[][]): string[] => {
  const stream = new MidiStream();
  return parts
    .flatMap((part) => stream.read(part))
    .map((press) => `${controlName(press)} ${press.value > 0 ? 'down' : 'up'}`);
};

describe('the bytes of a MIDI port', () => {
  it.each<[string, number[][], string[]]>([
    ['a note on and off', [[0x90, 36, 100, 0x80, 36, 0]], ['note 1/36 down', 'note 1/36 up']],
    ['a note on without velocity is a release', [[0x9f, 0, 0]], ['note 16/0 up']],
    [
      'a control change',
      [
        [0xb2, 7, 127],
        [0xb2, 7, 0],
      ],
      ['cc 3/7 down', 'cc 3/7 up'],
    ],
    [
      'a status that holds for several',
      [[0x90, 1, 64, 2, 64, 1, 0]],
      ['note 1/1 down', 'note 1/2 down', 'note 1/1 up'],
    ],
    ['a message in pieces', [[0x90], [36], [100]], ['note 1/36 down']],
    ['clock and active sensing at any place', [[0x90, 0xf8, 36, 0xfe, 100, 0xf8]], ['note 1/36 down']],
    ['system exclusive is passed over', [[0xf0, 0x7e, 1, 2, 0xf7, 0x90, 36, 1]], ['note 1/36 down']],
    ['nothing holds after system exclusive', [[0x90, 36, 1, 0xf0, 1, 0xf7, 37, 1]], ['note 1/36 down']],
    [
      'one byte after a program change',
      [[0xc0, 5, 6, 0x90, 36, 1]],
      ['program 1/5 down', 'program 1/6 down', 'note 1/36 down'],
    ],
    [
      'song position and the like',
      [
        [0xf2, 1, 2, 0x90, 36, 1],
        [0xf3, 9, 36, 1],
      ],
      ['note 1/36 down'],
    ],
    [
      'bend and pressure',
      [[0xe0, 0, 64, 0xd0, 9, 0xa0, 36, 9]],
      ['bend 1 down', 'pressure 1 down', 'pressure 1/36 down'],
    ],
    ['data without a status', [[36, 100, 7]], []],
    ['a message that another one cuts off', [[0x90, 36, 0x90, 37, 1]], ['note 1/37 down']],
  ])('%s', (_, bytes, presses) => {
    expect(read(...bytes)).toEqual(presses);
  });

  it('means the same however it is cut', () => {
    const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 60 });
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(60)), (all, cuts) => {
        const places = [0, ...cuts.sort((one, other) => one - other), all.length];
        const parts = places.map((from, at) => all.slice(from, places[at + 1] ?? all.length));
        expect(read(...parts)).toEqual(read(all));
      }),
    );
  });
});
