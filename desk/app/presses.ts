import type { Trigger } from '../../contract/desk-api/as-run.ts';
import type { Press } from './operation.ts';
import type { Clock } from '../ports.ts';

export interface PressesPorts {
  clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Who is signed on now; empty for nobody. */
  operator(): string;
}

/** Creates presses: when, by whom, caused by what. Signing on later does not affect what is under way. */
export class Presses {
  readonly #ports: PressesPorts;
  #count = 0;

  constructor(ports: PressesPorts) {
    this.#ports = ports;
  }

  /** A press that may be undone. */
  counted(trigger: Trigger): Press {
    this.#count += 1;
    return this.#now(this.#count, trigger);
  }

  /** A press that cannot be undone, or an act of the desk itself. */
  uncounted(trigger: Trigger): Press {
    return this.#now(0, trigger);
  }

  #now(number: number, trigger: Trigger): Press {
    const { clock, operator } = this.#ports;
    return { number, trigger, operator: operator(), at: clock.now(), start: clock.monotonic() };
  }
}
