import { texts } from '../../contract/texts/texts.ts';
import { randomBytes } from 'node:crypto';
import { OverlayError, type KnownError } from '../../contract/errors.ts';
import type { Log } from '../ports.ts';
import type { Calls } from '../../contract/link/link.ts';
import type { faultCalls } from '../../contract/desk-api/support.ts';
import type { Clock } from '../../contract/clock.ts';

/** Ids connect an operator's message to a log record. */
export const faultId = (): string => randomBytes(4).toString('hex');

export class Faults {
  readonly #log: Pick<Log, 'write'>;
  readonly #newId: () => string;

  constructor(log: Pick<Log, 'write'>, newId: () => string) {
    [this.#log, this.#newId] = [log, newId];
  }

  in(where: string): KnownError {
    return (thrown) => {
      if (thrown instanceof OverlayError) return thrown;
      const id = this.#newId();
      this.#log.write({ level: 'error', where, message: texts.log.unexpected, id, cause: thrown });
      const error = new OverlayError('desk-failed', texts.log.wentWrong(id));
      error.cause = thrown;
      return error;
    };
  }
}

/** Limits logged faults per screen and minute, so that a looping screen does not displace other records. */
const mostInAMinute = 10;
const minute = 60_000;

export function screenFaults(clock: Clock, log: Log): Calls<{ calls: typeof faultCalls }> {
  let logged: number[] = [];
  return {
    reportError: ({ message, stack }) => {
      const now = clock.monotonic();
      logged = logged.filter((at) => now - at < minute);
      if (logged.length >= mostInAMinute) return { id: null };
      logged.push(now);
      const id = faultId();
      log.write({ level: 'error', where: 'screen', message, id, fields: { stack } });
      return { id };
    },
  };
}
