import { Recent } from './recent.ts';

export interface Pace {
  /** Failures without a delay, because everyone mistypes. */
  free: number;
  /** In ms. */
  longest: number;
}

interface Failures {
  count: number;
  /** When the next try is allowed (ms since the epoch). */
  welcome: number;
  last: number;
}

/** Milliseconds after the last failure. */
const remembered = 15 * 60_000;
const most = 10_000;

/**
 * Delays a failing client: 1 s after the free failures, then doubling up to a limit. Early tries do not count, so
 * lockouts cannot exceed the limit.
 */
export class SlowDown {
  readonly #pace: Pace;
  readonly #failures = new Recent<Failures>(most);

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  wait(key: string, now: number): number {
    const failures = this.#recent(key, now);
    return failures ? Math.max(0, failures.welcome - now) : 0;
  }

  /** Call before the check, so that concurrent tries do not slip through. */
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
