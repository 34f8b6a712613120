import type { z } from 'zod';
import type { Endpoint } from '../../contract/service-api/endpoint.ts';
import type { AppInstances } from '../app-instances.ts';
import type { CommitQueue } from '../commit-queue.ts';

/** What handlers work on. */
export interface Work {
  apps: AppInstances;
  commits: CommitQueue;
}

/** A success: what is answered, and the revision that goes into the `ETag` header where there is one. */
export interface Answer<Body = unknown> {
  body: Body;
  revision?: number;
}

type BodyOf<B> = B extends z.ZodType ? z.infer<B> : undefined;

/** An endpoint with what carries it out. Parameters and body are checked against the endpoint before it is called. */
export interface Handler {
  endpoint: Endpoint;
  answer(request: { params: unknown; body: unknown }, work: Work): Answer | Promise<Answer>;
}

/** A handler whose types are those of its endpoint. */
export function handler<P extends z.ZodType, B extends z.ZodType | undefined, A extends z.ZodType>(
  endpoint: Endpoint<P, B, A>,
  answer: (
    request: { params: z.infer<P>; body: BodyOf<B> },
    work: Work,
  ) => Answer<z.infer<A>> | Promise<Answer<z.infer<A>>>,
): Handler {
  // The checks against `endpoint.params` and `endpoint.body` are what makes the wider type true.
  return { endpoint, answer };
}
