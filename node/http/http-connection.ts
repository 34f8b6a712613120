import { texts } from '../../contract/texts/texts.ts';
import { Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';
import { getCACertificates, TLSSocket } from 'node:tls';
import { WebSocket } from 'ws';
import { errorIn } from '../../contract/errors.ts';
import type {
  ConnectionPort,
  HttpAnswer,
  HttpRequest,
  LiveFailure,
  LiveHandlers,
  LiveSocket,
  Route,
} from '../../desk/ports.ts';
import { environmentProxy, type ProxyEnvironment } from './environment-proxy.ts';
import { HttpsProxyAgent } from 'https-proxy-agent';

export type HttpConnection = ReturnType<typeof openHttpConnection>;

/** Maximum bytes of an answer or frame. A larger one is not from a service and must not fill the memory. */
const mostBytes = 64 * 1024 * 1024;
/** Milliseconds for a WebSocket to open. A reachable service takes a few. */
const handshakeTimeout = 5_000;
const direct: Route = { proxy: 'none', certificates: '' };

/**
 * Sends a press without delay: sockets stay open with no-delay (set by Node's agents), and WebSockets do not compress.
 * Rejects with Node's errors or a `ProxyFailure`.
 */
export function openHttpConnection(
  way = direct,
  env: ProxyEnvironment = process.env,
): ConnectionPort & { close(): void } {
  const agents = agentsFor(way, env);
  return {
    request: (request, signal) =>
      new Promise((resolve, reject) => {
        const url = new URL(request.url);
        const { agent, ca } = agents.of(url);
        const ask = url.protocol === 'https:' ? httpsRequest : httpRequest;
        const outgoing = ask(url, { ...options(request), agent, ca });
        // Node's own signal handling adds ten listeners before the bytes leave.
        const giveUp = (): void => void outgoing.destroy(errorIn(signal.reason));
        signal.addEventListener('abort', giveUp);
        outgoing.on('close', () => signal.removeEventListener('abort', giveUp));
        if (signal.aborted) giveUp();
        send(outgoing, request);
        outgoing.on('error', reject);
        outgoing.on('response', (answer) => void whole(answer).then(resolve, reject));
      }),
    openLive: (url, handlers) => openLive(url, handlers, agents.of(new URL(url))),
    close: agents.close,
  };
}

interface SocketOptions {
  agent: Agent;
  ca: string[] | undefined;
}

function agentsFor(way: Route, env: ProxyEnvironment) {
  const ca = way.certificates === '' ? undefined : [...getCACertificates('default'), way.certificates];
  const agents = new Map<string, Agent>();
  return {
    of(url: URL): SocketOptions {
      const proxy = proxyOf(url, way, env);
      const secure = url.protocol === 'https:' || url.protocol === 'wss:';
      const key = `${String(secure)} ${proxy?.address ?? ''}`;
      const known = agents.get(key);
      const agent = known ?? (proxy ? proxyAgent(proxy, ca) : new (secure ? SecureAgent : Agent)({ keepAlive: true }));
      agents.set(key, agent);
      return { agent, ca };
    },
    close: (): void => agents.forEach((agent) => agent.destroy()),
  };
}

function proxyOf(url: URL, { proxy }: Route, env: ProxyEnvironment): Exclude<Route['proxy'], string> | undefined {
  if (typeof proxy === 'object') return proxy;
  const named = proxy === 'environment' ? environmentProxy(url, env) : undefined;
  return named && { address: named.origin, user: decoded(named.username), password: decoded(named.password) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign stands for itself.
    return text;
  }
}

function options(request: HttpRequest) {
  const { method, body, mediaType = 'application/json; charset=utf-8', account, ifNoneMatch, headers } = request;
  const content = body === undefined ? {} : { 'content-type': mediaType };
  const user = account && Buffer.from(`${account.email}:${account.password}`).toString('base64');
  return {
    method,
    headers: {
      accept: 'application/json',
      ...content,
      ...(user && { authorization: `Basic ${user}` }),
      ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
      ...headers,
    },
  };
}

/**
 * Reports a request as sent once its socket is open. Node confirms later; a request aborted in between would count as
 * never sent.
 */
function send(outgoing: ClientRequest, request: HttpRequest): void {
  let reported = false;
  const sent = (): void => {
    if (!reported) request.onSent?.();
    reported = true;
  };
  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) sent();
    else socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', sent);
  });
  // Node also calls this, with an error, if the socket never opened.
  outgoing.end(request.body, (error?: Error | null) => {
    if (!error) sent();
  });
}

async function whole(answer: IncomingMessage): Promise<HttpAnswer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > mostBytes) throw new Error(texts.link.answerTooLarge(mostBytes));
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  return {
    status: answer.statusCode ?? 0,
    body: bytes.toString('utf8'),
    bytes,
    etag: answer.headers.etag ?? null,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
  };
}

function openLive(url: string, handlers: LiveHandlers, means: SocketOptions): LiveSocket {
  const limits = { maxPayload: mostBytes, handshakeTimeout };
  const socket = new WebSocket(url, { perMessageDeflate: false, ...limits, ...means });
  let open = true;
  let problem = '';
  let failure: LiveFailure | undefined;
  socket.on('message', (data: Buffer) => {
    if (open) handlers.onText(data.toString('utf8'));
  });
  socket.on('unexpected-response', (_request, answer) => {
    failure = { status: answer.statusCode ?? 0 };
    problem = texts.link.noLiveChannel(failure.status);
    socket.terminate();
  });
  socket.on('error', (error) => {
    problem ||= error.message;
    failure ??= { thrown: error };
  });
  socket.on('close', (code, reason) => {
    if (open) handlers.onClose(code, reason.toString('utf8') || problem, failure);
    open = false;
  });
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      open = false;
      // A dead connection would not answer a closing handshake.
      socket.terminate();
    },
  };
}

/** `status` is the proxy's answer; null if it gave none. */
class ProxyFailure extends Error {
  readonly code = 'PROXY_FAILED';
  readonly status: number | null;

  constructor(status: number | null, cause?: unknown) {
    super(status === null ? texts.link.proxySays(errorIn(cause).message) : texts.link.proxyAnswered(status), { cause });
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

function proxyAgent(
  { address, user, password }: Exclude<Route['proxy'], string>,
  ca: string[] | undefined,
): HttpsProxyAgent<string> {
  // Not in the address: the package logs addresses for debugging.
  const credentials = Buffer.from(`${user}:${password}`).toString('base64');
  const headers = user === '' ? {} : { 'proxy-authorization': `Basic ${credentials}` };
  return new TunnelAgent(address, { keepAlive: true, headers, ...(ca && { ca }) });
}
