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

/** Logs refusals at a limited rate, and keeps the last one for screens. */
export class OscRefusals {
  readonly #clock: Clock;
  readonly #log: Pick<Log, 'write'>;
  readonly #changed: () => void;
  readonly #each: Allowance;
  readonly #all: Allowance;
  #untold = 0;
  #last: { at: number; text: string } | null = null;

  constructor(clock: Clock, log: Pick<Log, 'write'>, changed: () => void) {
    [this.#clock, this.#log, this.#changed] = [clock, log, changed];
    this.#each = new Allowance(clock, ofOne);
    this.#all = new Allowance(clock, ofAll);
  }

  get last(): { at: number; text: string } | null {
    return this.#last;
  }

  tell({ from, over, reason: given, at }: OscRefusal): void {
    if (!this.#all.has('all') || !this.#each.tryTake(from)) {
      this.#untold += 1;
      return;
    }
    this.#all.take('all');
    const reason = withoutToken(given);
    this.#last = { at: this.#clock.now(), text: `From ${from}: ${reason}` };
    this.#log.write({
      level: 'warn',
      where: 'osc',
      message: `Refused: ${reason}`,
      fields: { from, over, ...(at !== undefined && { at: withoutToken(at) }), untold: this.#untold },
    });
    this.#untold = 0;
    this.#changed();
  }
}

/** A sender may put a token into an address by mistake, and others read the log. */
function withoutToken(text: string): string {
  return text.slice(0, 300).replaceAll(/[\w-]{30,}/g, '…');
}
