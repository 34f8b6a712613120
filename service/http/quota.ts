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

export type Quota = ReturnType<typeof accountQuota>;

/** Imitates hosted quotas per minute and day (UTC), to test a client's rate limiting. A restart resets them. */
export function accountQuota({ perMinute, perDay, header }: QuotaTerms, clock: () => number) {
  const windows: readonly LimitWindow[] = [
    { name: 'burst', length: 60, limit: perMinute },
    { name: 'daily', length: 86_400, limit: perDay },
  ];
  const known = new Map<string, Used>();
  const usedOf = (accountId: number, { name, length }: LimitWindow, now: number): Used => {
    const key = `${name} ${accountId}`;
    const window = Math.floor(now / length);
    let used = known.get(key);
    if (used?.window !== window) known.set(key, (used = { window, calls: 0 }));
    return used;
  };
  const saying = ({ name, length, limit }: LimitWindow, { window, calls }: Used): [string, string] => {
    const left = { limit, remaining: limit - calls, reset: (window + 1) * length };
    return [`${header}-${name}-calls`, JSON.stringify(left)];
  };
  return {
    /** Counts a call; `say` receives the headers. Throws `too-many`. The returned function undoes the count. */
    count(accountId: number, say: (headers: Record<string, string>) => void): () => void {
      const now = clock() / 1000;
      const states = windows.map((window) => ({ window, used: usedOf(accountId, window, now) }));
      const spent = states.findLast(({ window, used }) => used.calls >= window.limit);
      if (!spent) for (const { used } of states) used.calls += 1;
      const sayLeft = (): void => say(Object.fromEntries(states.map(({ window, used }) => saying(window, used))));
      sayLeft();
      if (spent) throw tooMany((spent.used.window + 1) * spent.window.length - now);
      return () => {
        for (const { used } of states) used.calls -= 1;
        sayLeft();
      };
    },
  };
}
