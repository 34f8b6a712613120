import { isLoopback } from '../../contract/loopback.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { OverlayError } from '../../contract/errors.ts';

export interface Reach {
  host: string;
  allowHosts: readonly string[];
  /** May read and change. `*` opens only live channels to all pages: browsers may keep account credentials. */
  allowOrigins: readonly string[];
  /** Public address without a trailing slash: `https://graphics.example`. */
  publicUrl?: string | undefined;
}

export const loopbackOnly: Reach = { host: '127.0.0.1', allowHosts: [], allowOrigins: [] };

/** `by token`: reads or changes with the token in the path, which a page must know. */
export type Purpose = 'read' | 'change' | 'by token' | 'live';

const mostSeen = 100;

/**
 * Decides who may use the service. Blocks DNS rebinding (by `Host`), blind requests from other origins (by `Origin`)
 * and third-party graphics (media address or `null`).
 *
 * Routes with a token accept every origin: a page must know the token. Programs send no `Origin` and pass.
 */
export class Gate {
  readonly #reach: Reach;
  readonly #scheme: string;
  readonly #names: ReadonlySet<string>;
  readonly #anyAddress: boolean;
  readonly #barred: (origin: string) => boolean;
  readonly #seen = new Set<string>();

  /** `secure`: the service uses TLS. `barred`: origins that may not even read. */
  constructor(reach: Reach, secure: boolean, barred: (origin: string) => boolean = () => false) {
    this.#reach = reach;
    this.#barred = barred;
    this.#scheme = secure ? 'https' : 'http';
    const local = isLoopback(reach.host) ? ['127.0.0.1', 'localhost', '::1'] : [];
    const outside = reach.publicUrl === undefined ? [] : [new URL(reach.publicUrl).hostname];
    this.#names = new Set([reach.host, ...local, ...outside, ...reach.allowHosts].map((name) => bare(name)));
    this.#anyAddress = reach.host === '0.0.0.0' || bare(reach.host) === '::';
  }

  /** Throws `origin-refused`. */
  check({ host = '', origin }: IncomingHttpHeaders, purpose: Purpose): void {
    if (!this.#knows(host)) {
      throw new OverlayError(
        'origin-refused',
        isLoopback(this.#reach.host)
          ? 'This service is only reached by the name localhost or its loopback address.'
          : 'This service is not reached by this name. --allow-host adds one.',
      );
    }
    if (origin !== undefined && this.#barred(origin.toLowerCase())) {
      throw new OverlayError(
        'origin-refused',
        'The request came from a page of the media address, which may call nothing.',
      );
    }
    if (purpose === 'read' || purpose === 'by token' || origin === undefined) return;
    if (this.allows(origin) || (purpose === 'live' && this.#reach.allowOrigins.includes('*') && origin !== 'null'))
      return;
    const own = [`${this.#scheme}://${host}`.toLowerCase(), this.#reach.publicUrl?.toLowerCase()];
    if (!own.includes(origin.toLowerCase())) throw new OverlayError('origin-refused');
  }

  allows(origin: string | undefined): boolean {
    if (origin === undefined || this.#barred(origin.toLowerCase())) return false;
    return this.#reach.allowOrigins.includes(origin.toLowerCase());
  }

  /** Anyone can make a name resolve to this machine, but not an address. */
  #knows(host: string): boolean {
    if (this.#seen.has(host)) return true;
    const known = this.#isName(bare(/^(\[[^\]]*\]|[^:]*)(:\d{1,5})?$/.exec(host)?.[1] ?? ''));
    if (known && this.#seen.size < mostSeen) this.#seen.add(host);
    return known;
  }

  #isName(name: string): boolean {
    if (this.#names.has(name) || this.#names.has(name.replace(/^[^.]+/, '*'))) return true;
    return this.#anyAddress && (isIP(name) !== 0 || name === 'localhost');
  }
}

function bare(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
}
