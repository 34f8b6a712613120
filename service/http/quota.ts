import { OverlayError } from '../../contract/errors.ts';

/** How many metered calls one account may make, and the names of the headers that report it. */
export interface QuotaTerms {
  perMinute: number;
  perDay: number;
  /** The headers are this name plus `-burst-calls` and `-daily-calls`. */
  header: string;
}

interface Window {
  name: 'burst' | 'daily';
  /** In seconds. */
  length: number;
  limit: number;
}

/** An account's use of a window: the window's number (counted since the epoch), and the calls in it. */
interface Used {
  window: number;
  calls: number;
}

/**
 * The quota of hosted services, so that a client's rate limiting can be tried against this service. Each account has so
 * many calls per minute and per day (UTC). The counts are kept in memory and reset when the service restarts.
 */
export class Quota {
  readonly #header: string;
  readonly #windows: readonly Window[];
  readonly #clock: () => number;
  readonly #used = new Map<string, Used>();

  /** `clock` gives milliseconds since the epoch. */
  constructor({ perMinute, perDay, header }: QuotaTerms, clock: () => number) {
    this.#header = header;
    this.#clock = clock;
    this.#windows = [
      { name: 'burst', length: 60, limit: perMinute },
      { name: 'daily', length: 86_400, limit: perDay },
    ];
  }

  /**
   * Counts one call of an account. Gives the headers that say what is left: JSON of `limit`, `remaining` and `reset`,
   * which is the second since the epoch at which the window resets. `say` receives them before `too-many` is thrown.
   * Returns the function that takes the count back, for a call that was refused; `say` then receives them anew.
   */
  count(accountId: number, say: (headers: Record<string, string>) => void): () => void {
    const now = this.#clock() / 1000;
    const states = this.#windows.map((window) => ({ window, used: this.#usedOf(accountId, window, now) }));
    const spent = states.findLast(({ window, used }) => used.calls >= window.limit);
    if (!spent) for (const { used } of states) used.calls += 1;
    const sayLeft = (): void => say(Object.fromEntries(states.map(({ window, used }) => this.#saying(window, used))));
    sayLeft();
    if (!spent) {
      return () => {
        for (const { used } of states) used.calls -= 1;
        sayLeft();
      };
    }
    const error = new OverlayError('too-many');
    error.retryAfter = (spent.used.window + 1) * spent.window.length - now;
    throw error;
  }

  #usedOf(accountId: number, { name, length }: Window, now: number): Used {
    const key = `${name} ${accountId}`;
    const window = Math.floor(now / length);
    let used = this.#used.get(key);
    if (used?.window !== window) this.#used.set(key, (used = { window, calls: 0 }));
    return used;
  }

  #saying({ name, length, limit }: Window, { window, calls }: Used): [string, string] {
    const left = { limit, remaining: limit - calls, reset: (window + 1) * length };
    return [`${this.#header}-${name}-calls`, JSON.stringify(left)];
  }
}
