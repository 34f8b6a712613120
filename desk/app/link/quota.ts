import type { AppView } from '../../../contract/desk-api/desk-api.ts';
import type { HttpAnswer } from '../../ports.ts';
import type { Clock } from '../../../contract/clock.ts';
import { reportedLimits, type ReportedLimit } from './quota-headers.ts';

/**
 * `press` is never held back; `confirm` (reading a press result) may use half the reserve. `values` and `poll` leave
 * the reserve and are spread over time.
 */
export type Spend = 'press' | 'confirm' | 'values' | 'poll';

/** Requests until a reset. Times are monotonic milliseconds. */
interface QuotaWindow extends Omit<ReportedLimit, 'reset'> {
  resetsAt: number;
  /** Only a guessed window has a length and resets automatically. */
  length: number | undefined;
}

/** The reserve for presses: a tenth, at least 20, at most half. */
function reserveOf(limit: number): number {
  return Math.min(Math.max(20, Math.ceil(limit / 10)), Math.floor(limit / 2));
}

/** Values older than this (ms) go at once if any quota is free, or they miss their deadline. */
const mostForValues = 1_500;

/**
 * Guesses for a refusal without numbers: hold (ms), window (ms) and smallest limit. A smaller limit would stop polling
 * for most of the window.
 */
const guessed = { hold: 10_000, window: 60_000, least: 60 };
const guessedName = 'refused';

/** Shared by all apps of an account of a service. */
export class AccountQuota {
  readonly windows = new Map<string, QuotaWindow>();
  /** Send times of the last minute, used to judge a refusal without numbers. */
  readonly sent: number[] = [];
  /** Reads are usually free; they count after the first read answer that mentions limits. */
  pollsCount = false;
  refusedUntil = -Infinity;
  /** Shared by apps: an operator moves only one fader at a time. */
  valuesAt = -Infinity;
  apps = 0;
}

/**
 * Spends an account's quota for one app. Limits are learned from answers; a service that reports none is never slowed.
 */
export class QuotaGovernor {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #changed: () => void;
  #account = new AccountQuota();
  #pollAt = -Infinity;

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>, changed: () => void) {
    [this.#clock, this.#changed] = [clock, changed];
    this.#account.apps = 1;
  }

  get account(): AccountQuota {
    return this.#account;
  }

  join(account: AccountQuota): void {
    if (account === this.#account) return;
    this.#account.apps -= 1;
    this.#account = account;
    account.apps += 1;
  }

  leave(): void {
    this.join(new AccountQuota());
  }

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
    // A request that is never answered uses the quota too.
    if (windows.size > 0) this.#changed();
  }

  learn({ status, headers }: Pick<HttpAnswer, 'status' | 'headers'>, kind: Spend): void {
    const now = this.#clock.monotonic();
    const reported = reportedLimits(headers, this.#clock.now());
    if (isReading(kind) && (reported.limits.length > 0 || status === 429)) this.#account.pollsCount = true;
    for (const { name, limit, remaining, reset } of reported.limits) {
      this.#account.windows.set(name, { name, limit, remaining, resetsAt: now + reset, length: undefined });
      this.#account.windows.delete(guessedName);
    }
    if (status === 429) this.#refused(reported.retryAfter, now);
    if (status === 429 || reported.limits.length > 0) this.#changed();
  }

  /**
   * Milliseconds to wait; 0 sends now. `waited`: age of the newest value, because a fader's last position must meet its
   * deadline.
   */
  wait(kind: Spend, waited = 0): number {
    if (kind === 'press' || !this.#counts(kind)) return 0;
    const now = this.#clock.monotonic();
    this.#beginAnew(now);
    const waits = [...this.#account.windows.values()].map((window) => this.#waitOf(window, kind, { now, waited }));
    return Math.max(0, this.#account.refusedUntil - now, ...waits);
  }

  /**
   * The tightest limit, for screens; null if the service has reported none. The reset is rounded to seconds, so that the
   * gauge stays the same between two answers.
   */
  get gauge(): AppView['quota'] {
    const now = this.#clock.monotonic();
    this.#beginAnew(now);
    const windows = [...this.#account.windows.values()];
    const [tightest] = windows.sort((a, b) => a.remaining / a.limit - b.remaining / b.limit);
    if (!tightest) return null;
    const { limit, remaining, resetsAt } = tightest;
    return { limit, remaining, resetsAt: Math.round((this.#clock.now() + resetsAt - now) / 1_000) * 1_000 };
  }

  #counts(kind: Spend): boolean {
    return !isReading(kind) || this.#account.pollsCount;
  }

  /** Unlimited until half is used. From there to the reserve, requests are spread over the remaining time. */
  #waitOf(
    { limit, remaining, resetsAt }: QuotaWindow,
    kind: Spend,
    { now, waited }: { now: number; waited: number },
  ): number {
    const reserve = reserveOf(limit);
    const free = remaining - (kind === 'confirm' ? Math.floor(reserve / 2) : reserve);
    if (free <= 0) return resetsAt - now;
    if (kind === 'confirm' || remaining > limit / 2) return 0;
    // Faders and polls share the free part, so each uses half the pace.
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

  /** A guessed window becomes full again; a reported window is unknown until the next report. */
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

/** Quotas by account: a service counts all requests of an account, not per app. */
export class Quotas {
  readonly #ofAccounts = new Map<string, AccountQuota>();

  joins(governor: QuotaGovernor, { base, account }: { base: string; account: string }): void {
    const name = `${base} ${account}`;
    const known = this.#ofAccounts.get(name);
    if (known) governor.join(known);
    else this.#ofAccounts.set(name, governor.account);
  }
}
