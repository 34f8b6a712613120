import { health } from '../../../contract/service-api/health.ts';
import type { ConnectionPort } from '../../ports.ts';
import type { Clock } from '../../../contract/clock.ts';

/** One socket for the lane, and one for a parallel panic. */
export const keptSockets = 2;
/** Milliseconds between requests per socket. A Node server closes a socket after 5 s of silence. */
export const warmEvery = 4_000;
/** A timer may fire this much (ms) early. */
const early = 50;

/**
 * Keeps sockets open, so that no press waits for TCP, TLS or a proxy. Parallel health requests are quota-free;
 * sequential requests would share a socket.
 */
export class Warmth {
  readonly #base: string;
  readonly #clock: Clock;
  readonly #connection: ConnectionPort;
  #requests = new AbortController();
  #callOff: (() => void) | undefined;

  constructor(base: string, clock: Clock, connection: ConnectionPort) {
    [this.#base, this.#clock, this.#connection] = [base, clock, connection];
  }

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
    this.#requests.abort();
    const { signal } = (this.#requests = new AbortController());
    const request = { method: health.method, url: this.#base + health.path };
    // The answers do not matter: the live channel reports a lost service.
    for (let at = 0; at < keptSockets; at++) this.#connection.request(request, signal).catch(() => undefined);
    // All apps send at the same moments, so apps on one route share sockets.
    const now = this.#clock.monotonic();
    const next = (Math.floor((now + early) / warmEvery) + 1) * warmEvery;
    this.#callOff = this.#clock.after(next - now, () => this.#send());
  }
}
