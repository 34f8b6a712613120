import type { HttpAnswer } from '../../ports.ts';
import type { Clock } from '../../../contract/clock.ts';
import { reportedLimits, type ReportedLimit } from './quota-headers.ts';

/**
 * What a request is for. A `press` is never held back. A `confirm` (reading the result of a press) may use half of the
 * reserve. `values` and a `poll` leave the reserve alone and are spread over the remaining time.
 */
export type Spend = 'press' | 'confirm' | 'values' | 'poll';

/** The tightest limit, as screens show it. `resetsAt`: milliseconds since the epoch by the desk's clock. */
export interface QuotaGauge {
  limit: number;
  remaining: number;
  resetsAt: number;
}

/** One limit: a number of requests until it resets. Times are monotonic milliseconds. */
interface Window extends Omit<ReportedLimit, 'reset'> {
  resetsAt: number;
  /** How long the window lasts; undefined unless guessed. Only a guessed window resets by itself. */
  length: number | undefined;
}

/** The part of a limit that is kept for presses: a tenth, at least 20, but at most half. */
function reserveOf(limit: number): number {
  return Math.min(Math.max(20, Math.ceil(limit / 10)), Math.floor(limit / 2));
}

/**
 * Values whose newest change is older than this (ms) would miss their deadline, so they go at once while any quota is
 * free.
 */
const mostForValues = 1_500;

/**
 * Guesses for a refusal without numbers: how long it holds (ms), the window of its limit (ms), and the smallest limit
 * to assume. With fewer, the desk could not poll for most of the window; a service that refuses that early also counts
 * other clients.
 */
const guessed = { hold: 10_000, window: 60_000, least: 60 };
/** The name of a limit that is guessed from a refusal without numbers. */
const guessedName = 'refused';

/** What is known of the quota of an account of a service. All its apps spend from it. */
export class AccountQuota {
  readonly windows = new Map<string, Window>();
  /** When the metered requests of the last minute were sent. A refusal without numbers is judged by them. */
  readonly sent: number[] = [];
  /** Reading is free on most services. It counts from the first answer to a read that mentions limits. */
  pollsCount = false;
  refusedUntil = -Infinity;
  /** When values were sent last: an operator moves one fader, of whichever app. */
  valuesAt = -Infinity;
  /** How many apps share it. Each polls in its turn. */
  apps = 0;
}

/**
 * Spends the quota of a service for one app, so that it lasts. It learns the limits from answers and says how long a request
 * must wait. Pure except for the clock. A service that never mentions limits is never slowed down.
 */
export class QuotaGovernor {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  #account = new AccountQuota();
  #pollAt = -Infinity;

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
    this.#account.apps = 1;
  }

  /** What is known of the quota of the account. */
  get account(): AccountQuota {
    return this.#account;
  }

  /** Spends from this quota from now on, which other apps share. */
  join(account: AccountQuota): void {
    if (account === this.#account) return;
    this.#account.apps -= 1;
    this.#account = account;
    account.apps += 1;
  }

  /** Spends from a quota of its own again, of which nothing is known. */
  leave(): void {
    this.join(new AccountQuota());
  }

  /** A request is being sent. */
  spend(kind: Spend): void {
    const now = this.#clock.monotonic();
    if (kind === 'poll') this.#pollAt = now;
    if (kind === 'values') this.#account.valuesAt = now;
    if (!this.#counts(kind)) return;
    const { sent, windows } = this.#account;
    sent.push(now);
    while ((sent[0] ?? now) <= now - guessed.window) sent.shift();
    this.#beginAnew(now);
    for (const window of windows.values()) window.remaining = Math.max(0, window.remaining - 1);
  }

  /** Learns from the headers of an answer, and from a refusal (429). */
  learn({ status, headers }: Pick<HttpAnswer, 'status' | 'headers'>, kind: Spend): void {
    const now = this.#clock.monotonic();
    const reported = reportedLimits(headers, this.#clock.now());
    if (isReading(kind) && (reported.limits.length > 0 || status === 429)) this.#account.pollsCount = true;
    for (const { name, limit, remaining, reset } of reported.limits) {
      this.#account.windows.set(name, { name, limit, remaining, resetsAt: now + reset, length: undefined });
      this.#account.windows.delete(guessedName);
    }
    if (status === 429) this.#refused(reported.retryAfter, now);
  }

  /**
   * How long (ms) a request of this kind must wait; 0 if it may go now. `waited` is how long the newest value in it has
   * waited already: the last position of a fader must not be held beyond its deadline.
   */
  wait(kind: Spend, waited = 0): number {
    if (kind === 'press' || !this.#counts(kind)) return 0;
    const now = this.#clock.monotonic();
    this.#beginAnew(now);
    const waits = [...this.#account.windows.values()].map((window) => this.#waitOf(window, kind, { now, waited }));
    return Math.max(0, this.#account.refusedUntil - now, ...waits);
  }

  /** The limit with the smallest part left; null if the service has reported none. */
  get gauge(): QuotaGauge | null {
    const now = this.#clock.monotonic();
    this.#beginAnew(now);
    const [tightest] = [...this.#account.windows.values()].sort(
      (a, b) => a.remaining / a.limit - b.remaining / b.limit,
    );
    if (!tightest) return null;
    const { limit, remaining, resetsAt } = tightest;
    return { limit, remaining, resetsAt: Math.round(this.#clock.now() + resetsAt - now) };
  }

  #counts(kind: Spend): boolean {
    return !isReading(kind) || this.#account.pollsCount;
  }

  /**
   * Everything may go until half of a limit is used. From there down to the reserve, requests are spread over the
   * remaining time.
   */
  #waitOf(
    { limit, remaining, resetsAt }: Window,
    kind: Spend,
    { now, waited }: { now: number; waited: number },
  ): number {
    const reserve = reserveOf(limit);
    const free = remaining - (kind === 'confirm' ? Math.floor(reserve / 2) : reserve);
    if (free <= 0) return resetsAt - now;
    if (kind === 'confirm' || remaining > limit / 2) return 0;
    // Faders and polls share what is free, so each goes at half the pace that would use it up.
    const { pollsCount, valuesAt, apps } = this.#account;
    const pace = ((resetsAt - now) / free) * (pollsCount ? 2 : 1);
    if (kind === 'values') return Math.min(valuesAt + pace - now, mostForValues - waited);
    return this.#pollAt + pace * apps - now;
  }

  #refused(retryAfter: number | undefined, now: number): void {
    const { windows, sent } = this.#account;
    const spent = [...windows.values()].filter(({ remaining }) => remaining === 0);
    const known = spent.length > 0 ? Math.max(...spent.map(({ resetsAt }) => resetsAt - now)) : undefined;
    const hold = retryAfter ?? known ?? guessed.hold;
    this.#account.refusedUntil = now + hold;
    if (windows.size > 0 && !windows.has(guessedName)) return;
    const limit = Math.max(guessed.least, sent.length);
    windows.set(guessedName, {
      name: guessedName,
      limit,
      remaining: 0,
      resetsAt: now + hold,
      length: guessed.window,
    });
  }

  /**
   * Resets windows whose time has come. A guessed one is full again; a reported one is unknown until the next report.
   */
  #beginAnew(now: number): void {
    const { windows } = this.#account;
    for (const [name, window] of windows) {
      if (now < window.resetsAt) continue;
      if (window.length === undefined) windows.delete(name);
      else {
        window.remaining = window.limit;
        window.resetsAt = now + window.length;
      }
    }
  }
}

function isReading(kind: Spend): boolean {
  return kind === 'poll' || kind === 'confirm';
}
