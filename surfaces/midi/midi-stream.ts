export interface MidiMessage {
  kind: 'note' | 'cc' | 'program' | 'pressure' | 'bend';
  /** From 1 to 16. */
  channel: number;
  /** Note, control change or program, 0 to 127; undefined for what a channel has once. */
  number: number | undefined;
  /** Velocity, value or pressure, 0 to 127; pitch wheel 0 to 16,383; release 0; program 127. */
  value: number;
  bytes: number[];
}

/** Data bytes per status, by its upper half. Source: MIDI 1.0 Detailed Specification, table I. */
const lengths: Readonly<Record<number, number>> = { 0x8: 2, 0x9: 2, 0xa: 2, 0xb: 2, 0xc: 1, 0xd: 1, 0xe: 2 };
/** Data bytes per system common status. Source: as above, table V. */
const commonLengths: Readonly<Record<number, number>> = { 0xf1: 1, 0xf2: 2, 0xf3: 1 };

/** Reads a port's bytes into messages, however cut. Handles running status; skips messages without a channel. */
export class MidiStream {
  /** The running status; 0 skips data until a status comes. */
  #status = 0;
  #left = 0;
  #data: number[] = [];

  read(bytes: readonly number[]): MidiMessage[] {
    const messages: MidiMessage[] = [];
    for (const byte of bytes) {
      // Clock and active sensing may come anywhere and change nothing.
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

export function controlName({ kind, channel, number }: Pick<MidiMessage, 'kind' | 'channel' | 'number'>): string {
  return number === undefined ? `${kind} ${channel}` : `${kind} ${channel}/${number}`;
}
