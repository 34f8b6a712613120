import type { z } from 'zod';
import { OverlayError } from '../../contract/errors.ts';
import type { UpdateItem } from '../../contract/model/control.ts';
import type { Endpoint } from '../../contract/service-api/endpoint.ts';
import type { HeldApp } from '../held-app.ts';
import type { RequestTerms } from '../domain/update-terms.ts';
import type { Work } from '../work.ts';
import type { User } from '../store/accounts.ts';

interface AnswerHead {
  /** For the `ETag` header; rises with each change of the answer's content. */
  revision?: number;
  headers?: Readonly<Record<string, string>>;
}

export interface Answer<Body = unknown> extends AnswerHead {
  body: Body;
}

export interface TextAnswer extends AnswerHead {
  text: string;
}

type BodyOf<B> = B extends z.ZodType ? z.infer<B> : undefined;

interface NamedRequest<Params = unknown> {
  params: Params;
  user: User;
  app: HeldApp;
}

/** `bytes`: the JSON body as sent. `body` is undefined if the endpoint has a `slowBody`, which the handler checks. */
export interface CheckedRequest<Params = unknown, Body = unknown> extends NamedRequest<Params>, RequestTerms {
  body: Body;
  bytes?: Uint8Array | undefined;
  /** Items of a large update in short pieces; `body` is empty then. */
  pieces?: Iterable<readonly UpdateItem[]>;
}

/**
 * Parameters and body are already checked. Read `user` only if `auth` is `account`, and `app` only if `auth` is
 * `token`; `app` throws if the token was revoked.
 */
export interface Handler {
  endpoint: Endpoint;
  /** Throws what precedes a wrong body. Source: decisions.md "401 and 404 come before 400". */
  first?(request: NamedRequest, work: Work): unknown;
  answer(request: CheckedRequest, work: Work): Answer | TextAnswer | Promise<Answer | TextAnswer>;
}

/** Requires a revision exactly where the endpoint declares it. */
type HandlerAnswer<A extends z.ZodType, T> = (Answer<z.infer<A>> | TextAnswer) &
  (T extends true ? { revision: number } : { revision?: never });

export function handler<
  P extends z.ZodObject,
  B extends z.ZodType | undefined,
  A extends z.ZodType,
  T extends true | undefined,
>(
  endpoint: Endpoint<P, B, A, T>,
  answer: (
    request: CheckedRequest<z.infer<P>, BodyOf<B>>,
    work: Work,
  ) => HandlerAnswer<A, T> | Promise<HandlerAnswer<A, T>>,
  first?: (request: NamedRequest<z.infer<P>>, work: Work) => unknown,
): Handler {
  // The checks against `endpoint.params` and `endpoint.body` make the wider types true.
  return { endpoint, answer, ...(first && { first }) };
}

/** Throws `id-unknown`, also for things of another account, which the store does not find. */
export function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new OverlayError('id-unknown');
  return thing;
}
