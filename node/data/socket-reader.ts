import { texts } from '../../contract/texts/texts.ts';
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { type RawData, WebSocket } from 'ws';
import { codeOf, errorIn } from '../../contract/errors.ts';
import { ReadingFailed } from '../../desk/live-data/tables/data-limits.ts';
import type { EncodedText } from '../../desk/live-data/tables/decode-text.ts';
import { NewestText } from '../../desk/live-data/tables/newest-text.ts';
import type { SourceReader } from '../../desk/live-data/tables/source-run.ts';
import type { Clock } from '../../contract/clock.ts';
import type { NetRules } from './http-reader.ts';
import { guardedLookup, refuseOwnNetwork, shown } from './public-host.ts';

/** Milliseconds to open. */
const deadline = 10_000;
/** Milliseconds between two pings; the connection ends after an interval without traffic. */
const silence = 20_000;

export class SocketReader implements SourceReader {
  readonly #url: URL;
  readonly #clock: Clock;
  readonly #rules: NetRules;
  readonly #newest = new NewestText();
  #socket: WebSocket | undefined;

  constructor(url: string, clock: Clock, rules: NetRules) {
    this.#url = new URL(url);
    [this.#clock, this.#rules] = [clock, rules];
  }

  read(signal: AbortSignal): Promise<EncodedText> {
    this.#socket ??= this.#open();
    return this.#newest.take(signal);
  }

  close(): void {
    this.#socket?.terminate();
  }

  #open(): WebSocket | undefined {
    try {
      refuseOwnNetwork(this.#url, this.#rules.guard);
    } catch (error) {
      this.#newest.fail(errorIn(error));
      return undefined;
    }
    const { guard, most } = this.#rules;
    const lookup = guardedLookup(guard);
    const agent = this.#url.protocol === 'wss:' ? new SecureAgent({ lookup }) : new Agent({ lookup });
    // Without compression, a message is no larger than its data on the network.
    const limits = { maxPayload: most, handshakeTimeout: deadline, perMessageDeflate: false };
    const socket = new WebSocket(this.#url, { agent, ...limits });
    this.#listen(socket);
    return socket;
  }

  #listen(socket: WebSocket): void {
    let problem: Error | undefined;
    const stopWatching = this.#watch(socket);
    socket.on('message', (data) => this.#newest.put({ bytes: bytesOf(data) }));
    socket.on('error', (error) => (problem = error));
    socket.on('close', (code) => {
      stopWatching();
      this.#socket = undefined;
      const why = problem ? (codeOf(problem) ?? problem.message) : texts.reading.closedWith(code);
      this.#newest.fail(
        problem instanceof ReadingFailed
          ? problem
          : new ReadingFailed(texts.reading.addressUnreadable(shown(this.#url), why)),
      );
    });
  }

  /** A connection that breaks without notice would stay silent forever. */
  #watch(socket: WebSocket): () => void {
    let isHeard = true;
    let callOff = (): void => {};
    const ask = (): void => {
      callOff = this.#clock.after(silence, ask);
      if (!isHeard) return socket.terminate();
      isHeard = false;
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    };
    const hear = (): void => void (isHeard = true);
    for (const event of ['message', 'ping', 'pong', 'open']) socket.on(event, hear);
    callOff = this.#clock.after(silence, ask);
    return () => callOff();
  }
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
