import { z } from 'zod';
import { edit } from './call.ts';
import { Action } from '../actions/actions.ts';

/** Rights of an HTTP client, each with the earlier ones: to read the state, carry out actions, change rundowns. */
export const RemoteRight = z.enum(['watch', 'fire', 'edit']);
export type RemoteRight = z.infer<typeof RemoteRight>;

const AddressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'expected an address such as 192.0.2.7, or a range such as 192.0.2.0/24',
});

export const RemoteOperation = z.enum([
  ...Action.options.map(({ shape }) => shape.do.value),
  ...(['push', 'import'] as const),
]);
export type RemoteOperation = z.infer<typeof RemoteOperation>;

/** Restricts a client within its right. An empty list allows all of its kind. */
export const TriggerList = z.object({
  triggers: z.array(RemoteOperation).max(100),
  /** Cue ids, app keys and addresses. An action must name a listed target, so `go` and a panic of all are refused. */
  targets: z.array(z.string().min(1).max(200)).max(1_000),
});
export type TriggerList = z.infer<typeof TriggerList>;

const ClientName = z.string().trim().min(1).max(60);

const ClientChoice = z.object({
  name: ClientName,
  right: RemoteRight,
  /** Allowed source addresses; empty for this machine only. */
  addresses: z.array(AddressRange).max(100),
  only: TriggerList.optional(),
});
export type ClientChoice = z.infer<typeof ClientChoice>;

/** The token is shown only once, at creation. */
export const RemoteClient = ClientChoice.extend({
  id: z.string(),
  /** The last accepted request or connection (ms since the epoch); null if none since the desk started. */
  seen: z.number().nullable(),
});
export type RemoteClient = z.infer<typeof RemoteClient>;

export const RemoteChoice = z.object({
  on: z.boolean(),
  reach: z.enum(['machine', 'network']),
  port: z.int().min(1).max(65_535),
});
export type RemoteChoice = z.infer<typeof RemoteChoice>;

export const remoteMembers = {
  remote: RemoteChoice.extend({ problem: z.string(), clients: z.array(RemoteClient) }),
};

const OfClient = z.object({ id: z.string() });
const WithToken = OfClient.extend({ token: z.string() });

export const remoteCalls = {
  /** What is not given stays, so that two quick edits of a screen never undo each other. */
  setRemote: edit(RemoteChoice.partial()),
  /** Returns the new client's token, which cannot be read again. */
  addRemoteClient: edit(ClientChoice, WithToken),
  /** Takes effect at once, also on open connections. The token stays valid. */
  changeRemoteClient: edit(ClientChoice.extend({ id: z.string() })),
  /** Returns a new token. The old one becomes invalid, and its connections close at once. */
  replaceRemoteToken: edit(OfClient, WithToken),
  removeRemoteClient: edit(OfClient),
};
