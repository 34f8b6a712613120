import type { CustomScheme, Protocol } from 'electron';

type Handler = Parameters<Protocol['handle']>[1];

/**
 * Custom schemes. Chromium can only be taught one when it is built, so `scheme://host/` is to it
 * `https://host.scheme.invalid/`, whose requests never leave the double; the shell never sees that name.
 */
class Schemes implements Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'> {
  readonly #handlers = new Map<string, Handler>();

  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    for (const { privileges, scheme } of schemes) {
      if (!privileges?.standard || !privileges.secure) throw new Error(`${scheme}: a stand-in for it needs both.`);
    }
  }

  handle(scheme: string, handler: Handler): void {
    this.#handlers.set(scheme, handler);
  }

  /** An address of the shell as Chromium knows it. */
  toBrowser(url: string): string {
    const [, scheme, host, rest] = /^([\w-]+):\/\/([^/]+)(.*)$/s.exec(url) ?? [];
    return scheme && this.#handlers.has(scheme) ? `https://${String(host)}.${scheme}.invalid${String(rest)}` : url;
  }

  /** An address of Chromium as the shell knows it. */
  toShell(url: string): string {
    const [, host, scheme, rest] = /^https:\/\/([^/]+)\.([\w-]+)\.invalid(.*)$/s.exec(url) ?? [];
    return scheme && this.#handlers.has(scheme) ? `${scheme}://${String(host)}${String(rest)}` : url;
  }

  /** What the shell answers to a request, in the shape that Chromium takes it; undefined where it serves no such scheme. */
  async answer(request: { url: string; method: string }) {
    const url = this.toShell(request.url);
    const handler = this.#handlers.get(url.slice(0, url.indexOf(':')));
    if (url === request.url || !handler) return undefined;
    // Node's Request refuses no scheme, but Chromium's own headers do not matter to a file.
    const response = await handler(new Request(url, { method: request.method }));
    return {
      responseCode: response.status,
      responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    };
  }
}

export const schemes = new Schemes();
