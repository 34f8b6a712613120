import { connectToDesk, machineFor, messageOf } from '../desk-channel.ts';
import { midiTrouble } from './midi-trouble.ts';
import { placeOfMidi } from '../usb-places.ts';
import { MidiDriver, type MidiSystem, type OpenPort, type PortToOpen } from './midi-driver.ts';
import { Input, Output, verifyLibraryLoaded } from 'midi/lazy';
import { libraryMissing } from '../../contract/devices/driver.ts';

/* The MIDI driver, a separate process: a crash in native RtMidi code must not end the desk. */

const driver = new MidiDriver({
  ...machineFor('midi'),
  openSystem: openRtMidi,
  say: connectToDesk((message) => (message.do === 'end' ? end() : driver.do(message)), end),
  placeOf: (name) => placeOfMidi(name),
});
driver.start();

function end(): void {
  void driver.end().finally(() => process.exit(0));
}

/** Throws a sentence if this machine has no MIDI system. */
function openRtMidi(): MidiSystem {
  attempt(verifyLibraryLoaded, (why) => `${libraryMissing}: ${why}.`);
  // Only for reading names: RtMidi needs one instance of each to query the system.
  const reader = attempt(
    () => ({ in: new Input(), out: new Output() }),
    () => `${midiTrouble()}.`,
  );
  return {
    names: () => ({ in: namesOf(reader.in), out: namesOf(reader.out) }),
    open: (port) => (port.direction === 'in' ? openInput(port) : openOutput(port)),
    close() {
      reader.in.destroy();
      reader.out.destroy();
    },
  };
}

function namesOf(ports: Pick<Input, 'getPortCount' | 'getPortName'>): string[] {
  return Array.from({ length: ports.getPortCount() }, (_, place) => ports.getPortName(place));
}

function openInput({ place, takes }: PortToOpen): OpenPort {
  const input = new Input();
  input.on('messageBuffer', (_sinceLast, bytes) => takes([...bytes]));
  // System exclusive carries device answers. Clock and active sensing repeat many times a second without content.
  input.ignoreTypes(false, true, true);
  openAt(input, place);
  return { send: () => undefined, close: () => input.destroy() };
}

function openOutput({ place }: PortToOpen): OpenPort {
  const output = new Output();
  openAt(output, place);
  return { send: (message) => output.sendMessage([...message]), close: () => output.destroy() };
}

/** Destroyed on failure, because opening is retried repeatedly. */
function openAt(port: Pick<Input, 'openPort' | 'destroy'>, place: number): void {
  try {
    port.openPort(place);
  } catch (error) {
    port.destroy();
    throw error;
  }
}

function attempt<T>(step: () => T, failure: (why: string) => string): T {
  try {
    return step();
  } catch (error) {
    throw new Error(failure(messageOf(error)), { cause: error });
  }
}
