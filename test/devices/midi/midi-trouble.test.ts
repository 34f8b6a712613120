import { expect, it } from 'vitest';
import { texts } from '../../../contract/texts/texts.ts';
import { midiTrouble } from '../../../devices/midi/midi-trouble.ts';

it.each([
  ['EACCES', texts.drivers.midiNotAllowed],
  ['EPERM', texts.drivers.midiKeptOut],
  ['ENOENT', texts.drivers.noMidi],
])('a machine whose MIDI system answers with %s says why', (code, said) => {
  const open = (): void => {
    throw Object.assign(new Error(code), { code });
  };
  expect(midiTrouble('/dev/snd/seq', open)).toBe(said);
  expect(midiTrouble('/nowhere/seq')).toBe(texts.drivers.noMidi);
});
