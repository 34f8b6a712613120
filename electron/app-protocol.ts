import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import type { CustomScheme } from 'electron';
import { programPicture, programPicturePath } from '../contract/desk-api/program-picture.ts';
import { screenPolicy } from '../contract/desk-api/screen-policy.ts';

/**
 * The screens have a scheme of their own instead of `file:`. A file page may read every other file of the machine, and
 * it has no origin that the gate or a policy could name.
 */
export const appScheme: CustomScheme = {
  scheme: 'overlay-desk',
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};

/** The page with the desk's screens. */
export const screenUrl = `${appScheme.scheme}://app/index.html`;

/** Whether an address, or an origin as Electron spells it, belongs to the desk. */
export function isOwnOrigin(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  // `origin` does not help: Node says "null" for a scheme that it does not know.
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

/** Whether an address is that of the page around a program picture from another service. */
export function isProgramPicture(url: string): boolean {
  return isOwnOrigin(url) && new URL(url).pathname === programPicturePath;
}

/**
 * Handles the app scheme. It serves the files under `root` and the page around a program picture from one of the
 * `pictureOrigins`, and nothing else.
 */
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
    // Whatever the reason, the answer says that there is no such screen.
    const content = file && (await readFile(file).catch(() => undefined));
    if (!file || !content) return missing(url, root);
    return answer(200, content, { mediaType: mediaTypes[extname(file)] ?? 'application/octet-stream' });
  };
}

/**
 * The file that an address of the app names; undefined if it names none under `root`. Attack:
 * `overlay-desk://app/..%2F..%2Fsettings.json`, to read a file that is not a screen.
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
