import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/** The form of the body: JSON, or a multipart form with one `file`. */
type BodyKind = 'json' | 'multipart';
type AnswerKind = 'json' | 'text' | 'html';

/**
 * One endpoint as data. The route, its validation, the desk's client, the OpenAPI document and the inputs of the
 * property tests all come from this object; nothing about an endpoint is written anywhere else.
 */
export interface Endpoint<
  Params extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType = z.ZodType,
  Tagged extends true | undefined = true | undefined,
> {
  /** The name of its handler and of its client call. */
  name: string;
  /** The row of the specification, or `extension`. */
  source: number | 'extension';
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** The whole path, parameters in braces: `/apiv2/controlapps/{appToken}/control`. */
  path: string;
  summary: string;
  /**
   * Who may call: an `account` (HTTP Basic), the holder of the `token` in the path, a `client` of a desk (a bearer token), or
   * anyone (`none`).
   */
  auth: 'account' | 'token' | 'client' | 'none';
  /** The parameters of the path and of the query, by name. */
  params: Params;
  body: Body;
  /** Absent means `json`. */
  bodyKind?: BodyKind;
  /** The desk only: texts that the body may be instead, by their media types. Its bytes are told apart, not its header. */
  textBodies?: readonly string[];
  /**
   * True if what does not fit of an item of the body is left out and warned about, and the rest is carried out, unless
   * the client prefers `handling=strict`. The body is an array then. Source: decisions.md "Lenient in, canonical out".
   */
  lenient?: true;
  /** JSON only: the handler checks the body, in a thread of its own, because it may take long. */
  slowBody?: true;
  /** Multipart only: the limit of the file is the service's `--max-upload`, not that of a thumbnail. */
  largeFile?: true;
  answer: Answer;
  /** Absent means `json`. */
  answerKind?: AnswerKind;
  /**
   * True if the answer has an `ETag`: the revision that it shows or made. A client that names it in `If-None-Match` of a GET
   * is answered 304.
   */
  tagged?: Tagged;
  /** True if the call counts against the account's quota, in a service with one. */
  metered?: true;
  /** Row 27 only: `parameter-missing` has the body `{code, error_detail: [{param, message}], message}`. */
  errorShape?: 'error_detail';
  /** The errors of this endpoint, besides those of every endpoint. */
  errors: readonly ErrorCode[];
  /** An answer as a client receives it, and the body that leads to it. */
  example: { body?: unknown; answer: unknown };
}

/** An endpoint with its exact types kept. */
export function endpoint<
  P extends z.ZodObject,
  B extends z.ZodType | undefined,
  A extends z.ZodType,
  T extends true | undefined = undefined,
>(definition: Endpoint<P, B, A, T>): Endpoint<P, B, A, T> {
  return definition;
}

/** Cached by path, because every press of a key needs them. */
const namesIn = new Map<string, readonly string[]>();

/** The names of the parameters in the path. All others belong to the query. */
export function pathParams({ path }: Pick<Endpoint, 'path'>): readonly string[] {
  const known = namesIn.get(path);
  if (known) return known;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  namesIn.set(path, names);
  return names;
}

/** The path with its parameters filled in, each encoded. */
export function pathOf(definition: Pick<Endpoint, 'path'>, params: Record<string, string>): string {
  return definition.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
