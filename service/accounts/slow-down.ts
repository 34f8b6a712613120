/** How failures of one kind are slowed. */
export interface Pace {
  /** This many failures cost nothing: everyone mistypes. */
  free: number;
  /** The longest that the next try has to wait (ms). */
  longest: number;
}

interface Failures {
  count: number;
  /** When the next try is welcome, milliseconds since the epoch. */
  welcome: number;
  last: number;
}

/** What has not failed for this long (ms) is forgotten. */
const remembered = 15 * 60_000;
/** No more than this many are remembered; the oldest is forgotten first. */
const most = 10_000;

/**
 * Makes whoever fails again and again wait: one second after the free failures, then twice as long each time, up to a
 * limit. Tries that come too early do not count, so that nobody is shut out for longer than that by someone else's.
 */
export class SlowDown {
  readonly #pace: Pace;
  readonly #failures = new Map<string, Failures>();

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** How long (ms) the next try has to wait; 0 where it is welcome. */
  wait(key: string, now: number): number {
    const failures = this.#recent(key, now);
    return failures ? Math.max(0, failures.welcome - now) : 0;
  }

  /** Count a try as failed. It is counted before it is looked at, so that many at once do not slip through. */
  failed(key: string, now: number): void {
    const count = (this.#recent(key, now)?.count ?? 0) + 1;
    const over = count - this.#pace.free;
    const wait = over <= 0 ? 0 : Math.min(1000 * 2 ** (over - 1), this.#pace.longest);
    this.#failures.delete(key);
    this.#failures.set(key, { count, welcome: now + wait, last: now });
    if (this.#failures.size > most) this.#failures.delete(this.#failures.keys().next().value ?? '');
  }

  /** It did not fail after all: all is forgiven, or only this one try. */
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
