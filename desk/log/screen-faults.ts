import type { Calls } from '../../contract/link/link.ts';
import type { faultCalls } from '../../contract/desk-api/support.ts';
import { faultId } from './faults.ts';
import type { Log } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';

/** Limits logged faults per screen and minute, so that a looping screen does not displace other records. */
const mostInAMinute = 10;
const minute = 60_000;

export function screenFaults(
  clock: Clock,
  log: Log,
): Calls<{ calls: typeof faultCalls; events: Record<string, never> }> {
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
