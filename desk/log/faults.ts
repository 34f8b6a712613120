import { randomBytes } from 'node:crypto';
import { OverlayError } from '../../contract/errors.ts';
import type { Log } from '../ports.ts';
import type { KnownError } from '../../contract/errors.ts';

/** Ids connect an operator's message to a log record. */
export const faultId = (): string => randomBytes(4).toString('hex');

export class Faults {
  readonly #log: Pick<Log, 'write'>;
  readonly #newId: () => string;

  constructor(log: Pick<Log, 'write'>, newId: () => string) {
    this.#log = log;
    this.#newId = newId;
  }

  in(where: string): KnownError {
    return (thrown) => {
      if (thrown instanceof OverlayError) return thrown;
      const id = this.#newId();
      this.#log.write({
        level: 'error',
        where,
        message: 'Unexpected error.',
        id,
        cause: thrown,
      });
      const error = new OverlayError(
        'desk-failed',
        `Something went wrong in the desk. Its log says why, under the id ${id}.`,
      );
      error.cause = thrown;
      return error;
    };
  }
}
