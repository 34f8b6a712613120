import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * One reader of a live channel. Like {@link Connection} it does no more than find where a frame ends: fifty readers share
 * one processor here, and what is measured is when the service told them.
 */
export class Reader {
  readonly #socket: Socket;
  readonly #heard: (payload: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);
  /** What came since, and how many bytes of it complete the next frame: a large frame is put together once. */
  #parts: Buffer[] = [];
  #missing = 0;
  #open = false;

  /**
   * `heard` gets the payload of each frame; `closed` is told when the connection is gone. With `revision` it says that it has
   * the show as of then.
   */
  constructor(
    url: string,
    token: string,
    on: { heard: (payload: Buffer) => void; closed?: () => void; revision?: number | undefined },
  ) {
    const has = on.revision === undefined ? '' : `?revision=${on.revision}`;
    const { hostname, port, host } = new URL(url);
    this.#heard = on.heard;
    this.#socket = connect(Number(port), hostname);
    this.#socket.on('data', (bytes: Buffer) => this.#take(bytes));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => on.closed?.());
    this.#socket.write(
      `GET /apiv2/controlapps/${token}/live${has} HTTP/1.1\r\nhost: ${host}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
        `sec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
  }

  /** Read nothing any more: the bytes stay in the buffers of the system, and then with the service. */
  stall(): void {
    this.#socket.pause();
  }

  async close(): Promise<void> {
    if (this.#socket.closed) return;
    const closed = once(this.#socket, 'close');
    this.#socket.destroy();
    await closed;
  }

  #take(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#missing -= bytes.byteLength;
    if (this.#missing > 0) return;
    this.#rest = Buffer.concat([this.#rest, ...this.#parts]);
    this.#parts = [];
    this.#missing = 0;
    if (!this.#open) {
      const head = this.#rest.indexOf('\r\n\r\n');
      if (head < 0) return;
      this.#open = true;
      this.#rest = this.#rest.subarray(head + 4);
    }
    for (let payload = this.#next(); payload; payload = this.#next()) this.#heard(payload);
  }

  /** The payload of the first whole frame. A server's frames have no mask; the length is in 7, 16 or 64 bits. */
  #next(): Buffer | undefined {
    const bytes = this.#rest;
    if (bytes.byteLength < 10 && bytes.byteLength < 2 + (bytes[1] ?? 0)) return undefined;
    const short = bytes[1] ?? 0;
    const start = short < 126 ? 2 : short === 126 ? 4 : 10;
    const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    this.#missing = start + length - bytes.byteLength;
    if (this.#missing > 0) return undefined;
    this.#rest = bytes.subarray(start + length);
    return bytes.subarray(start, start + length);
  }
}
