import { Allowance } from '../allowance.ts';
import type { Log } from '../../ports.ts';
import type { Clock } from '../../../contract/clock.ts';

/** Refusals of an address that are told at once, and each second after that; and of all addresses together. */
const ofOne = { atOnce: 10, eachSecond: 0.5 };
const ofAll = { atOnce: 50, eachSecond: 2 };

/** What was refused, and why. */
export interface Refusal {
  /** The address that it came from. */
  from: string;
  over: 'udp' | 'tcp';
  /** A sentence, without any secret. */
  reason: string;
  /** The OSC address, if it has one. */
  at?: string | undefined;
}

export interface RefusalsPorts {
  clock: Pick<Clock, 'now' | 'monotonic'>;
  log: Pick<Log, 'write'>;
  changed(): void;
}

/** Tells what was refused in the log, so that no flood fills that, and keeps the last one for the screens. */
export class Refusals {
  readonly #ports: RefusalsPorts;
  readonly #each: Allowance;
  readonly #all: Allowance;
  /** How many were not told since the last one that was. */
  #untold = 0;
  #last: { at: number; text: string } | null = null;

  constructor(ports: RefusalsPorts) {
    this.#ports = ports;
    this.#each = new Allowance(ports.clock, ofOne);
    this.#all = new Allowance(ports.clock, ofAll);
  }

  /** The last one that was told; null for none. */
  get last(): { at: number; text: string } | null {
    return this.#last;
  }

  tell({ from, over, reason: given, at }: Refusal): void {
    if (!this.#all.has('all') || !this.#each.tryTake(from)) {
      this.#untold += 1;
      return;
    }
    this.#all.take('all');
    const reason = withoutToken(given);
    this.#last = { at: this.#ports.clock.now(), text: `From ${from}: ${reason}` };
    this.#ports.log.write({
      level: 'warn',
      where: 'osc',
      message: `Refused: ${reason}`,
      fields: { from, over, ...(at !== undefined && { at: withoutToken(at) }), untold: this.#untold },
    });
    this.#untold = 0;
    this.#ports.changed();
  }
}

/** Somebody may have written a token where it does not belong, such as into an address, and the log is for others to read. */
function withoutToken(text: string): string {
  return text.slice(0, 300).replaceAll(/[\w-]{30,}/g, '…');
}
