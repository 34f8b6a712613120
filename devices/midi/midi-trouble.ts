import { closeSync, openSync } from 'node:fs';
import { codeOf } from '../../contract/errors.ts';
import { texts } from '../../contract/texts/texts.ts';

/** Why there is no MIDI: RtMidi says only that it failed. Linux has MIDI behind one file. */
export function midiTrouble(sequencer = '/dev/snd/seq', open: (path: string) => void = tryOpen): string {
  try {
    open(sequencer);
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === 'EACCES') return texts.drivers.midiNotAllowed;
    if (code === 'EPERM') return texts.drivers.midiKeptOut;
  }
  return texts.drivers.noMidi;
}

function tryOpen(path: string): void {
  closeSync(openSync(path, 'r+'));
}
