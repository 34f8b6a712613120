import type { IncomingMessage } from 'node:http';
import { HttpsProxyAgent } from 'https-proxy-agent';
import type { Route } from '../../desk/ports.ts';

/** The proxy refused a request or could not be reached. `status` is its answer; null if it gave none. */
class ProxyFailure extends Error {
  readonly code = 'PROXY_FAILED';
  readonly status: number | null;

  constructor(status: number | null, cause?: unknown) {
    super(status === null ? `The proxy: ${(cause as Error).message}` : `The proxy answered ${status}.`, { cause });
    this.name = 'ProxyFailure';
    this.status = status;
  }
}

/** Tunnels through an HTTP proxy with `CONNECT`, for http as for https, so that the proxy never sees the request. */
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
    // The proxy's answer would otherwise count as an answer of the service.
    socket.destroy();
    throw new ProxyFailure(answered ?? 0);
  }
}

/** An agent that keeps its tunnels through a proxy open. `ca`: the authorities for a proxy that speaks TLS itself. */
export function proxyAgent(
  { address, user, password }: Exclude<Route['proxy'], string>,
  ca: string[] | undefined,
): HttpsProxyAgent<string> {
  // Not part of the address, which the package writes into its debug log.
  const credentials = Buffer.from(`${user}:${password}`).toString('base64');
  const headers = user === '' ? {} : { 'proxy-authorization': `Basic ${credentials}` };
  return new TunnelAgent(address, { keepAlive: true, headers, ...(ca && { ca }) });
}
