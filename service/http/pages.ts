import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import type { Addresses } from '../addresses.ts';
import type { Work } from '../endpoints/handler.ts';
import { graphicFrames, type NetworkTerms } from './network-terms.ts';

/** Where the files are that the service hands out besides its data. */
export interface PageSources {
  /** The built on-air page: `index.html` and `assets/`. */
  outputPage: string;
  /** The pictures and sounds of the demo show. */
  demoMedia: string;
}

export const nosniff = { 'x-content-type-options': 'nosniff' };

const anywhere = "'self' data: blob: http: https:";

/** Where the built page may reach: each but `mediaHosts` as sources of a policy. */
interface PageReach {
  /** The media address. */
  media: string;
  /** The hosts that pictures and videos may come from further; every one where there is none. */
  mediaHosts: NetworkTerms['mediaHosts'];
  /** Where graphics are framed. */
  frames: string;
  /** What it may ask, and where its live channel is. */
  connect: string;
}

/**
 * What the built page may load, wherever it is served: scripts are its own alone, fonts come from the media address, pictures
 * and videos from where the operator allows (`docs/decisions/0008`).
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

/** What pages are made of. */
export interface PageParts {
  work: Pick<Work, 'apps' | 'addresses'>;
  sources: PageSources;
  terms: Pick<NetworkTerms, 'mediaHosts'>;
}

/** The on-air page by output token, and what it is made of. */
export function addOnairPage(
  server: FastifyInstance,
  { work: { apps, addresses }, sources: { outputPage }, terms: { mediaHosts } }: PageParts,
): void {
  server.get<{ Params: { token: string } }>('/onair/:token', async (request, reply) => {
    if (!apps.byToken(request.params.token, ['output'])) throw new OverlayError('token-unknown');
    const [path = '', query] = request.url.split('?', 2);
    // The page names its assets relative to itself: under a trailing slash they would be elsewhere.
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
 * Where the on-air page finds its live channel, as sources of a policy: at the hosts that it is asked at and that others know
 * the service by, which a proxy may stand between. The browsers in some mixers are years old and take `'self'` for HTTP
 * alone. A policy has no way to write an IPv6 address: there `'self'` has to do.
 */
function liveSources(hosts: readonly string[]): string {
  const named = new Set(hosts.map((host) => host.toLowerCase()).filter((host) => !host.startsWith('[')));
  return ["'self'", ...[...named].flatMap((host) => [`ws://${host}`, `wss://${host}`])].join(' ');
}

function onairHeaders(policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    // The address of the page holds its token, and pictures may come from anywhere.
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

/** Serve a directory that may come to be later than the service: a missing one gives 404 for each of its files. */
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

/** Pictures have an address of their own: who asks here is shown the way there. */
export function addWayToMedia(server: FastifyInstance, addresses: Addresses): void {
  server.get('/media/*', async (request, reply) => reply.redirect(addresses.media + request.url, 308));
}

/** Whether a path is one of those that this file serves, whatever is there. */
export function isPage(path: string): boolean {
  return ['/onair/', '/media/'].some((start) => path.startsWith(start));
}
