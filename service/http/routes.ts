import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { OverlayError } from '../../contract/errors.ts';
import { noProblems } from '../../contract/refusal.ts';
import { updateFirstControl } from '../../contract/service-api/app-instances.ts';
import { endpoints } from '../../contract/service-api/endpoints.ts';
import { tagOf } from '../../contract/service-api/entity-tag.ts';
import { type Endpoint, pathParams } from '../../contract/service-api/endpoint.ts';
import type { HeldApp } from '../held-app.ts';
import { itemsOf } from '../domain/update-pieces.ts';
import type { JobThread } from '../jobs/job-thread.ts';
import type { JobGiven } from '../jobs/jobs.ts';
import { hasTag } from '../domain/update-terms.ts';
import type { Answer, CheckedRequest, Handler, TextAnswer } from '../endpoints/handler.ts';
import type { Work } from '../work.ts';
import { handlers } from '../endpoints/handlers.ts';
import type { User } from '../store/accounts.ts';
import { answerHeaders } from './bare-server.ts';
import { basicCredentials } from '../accounts/accounts.ts';
import { noForm } from '../domain/form.ts';
import { formReader, leaveFormsUnread, mostThumbnailBytes } from './body-bytes.ts';
import { bodyChecker } from '../../contract/json-body.ts';
import { lenientReader } from './lenient-body.ts';
import type { Quota } from './quota.ts';
import { requestTerms } from './request-terms.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    user: User | null;
    app: HeldApp | null;
    /** Undoes the quota count; null if the request was not counted. */
    uncount: (() => void) | null;
  }
}

export function addRoutes(server: FastifyInstance, work: Work, quota: Quota | undefined): void {
  server.decorateRequest('user', null);
  server.decorateRequest('app', null);
  server.decorateRequest('uncount', null);
  if (quota) server.addHook('onSend', onlyAcceptedCount);
  for (const endpoint of endpoints) {
    const handler = handlers.find((one) => one.endpoint.name === endpoint.name);
    if (!handler) throw new Error(`The endpoint ${endpoint.name} has no handler.`);
    const route = routeOf(handler, work, quota);
    if (endpoint.bodyKind === 'multipart') addFormRoute(server, route);
    else server.route(route);
  }
}

function onlyAcceptedCount(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (reply.statusCode >= 400) request.uncount?.();
  return Promise.resolve();
}

/** Forms are read in their turn, so these routes have a separate scope. */
function addFormRoute(server: FastifyInstance, route: RouteOptions): void {
  server.register((scope, _options, done) => {
    leaveFormsUnread(scope);
    scope.route(route);
    done();
  });
}

function routeOf({ endpoint, answer, first }: Handler, work: Work, quota: Quota | undefined): RouteOptions {
  const params = paramsReader(endpoint);
  const body = bodyReader(endpoint, work);
  const headers = { ...answerHeaders, 'content-type': `${answerTypes[endpoint.answerKind ?? 'json']}; charset=utf-8` };
  return {
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { endpoint },
    onRequest: entry(endpoint, work, quota),
    handler: inTurn(endpoint, work, async (request, reply) => {
      const bytes = endpoint.bodyKind === 'multipart' ? undefined : (request.body as Buffer | undefined);
      const { user, app } = request as { user: User; app: HeldApp };
      const terms = requestTerms(request.headers);
      if (terms.strict && endpoint.lenient) reply.header('preference-applied', 'handling=strict');
      const named = { params: params(request), user, app };
      first?.(named, work);
      const given = {
        params: named.params,
        ...(await body(request)),
        bytes,
        terms,
        limits: work.terms.limits,
        user,
        // The token may be revoked while the body arrives or a large update runs.
        get app() {
          if (endpoint.auth === 'token' && !work.apps.opensStill(tokenIn(request), app)) throw unknownToken(endpoint);
          return app;
        },
      };
      const answered = await answer(given, work);
      reply.headers(headers);
      return answerText(answered, request, reply);
    }),
  };
}

type RouteAnswer = (request: FastifyRequest, reply: FastifyReply) => Promise<string>;

function inTurn({ bodyKind }: Endpoint, { uploads }: Work, answer: RouteAnswer): RouteAnswer {
  if (bodyKind !== 'multipart') return answer;
  return (request, reply) => uploads.run(request.user?.accountId ?? 0, () => answer(request, reply));
}

/** Checks before the body is read, so that callers without access cannot occupy the service for long. */
function entry(endpoint: Endpoint, work: Work, quota: Quota | undefined) {
  const admit = (request: FastifyRequest, reply: FastifyReply, accountId: number | undefined): void => {
    checkMediaType(endpoint, request);
    if (quota && endpoint.metered && accountId !== undefined) {
      request.uncount = quota.count(accountId, (headers) => void reply.headers(headers));
    }
  };
  if (endpoint.auth === 'account') {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      await signIn(request, work);
      admit(request, reply, request.user?.accountId);
    };
  }
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (endpoint.auth === 'token') {
      request.app = work.apps.byToken(tokenIn(request), ['app']) ?? null;
      if (!request.app) throw unknownToken(endpoint);
      // By token, any content type may contain the JSON.
      request.headers['content-type'] = mediaTypes.json;
    }
    admit(request, reply, request.app?.stored.accountId);
    done();
  };
}

function tokenIn({ params }: FastifyRequest): string {
  const [token = ''] = Object.values(params as Record<string, string>);
  return token;
}

/** Each generation has its own error: a wrong credential or an unknown address. */
function unknownToken({ errors }: Endpoint): OverlayError {
  return new OverlayError(errors.includes('token-unknown') ? 'token-unknown' : 'unauthorized');
}

async function signIn(request: FastifyRequest, { accounts }: Work): Promise<void> {
  const credentials = basicCredentials(request.headers.authorization);
  if (!credentials) throw new OverlayError('unauthorized');
  request.user = await accounts.signIn(credentials, request.raw.socket.remoteAddress ?? '');
}

const mediaTypes = { json: 'application/json', multipart: 'multipart/form-data' } as const;

/** Requires the media type, except by token: clients send JSON as text or untyped, like curl. */
function checkMediaType({ body, bodyKind = 'json', auth, errors }: Endpoint, { headers }: FastifyRequest): void {
  if (body === undefined || auth === 'token') return;
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const empty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (type === mediaTypes[bodyKind] || (type === undefined && empty)) return;
  // The specification calls a non-form body a wrong body.
  if (bodyKind === 'multipart' && !errors.includes('media-type-unsupported')) throw noForm();
  throw new OverlayError(
    'media-type-unsupported',
    bodyKind === 'json' ? undefined : `The request was not marked as ${mediaTypes[bodyKind]}, so nothing was changed.`,
  );
}

function paramsReader(endpoint: Endpoint): (request: FastifyRequest) => unknown {
  const inPath = pathParams(endpoint);
  const schema = endpoint.params;
  return (request) => {
    const given = { ...(request.query as object), ...(request.params as object) };
    const checked = schema.safeParse(given);
    if (checked.success) return checked.data;
    const wrong = checked.error.issues.map(({ path, message }) => ({ path: String(path[0]), message }));
    // An id of the wrong form counts as a missing id.
    if (wrong.some(({ path }) => inPath.includes(path))) throw new OverlayError('id-unknown');
    throw new OverlayError('parameter-missing', undefined, wrong);
  };
}

type ReadBody = Pick<CheckedRequest, 'body' | 'leftOut' | 'pieces'>;

/** Larger updates are read in a separate thread; smaller updates take a few ms. */
const mostAtOnce = { bytes: 64 * 1024, objects: 1_000 };

function isLarge(bytes: Uint8Array): boolean {
  if (bytes.byteLength > mostAtOnce.bytes) return true;
  if (bytes.byteLength < 3 * mostAtOnce.objects) return false;
  let objects = 0;
  for (const byte of bytes) if (byte === 0x7b) objects += 1;
  return objects > mostAtOnce.objects;
}

function bodyReader(
  { body, bodyKind = 'json', lenient, slowBody, largeFile }: Endpoint,
  { terms: { limits }, checks, updates }: Work,
): (request: FastifyRequest) => ReadBody | Promise<ReadBody> {
  if (body === undefined || slowBody) return () => ({ body: undefined, leftOut: noProblems });
  if (bodyKind === 'multipart') {
    const read = formReader(largeFile ? limits.maxUpload : mostThumbnailBytes, checks);
    return async (request) => ({ body: await read(request), leftOut: noProblems });
  }
  const bytes = (request: FastifyRequest) => request.body as Buffer | undefined;
  if (lenient && body instanceof z.ZodArray) {
    const read = lenientReader(body, limits);
    const isFirst = body === updateFirstControl.body;
    return (request) => {
      const given = bytes(request);
      if (given && isLarge(given)) return largeUpdate(request, { bytes: given, limits, isFirst }, updates);
      const { items, leftOut } = read(given);
      return { body: items, leftOut };
    };
  }
  const check = bodyChecker(body, limits);
  return (request) => ({ body: check(bytes(request)), leftOut: noProblems });
}

async function largeUpdate({ user, app }: FastifyRequest, given: JobGiven<'update'>, updates: JobThread) {
  const account = user?.accountId ?? app?.stored.accountId ?? 0;
  const { pieces, leftOut } = await updates.run('update', given, account);
  return { body: [], leftOut, pieces: { [Symbol.iterator]: () => itemsOf(pieces) } };
}

const answerTypes = { json: 'application/json', text: 'text/plain', html: 'text/html' } as const;

/** Answers 304 if the client already has the text. A text answer is sent unchanged. */
function answerText(answered: Answer | TextAnswer, { method, headers }: FastifyRequest, reply: FastifyReply): string {
  reply.headers(answered.headers ?? {});
  if (answered.revision !== undefined) {
    const tag = tagOf(answered.revision);
    reply.header('etag', tag);
    const known = headers['if-none-match'];
    if (known !== undefined && (method === 'GET' || method === 'HEAD') && hasTag(known, tag)) {
      reply.code(304);
      return '';
    }
  }
  return 'text' in answered ? answered.text : JSON.stringify(answered.body);
}

export function allowedMethods(path: string): string[] {
  const methods = endpointsAt(path).map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

export function takesToken(path: string): boolean {
  return endpointsAt(path).some(({ auth }) => auth === 'token');
}

const patterns = endpoints.map((endpoint) => ({ endpoint, pattern: patternOf(endpoint) }));

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`);
}

function endpointsAt(path: string): Endpoint[] {
  return patterns.flatMap(({ endpoint, pattern }) => (pattern.test(path) ? endpoint : []));
}
