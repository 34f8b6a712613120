import type { Direction, PortNames } from './port-list.ts';

export interface OpenPort {
  /** Does nothing on an input. Throws if the system refuses the message. */
  send(message: readonly number[]): void;
  close(): void;
}

export interface PortToOpen {
  direction: Direction;
  place: number;
  /** Called for each message, and for each part of a long one. */
  takes(bytes: readonly number[]): void;
}

export interface MidiSystem {
  /** Throws if the system no longer answers. */
  names(): PortNames;
  /** Throws if the port cannot be opened. */
  open(port: PortToOpen): OpenPort;
  close(): void;
}

/** Throws a sentence if this machine has no MIDI system. */
export type OpenMidiSystem = () => MidiSystem;
