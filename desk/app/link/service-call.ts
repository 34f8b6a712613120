import { z } from 'zod';
import { asOverlayError, type ErrorCode, errorTable, isMistake, OverlayError } from '../../../contract/errors.ts';
import { parsedJson } from '../../../contract/json-text.ts';
import { Details, errorName } from '../../../contract/service-api/common.ts';
import { type Endpoint, pathOf, pathParams } from '../../../contract/service-api/endpoint.ts';
import { revisionOf, tagOf } from '../../../contract/service-api/entity-tag.ts';
import { reportedLimits } from './quota-headers.ts';
import type { Account, ConnectionPort, HttpAnswer, HttpRequest } from '../../ports.ts';

/** One call of the service, typed by its endpoint object. */
export interface Call<E extends Endpoint> {
  /** The address of the service, without a trailing slash. */
  base: string;
  endpoint: E;
  params: z.input<E['params']>;
  /** The JSON body, or the file for an endpoint that takes a form. */
  body?: E['body'] extends z.ZodType ? z.input<E['body']> | File : never;
  /** The JSON body as it is sent, where that is written already. It goes in place of `body`. */
  written?: string | Uint8Array;
  /** The account to sign in with, if the endpoint needs one. */
  account?: Account | undefined;
  headers?: HttpRequest['headers'];
  /** The revision to change. Throws `changed-meanwhile` if it is another one by now. */
  ifMatch?: number | undefined;
  signal: AbortSignal;
  onSent?: () => void;
  /** Receives every answer before it is parsed, to learn from its headers. */
  onAnswer?: (answer: HttpAnswer) => void;
}

/**
 * Calls an endpoint. Returns the checked answer, and the revision in the `ETag` header if there is one. Throws the
 * error of the service's answer, `service-unreachable` if nothing answered, and `answer-garbage` if the answer is not
 * from such a service.
 */
export async function call<E extends Endpoint>(
  connection: Pick<ConnectionPort, 'request'>,
  { base, endpoint, params, body, written, account, headers, ifMatch, signal, onSent, onAnswer }: Call<E>,
): Promise<{ answer: z.infer<E['answer']>; revision: number | null }> {
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
  // The answer as received, not as parsed: unknown members of a composition must survive an editor.
  return { answer: content as z.infer<E['answer']>, revision: revisionOf(answer.etag) ?? null };
}

/** The path, with the parameters that are not part of it as the query. */
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

/** The error body of the specification, with the details that our service adds. */
const ErrorBody = z.object({
  error: z.object({
    message: z.string(),
    code: z.int(),
    details: Details.optional(),
  }),
});

const codeOfStatus: Record<number, ErrorCode> = {
  400: 'body-invalid',
  401: 'unauthorized',
  403: 'origin-refused',
  404: 'token-unknown',
  412: 'too-late',
  413: 'body-too-large',
  507: 'storage-full',
};

/** The error in an answer, in the service's own words if it has some. Other 5xx answers leave open what happened. */
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

/** The error that our own service names, which tells more than the status. */
function namedError(status: number, name = ''): ErrorCode | undefined {
  const known = Object.hasOwn(errorTable, name) ? (name as ErrorCode) : undefined;
  return known && errorTable[known].status === status ? known : undefined;
}

/** `wait`: milliseconds until the next request is welcome, if the service says so. */
function tooMany(wait: number | undefined): OverlayError {
  if (wait === undefined) return new OverlayError('too-many');
  const seconds = Math.ceil(wait / 1_000);
  const error = new OverlayError(
    'too-many',
    `The service takes no more requests for ${seconds} s: its quota is used up.`,
  );
  error.retryAfter = seconds;
  return error;
}
