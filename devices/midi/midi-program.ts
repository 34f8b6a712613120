import { connectToDesk } from '../desk-channel.ts';
import { placeOfMidi } from '../usb-places.ts';
import { MidiDriver } from './midi-driver.ts';
import { openRtMidi } from './rtmidi.ts';

/* The MIDI driver, a separate process: a crash in native RtMidi code must not end the desk. */

let ids = 0;

const driver = new MidiDriver({
  openSystem: openRtMidi,
  say: connectToDesk((message) => (message.do === 'end' ? end() : driver.do(message)), end),
  now: () => Number(process.hrtime.bigint()) / 1e6,
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  placeOf: (name) => placeOfMidi(name),
  // Unique across restarts of the driver.
  newId: () => `midi-${process.pid}-${(ids += 1)}`,
});
driver.start();

function end(): void {
  void driver.end().finally(() => process.exit(0));
}
