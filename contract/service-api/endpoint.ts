import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/** What travels as the body: JSON, a multipart form with one `file`, or nothing but text. */
export type BodyKind = 'json' | 'multipart';
export type AnswerKind = 'json' | 'text' | 'html';

/**
 * One endpoint as data. The route, its validation, the desk's client, the OpenAPI document and the inputs of the
 * property tests all come from this object; nothing about an endpoint is written anywhere else.
 */
export interface Endpoint<
  Params extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType = z.ZodType,
> {
  /** The name of its handler and of its client call. */
  name: string;
  /** The row of the specification, or `extension`. */
  source: number | 'extension';
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** The whole path, parameters in braces: `/apiv2/controlapps/{appToken}/control`. */
  path: string;
  summary: string;
  /** Who may call: an `account` by HTTP Basic, who holds the `token` in the path, or anyone. */
  auth: 'account' | 'token' | 'none';
  /** Parameters of the path and of the query, by name. */
  params: Params;
  body: Body;
  /** `json` where it is absent. */
  bodyKind?: BodyKind;
  /** Multipart alone: the file may be as large as the service's `--max-upload` says, and not only as a thumbnail may. */
  largeFile?: true;
  answer: Answer;
  /** `json` where it is absent. */
  answerKind?: AnswerKind;
  /** Whether it counts against the quota of the account, where the service has one. */
  metered?: true;
  /** Row 27 alone: its `parameter-missing` has the body `{code, error_detail: [{param, message}], message}`. */
  errorShape?: 'error_detail';
  /** What it can answer beside 200, further to what every endpoint can. */
  errors: readonly ErrorCode[];
  /** An answer as a client sees it, and the body that asks for it. */
  example: { body?: unknown; answer: unknown };
}

/** An endpoint with its exact types kept. */
export function endpoint<P extends z.ZodObject, B extends z.ZodType | undefined, A extends z.ZodType>(
  definition: Endpoint<P, B, A>,
): Endpoint<P, B, A> {
  return definition;
}

/** By path: looked for once, because every press of a key asks. */
const namesIn = new Map<string, readonly string[]>();

/** The names of the parameters that stand in the path; all others are of the query. */
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
