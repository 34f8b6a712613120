import { health } from '../../../contract/service-api/health.ts';
import type { ConnectionPort } from '../../ports.ts';
import type { Clock } from '../../../contract/clock.ts';

/** How many sockets stay open: one for the lane, and one for a panic beside it. */
export const keptSockets = 2;
/** How often (ms) each socket carries a request. A Node server closes a socket after 5 s of silence. */
export const warmEvery = 4_000;
/** A timer may fire this much (ms) early. */
const early = 50;

export interface WarmthPorts {
  clock: Pick<Clock, 'monotonic' | 'after'>;
  connection: Pick<ConnectionPort, 'request'>;
}

/**
 * Keeps the sockets to a service open between presses, so that no press waits for TCP, TLS and a proxy. It sends health
 * requests, which cost almost nothing and count against no quota. It sends them at the same time, because one after the
 * other would share a socket. The answers do not matter: the live channel reports a lost service.
 */
export class Warmth {
  readonly #base: string;
  readonly #ports: WarmthPorts;
  #requests = new AbortController();
  #callOff: (() => void) | undefined;

  /** `base`: the address of the service, without a trailing slash. */
  constructor(base: string, ports: WarmthPorts) {
    this.#base = base;
    this.#ports = ports;
  }

  /** Keeps the sockets open from now on. Does nothing if it does so already. */
  begin(): void {
    if (!this.#callOff) this.#send();
  }

  end(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#requests.abort();
  }

  /** An unanswered request is aborted with its socket, because a press on that socket would hang too. */
  #send(): void {
    const { clock, connection } = this.#ports;
    this.#requests.abort();
    const { signal } = (this.#requests = new AbortController());
    const request = { method: health.method, url: this.#base + health.path };
    // The answers do not matter: the live channel reports a lost service.
    for (let at = 0; at < keptSockets; at++) connection.request(request, signal).catch(() => undefined);
    // All apps of the desk send at the same moments, so apps that share a route share these sockets.
    const now = clock.monotonic();
    const next = (Math.floor((now + early) / warmEvery) + 1) * warmEvery;
    this.#callOff = clock.after(next - now, () => this.#send());
  }
}
