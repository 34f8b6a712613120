import { isIPv6 } from 'node:net';

/** A host owns a whole IPv6 /64 and changes its address freely (RFC 8981). */
const groupsOfNetwork = 4;
const groupsOfAddress = 8;

/** Failures count per IPv4 address or IPv6 /64. IPv4-mapped addresses (`::ffff:192.0.2.1`) count as IPv4. */
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

/** A dotted end counts as two groups and is never in the first four. */
function groupsOf(part: string): string[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
