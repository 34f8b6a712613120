import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import type { Addresses } from '../addresses.ts';
import type { Work } from '../endpoints/handler.ts';
import { graphicFrames, type NetworkTerms } from './network-terms.ts';

/** The files that the service serves besides its data. */
export interface PageSources {
  /** The built on-air page: `index.html` and `assets/`. */
  outputPage: string;
  /** The pictures and sounds of the demo show. */
  demoMedia: string;
}

export const nosniff = { 'x-content-type-options': 'nosniff' };

const anywhere = "'self' data: blob: http: https:";

/** Where the built page may connect. Each but `mediaHosts` is a source of a policy. */
interface PageReach {
  /** The media address. */
  media: string;
  /** Further hosts that pictures and videos may come from; every host if there is none. */
  mediaHosts: NetworkTerms['mediaHosts'];
  /** Where graphics are framed. */
  frames: string;
  /** Where the page may send requests, and where its live channel is. */
  connect: string;
}

/**
 * The policy of the built page, wherever it is served: scripts are its own alone, fonts come from the media address,
 * pictures and videos from where the operator allows (`docs/decisions/0008`).
 */
export function pagePolicy({ media, mediaHosts = [], frames, connect }: PageReach): string {
  const own = [...new Set(["'self'", media])].join(' ');
  const pictures = mediaHosts.length > 0 ? `${own} data: blob: ${mediaHosts.join(' ')}` : anywhere;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src ${pictures}`,
    `media-src ${pictures}`,
    `font-src ${own} data: blob:`,
    `connect-src ${connect}`,
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** What pages need from outside. */
export interface PagePorts {
  work: Pick<Work, 'apps' | 'addresses'>;
  sources: PageSources;
  terms: Pick<NetworkTerms, 'mediaHosts'>;
}

/** Serves the on-air page by output token, and its assets. */
export function addOnairPage(
  server: FastifyInstance,
  { work: { apps, addresses }, sources: { outputPage }, terms: { mediaHosts } }: PagePorts,
): void {
  server.get<{ Params: { token: string } }>('/onair/:token', async (request, reply) => {
    if (!apps.byToken(request.params.token, ['output'])) throw new OverlayError('token-unknown');
    const [path = '', query] = request.url.split('?', 2);
    // The page names its assets relative to itself. With a trailing slash they would be looked for elsewhere.
    if (path.endsWith('/')) return reply.redirect(path.slice(0, -1) + (query === undefined ? '' : `?${query}`), 308);
    const page = await builtPage(outputPage);
    const { media } = addresses;
    const connect = liveSources([request.host, new URL(addresses.base).host]);
    const policy = pagePolicy({ media, mediaHosts, frames: graphicFrames(media), connect });
    return reply.headers(onairHeaders(policy)).type('text/html; charset=utf-8').send(page);
  });
  serveFiles(server, { prefix: '/onair/assets/', root: join(outputPage, 'assets') }, nosniff);
}

/**
 * Where the on-air page finds its live channel, as sources of a policy. They are the requested host and the public
 * host, because a proxy may stand between. Some mixers have browsers that are years old and take `'self'` for HTTP
 * alone. A policy cannot contain an IPv6 address, so there `'self'` must do.
 */
function liveSources(hosts: readonly string[]): string {
  const named = new Set(hosts.map((host) => host.toLowerCase()).filter((host) => !host.startsWith('[')));
  return ["'self'", ...[...named].flatMap((host) => [`ws://${host}`, `wss://${host}`])].join(' ');
}

function onairHeaders(policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    // The address of the page contains its token, and its pictures may come from anywhere.
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...nosniff,
  };
}

/** The built page. Throws `output-page-missing`. */
export function builtPage(directory: string): Promise<Buffer> {
  return readFile(join(directory, 'index.html')).catch((thrown: unknown) => {
    const error = new OverlayError('output-page-missing');
    error.cause = thrown;
    throw error;
  });
}

/** Serves a directory that may be built after the service starts. While it is missing, each of its files gives 404. */
export function serveFiles(
  server: FastifyInstance,
  place: { prefix: string; root: string },
  headers: Record<string, string>,
): void {
  server.register(fastifyStatic, {
    ...place,
    index: false,
    decorateReply: false,
    suppressWarning: true,
    setHeaders: (reply) => void reply.headers(headers),
  });
}

/** Redirects requests for pictures to their own address. */
export function addWayToMedia(server: FastifyInstance, addresses: Addresses): void {
  server.get('/media/*', async (request, reply) => reply.redirect(addresses.media + request.url, 308));
}

/** Whether this file serves a path, whether or not there is anything at it. */
export function isPage(path: string): boolean {
  return ['/onair/', '/media/'].some((start) => path.startsWith(start));
}
