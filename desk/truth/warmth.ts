import { health } from '../../contract/service-api/health.ts';
import type { Clock, ConnectionPort } from '../ports.ts';

/** How many sockets are kept open: one for the lane, and one for a panic beside what is under way there. */
export const keptSockets = 2;
/** How often (ms) each of them carries something. A server of Node closes a socket after 5 s in which nothing came. */
export const warmEvery = 4_000;
/** A timer may fire so much (ms) before its time. */
const early = 50;

export interface WarmthPorts {
  clock: Pick<Clock, 'monotonic' | 'after'>;
  connection: Pick<ConnectionPort, 'request'>;
}

/**
 * Keeps the sockets to a service open while nothing is asked of its show, so that no press has to wait for TCP, TLS and a
 * proxy. It asks how the service does, which costs that next to nothing and counts against no quota: as many questions at
 * once as there are to be sockets, because one after the other would all go by the same one. What becomes of a question is
 * nobody's concern; that a service is gone, the live channel tells.
 */
export class Warmth {
  readonly #base: string;
  readonly #ports: WarmthPorts;
  #requests = new AbortController();
  #callOff: (() => void) | undefined;

  /** `base`: the service's address without a trailing slash. */
  constructor(base: string, ports: WarmthPorts) {
    this.#base = base;
    this.#ports = ports;
  }

  /** Keep the sockets open from now on. Done already, it does nothing. */
  begin(): void {
    if (!this.#callOff) this.#ask();
  }

  end(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#requests.abort();
  }

  /** A question without an answer until now is given up with its socket, which would let a press hang too. */
  #ask(): void {
    const { clock, connection } = this.#ports;
    this.#requests.abort();
    const { signal } = (this.#requests = new AbortController());
    const request = { method: health.method, url: this.#base + health.path };
    for (let at = 0; at < keptSockets; at++) connection.request(request, signal).catch(() => undefined);
    // The apps of a desk ask at the same moments: those that share a way to a service keep so many sockets each.
    const now = clock.monotonic();
    const next = (Math.floor((now + early) / warmEvery) + 1) * warmEvery;
    this.#callOff = clock.after(next - now, () => this.#ask());
  }
}
