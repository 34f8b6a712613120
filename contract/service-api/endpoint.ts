import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/** A multipart form has one `file`. */
type BodyKind = 'json' | 'multipart';
type AnswerKind = 'json' | 'text' | 'html';

/** The only definition of an endpoint: routes, validation, the desk's client, OpenAPI and property tests use it. */
export interface Endpoint<
  Params extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType = z.ZodType,
  Tagged extends true | undefined = true | undefined,
> {
  name: string;
  /** The row of the specification, or `extension`. */
  source: number | 'extension';
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  /** `account`: HTTP Basic; `token`: in the path; `client`: bearer token of a desk's client; `none`: anyone. */
  auth: 'account' | 'token' | 'client' | 'none';
  params: Params;
  body: Body;
  bodyKind?: BodyKind;
  /** Desk only: media types of alternative text bodies. The bytes decide, not the header. */
  textBodies?: readonly string[];
  /** Skips invalid parts of items with a warning, unless `handling=strict`. Source: "Lenient in, canonical out". */
  lenient?: true;
  /** JSON only: the handler checks the body in a separate thread, because it may take long. */
  slowBody?: true;
  /** Multipart only: uses the limit `--max-upload` instead of the thumbnail limit. */
  largeFile?: true;
  answer: Answer;
  answerKind?: AnswerKind;
  /** The answer has an `ETag`, its revision. A GET with that revision in `If-None-Match` returns 304. */
  tagged?: Tagged;
  /** Counts against the account's quota, if the service has one. */
  metered?: true;
  /**
   * `error_detail`: in row 27, `parameter-missing` has the body `{code, error_detail: [{param, message}], message}`.
   * `named`: errors of the desk have their code as `name`.
   */
  errorShape?: 'error_detail' | 'named';
  /** Other statuses than 200 whose body is the answer, with their meaning. */
  outcomes?: Readonly<Record<number, string>>;
  /** Errors in addition to the common ones. */
  errors: readonly ErrorCode[];
  example: { body?: unknown; answer: unknown };
}

export function endpoint<
  P extends z.ZodObject,
  B extends z.ZodType | undefined,
  A extends z.ZodType,
  T extends true | undefined = undefined,
>(name: string, source: Endpoint['source'], rest: Omit<Endpoint<P, B, A, T>, 'name' | 'source'>): Endpoint<P, B, A, T> {
  return { ...rest, name, source };
}

export const get = (path: string) => ({ method: 'GET', path, body: undefined }) as const;
export const put = (path: string) => ({ method: 'PUT', path }) as const;
export const post = (path: string) => ({ method: 'POST', path }) as const;
export const patch = (path: string) => ({ method: 'PATCH', path }) as const;
export const remove = (path: string) => ({ method: 'DELETE', path, body: undefined }) as const;

/** Cached by path, because every key press needs them. */
const namesIn = new Map<string, readonly string[]>();

/** All other parameters belong to the query. */
export function pathParams({ path }: Pick<Endpoint, 'path'>): readonly string[] {
  const known = namesIn.get(path);
  if (known) return known;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  namesIn.set(path, names);
  return names;
}

export function pathOf(definition: Pick<Endpoint, 'path'>, params: Record<string, string>): string {
  return definition.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
