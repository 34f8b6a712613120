import { OverlayError } from '../../contract/errors.ts';
import type { KnownError } from '../../contract/errors.ts';

export interface ListeningPorts {
  knownError: KnownError;
  changed(): void;
}

/** A server that is opened, closed and opened anew as an operator chooses. Each time waits for the one before. */
export class Listening<Server extends { close(): Promise<void> }> {
  readonly #ports: ListeningPorts;
  #problem = '';
  #server: Server | undefined;
  /** What is being opened or closed: the next waits for it. */
  #turn: Promise<void> = Promise.resolve();

  constructor(ports: ListeningPorts) {
    this.#ports = ports;
  }

  /** Why it does not listen, in a sentence for the operator; empty if it does, or is off. */
  get problem(): string {
    return this.#problem;
  }

  get server(): Server | undefined {
    return this.#server;
  }

  /** Closes what is open, and opens what is wanted by then; undefined for nothing. */
  serve(wanted: () => { port: number; open: () => Promise<Server> } | undefined): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      await this.#server?.close();
      this.#server = undefined;
      this.#problem = '';
      const next = wanted();
      try {
        this.#server = await next?.open();
      } catch (thrown) {
        const { code } = thrown as NodeJS.ErrnoException;
        this.#problem =
          thrown instanceof OverlayError || code === undefined
            ? this.#ports.knownError(thrown).message
            : `Port ${String(next?.port)} cannot be used (${code}). Choose another one.`;
      }
      this.#ports.changed();
    });
    return this.#turn;
  }
}

/** Where to listen, so that programs of this machine reach it, or others too. */
export function hostOf(reach: 'machine' | 'network'): string {
  return reach === 'machine' ? '127.0.0.1' : '::';
}
