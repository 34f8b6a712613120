import { texts } from '../../contract/texts/texts.ts';
import { codeOf, OverlayError, type KnownError } from '../../contract/errors.ts';

/** A server that the operator can open, close and reopen. Each step waits for the previous. */
export class Listening<Server extends { close(): Promise<void> }> {
  readonly #knownError: KnownError;
  readonly #changed: () => void;
  #problem = '';
  #server: Server | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(knownError: KnownError, changed: () => void) {
    [this.#knownError, this.#changed] = [knownError, changed];
  }

  get problem(): string {
    return this.#problem;
  }

  get server(): Server | undefined {
    return this.#server;
  }

  /** Closes the server, then opens the wanted one; undefined for none. */
  serve(wanted: () => { port: number; open: () => Promise<Server> } | undefined): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      await this.#server?.close();
      this.#server = undefined;
      this.#problem = '';
      const next = wanted();
      try {
        this.#server = await next?.open();
      } catch (thrown) {
        const code = codeOf(thrown);
        this.#problem =
          thrown instanceof OverlayError || code === undefined
            ? this.#knownError(thrown).message
            : texts.remote.portUnusable(next?.port ?? 0, code);
      }
      this.#changed();
    });
    return this.#turn;
  }
}

export function hostOf(reach: 'machine' | 'network'): string {
  return reach === 'machine' ? '127.0.0.1' : '::';
}
