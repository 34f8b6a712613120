import { Recent } from './recent.ts';

/** How failures of one kind slow down further tries. */
export interface Pace {
  /** This many failures cost nothing, because everyone mistypes. */
  free: number;
  /** The longest wait before the next try (ms). */
  longest: number;
}

interface Failures {
  count: number;
  /** When the next try is allowed, in milliseconds since the epoch. */
  welcome: number;
  last: number;
}

/** A key without a failure for this long (ms) is forgotten. */
const remembered = 15 * 60_000;
/** At most this many keys are remembered. */
const most = 10_000;

/**
 * Makes a client that keeps failing wait: one second after the free failures, then twice as long each time, up to a
 * limit. A try that comes too early does not count, so nobody can lock out somebody else for longer than that limit.
 */
export class SlowDown {
  readonly #pace: Pace;
  readonly #failures = new Recent<Failures>(most);

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** How long (ms) the next try has to wait; 0 if it may come now. */
  wait(key: string, now: number): number {
    const failures = this.#recent(key, now);
    return failures ? Math.max(0, failures.welcome - now) : 0;
  }

  /** Counts a try as failed. Call it before the check, so that many tries at once do not slip through. */
  failed(key: string, now: number): void {
    const count = (this.#recent(key, now)?.count ?? 0) + 1;
    const over = count - this.#pace.free;
    const wait = over <= 0 ? 0 : Math.min(1000 * 2 ** (over - 1), this.#pace.longest);
    this.#failures.set(key, { count, welcome: now + wait, last: now });
  }

  /** The try succeeded after all. Forgives every failure, or only this one. */
  succeeded(key: string, forgive: 'all' | 'one'): void {
    const failures = this.#failures.get(key);
    if (!failures) return;
    if (forgive === 'all' || failures.count <= 1) this.#failures.delete(key);
    else this.#failures.set(key, { ...failures, count: failures.count - 1, welcome: 0 });
  }

  #recent(key: string, now: number): Failures | undefined {
    const failures = this.#failures.get(key);
    return failures && now - failures.last < remembered ? failures : undefined;
  }
}
