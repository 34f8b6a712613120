import { EventEmitter } from 'node:events';
import { moment } from './moments.ts';

/*
 * What `midi/lazy` exports, for a driver program whose processor time is measured: so many controllers that nobody touches. Each second
 * the program says on stderr how much it has used.
 */

/** 24 clocks in each quarter note at 120 bpm, and active sensing (ms). Source: MIDI 1.0 Detailed Specification. */
const clockEvery = 60_000 / 120 / 24;
const senseEvery = 300;

const { searchParams } = new URL(import.meta.url);
const count = Number(searchParams.get('devices'));
const isTicking = searchParams.get('kind') === 'ticking';
const names = Array.from({ length: count }, (_, at) => (at === 0 ? 'Pads' : `Pads ${String.fromCharCode(65 + at)}`));

/** What the program has used so far (ms), and when. */
export interface UsedTime {
  used: number;
  at: number;
}

setInterval(() => {
  const { user, system } = process.cpuUsage();
  console.error(JSON.stringify({ used: (user + system) / 1_000, at: moment() } satisfies UsedTime));
}, 1_000).unref();

export function verifyLibraryLoaded(): void {
  // There is none to be loaded.
}

class Ports extends EventEmitter {
  getPortCount(): number {
    return count;
  }

  getPortName(place: number): string {
    return names[place] ?? '';
  }

  openPort(): void {
    // Its device is idle.
  }

  destroy(): void {
    this.removeAllListeners();
  }
}

/** Passes on what RtMidi drops if it is asked to, so that what that costs at most is measured. */
export class Input extends Ports {
  ignoreTypes(): void {
    // Nothing is ignored.
  }

  override openPort(): void {
    if (!isTicking) return;
    tick(clockEvery, () => this.emit('messageBuffer', 0, Buffer.of(0xf8)));
    tick(senseEvery, () => this.emit('messageBuffer', 0, Buffer.of(0xfe)));
  }
}

export class Output extends Ports {
  sendMessage(): void {
    // Its lamps take everything.
  }
}

/** Runs something this often (ms) on average: timers of Node wait for whole milliseconds. */
function tick(every: number, run: () => void): void {
  let next = moment() + Math.random() * every;
  const again = (): void => {
    for (; next <= moment(); next += every) run();
    setTimeout(again, Math.max(1, next - moment()));
  };
  again();
}
