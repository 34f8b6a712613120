import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/**
 * One endpoint as data. The route, its validation, the desk's client, the OpenAPI document and the inputs of the
 * property tests all come from this object; nothing about an endpoint is written anywhere else.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
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
  /** Who may call: `token` in the path, or anyone. */
  auth: 'token' | 'none';
  params: Params;
  body: Body;
  answer: Answer;
  /** What it can answer beside 200, further to what every endpoint can. */
  errors: readonly ErrorCode[];
  /** An answer as a client sees it, and the body that asks for it. */
  example: { body?: unknown; answer: unknown };
}

/** An endpoint with its exact types kept. */
export function endpoint<P extends z.ZodType, B extends z.ZodType | undefined, A extends z.ZodType>(
  definition: Endpoint<P, B, A>,
): Endpoint<P, B, A> {
  return definition;
}

/** The path with its parameters filled in, each encoded. */
export function pathOf(definition: Pick<Endpoint, 'path'>, params: Record<string, string>): string {
  return definition.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
