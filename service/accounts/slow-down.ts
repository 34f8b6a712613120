import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

interface Pace {
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

/** 1 s after the free failures, then doubling up to a limit. Early tries do not count, so no lockout is longer. */
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

/** A map of limited size; drops the oldest entry first. */
export class Recent<Value> {
  readonly #most: number;
  readonly #entries = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#most) this.#entries.delete(this.#entries.keys().next().value ?? '');
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}

/**
 * Failures count per IPv4 address or IPv6 /64: a host owns a whole /64 and changes its address freely (RFC 8981).
 * IPv4-mapped addresses (`::ffff:192.0.2.1`) count as IPv4.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const known = ipaddr.process(address);
  if (!(known instanceof ipaddr.IPv6)) return known.toString();
  const network = known.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
