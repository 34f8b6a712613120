import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import type { CustomScheme } from 'electron';
import { programPicture, programPicturePath } from '../contract/desk-api/program-picture.ts';
import { screenPolicy } from '../contract/desk-api/screen-policy.ts';

/** A custom scheme instead of `file:`, whose pages may read every file and have no origin for the gate or a policy. */
export const appScheme: CustomScheme = {
  scheme: 'overlay-desk',
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};

export const screenUrl = `${appScheme.scheme}://app/index.html`;

export function isOwnOrigin(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  // `origin` does not help: Node returns "null" for unknown schemes.
  return parsed?.protocol === `${appScheme.scheme}:` && parsed.host === 'app';
}

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

export function isProgramPicture(url: string): boolean {
  return isOwnOrigin(url) && new URL(url).pathname === programPicturePath;
}

/** Serves only files under `root` and the page around a program picture from `pictureOrigins`. */
export function serveScreens(
  root: string,
  pictureOrigins: () => readonly string[],
): (request: Pick<Request, 'method' | 'url'>) => Promise<Response> {
  return async ({ method, url }) => {
    if (method !== 'GET') return answer(405, 'Screens can only be read.', { mediaType: 'text/plain; charset=utf-8' });
    if (isProgramPicture(url)) {
      const { status, policy, html } = programPicture(url, pictureOrigins());
      return answer(status, html, { mediaType: 'text/html; charset=utf-8', policy });
    }
    const file = fileOf(url, root);
    // A missing file is answered with 404.
    const content = file && (await readFile(file).catch(() => undefined));
    if (!file || !content) return missing(url, root);
    return answer(200, content, { mediaType: mediaTypes[extname(file)] ?? 'application/octet-stream' });
  };
}

/**
 * Undefined if the URL leaves `root`. Attack: `overlay-desk://app/..%2F..%2Fsettings.json` reads a file that is not a
 * screen.
 */
export function fileOf(url: string, root: string): string | undefined {
  if (!isOwnOrigin(url)) return undefined;
  const path = decoded(new URL(url).pathname);
  if (path === undefined || path.includes('\0')) return undefined;
  const file = resolve(join(root, path === '/' ? 'index.html' : path));
  return file.startsWith(resolve(root) + sep) ? file : undefined;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    // An address with a broken escape names no screen.
    return undefined;
  }
}

function missing(url: string, root: string): Response {
  const words = `Overlay Desk has no screen at ${url}.\n\nIts screens are in ${root}. If that is empty, build them.`;
  return answer(404, words, { mediaType: 'text/plain; charset=utf-8' });
}

function answer(
  status: number,
  body: string | Buffer<ArrayBuffer>,
  of: { mediaType: string; policy?: string },
): Response {
  const headers = {
    'content-type': of.mediaType,
    'content-security-policy': of.policy ?? screenPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  return new Response(body, { status, headers });
}
