import type { Clock, HttpAnswer } from '../ports.ts';
import { reportedLimits, type ReportedLimit } from './quota-headers.ts';

/**
 * What a request is for. A `press` is never held back; to `confirm` a press may use half of the reserve; `values` and a
 * `poll` leave the reserve alone and are spread over the time that is left.
 */
export type Spend = 'press' | 'confirm' | 'values' | 'poll';

/** The tightest limit, as a screen shows it. `resetsAt`: milliseconds since the epoch by the desk's clock. */
export interface QuotaGauge {
  limit: number;
  remaining: number;
  resetsAt: number;
}

/** One limit: so many requests until it begins anew. Times are of the clock that never jumps, milliseconds. */
interface Window extends Omit<ReportedLimit, 'reset'> {
  resetsAt: number;
  /** How long it lasts; undefined where nobody said so yet. Only what was guessed from a refusal begins anew by itself. */
  length: number | undefined;
}

/** The part of a limit that is kept for presses: a tenth, 20 at least, but never more than half of it. */
function reserveOf(limit: number): number {
  return Math.min(Math.max(20, Math.ceil(limit / 10)), Math.floor(limit / 2));
}

/** Values whose newest change is older than this (ms) would miss their deadline: they go, while there is anything for them. */
const mostForValues = 1_500;

/**
 * How long a refusal holds that does not say how long (ms), the window that its limit is guessed over, and the least limit
 * that is guessed: fewer would leave the desk without the truth for most of the window, and a service that refuses that
 * early counts more than this desk.
 */
const guessed = { hold: 10_000, window: 60_000, least: 60 };
/** The name of the limit that is guessed from a refusal without numbers. */
const guessedName = 'refused';

/**
 * Spends the quota of a service so that it lasts: it learns the limits from what answers say, and says how long a request
 * has to wait. Pure but for the clock. A service that never speaks of limits never slows anything.
 */
export class QuotaGovernor {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #windows = new Map<string, Window>();
  /** When metered requests of the last minute were sent: what a refusal without numbers is judged by. */
  readonly #sent: number[] = [];
  readonly #last: Record<Spend, number> = { press: -Infinity, confirm: -Infinity, values: -Infinity, poll: -Infinity };
  /** Reading costs nothing on most services; it is counted from the first answer to a reading that speaks of limits. */
  #pollsCount = false;
  #refusedUntil = -Infinity;

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
  }

  /** A request is being sent. */
  spend(kind: Spend): void {
    const now = this.#clock.monotonic();
    this.#last[kind] = now;
    if (!this.#counts(kind)) return;
    this.#sent.push(now);
    while ((this.#sent[0] ?? now) <= now - guessed.window) this.#sent.shift();
    this.#beginAnew(now);
    for (const window of this.#windows.values()) window.remaining = Math.max(0, window.remaining - 1);
  }

  /** An answer came: learn from its headers, and from a refusal (429). */
  learn({ status, headers }: Pick<HttpAnswer, 'status' | 'headers'>, kind: Spend): void {
    const now = this.#clock.monotonic();
    const reported = reportedLimits(headers, this.#clock.now());
    if (isReading(kind) && (reported.limits.length > 0 || status === 429)) this.#pollsCount = true;
    for (const { name, limit, remaining, reset } of reported.limits) {
      this.#windows.set(name, { name, limit, remaining, resetsAt: now + reset, length: undefined });
      this.#windows.delete(guessedName);
    }
    if (status === 429) this.#refused(reported.retryAfter, now);
  }

  /**
   * How long a request of this kind has to wait (ms), 0 where it may be sent now. `waited`: how long the newest of the
   * values in it has waited already; the last position of a fader is not held back until its deadline has passed.
   */
  wait(kind: Spend, waited = 0): number {
    if (kind === 'press' || !this.#counts(kind)) return 0;
    const now = this.#clock.monotonic();
    this.#beginAnew(now);
    const waits = [...this.#windows.values()].map((window) => this.#waitOf(window, kind, { now, waited }));
    return Math.max(0, this.#refusedUntil - now, ...waits);
  }

  /** The limit that is nearest to its end; null where the service has told of none. */
  get gauge(): QuotaGauge | null {
    const now = this.#clock.monotonic();
    this.#beginAnew(now);
    const [tightest] = [...this.#windows.values()].sort((a, b) => a.remaining / a.limit - b.remaining / b.limit);
    if (!tightest) return null;
    const { limit, remaining, resetsAt } = tightest;
    return { limit, remaining, resetsAt: Math.round(this.#clock.now() + resetsAt - now) };
  }

  #counts(kind: Spend): boolean {
    return !isReading(kind) || this.#pollsCount;
  }

  /** Down to half of a limit all may go; from there to the reserve it is spread over the time that is left. */
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
    const pace = ((resetsAt - now) / free) * (this.#pollsCount ? 2 : 1);
    const wait = this.#last[kind] + pace - now;
    return kind === 'values' ? Math.min(wait, mostForValues - waited) : wait;
  }

  #refused(retryAfter: number | undefined, now: number): void {
    const spent = [...this.#windows.values()].filter(({ remaining }) => remaining === 0);
    const known = spent.length > 0 ? Math.max(...spent.map(({ resetsAt }) => resetsAt - now)) : undefined;
    const hold = retryAfter ?? known ?? guessed.hold;
    this.#refusedUntil = now + hold;
    if (this.#windows.size > 0 && !this.#windows.has(guessedName)) return;
    const limit = Math.max(guessed.least, this.#sent.length);
    this.#windows.set(guessedName, {
      name: guessedName,
      limit,
      remaining: 0,
      resetsAt: now + hold,
      length: guessed.window,
    });
  }

  /** A window whose time has come: what is guessed is full again, of what was told nothing is known until it is told. */
  #beginAnew(now: number): void {
    for (const [name, window] of this.#windows) {
      if (now < window.resetsAt) continue;
      if (window.length === undefined) this.#windows.delete(name);
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
