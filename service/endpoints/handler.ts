import type { z } from 'zod';
import type { Endpoint } from '../../contract/service-api/endpoint.ts';
import type { Addresses } from '../addresses.ts';
import type { AppInstance, AppInstances } from '../app-instances.ts';
import type { CommitQueue } from '../commit-queue.ts';
import type { LiveChannels } from '../live/live-channels.ts';
import type { SelfReport } from '../self-report.ts';
import type { User } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';

/** What handlers work on. */
export interface Work {
  /** Read from it freely; whatever writes goes through `commits`. */
  store: Store;
  apps: AppInstances;
  commits: CommitQueue;
  live: LiveChannels;
  addresses: Addresses;
  /** The hosts, with their ports where they are not the usual ones, that graphics may reach which ask for them. */
  graphicHosts: readonly string[];
  /** What the service tells of itself. */
  self: SelfReport;
  /** The time as ISO 8601 UTC with milliseconds. */
  now: () => string;
  ids: {
    uuid: () => string;
    /** 192 random bits, safe in addresses. */
    token: () => string;
  };
}

/** A success: what is answered, and the revision that goes into the `ETag` header where there is one. */
export interface Answer<Body = unknown> {
  body: Body;
  revision?: number;
}

/** A success whose text is sent as it is: what is stored, byte for byte, a page, or plain text. */
export interface TextAnswer {
  text: string;
  headers?: Readonly<Record<string, string>>;
}

type BodyOf<B> = B extends z.ZodType ? z.infer<B> : undefined;

/** What was asked. `bytes` is a JSON body as it was sent: there wherever the endpoint takes one. */
export interface Asked<Params = unknown, Body = unknown> {
  params: Params;
  body: Body;
  bytes?: Uint8Array | undefined;
  user: User;
  app: AppInstance;
}

/**
 * An endpoint with what carries it out. Parameters and body are checked against the endpoint before it is called. `user`
 * is who signed in: it is there where the endpoint's `auth` is `account`, and nothing else may look at it. In the same way
 * `app` is what the token in the address opens, where `auth` is `token`.
 */
export interface Handler {
  endpoint: Endpoint;
  answer(request: Asked, work: Work): Answer | TextAnswer | Promise<Answer | TextAnswer>;
}

/** A handler whose types are those of its endpoint. */
export function handler<P extends z.ZodObject, B extends z.ZodType | undefined, A extends z.ZodType>(
  endpoint: Endpoint<P, B, A>,
  answer: (
    request: Asked<z.infer<P>, BodyOf<B>>,
    work: Work,
  ) => Answer<z.infer<A>> | TextAnswer | Promise<Answer<z.infer<A>> | TextAnswer>,
): Handler {
  // The checks against `endpoint.params` and `endpoint.body` are what makes the wider type true.
  return { endpoint, answer };
}
