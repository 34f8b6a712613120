import { isIPv6 } from 'node:net';

/** One host has a whole /64 of IPv6 and changes its address within it at will (RFC 8981). */
const groupsOfNetwork = 4;
const groupsOfAddress = 8;

/**
 * The network whose failures count together: an IPv4 address itself, the /64 of an IPv6 address. An IPv4 address that a
 * socket shows as IPv6 (`::ffff:192.0.2.1`) counts as IPv4.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [bare = ''] = address.toLowerCase().split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail = ''] = bare.split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array.from({ length: groupsOfAddress - before.length - after.length }, () => '0');
  const network = [...before, ...zeros, ...after].slice(0, groupsOfNetwork);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** The groups of a part of an address. A dotted end, which stands for two groups, is never in the first four. */
function groupsOf(part: string): string[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
