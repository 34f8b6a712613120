import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What came back for one request. */
export interface Answered {
  status: number;
  /** The revision that an update made; undefined where the answer names none. */
  revision: number | undefined;
}

/**
 * One kept-alive HTTP connection that sends before the answers to what it sent are there, as many requests as it is
 * asked to. Answers come in the order of the requests.
 */
export class PipelinedConnection {
  readonly #socket: Socket;
  readonly #waiting: ((answered: Answered | undefined) => void)[] = [];
  #heard = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => this.#hear(bytes));
    socket.on('error', () => undefined);
    socket.on('close', () => this.#waiting.splice(0).forEach((resolve) => resolve(undefined)));
  }

  /** Send a JSON body; gives what came back, undefined where the connection broke before. */
  ask(method: string, path: string, body: unknown): Promise<Answered | undefined> {
    if (this.#socket.destroyed) return Promise.resolve(undefined);
    const text = JSON.stringify(body);
    const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n`;
    this.#socket.write(`${head}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Sends several in one piece, so that they arrive together. */
  askAll(...requests: Parameters<PipelinedConnection['ask']>[]): Promise<(Answered | undefined)[]> {
    this.#socket.cork();
    const answers = requests.map((request) => this.ask(...request));
    this.#socket.uncork();
    return Promise.all(answers);
  }

  close(): void {
    this.#socket.destroy();
  }

  #hear(bytes: Buffer): void {
    this.#heard = Buffer.concat([this.#heard, bytes]);
    for (;;) {
      const head = this.#heard.indexOf('\r\n\r\n');
      if (head < 0) return;
      const headers = this.#heard.toString('latin1', 0, head);
      const end = head + 4 + Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0);
      if (this.#heard.byteLength < end) return;
      this.#heard = this.#heard.subarray(end);
      const revision = /^etag: "(\d+)"/im.exec(headers)?.[1];
      const status = Number(headers.slice(9, 12));
      this.#waiting.shift()?.({ status, revision: revision === undefined ? undefined : Number(revision) });
    }
  }
}

/** Open one to the server of an address such as `http://127.0.0.1:8830`. */
export async function openPipelined(url: string): Promise<PipelinedConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return new PipelinedConnection(socket);
}
