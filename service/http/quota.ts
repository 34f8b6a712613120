import { tooMany } from '../domain/allowance.ts';

export interface QuotaTerms {
  perMinute: number;
  perDay: number;
  /** Prefix of the headers `-burst-calls` and `-daily-calls`. */
  header: string;
}

interface LimitWindow {
  name: 'burst' | 'daily';
  /** In seconds. */
  length: number;
  limit: number;
}

interface Used {
  window: number;
  calls: number;
}

/** Imitates hosted quotas per minute and day (UTC), to test a client's rate limiting. A restart resets them. */
export class Quota {
  readonly #header: string;
  readonly #windows: readonly LimitWindow[];
  readonly #clock: () => number;
  readonly #used = new Map<string, Used>();

  constructor({ perMinute, perDay, header }: QuotaTerms, clock: () => number) {
    this.#header = header;
    this.#clock = clock;
    this.#windows = [
      { name: 'burst', length: 60, limit: perMinute },
      { name: 'daily', length: 86_400, limit: perDay },
    ];
  }

  /** Counts a call; `say` receives the headers. Throws `too-many`. The returned function undoes the count. */
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
    throw tooMany((spent.used.window + 1) * spent.window.length - now);
  }

  #usedOf(accountId: number, { name, length }: LimitWindow, now: number): Used {
    const key = `${name} ${accountId}`;
    const window = Math.floor(now / length);
    let used = this.#used.get(key);
    if (used?.window !== window) this.#used.set(key, (used = { window, calls: 0 }));
    return used;
  }

  #saying({ name, length, limit }: LimitWindow, { window, calls }: Used): [string, string] {
    const left = { limit, remaining: limit - calls, reset: (window + 1) * length };
    return [`${this.#header}-${name}-calls`, JSON.stringify(left)];
  }
}
