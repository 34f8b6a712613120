import type { Direction, PortNames } from './port-list.ts';

/** A port that is open. */
export interface OpenPort {
  /** Sends one message. Does nothing on a port that only receives. Throws if the system does not take it. */
  send(message: readonly number[]): void;
  close(): void;
}

/** Which port to open, and what takes what it receives. */
export interface PortToOpen {
  direction: Direction;
  /** Its place in the names of its direction. */
  place: number;
  /** Called with each message that arrives, and with each part of a long one. */
  takes(bytes: readonly number[]): void;
}

/** The MIDI ports of a machine. */
export interface MidiSystem {
  /** Throws if the system does not answer any more. */
  names(): PortNames;
  /** Throws if the port cannot be opened. */
  open(port: PortToOpen): OpenPort;
  close(): void;
}

/** Throws a sentence if this machine has no MIDI system. */
export type OpenMidiSystem = () => MidiSystem;
