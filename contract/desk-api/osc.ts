import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';

/** Reads an IP address. */
const Ip = z.union([z.ipv4(), z.ipv6()]);

/** The address and the port of a tally destination; undefined if the text has not both. */
export function parseDestination(text: string): { address: string; port: number } | undefined {
  const [, v6, v4, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const [address, port] = [v6 ?? v4 ?? '', Number(digits)];
  const isAddress = v6 === undefined ? z.ipv4().safeParse(address).success : Ip.safeParse(address).success;
  return isAddress && port >= 1 && port <= 65_535 ? { address, port } : undefined;
}

/**
 * Where the tally goes: `192.0.2.9:9000`, `[2001:db8::9]:9000`. An address and no name, because looking a name up can take
 * seconds, on the threads that write to the disk.
 */
export const OscDestination = z.string().refine((text) => parseDestination(text) !== undefined, {
  error: 'expected an address and a port, such as 192.0.2.9:9000',
});

/** Whether and how the desk speaks OSC. */
export const OscChoice = z.object({
  /** Who can reach it: nobody, programs of this machine, or others too. */
  reach: z.enum(['off', 'machine', 'network']),
  /** For UDP, and for TCP if that is on. */
  port: z.int().min(1).max(65_535),
  /** Whether it listens on TCP too, and how that separates packets: SLIP as in OSC 1.1, or their length first as in OSC 1.0. */
  tcp: z.enum(['off', 'slip', 'length']),
  /** Where the tally goes, by UDP. Empty: nowhere. */
  tally: z.array(OscDestination).max(8),
});
export type OscChoice = z.infer<typeof OscChoice>;

/** The member of the desk's view about OSC. */
export const oscMembers = {
  osc: OscChoice.extend({
    /** Why it does not listen, in a sentence; empty if it does, or is off. */
    problem: z.string(),
    /** What was refused last, and when (ms since the epoch): OSC has no answers, so a sender cannot be told. Null for nothing. */
    refused: z.object({ at: z.number(), text: z.string() }).nullable(),
  }),
};

/** The calls about OSC. */
export const oscCalls = {
  setOsc: { takes: OscChoice, gives: z.null() },
} satisfies LinkContract['calls'];
