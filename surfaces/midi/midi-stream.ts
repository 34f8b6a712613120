/** A message with a channel, as a controller sends it. */
export interface MidiMessage {
  kind: 'note' | 'cc' | 'program' | 'pressure' | 'bend';
  /** From 1 to 16. */
  channel: number;
  /** Of the note, the control change or the program, from 0 to 127; undefined for what a channel has once. */
  number: number | undefined;
  /** The velocity, the value or the pressure, from 0 to 127; of a pitch wheel from 0 to 16,383; 0 for a release, 127 for a program. */
  value: number;
  bytes: number[];
}

/** How many bytes follow each kind of status, by its upper half. Source: MIDI 1.0 Detailed Specification, table I. */
const lengths: Readonly<Record<number, number>> = { 0x8: 2, 0x9: 2, 0xa: 2, 0xb: 2, 0xc: 1, 0xd: 1, 0xe: 2 };
/** The bytes that follow each system common status. Source: as above, table V. */
const commonLengths: Readonly<Record<number, number>> = { 0xf1: 1, 0xf2: 2, 0xf3: 1 };

/**
 * Turns the bytes of one port into messages, however they are cut. A status holds until the next one (running status), real-time
 * messages may stand within others, and what has no channel is passed over.
 */
export class MidiStream {
  /** The status that holds; 0 for none, so that data is passed over until one comes. */
  #status = 0;
  #left = 0;
  #data: number[] = [];

  /** Reads some bytes. Returns what they complete. */
  read(bytes: readonly number[]): MidiMessage[] {
    const messages: MidiMessage[] = [];
    for (const byte of bytes) {
      // Clock, active sensing and the like come at any place, and change nothing.
      if (byte >= 0xf8) continue;
      if (byte >= 0x80) this.#begin(byte);
      else if (this.#left > 0) this.#add(byte, messages);
    }
    return messages;
  }

  #begin(status: number): void {
    this.#status = status;
    this.#left = (status >= 0xf0 ? commonLengths[status] : lengths[status >> 4]) ?? 0;
    this.#data = [];
  }

  #add(byte: number, messages: MidiMessage[]): void {
    this.#data.push(byte);
    if (this.#data.length < this.#left) return;
    const bytes = [this.#status, ...this.#data];
    this.#data = [];
    if (this.#status < 0xf0) messages.push(messageOf(bytes));
    // A system message has no running status.
    else this.#left = 0;
  }
}

function messageOf(bytes: number[]): MidiMessage {
  const [status = 0, first = 0, second = 0] = bytes;
  const channel = (status & 0x0f) + 1;
  switch (status >> 4) {
    case 0x8:
      return { kind: 'note', channel, number: first, value: 0, bytes };
    case 0x9:
      return { kind: 'note', channel, number: first, value: second, bytes };
    case 0xa:
      return { kind: 'pressure', channel, number: first, value: second, bytes };
    case 0xc:
      return { kind: 'program', channel, number: first, value: 127, bytes };
    case 0xd:
      return { kind: 'pressure', channel, number: undefined, value: first, bytes };
    case 0xe:
      return { kind: 'bend', channel, number: undefined, value: first + (second << 7), bytes };
    default:
      return { kind: 'cc', channel, number: first, value: second, bytes };
  }
}

/** The name of the control that sends a message, as bindings write it. */
export function controlName({ kind, channel, number }: Pick<MidiMessage, 'kind' | 'channel' | 'number'>): string {
  return number === undefined ? `${kind} ${channel}` : `${kind} ${channel}/${number}`;
}
