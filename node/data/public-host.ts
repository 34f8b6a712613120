import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ReadingFailed } from '../../desk/live-data/tables/data-problem.ts';

/** Finds all addresses of a host name. */
export type FindAddresses = (
  host: string,
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A host of Azure that answers its own machines alone, although its address looks like any other. */
const cloudHosts = new Set(['168.63.129.16']);

/**
 * Whether an address is one of the public internet. This machine, private networks, the hosts of clouds that give out
 * credentials, and what leads to any of them from IPv6 are not.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address in an IPv6 one is judged as what it is.
  const known = ipaddr.process(address);
  return known.range() === 'unicast' && !cloudHosts.has(known.toString());
}

/** What a guard needs. */
export interface HostGuard {
  /** The host that the operator allows wherever it is, as it is written in a URL; undefined for none. */
  allowed: string | undefined;
  findAddresses: FindAddresses;
}

export const systemAddresses: FindAddresses = (host, found) => systemLookup(host, { all: true }, found);

/**
 * Refuses a URL with an address that is not public. A name is judged by {@link guardedLookup}, when it is connected: Node
 * does not look an address up.
 */
export function refuseOwnNetwork(url: URL, { allowed }: HostGuard): void {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && url.hostname !== allowed && !isPublicAddress(host)) throw ownNetwork(url.hostname, host);
}

/**
 * The look-up of a connection. It gives the public addresses of a host alone, and the connection is made to no other: a
 * name that means another address a moment later changes nothing.
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
  const where = host === address || host === `[${address}]` ? host : `${host} (${address || 'no address'})`;
  return new ReadingFailed(
    `${where} is this machine or in a private network. Allow this host for the source if that is meant.`,
  );
}
