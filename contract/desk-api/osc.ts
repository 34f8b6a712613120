import { z } from 'zod';
import { edit } from './call.ts';

const Ip = z.union([z.ipv4(), z.ipv6()]);

export function parseDestination(text: string): { address: string; port: number } | undefined {
  const [, v6, v4, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const [address, port] = [v6 ?? v4 ?? '', Number(digits)];
  const isAddress = v6 === undefined ? z.ipv4().safeParse(address).success : Ip.safeParse(address).success;
  return isAddress && port >= 1 && port <= 65_535 ? { address, port } : undefined;
}

/** `192.0.2.9:9000` or `[2001:db8::9]:9000`. No host names: a lookup can block the disk-writing threads for seconds. */
const OscDestination = z.string().refine((text) => parseDestination(text) !== undefined, {
  error: 'expected an address and a port, such as 192.0.2.9:9000',
});

export const OscChoice = z.object({
  reach: z.enum(['off', 'machine', 'network']),
  port: z.int().min(1).max(65_535),
  /** TCP framing: SLIP as in OSC 1.1, or a length prefix as in OSC 1.0. */
  tcp: z.enum(['off', 'slip', 'length']),
  tally: z.array(OscDestination).max(8),
});
export type OscChoice = z.infer<typeof OscChoice>;

export const oscMembers = {
  osc: OscChoice.extend({
    /** Why OSC does not listen; empty if it listens or is off. */
    problem: z.string(),
    /** The last refusal (ms since the epoch): OSC has no answers, so only the desk can show it. */
    refused: z.object({ at: z.number(), text: z.string() }).nullable(),
  }),
};

/** What is not given stays, as in `setRemote`. */
export const oscCalls = { setOsc: edit(OscChoice.partial()) };
