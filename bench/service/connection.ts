import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What came back on a connection: the status and the bytes of the body. */
export interface Answer {
  status: number;
  body: Buffer;
}

const endOfHead = Buffer.from('\r\n\r\n');
const lengthName = Buffer.from('content-length: ');

/**
 * One kept-alive HTTP connection with one request under way at a time. It does no more than is needed to tell where an
 * answer ends, so that a round measures the server and not its client.
 */
export class Connection {
  readonly #socket: Socket;
  #heard: Buffer = Buffer.alloc(0);
  #done: ((answer: Answer) => void) | undefined;
  #failed: ((problem: Error) => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => this.#hear(bytes));
    socket.on('error', () => undefined);
    socket.on('close', () => this.#failed?.(new Error('The server closed a connection under a request.')));
  }

  /** Send a request that is ready to be sent, and wait for its whole answer. */
  ask(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #hear(bytes: Buffer): void {
    this.#heard = this.#heard.byteLength === 0 ? bytes : Buffer.concat([this.#heard, bytes]);
    const head = this.#heard.indexOf(endOfHead);
    if (head < 0) return;
    const at = this.#heard.subarray(0, head).indexOf(lengthName);
    if (at < 0) return this.#failed?.(new Error('An answer did not say how long it is.'));
    const length = Number.parseInt(this.#heard.toString('latin1', at + lengthName.byteLength, head), 10);
    const end = head + endOfHead.byteLength + length;
    if (this.#heard.byteLength < end) return;
    const answer = {
      status: Number(this.#heard.toString('latin1', 9, 12)),
      body: this.#heard.subarray(end - length, end),
    };
    this.#heard = this.#heard.subarray(end);
    this.#done?.(answer);
  }
}

/** Open a connection to the server of an address such as `http://127.0.0.1:8830`. */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return new Connection(socket);
}

/** What a request is made of, besides where it goes. */
export interface Asked {
  method: string;
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as the one file of a form. */
  form?: Buffer;
  /** The value of the `Authorization` header. */
  authorization?: string;
}

const boundary = 'bench-form';

/** A whole request as bytes. */
export function requestBytes(url: string, { method, path, body, form, authorization }: Asked): Buffer {
  const sent = form ? formBytes(form) : Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const type = form ? `multipart/form-data; boundary=${boundary}` : 'application/json';
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    ...(authorization === undefined ? [] : [`authorization: ${authorization}`]),
    ...(sent.byteLength === 0 ? [] : [`content-type: ${type}`, `content-length: ${sent.byteLength}`]),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), sent]);
}

function formBytes(file: Buffer): Buffer {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="picture"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}
