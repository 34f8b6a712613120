import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { asOverlayError, OverlayError } from '../../contract/errors.ts';
import type { Addresses } from '../addresses.ts';
import type { Work } from '../work.ts';
import { graphicFrames, type NetworkTerms } from './network-terms.ts';

export interface PageSources {
  outputPage: string;
  demoMedia: string;
}

export const nosniff = { 'x-content-type-options': 'nosniff' };

const anywhere = "'self' data: blob: http: https:";

interface PageReach {
  media: string;
  mediaHosts: NetworkTerms['mediaHosts'];
  frames: string;
  connect: string;
}

/** Own scripts, fonts from the media address, pictures and videos from allowed hosts (`docs/decisions/0008`). */
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

export function addOnairPage(
  server: FastifyInstance,
  { apps, addresses, terms: { mediaHosts } }: Work,
  { outputPage }: PageSources,
): void {
  server.get<{ Params: { token: string } }>('/onair/:token', async (request, reply) => {
    if (!apps.byToken(request.params.token, ['output'])) throw new OverlayError('token-unknown');
    const [path = '', query] = request.url.split('?', 2);
    // Relative assets need the path without a trailing slash.
    if (path.endsWith('/')) return reply.redirect(path.slice(0, -1) + (query === undefined ? '' : `?${query}`), 308);
    const page = await builtFile(outputPage);
    const { media } = addresses;
    const connect = liveSources([request.host, new URL(addresses.base).host]);
    const frames = [graphicFrames(media), ...backupFrames(query)].join(' ');
    const policy = pagePolicy({ media, mediaHosts, frames, connect });
    return reply.headers(pageHeaders(policy)).type('text/html; charset=utf-8').send(page);
  });
  serveFiles(server, { prefix: '/onair/assets/', root: join(outputPage, 'assets') }, nosniff);
}

/**
 * Sources for the live channel: requested and public host, because a proxy may be between. Old mixers take `'self'` for
 * HTTP only; policies cannot contain IPv6 addresses.
 */
function liveSources(hosts: readonly string[]): string {
  const named = new Set(hosts.map((host) => host.toLowerCase()).filter((host) => !host.startsWith('[')));
  return ["'self'", ...[...named].flatMap((host) => [`ws://${host}`, `wss://${host}`])].join(' ');
}

/** The page of the backup, which the address of a page for main and backup names. */
function backupFrames(query = ''): string[] {
  const url = URL.parse(new URLSearchParams(query).get('backup') ?? '');
  if (!url || !['http:', 'https:'].includes(url.protocol)) return [];
  return [url.hostname.startsWith('[') ? url.protocol : url.origin];
}

export function pageHeaders(policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    // The address contains a token, and pictures may come from any host.
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...nosniff,
  };
}

/** Throws `output-page-missing`. */
export function builtFile(directory: string, name = 'index.html'): Promise<Buffer> {
  return readFile(join(directory, name)).catch((thrown: unknown) => {
    throw asOverlayError(thrown, 'output-page-missing');
  });
}

/** The directory may be built after the service starts; until then its files give 404. */
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

export function addWayToMedia(server: FastifyInstance, addresses: Addresses): void {
  server.get('/media/*', async (request, reply) => reply.redirect(addresses.media + request.url, 308));
}

export function isPage(path: string): boolean {
  return ['/onair/', '/control/', '/media/'].some((start) => path.startsWith(start));
}
