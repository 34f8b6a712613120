import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';
import { Action } from './action.ts';

/**
 * What a client of the desk's HTTP API may do. Each includes those before it.
 *
 * - `watch`: read the state.
 * - `fire`: carry out actions.
 * - `edit`: change rundowns.
 */
export const RemoteRight = z.enum(['watch', 'fire', 'edit']);
export type RemoteRight = z.infer<typeof RemoteRight>;

/** An address, or a range of them: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`. */
export const AddressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'expected an address such as 192.0.2.7, or a range such as 192.0.2.0/24',
});

/** What a client can trigger: each kind of action; `push`, live data; `import`, a rundown. */
export const Trigger = z.enum([...Action.options.map(({ shape }) => shape.do.value), ...(['push', 'import'] as const)]);
export type Trigger = z.infer<typeof Trigger>;

/** What a client may trigger, within its right; everything else is refused. An empty list allows all of its kind. */
export const TriggerList = z.object({
  triggers: z.array(Trigger).max(100),
  /**
   * The cues by their ids, the app instances by their keys and the sub-compositions by their addresses of which an action must name one.
   * What names none, such as `go` and a panic of all, is refused then.
   */
  targets: z.array(z.string().min(1).max(200)).max(1_000),
});
export type TriggerList = z.infer<typeof TriggerList>;

const ClientName = z.string().trim().min(1).max(60);

/** What the operator chooses for a client. */
const ClientChoice = z.object({
  name: ClientName,
  right: RemoteRight,
  /** Where it may come from. Empty: from this machine only. */
  addresses: z.array(AddressRange).max(100),
  /** Absent: everything that its right allows. */
  only: TriggerList.optional(),
});
export type ClientChoice = z.infer<typeof ClientChoice>;

/** A client of the HTTP API. Its token is shown once, when it is made, and never again. */
export const RemoteClient = ClientChoice.extend({
  id: z.string(),
  /** When it was last let in: milliseconds since the epoch; null for never since the desk started. */
  seen: z.number().nullable(),
});
export type RemoteClient = z.infer<typeof RemoteClient>;

/** Whether and where the desk serves its HTTP API. */
export const RemoteChoice = z.object({
  on: z.boolean(),
  /** `machine`: programs of this machine only; `network`: others too. */
  reach: z.enum(['machine', 'network']),
  port: z.int().min(1).max(65_535),
});
export type RemoteChoice = z.infer<typeof RemoteChoice>;

/** The member of the desk's view about its HTTP API. */
export const remoteMembers = {
  remote: RemoteChoice.extend({
    /** Why it does not listen, in a sentence; empty if it does, or is off. */
    problem: z.string(),
    clients: z.array(RemoteClient),
  }),
};

const OfClient = z.object({ id: z.string() });
const WithToken = OfClient.extend({ token: z.string() });

/** The calls about the HTTP API. */
export const remoteCalls = {
  setRemote: { takes: RemoteChoice, gives: z.null() },
  /** Gives the token of the new client, which nobody can read again. */
  addRemoteClient: { takes: ClientChoice, gives: WithToken },
  /** Holds at once, also for what it has open. It keeps its token. */
  changeRemoteClient: { takes: ClientChoice.extend({ id: z.string() }), gives: z.null() },
  /** Gives its new token. That before is worth nothing any more, and what was opened with it is closed at once. */
  replaceRemoteToken: { takes: OfClient, gives: WithToken },
  /** Its connections are closed at once. */
  removeRemoteClient: { takes: OfClient, gives: z.null() },
} satisfies LinkContract['calls'];
