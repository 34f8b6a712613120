import { networkInterfaces } from 'node:os';
import { isLoopback } from '../../contract/loopback.ts';
import { loopbackOnly, type Reach } from './gate.ts';
import type { QuotaTerms } from './quota.ts';
import { usualBodyLimits } from '../../contract/json-body.ts';
import { usualValueLimits, type ValueLimits } from '../../contract/model/value-limits.ts';

/** Times in ms, sizes in bytes. */
export interface Limits extends ValueLimits {
  maxBody: number;
  maxUpdate: number;
  /** For assets and graphics; thumbnails have a separate limit. */
  maxUpload: number;
  /** 0 for no limit. */
  maxAccount: number;
  maxDepth: number;
  maxItems: number;
  maxFields: number;
  maxOutputs: number;
  /** Includes live channels. */
  maxConnections: number;
  /** For a request's headers. The whole request may take six times as long. */
  headerTimeout: number;
  /** Excludes live channels. */
  idleTimeout: number;
  maxSubscribers: number;
}

/** For 5,000 fields in a body and a large control room. Idle connections outlast a pause of a minute. */
export const defaultLimits: Limits = {
  ...usualBodyLimits,
  ...usualValueLimits,
  maxUpdate: 4 * 1024 * 1024,
  maxOutputs: 100,
  maxUpload: 64 * 1024 * 1024,
  maxAccount: 20 * 1024 * 1024 * 1024,
  maxConnections: 2_000,
  headerTimeout: 10_000,
  idleTimeout: 72_000,
  maxSubscribers: 500,
};

/** PEM. */
export interface TlsFiles {
  cert: Buffer;
  key: Buffer;
}

export interface NetworkTerms {
  reach: Reach;
  /** Public media address without a trailing slash: `https://media.example`. */
  publicMediaUrl?: string | undefined;
  /** Hosts that graphics may reach on request: `data.example`, `data.example:8443`. Absent means none. */
  graphicHosts?: readonly string[] | undefined;
  /** Hosts for pictures and videos of a show, in the same form. Absent or empty means any. */
  mediaHosts?: readonly string[] | undefined;
  limits: Limits;
  tls?: TlsFiles | undefined;
  quota?: QuotaTerms | undefined;
}

export const defaultTerms: NetworkTerms = { reach: loopbackOnly, limits: defaultLimits };

/**
 * Terms of the media address: its own name, read-only. On loopback each graphic has its own host ({@link
 * graphicFrames}), which no name server can point here.
 */
export function mediaTerms({ reach, publicMediaUrl, ...terms }: NetworkTerms): NetworkTerms {
  const allowHosts = isLoopback(reach.host) ? [...reach.allowHosts, '*.localhost'] : reach.allowHosts;
  return { ...terms, reach: { ...reach, allowHosts, allowOrigins: [], publicUrl: publicMediaUrl } };
}

/**
 * Policy sources of graphic frames: the media address or, on loopback, `{id}.localhost`. Browsers run each name in a
 * separate process, so a hanging graphic affects nothing else.
 */
export function graphicFrames(media: string): string {
  const url = URL.parse(media);
  const own = url?.protocol === 'http:' && isLoopback(url.hostname) ? ` http://*.localhost:${url.port}` : '';
  return media + own;
}

export interface ServiceUrls {
  local: string;
  /** Answers contain this address. */
  outside: string;
}

export function serviceUrls({ reach, tls }: NetworkTerms, port: number, machine = machineAddress): ServiceUrls {
  const { host, allowHosts, publicUrl } = reach;
  const at = (name: string): string =>
    `${tls ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${String(port)}`;
  const loopback = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : undefined;
  if (isLoopback(host)) return { local: at(host), outside: publicUrl ?? at(host) };
  const name = allowHosts[0] ?? (loopback === undefined ? host : (machine() ?? loopback));
  return { local: at(loopback ?? host), outside: publicUrl ?? at(name) };
}

function machineAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
}
