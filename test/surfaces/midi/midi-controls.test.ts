import { describe, expect, it } from 'vitest';
import { MidiControls } from '../../../surfaces/midi/midi-controls.ts';
import { MidiStream } from '../../../surfaces/midi/midi-stream.ts';

/** What these bytes mean where these controls are mapped. */
function read(mapped: string[], ...bytes: number[]): string[] {
  const controls = new MidiControls();
  controls.mapped(new Set(mapped));
  return new MidiStream()
    .read(bytes)
    .flatMap((message) => controls.read(message, 0))
    .map((event) => {
      if (event.kind === 'position') return `${event.control} at ${Number(event.value.toFixed(4))}`;
      return `${event.control} ${event.kind}${event.kind === 'turned' ? ` ${event.by}` : ''}`;
    });
}

describe('the messages of a MIDI controller', () => {
  it.each<[string, string[], number[], string[]]>([
    ['a note', [], [0x90, 1, 5, 1, 0, 0x80, 1, 64], ['note 1/1 down', 'note 1/1 up', 'note 1/1 up']],
    ['a program, which is never released', [], [0xc0, 5], ['program 1/5 down', 'program 1/5 up']],
    ['a pitch wheel', [], [0xe2, 0, 0, 127, 127, 0, 64], ['bend 3 at 0', 'bend 3 at 1', 'bend 3 at 0.5']],
    ['pressure', [], [0xd0, 127, 0xa0, 9, 0], ['pressure 1 at 1', 'pressure 1/9 at 0']],
    ['control changes, each for itself', [], [0xb0, 7, 127, 39, 0], ['cc 1/7 at 1', 'cc 1/39 at 0']],
    [
      'a mapped pair, at its lower half',
      ['cc14 1/7'],
      [0xb0, 39, 5, 7, 127, 39, 127, 39, 0, 8, 0, 0xb1, 7, 0],
      ['cc14 1/7 at 1', 'cc14 1/7 at 0.9922', 'cc 1/8 at 0', 'cc 2/7 at 0'],
    ],
    [
      'plain knobs that have the numbers of parameters',
      [],
      [0xb0, 99, 127, 98, 0, 6, 127],
      ['cc 1/99 at 1', 'cc 1/98 at 0', 'cc 1/6 at 1'],
    ],
    [
      'a parameter with 7 bits, then with 14, whose lower half ends a value from then on',
      ['nrpn 1/130'],
      [0xb0, 99, 1, 98, 2, 6, 127, 38, 127, 6, 64, 38, 0],
      ['nrpn 1/130 at 1', 'nrpn 1/130 at 1', 'nrpn 1/130 at 0.5'],
    ],
    [
      'a parameter that is counted',
      ['nrpn 1/0'],
      [0xb0, 99, 0, 98, 0, 96, 0, 97, 3],
      ['nrpn 1/0 turned 1', 'nrpn 1/0 turned -3'],
    ],
    [
      'no parameter: none is chosen, or a registered one',
      ['nrpn 1/0'],
      [0xb0, 99, 127, 98, 127, 6, 9, 99, 0, 98, 0, 101, 0, 100, 0, 6, 5],
      [],
    ],
  ])('%s', (_, mapped, bytes, events) => {
    expect(read(mapped, ...bytes)).toEqual(events);
  });
});
