import type { IncomingMessage } from 'node:http';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { errorIn } from '../../contract/errors.ts';
import type { Route } from '../../desk/ports.ts';

/** `status` is the proxy's answer; null if it gave none. */
class ProxyFailure extends Error {
  readonly code = 'PROXY_FAILED';
  readonly status: number | null;

  constructor(status: number | null, cause?: unknown) {
    super(status === null ? `The proxy: ${errorIn(cause).message}` : `The proxy answered ${status}.`, { cause });
    this.name = 'ProxyFailure';
    this.status = status;
  }
}

/** Uses `CONNECT` for http too, so that the proxy never sees the request. */
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
    // Otherwise the proxy's answer would count as the service's answer.
    socket.destroy();
    throw new ProxyFailure(answered ?? 0);
  }
}

export function proxyAgent(
  { address, user, password }: Exclude<Route['proxy'], string>,
  ca: string[] | undefined,
): HttpsProxyAgent<string> {
  // Not in the address: the package logs addresses for debugging.
  const credentials = Buffer.from(`${user}:${password}`).toString('base64');
  const headers = user === '' ? {} : { 'proxy-authorization': `Basic ${credentials}` };
  return new TunnelAgent(address, { keepAlive: true, headers, ...(ca && { ca }) });
}
