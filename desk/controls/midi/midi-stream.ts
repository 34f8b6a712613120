/** A press or a release of a control, as a controller sends it. */
export interface MidiPress {
  kind: 'note' | 'cc';
  /** From 1 to 16. */
  channel: number;
  /** Of the note or of the control change, from 0 to 127. */
  number: number;
  /** Whether it went down: a velocity or a value above 0. */
  down: boolean;
  /** The velocity or the value, from 0 to 127. */
  value: number;
}

/** How many bytes follow each kind of status, by its upper half. Source: MIDI 1.0 Detailed Specification, table I. */
const lengths: Readonly<Record<number, number>> = { 0x8: 2, 0x9: 2, 0xa: 2, 0xb: 2, 0xc: 1, 0xd: 1, 0xe: 2 };
/** The bytes that follow each system common status. Source: as above, table V. */
const commonLengths: Readonly<Record<number, number>> = { 0xf1: 1, 0xf2: 2, 0xf3: 1 };

/**
 * Turns the bytes of one port into presses, however they are cut. A status holds until the next one (running status), real-time
 * messages may stand within others, and what is not a note or a control change is passed over.
 */
export class MidiStream {
  /** The status that holds; 0 for none, so that data is passed over until one comes. */
  #status = 0;
  #left = 0;
  #data: number[] = [];

  /** Reads some bytes. Returns what they complete. */
  read(bytes: readonly number[]): MidiPress[] {
    const presses: MidiPress[] = [];
    for (const byte of bytes) {
      // Clock, active sensing and the like come at any place, and change nothing.
      if (byte >= 0xf8) continue;
      if (byte >= 0x80) this.#begin(byte);
      else if (this.#left > 0) this.#add(byte, presses);
    }
    return presses;
  }

  #begin(status: number): void {
    this.#status = status;
    this.#left = (status >= 0xf0 ? commonLengths[status] : lengths[status >> 4]) ?? 0;
    this.#data = [];
  }

  #add(byte: number, presses: MidiPress[]): void {
    this.#data.push(byte);
    if (this.#data.length < this.#left) return;
    const [number = 0, value = 0] = this.#data;
    this.#data = [];
    // A system message has no running status.
    if (this.#status >= 0xf0) this.#left = 0;
    const channel = (this.#status & 0x0f) + 1;
    switch (this.#status >> 4) {
      case 0x8:
        return void presses.push({ kind: 'note', channel, number, down: false, value });
      case 0x9:
        return void presses.push({ kind: 'note', channel, number, down: value > 0, value });
      case 0xb:
        return void presses.push({ kind: 'cc', channel, number, down: value > 0, value });
    }
  }
}

/** The name of a control, as bindings write it. */
export function controlName({ kind, channel, number }: Pick<MidiPress, 'kind' | 'channel' | 'number'>): string {
  return `${kind} ${channel}/${number}`;
}
