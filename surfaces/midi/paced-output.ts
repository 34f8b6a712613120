import type { Clock } from '../../contract/clock.ts';

export interface PacedOutputPorts {
  clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Sends a message to the device. */
  send(bytes: readonly number[]): void;
}

/** Milliseconds of its pace that a device takes at once. */
const atOnce = 8;

/**
 * Sends a device no more than it takes. Of what waits only the newest of each thing is sent, in the place of the first, so a device that is
 * slow shows less of the way and never something old.
 */
export class PacedOutput {
  readonly #ports: PacedOutputPorts;
  /** Messages in each millisecond. */
  #pace = 1;
  /** How many messages it takes now; below 0 after a long one. */
  #takes = Infinity;
  #countedAt = 0;
  /** By what they set. */
  readonly #waiting = new Map<string, readonly number[]>();
  /** How often everything began anew: nothing of the time after takes the place of something of the time before. */
  #times = 0;
  #isDue = false;
  #isHeld = false;

  constructor(ports: PacedOutputPorts) {
    this.#ports = ports;
  }

  /** The messages from now on are for a device that takes so many in a second. They come after all that still wait. */
  begin(perSecond: number): void {
    this.#times += 1;
    this.#pace = perSecond / 1_000;
    this.#count();
  }

  /** What waits is not sent any more. */
  clear(): void {
    this.#waiting.clear();
  }

  /** Sends a message that sets something, as soon as the device takes it. */
  send(sets: string, bytes: readonly number[]): void {
    this.#waiting.set(`${this.#times} ${sets}`, bytes);
    if (!this.#isDue && !this.#isHeld) this.#flush();
  }

  /** Nothing is sent before this has run, whatever it sends. */
  after(first: () => void): void {
    this.#isHeld = true;
    first();
    this.#isHeld = false;
    if (!this.#isDue) this.#flush();
  }

  #flush(): void {
    this.#count();
    for (const [sets, bytes] of this.#waiting) {
      if (this.#takes <= 0) break;
      this.#waiting.delete(sets);
      // A long message takes as long as its bytes, of which a usual one has three.
      this.#takes -= Math.ceil(bytes.length / 3);
      this.#ports.send(bytes);
    }
    if (this.#waiting.size === 0) return;
    this.#isDue = true;
    this.#ports.clock.after(Math.max(1, Math.ceil(-this.#takes / this.#pace)), () => {
      this.#isDue = false;
      this.#flush();
    });
  }

  #count(): void {
    const now = this.#ports.clock.monotonic();
    this.#takes = Math.min(this.#pace * atOnce, this.#takes + (now - this.#countedAt) * this.#pace);
    this.#countedAt = now;
  }
}
