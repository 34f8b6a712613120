import { Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';
import { WebSocket } from 'ws';
import type { ConnectionPort, HttpAnswer, HttpRequest, LiveHandlers } from '../ports.ts';

/** The way to a service over the network, which keeps its sockets open until it is closed. */
export interface HttpConnection extends ConnectionPort {
  close(): void;
}

/** More than any answer or frame of a service: what is larger is not a service, and must not fill the memory. */
const mostBytes = 64 * 1024 * 1024;
/** How long (ms) a WebSocket may take to open; a service that is there answers in a few. */
const handshakeTimeout = 5_000;

/**
 * Requests over kept-alive sockets (on which an agent of Node sets no delay), and WebSockets without compression: both
 * are there for a key press to be on the wire at once. Rejections are the errors of Node, whose message says what happened.
 */
export function openHttpConnection(): HttpConnection {
  const plain = new Agent({ keepAlive: true });
  const secure = new SecureAgent({ keepAlive: true });
  return {
    request: (request, signal) =>
      new Promise((resolve, reject) => {
        const isSecure = new URL(request.url).protocol === 'https:';
        const asked = isSecure
          ? httpsRequest(request.url, { ...options(request, signal), agent: secure })
          : httpRequest(request.url, { ...options(request, signal), agent: plain });
        send(asked, request);
        asked.on('error', reject);
        asked.on('response', (answer) => {
          whole(answer).then(resolve, reject);
        });
      }),
    openLive,
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

function options(
  { method, body, mediaType = 'application/json; charset=utf-8', account }: HttpRequest,
  signal: AbortSignal,
) {
  const content = body === undefined ? {} : { 'content-type': mediaType };
  const user = account && Buffer.from(`${account.email}:${account.password}`).toString('base64');
  return {
    method,
    headers: { accept: 'application/json', ...content, ...(user && { authorization: `Basic ${user}` }) },
    signal,
  };
}

function send(asked: ClientRequest, request: HttpRequest): void {
  // Node calls this, with an error, also for a request whose socket never opened: that one was not sent.
  asked.end(request.body, (error?: Error | null) => {
    if (!error) request.onSent?.();
  });
}

async function whole(answer: IncomingMessage): Promise<HttpAnswer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > mostBytes) throw new Error(`The answer is larger than ${String(mostBytes)} bytes.`);
    parts.push(part);
  }
  return {
    status: answer.statusCode ?? 0,
    body: Buffer.concat(parts).toString('utf8'),
    etag: answer.headers.etag ?? null,
  };
}

function openLive(url: string, handlers: LiveHandlers): { close(): void } {
  const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: mostBytes, handshakeTimeout });
  let open = true;
  let problem = '';
  socket.on('message', (data: Buffer) => {
    if (open) handlers.onText(data.toString('utf8'));
  });
  socket.on('error', (error) => {
    problem = error.message;
  });
  socket.on('close', (code, reason) => {
    if (open) handlers.onClose(code, reason.toString('utf8') || problem);
    open = false;
  });
  return {
    close() {
      open = false;
      // A dead line would not answer a closing handshake, and nobody waits for one here.
      socket.terminate();
    },
  };
}
