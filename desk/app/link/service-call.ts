import { texts } from '../../../contract/texts/texts.ts';
import type { z } from 'zod';
import {
  asOverlayError,
  type ErrorCode,
  type ErrorDetail,
  errorTable,
  isMistake,
  OverlayError,
} from '../../../contract/errors.ts';
import { parsedJson } from '../../../contract/json-text.ts';
import { Details, ErrorBody, errorName, warningDetails } from '../../../contract/service-api/common.ts';
import { type Endpoint, pathOf, pathParams } from '../../../contract/service-api/endpoint.ts';
import { revisionOf, tagOf } from '../../../contract/service-api/entity-tag.ts';
import { reportedLimits } from './quota-headers.ts';
import type { Account, ConnectionPort, HttpAnswer, HttpRequest } from '../../ports.ts';
import type { Clock } from '../../../contract/clock.ts';

export interface EndpointCall<E extends Endpoint> {
  /** Without a trailing slash. */
  base: string;
  endpoint: E;
  params: z.input<E['params']>;
  body?: E['body'] extends z.ZodType ? z.input<E['body']> | File : never;
  /** A JSON body already encoded; replaces `body`. */
  written?: string | Uint8Array;
  account?: Account | undefined;
  headers?: HttpRequest['headers'];
  /** Throws `changed-meanwhile` if the current revision differs. */
  ifMatch?: number | undefined;
  signal: AbortSignal;
  onSent?: () => void;
  /** Receives every answer before parsing, to learn from headers. */
  onAnswer?: (answer: HttpAnswer) => void;
}

/**
 * Returns the checked answer and the `ETag` revision. Throws the service's error, `service-unreachable` without an
 * answer, or `answer-garbage`.
 */
export async function call<E extends Endpoint>(
  connection: Pick<ConnectionPort, 'request'>,
  { base, endpoint, params, body, written, account, headers, ifMatch, signal, onSent, onAnswer }: EndpointCall<E>,
): Promise<{ answer: z.infer<E['answer']>; revision: number | null; warnings: ErrorDetail[] }> {
  const url = base + addressOf(endpoint, params as Record<string, string>);
  const request = {
    method: endpoint.method,
    url,
    ...(body instanceof File ? await form(body) : { body: written ?? textOf(body) }),
    account,
    headers: ifMatch === undefined ? headers : { ...headers, 'if-match': tagOf(ifMatch) },
    onSent,
  };
  const answer = await connection.request(request, signal).catch((thrown: unknown) => {
    throw isMistake(thrown) ? thrown : asOverlayError(thrown, 'service-unreachable');
  });
  onAnswer?.(answer);
  if (answer.status === 412 && ifMatch !== undefined) throw new OverlayError('changed-meanwhile');
  if (answer.status !== 200) throw errorOf(answer, endpoint);
  const content = parsedJson(answer.body);
  if (!endpoint.answer.safeParse(content).success) throw new OverlayError('answer-garbage');
  // Returns the answer as received: unknown fields of a composition must survive an editor.
  return {
    answer: content as z.infer<E['answer']>,
    revision: revisionOf(answer.etag) ?? null,
    warnings: Details.catch([]).parse(parsedJson(answer.headers[warningDetails] ?? '')),
  };
}

/** Parameters outside the path become the query. */
function addressOf(endpoint: Endpoint, params: Record<string, string>): string {
  const inPath = pathParams(endpoint);
  const query = Object.entries(params).filter(([name]) => !inPath.includes(name));
  const path = pathOf(endpoint, params);
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`;
}

function textOf(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}

async function form(file: File): Promise<Pick<HttpRequest, 'body' | 'mediaType'>> {
  const data = new FormData();
  data.set('file', file);
  const encoded = new Response(data);
  return { body: await encoded.bytes(), mediaType: encoded.headers.get('content-type') ?? undefined };
}

const codeOfStatus: Record<number, ErrorCode> = {
  400: 'body-invalid',
  401: 'unauthorized',
  403: 'origin-refused',
  404: 'token-unknown',
  412: 'too-late',
  413: 'body-too-large',
  507: 'storage-full',
};

/** Uses the service's message if present. Other 5xx answers leave the outcome open. */
export function errorOf({ status, body, headers }: HttpAnswer, { auth }: Pick<Endpoint, 'auth'>): OverlayError {
  if (status === 429) return tooMany(reportedLimits(headers, Date.parse(headers.date ?? '')).retryAfter);
  const refusal = ErrorBody.safeParse(parsedJson(body));
  if (!refusal.success) return new OverlayError(status >= 500 ? 'internal' : 'answer-garbage');
  const unknown = status === 404 && auth === 'account' ? 'id-unknown' : undefined;
  const guessed = unknown ?? codeOfStatus[status] ?? (status >= 500 ? 'internal' : 'answer-garbage');
  const code = namedError(status, headers[errorName]) ?? guessed;
  const { message, details = [] } = refusal.data.error;
  return new OverlayError(code, message, details);
}

/** The error named by our own service, which is more precise than the status. */
function namedError(status: number, name = ''): ErrorCode | undefined {
  const known = Object.hasOwn(errorTable, name) ? (name as ErrorCode) : undefined;
  return known && errorTable[known].status === status ? known : undefined;
}

/** `wait`: milliseconds until the next request is welcome, if reported. */
function tooMany(wait: number | undefined): OverlayError {
  if (wait === undefined) return new OverlayError('too-many');
  const seconds = Math.ceil(wait / 1_000);
  const error = new OverlayError('too-many', texts.link.quotaUsed(seconds));
  error.retryAfter = seconds;
  return error;
}

/** Aborts the signal and rejects with `deadline-passed` after this many milliseconds. */
export async function withinDeadline<Answer>(
  clock: Pick<Clock, 'after'>,
  milliseconds: number,
  run: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const late = new AbortController();
  const error = new OverlayError('deadline-passed');
  const callOff = clock.after(milliseconds, () => late.abort(error));
  try {
    return await run(late.signal);
  } catch (thrown) {
    throw late.signal.aborted ? error : thrown;
  } finally {
    callOff();
  }
}
