import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { OverlayError } from '../../contract/errors.ts';

/** Where a service listens, and who may reach it there. */
export interface Reach {
  /** The address or name that it listens on; every address of the machine for `0.0.0.0` and `::`. */
  host: string;
  /** Further names by which it may be addressed. */
  allowHosts: readonly string[];
  /** Origins whose pages may read and change, such as `https://studio.example`; `*` for every one. */
  allowOrigins: readonly string[];
  /** How others reach it where that is not by its own address: `https://graphics.example`, without a slash at its end. */
  publicUrl?: string | undefined;
}

/** This machine only, and no page of another origin. */
export const loopbackOnly: Reach = { host: '127.0.0.1', allowHosts: [], allowOrigins: [] };

/** No more `Host` headers than this are remembered. */
const mostSeen = 100;

/** Whether an address or name is one of this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(127(\.\d{1,3}){3}|localhost|\[?::1\]?)$/i.test(host);
}

/**
 * Who may talk to the service at all. A web page must not reach it by a trick:
 * - A page of another site whose name was made to resolve to this machine (DNS rebinding) sends its own name as `Host`.
 * - A page of another origin that sends a request blindly, or opens a WebSocket, is named by the browser in `Origin`.
 * - A graphic of somebody else's code is of the media address, or of no origin at all (`null`) in its frame.
 * Programs send no `Origin` and pass; reading across origins is stopped by the browser, since no CORS header is sent to
 * an origin that is not allowed.
 */
export class Gate {
  readonly #reach: Reach;
  readonly #scheme: string;
  readonly #names: ReadonlySet<string>;
  readonly #anyAddress: boolean;
  readonly #barred: (origin: string) => boolean;
  /** `Host` headers that were let in, as they were written: nearly every request carries one of a few. */
  readonly #seen = new Set<string>();

  /** `secure`: whether the service speaks TLS. `barred`: origins that may not even read, whatever else is allowed. */
  constructor(reach: Reach, secure: boolean, barred: (origin: string) => boolean = () => false) {
    this.#reach = reach;
    this.#barred = barred;
    this.#scheme = secure ? 'https' : 'http';
    const local = isLoopback(reach.host) ? ['127.0.0.1', 'localhost', '::1'] : [];
    const outside = reach.publicUrl === undefined ? [] : [new URL(reach.publicUrl).hostname];
    this.#names = new Set([reach.host, ...local, ...outside, ...reach.allowHosts].map((name) => bare(name)));
    this.#anyAddress = reach.host === '0.0.0.0' || bare(reach.host) === '::';
  }

  /** Throws `origin-refused`. `changes`: whether the request does more than read, or opens a WebSocket. */
  check({ host = '', origin }: IncomingHttpHeaders, changes: boolean): void {
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
    if (!changes || origin === undefined || this.allows(origin)) return;
    const own = [`${this.#scheme}://${host}`.toLowerCase(), this.#reach.publicUrl?.toLowerCase()];
    if (!own.includes(origin.toLowerCase())) throw new OverlayError('origin-refused');
  }

  /** Whether the pages of any other origin may read and change. */
  get allowsSome(): boolean {
    return this.#reach.allowOrigins.length > 0;
  }

  /** Whether the pages of another origin may read and change. `*` is every one that is one. */
  allows(origin: string | undefined): boolean {
    const { allowOrigins } = this.#reach;
    if (origin === undefined || this.#barred(origin.toLowerCase())) return false;
    return allowOrigins.includes(origin.toLowerCase()) || (allowOrigins.includes('*') && origin !== 'null');
  }

  /** A name that resolves to this machine can be anyone's; an address cannot be made to resolve to anything. */
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

/** A host name as names are compared: lower case, an IPv6 address without its brackets. */
function bare(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
}
