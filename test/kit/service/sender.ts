import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A request as it is sent, with its body as bytes. */
export interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** How a request was answered, with the beginning of its text; `status` 0 if the connection ended before. */
export interface SentAnswer {
  status: number;
  /** The characters of the answer. */
  length: number;
  text: string;
}

/** A client in a thread of its own: what it does takes nothing from the event loop of a service in this one. */
export class Sender {
  readonly #worker = new Worker(join(import.meta.dirname, 'sender-program.ts'), { execArgv: [] });

  /** Hands over a request, to be sent by `send`. */
  async prepare(sent: Sent): Promise<void> {
    this.#worker.postMessage(sent);
    await once(this.#worker, 'message');
  }

  /** Sends what was prepared. */
  async send(): Promise<SentAnswer> {
    this.#worker.postMessage('go');
    const [answer] = (await once(this.#worker, 'message')) as [SentAnswer];
    return answer;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
