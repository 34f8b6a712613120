import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { OverlayError } from '../../contract/errors.ts';

/** Where a service listens, and who may reach it there. */
export interface Reach {
  /** The address or name to listen on; `0.0.0.0` and `::` mean every address of the machine. */
  host: string;
  /** Further host names of the service. */
  allowHosts: readonly string[];
  /**
   * Origins whose pages may read and change, such as `https://studio.example`. `*` lets pages of every origin open live
   * channels. It never opens the routes of accounts, because a browser may keep credentials.
   */
  allowOrigins: readonly string[];
  /**
   * The address that others use if it is not the service's own: `https://graphics.example`, without a trailing slash.
   */
  publicUrl?: string | undefined;
}

/** This machine only, and no page of another origin. */
export const loopbackOnly: Reach = { host: '127.0.0.1', allowHosts: [], allowOrigins: [] };

/**
 * What a request wants: to `read`; to `change` something; to do either with the token in its path, which a page must know
 * (`by token`); to open a `live` channel.
 */
export type Purpose = 'read' | 'change' | 'by token' | 'live';

/** At most this many `Host` headers are remembered. */
const mostSeen = 100;

/** Whether an address or name belongs to this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(127(\.\d{1,3}){3}|localhost|\[?::1\]?)$/i.test(host);
}

/**
 * Decides who may talk to the service. Three kinds of page must not reach it by a trick:
 * - A page of another site whose name was made to resolve to this machine (DNS rebinding). It sends its own name as
 * `Host`.
 * - A page of another origin that sends a request blindly, or opens a WebSocket. The browser names it in `Origin`. A
 *   request with a token in its path is never blind: no browser adds the token by itself, so such routes are open to pages
 *   of every origin, also of none (control pages from `file://`).
 * - A third-party graphic. Its origin is the media address, or none (`null`) in its frame.
 *
 * Programs send no `Origin` and pass. Browsers themselves stop reading across origins, because only allowed origins get
 * a CORS header.
 */
export class Gate {
  readonly #reach: Reach;
  readonly #scheme: string;
  readonly #names: ReadonlySet<string>;
  readonly #anyAddress: boolean;
  readonly #barred: (origin: string) => boolean;
  /** `Host` headers that passed, as they were written. Nearly every request carries one of a few. */
  readonly #seen = new Set<string>();

  /** `secure`: whether the service uses TLS. `barred`: origins that may not even read, whatever else is allowed. */
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
    if (this.allows(origin) || (purpose === 'live' && this.#allowsEvery && origin !== 'null')) return;
    const own = [`${this.#scheme}://${host}`.toLowerCase(), this.#reach.publicUrl?.toLowerCase()];
    if (!own.includes(origin.toLowerCase())) throw new OverlayError('origin-refused');
  }

  /** Whether pages of this origin may read and change, with the credentials of an account too. */
  allows(origin: string | undefined): boolean {
    if (origin === undefined || this.#barred(origin.toLowerCase())) return false;
    return this.#reach.allowOrigins.includes(origin.toLowerCase());
  }

  get #allowsEvery(): boolean {
    return this.#reach.allowOrigins.includes('*');
  }

  /** Anyone can make a name resolve to this machine. Nobody can do that to an address. */
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

/** A host name in the form for comparison: lower case, and an IPv6 address without its brackets. */
function bare(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
}
