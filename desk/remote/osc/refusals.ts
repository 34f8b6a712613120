import { texts } from '../../../contract/texts/texts.ts';
import { Allowance } from '../allowance.ts';
import type { Log } from '../../ports.ts';
import type { Clock } from '../../../contract/clock.ts';

/** Rate limits for logged refusals, per address and in total. */
const ofOne = { atOnce: 10, eachSecond: 0.5 };
const ofAll = { atOnce: 50, eachSecond: 2 };

export interface OscRefusal {
  from: string;
  over: 'udp' | 'tcp';
  reason: string;
  at?: string | undefined;
}

export type OscRefusals = ReturnType<typeof oscRefusals>;

/** Logs refusals at a limited rate, and keeps the last one for screens. */
export function oscRefusals(clock: Clock, log: Pick<Log, 'write'>, changed: () => void) {
  const each = new Allowance(clock, ofOne);
  const all = new Allowance(clock, ofAll);
  let untold = 0;
  let last: { at: number; text: string } | null = null;
  return {
    last: () => last,
    tell({ from, over, reason: given, at }: OscRefusal): void {
      if (!all.has('all') || !each.tryTake(from)) {
        untold += 1;
        return;
      }
      all.take('all');
      const reason = withoutToken(given);
      last = { at: clock.now(), text: texts.osc.from(from, reason) };
      const fields = { from, over, ...(at !== undefined && { at: withoutToken(at) }), untold };
      log.write({ level: 'warn', where: 'osc', message: texts.osc.refused(reason), fields });
      untold = 0;
      changed();
    },
  };
}

/** A sender may put a token into an address by mistake, and others read the log. */
function withoutToken(text: string): string {
  return text.slice(0, 300).replaceAll(/[\w-]{30,}/g, '…');
}
