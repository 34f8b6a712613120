import type { Clock } from '../../contract/clock.ts';

interface Timer {
  at: number;
  run: () => void;
}

/** A clock that stands still until the test moves it. */
export class ManualClock implements Clock {
  #now = Date.UTC(2026, 0, 1, 20, 0, 0);
  readonly #start = this.#now;
  #ahead = 0;
  #slept = 0;
  #timers: Timer[] = [];

  /** In whole milliseconds, as every time of day. */
  now = (): number => Math.floor(this.#now) + this.#ahead;
  monotonic = (): number => this.#now - this.#start;
  sinceBoot = (): number => this.monotonic() + this.#slept;
  after = (milliseconds: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + milliseconds, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** Somebody sets the clock: the time of day is another one, and nothing else. */
  set(ahead: number): void {
    this.#ahead = ahead;
  }

  /** The machine sleeps: the time of day goes on, and the monotonic clock stands still. */
  sleep(milliseconds: number): void {
    this.#ahead += milliseconds;
    this.#slept += milliseconds;
  }

  /** Move on without running anything, as a process that stands still: what fell due meanwhile runs late. */
  jump(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Move on; timers that fall due run in their order, each at its own time. Promises settle in between. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      const next = this.#next();
      if (!next || next.at > end) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await settled();
    }
    this.#now = end;
    await settled();
  }

  /** The timer that falls due first; of several at one time the one that was set first. */
  #next(): Timer | undefined {
    let next = this.#timers[0];
    for (const timer of this.#timers) if (next && timer.at < next.at) next = timer;
    return next;
  }
}

/** Everything that promises had to do is done, and the screens were told of it, which is done after a turn. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
