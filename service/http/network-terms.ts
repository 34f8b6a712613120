import { networkInterfaces } from 'node:os';
import type { TlsFiles } from './connections.ts';
import { isLoopback, loopbackOnly, type Reach } from './gate.ts';
import { defaultLimits, type Limits } from './limits.ts';
import type { QuotaTerms } from './quota.ts';

/** The service's terms for the network: where it is reached and by whom, and how much they may use. */
export interface NetworkTerms {
  reach: Reach;
  /**
   * The media address that others use if it is not the service's own: `https://media.example`, without a trailing
   * slash.
   */
  publicMediaUrl?: string | undefined;
  /** Hosts that graphics may reach if they request it: `data.example`, `data.example:8443`. Absent means none. */
  graphicHosts?: readonly string[] | undefined;
  /** The hosts that pictures and videos of a show may come from, in the same form. Absent or empty means any. */
  mediaHosts?: readonly string[] | undefined;
  limits: Limits;
  /** With these files the service speaks TLS only. */
  tls?: TlsFiles | undefined;
  quota?: QuotaTerms | undefined;
}

/** This machine only, with the default limits. */
export const defaultTerms: NetworkTerms = { reach: loopbackOnly, limits: defaultLimits };

/**
 * The terms of the media address: those of the service, but with its own name, and nobody may change anything there. On
 * this machine alone each graphic is framed under a name of its own ({@link graphicFrames}), which no name server can
 * point here.
 */
export function mediaTerms({ reach, publicMediaUrl, ...terms }: NetworkTerms): NetworkTerms {
  const allowHosts = isLoopback(reach.host) ? [...reach.allowHosts, '*.localhost'] : reach.allowHosts;
  return { ...terms, reach: { ...reach, allowHosts, allowOrigins: [], publicUrl: publicMediaUrl } };
}

/**
 * Where graphics are framed, as sources of a policy: at the media address or, on this machine alone, at
 * `{id}.localhost` on its port. A browser treats those names as separate sites and gives each a process, so a graphic
 * that hangs affects nothing else.
 */
export function graphicFrames(media: string): string {
  const url = URL.parse(media);
  const own = url?.protocol === 'http:' && isLoopback(url.hostname) ? ` http://*.localhost:${url.port}` : '';
  return media + own;
}

/** The addresses of a service that listens on a port, each `http://HOST:PORT`. */
export interface ServiceUrls {
  /** For programs of the same machine. */
  local: string;
  /** For everyone. Answers contain this address. */
  outside: string;
}

/** The addresses of a service. `machine` gives an address by which others know the machine, if it has one. */
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
