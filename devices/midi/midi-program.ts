import { connectToDesk } from '../desk-channel.ts';
import { placeOfMidi } from '../usb-places.ts';
import { MidiDriver } from './midi-driver.ts';
import { openRtMidi } from './rtmidi.ts';

/*
 * The program of the MIDI driver. A desk starts it as a process of its own: RtMidi is native code, and a fault in it ends this
 * process and not the desk.
 */

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
  // The driver that is started after this one must not give the same ids.
  newId: () => `midi-${process.pid}-${(ids += 1)}`,
});
driver.start();

function end(): void {
  void driver.end().finally(() => process.exit(0));
}
