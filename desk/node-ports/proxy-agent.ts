import type { IncomingMessage } from 'node:http';
import { HttpsProxyAgent } from 'https-proxy-agent';
import type { Route } from '../ports.ts';

/** The proxy did not let a request through, or was not there. `status` is what it answered; null where it did not. */
export class ProxyFailure extends Error {
  readonly code = 'PROXY_FAILED';
  readonly status: number | null;

  constructor(status: number | null, cause?: unknown) {
    super(status === null ? `The proxy: ${(cause as Error).message}` : `The proxy answered ${status}.`, { cause });
    this.name = 'ProxyFailure';
    this.status = status;
  }
}

/** Goes through an HTTP proxy by `CONNECT`, to http as to https, so that a proxy never sees what is asked. */
class TunnelAgent extends HttpsProxyAgent<string> {
  override async connect(
    ...[request, options]: Parameters<HttpsProxyAgent<string>['connect']>
  ): ReturnType<HttpsProxyAgent<string>['connect']> {
    let answered: number | undefined;
    request.once('proxyConnect', ({ statusCode }: Pick<IncomingMessage, 'statusCode'>) => (answered = statusCode));
    const socket = await super.connect(request, options).catch((thrown: unknown) => {
      throw new ProxyFailure(null, thrown);
    });
    if (answered === 200) return socket;
    // The answer of the proxy would be taken for one of the service.
    socket.destroy();
    throw new ProxyFailure(answered ?? 0);
  }
}

/** An agent that keeps its tunnels through a proxy open. `ca`: what a proxy that speaks TLS itself is checked by. */
export function proxyAgent(
  { address, user, password }: Exclude<Route['proxy'], string>,
  ca: string[] | undefined,
): HttpsProxyAgent<string> {
  // Not in the address, which the package writes into its debug log.
  const credentials = Buffer.from(`${user}:${password}`).toString('base64');
  const headers = user === '' ? {} : { 'proxy-authorization': `Basic ${credentials}` };
  return new TunnelAgent(address, { keepAlive: true, headers, ...(ca && { ca }) });
}
