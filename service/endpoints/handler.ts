import type { z } from 'zod';
import type { BodyLimits } from '../../contract/json-body.ts';
import type { ValueLimits } from '../../contract/model/value-limits.ts';
import type { UpdateItem } from '../../contract/model/control.ts';
import type { Endpoint } from '../../contract/service-api/endpoint.ts';
import type { Addresses } from '../addresses.ts';
import type { AppInstance, AppInstances } from '../app-instances.ts';
import type { CommitQueue } from '../commit-queue.ts';
import type { RequestTerms } from '../domain/update-terms.ts';
import type { Allowance } from '../domain/allowance.ts';
import type { Limits } from '../http/limits.ts';
import type { JobThread } from '../jobs/job-thread.ts';
import type { LiveChannels } from '../live/live-channels.ts';
import type { Log } from '../log.ts';
import type { SelfReport } from '../self-report.ts';
import type { Purge } from '../purge.ts';
import type { User } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';
import type { Uploads } from '../uploads.ts';

/** What handlers work on. */
export interface Work {
  /** Handlers read from it freely. Every write goes through `commits`. */
  store: Store;
  apps: AppInstances;
  commits: CommitQueue;
  live: LiveChannels;
  addresses: Addresses;
  /** The hosts that graphics may reach if they request it, with their ports unless they are the default. */
  graphicHosts: readonly string[];
  /** What the service reports of itself. */
  self: SelfReport;
  log: Log;
  /** Checks what authors send, in a thread of its own. */
  checks: Pick<JobThread, 'run'>;
  /** Reads what is loaded into app instances, in another thread, so that no load waits for a check. */
  loads: Pick<JobThread, 'run'>;
  /** Reads large updates, in a third thread, so that none waits for what authors send or load. */
  updates: Pick<JobThread, 'run'>;
  /** How much of a JSON body is accepted, and how long what is in it may be. */
  bodyLimits: BodyLimits & ValueLimits & Pick<Limits, 'maxOutputs'>;
  /** The most bytes that one account may store; 0 for no limit. */
  maxAccount: number;
  /** The uploads under way. */
  uploads: Uploads;
  /** Takes away for good what was deleted. */
  purge: Pick<Purge, 'soon'>;
  /** How often each user may send copies to others. */
  sends: Allowance;
  /** Gives the time as ISO 8601 UTC with milliseconds. */
  now: () => string;
  ids: {
    uuid: () => string;
    /** Makes a token of 192 random bits, safe in addresses. */
    token: () => string;
  };
}

interface AnswerHead {
  /** A number for the `ETag` header that rises with each change of what the answer says. */
  revision?: number;
  headers?: Readonly<Record<string, string>>;
}

/** A successful answer. */
export interface Answer<Body = unknown> extends AnswerHead {
  body: Body;
}

/** A successful answer whose text is sent unchanged: a stored content byte for byte, a page, or plain text. */
export interface TextAnswer extends AnswerHead {
  text: string;
}

type BodyOf<B> = B extends z.ZodType ? z.infer<B> : undefined;

/** Who calls, and what the address names. */
export interface NamedRequest<Params = unknown> {
  params: Params;
  user: User;
  app: AppInstance;
}

/**
 * A checked request. `bytes` is the JSON body as it was sent, present if the endpoint takes one. `body` is undefined if the
 * endpoint has a `slowBody`, which the handler checks.
 */
export interface CheckedRequest<Params = unknown, Body = unknown> extends NamedRequest<Params>, RequestTerms {
  body: Body;
  bytes?: Uint8Array | undefined;
  /** The items of a large update, in pieces that take little time each; `body` is empty then. */
  pieces?: Iterable<readonly UpdateItem[]>;
}

/**
 * An endpoint with its implementation. Parameters and body are checked against the endpoint before the call. `user` is
 * the signed-in user; read it only if the endpoint's `auth` is `account`. `app` is the app instance that the token in
 * the address opens; read it only if `auth` is `token`. Reading it throws if the token was revoked meanwhile.
 */
export interface Handler {
  endpoint: Endpoint;
  /** Throws what comes before a wrong body, such as for an id that does not exist. Source: decisions.md "401 and 404 come before 400". */
  first?(request: NamedRequest, work: Work): unknown;
  answer(request: CheckedRequest, work: Work): Answer | TextAnswer | Promise<Answer | TextAnswer>;
}

/** An answer of an endpoint has a revision where the endpoint says so, and nowhere else. */
type Given<A extends z.ZodType, T> = (Answer<z.infer<A>> | TextAnswer) &
  (T extends true ? { revision: number } : { revision?: never });

/** A handler with the types of its endpoint. */
export function handler<
  P extends z.ZodObject,
  B extends z.ZodType | undefined,
  A extends z.ZodType,
  T extends true | undefined,
>(
  endpoint: Endpoint<P, B, A, T>,
  answer: (request: CheckedRequest<z.infer<P>, BodyOf<B>>, work: Work) => Given<A, T> | Promise<Given<A, T>>,
  first?: (request: NamedRequest<z.infer<P>>, work: Work) => unknown,
): Handler {
  // The checks against `endpoint.params` and `endpoint.body` make the wider types true.
  return { endpoint, answer, ...(first && { first }) };
}
