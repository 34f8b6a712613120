import { texts } from '../../contract/texts/texts.ts';
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ReadingFailed } from '../../desk/live-data/tables/data-limits.ts';

export type FindAddresses = (
  host: string,
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Azure platform host: serves only Azure machines, but its address looks public. */
const cloudHosts = new Set(['168.63.129.16']);

/** False for this machine, private networks, cloud credential hosts, and IPv6 addresses that lead to any of them. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const known = ipaddr.process(address);
  return known.range() === 'unicast' && !cloudHosts.has(known.toString());
}

export interface HostGuard {
  /** The host allowed at any address, as written in the URL; undefined for none. */
  allowed: string | undefined;
  findAddresses: FindAddresses;
}

export const systemAddresses: FindAddresses = (host, found) => systemLookup(host, { all: true }, found);

/**
 * Throws if the URL holds a non-public address. {@link guardedLookup} checks host names, because Node looks up only
 * names.
 */
export function refuseOwnNetwork(url: URL, { allowed }: HostGuard): void {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && url.hostname !== allowed && !isPublicAddress(host)) throw ownNetwork(url.hostname, host);
}

/**
 * Connection look-up that returns only public addresses. The connection uses exactly these, so a later DNS change has
 * no effect.
 */
export function guardedLookup({ allowed, findAddresses }: HostGuard): LookupFunction {
  return (host, { all, family }, give) => {
    findAddresses(host, (error, addresses) => {
      const asked = addresses.filter((one) => !isFamily(family) || one.family === Number(family));
      const usable = host === allowed ? asked : asked.filter(({ address }) => isPublicAddress(address));
      const [first] = usable;
      if (error) give(error, [], 0);
      else if (!first) give(ownNetwork(host, addresses.map(({ address }) => address).join(', ')), [], 0);
      else if (all === true) give(null, usable);
      else give(null, first.address, first.family);
    });
  };
}

function isFamily(family: number | string | undefined): boolean {
  return family === 4 || family === 6;
}

function ownNetwork(host: string, address: string): ReadingFailed {
  const where = host === address || host === `[${address}]` ? host : `${host} (${address || texts.reading.noAddress})`;
  return new ReadingFailed(texts.reading.private(where));
}

/** The URL for operators and logs, without the query, which may hold a key. */
export function shown({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}
