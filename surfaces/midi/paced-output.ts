import type { Clock } from '../../contract/clock.ts';

/** Milliseconds of messages that a device takes at once. */
const atOnce = 8;

/** Sends a device no more than it takes. A newer message replaces a waiting one that sets the same thing. */
export class PacedOutput {
  readonly #clock: Clock;
  readonly #send: (bytes: readonly number[]) => void;
  #pace = 1;
  /** Messages that the device takes now; below 0 after a long message. */
  #takes = Infinity;
  #countedAt = 0;
  readonly #waiting = new Map<string, readonly number[]>();
  /** Count of restarts: messages after a restart never replace earlier ones. */
  #times = 0;
  #isDue = false;
  #isHeld = false;

  constructor(clock: Clock, send: (bytes: readonly number[]) => void) {
    [this.#clock, this.#send] = [clock, send];
  }

  /** Sets the pace (messages per second) for later messages, which follow all waiting ones. */
  begin(perSecond: number): void {
    this.#times += 1;
    this.#pace = perSecond / 1_000;
    this.#count();
  }

  clear(): void {
    this.#waiting.clear();
  }

  /** `sets`: what the message sets, so that a newer message replaces it. */
  send(sets: string, bytes: readonly number[]): void {
    this.#waiting.set(`${this.#times} ${sets}`, bytes);
    if (!this.#isDue && !this.#isHeld) this.#flush();
  }

  /** Holds all messages until `first` has run. */
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
      // A long message costs as much as its bytes; a usual message has three.
      this.#takes -= Math.ceil(bytes.length / 3);
      this.#send(bytes);
    }
    if (this.#waiting.size === 0) return;
    this.#isDue = true;
    this.#clock.after(Math.max(1, Math.ceil(-this.#takes / this.#pace)), () => {
      this.#isDue = false;
      this.#flush();
    });
  }

  #count(): void {
    const now = this.#clock.monotonic();
    this.#takes = Math.min(this.#pace * atOnce, this.#takes + (now - this.#countedAt) * this.#pace);
    this.#countedAt = now;
  }
}
