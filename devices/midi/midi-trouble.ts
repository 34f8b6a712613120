import { closeSync, openSync } from 'node:fs';
import { texts } from '../../contract/texts/texts.ts';
import { messageOf } from '../desk-channel.ts';

/** Why there is no MIDI: RtMidi says only that it failed. Linux has MIDI behind one file. */
export function midiTrouble(sequencer = '/dev/snd/seq', open: (path: string) => void = tryOpen): string {
  try {
    open(sequencer);
  } catch (thrown) {
    // Node begins such a message with the code.
    const why = messageOf(thrown);
    if (why.startsWith('EACCES')) return texts.drivers.midiNotAllowed;
    if (why.startsWith('EPERM')) return texts.drivers.midiKeptOut;
  }
  return texts.drivers.noMidi;
}

function tryOpen(path: string): void {
  closeSync(openSync(path, 'r+'));
}
