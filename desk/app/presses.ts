import type { Trigger } from '../../contract/desk-api/as-run.ts';
import { OverlayError } from '../../contract/errors.ts';
import { tooOld } from '../../contract/link/link.ts';
import type { Press } from './operation.ts';
import type { Clock } from '../../contract/clock.ts';

export interface Cause {
  trigger: Trigger;
  /** Milliseconds since the cause happened. */
  age: number;
}

export const onScreen: Trigger = { kind: 'screen', detail: '' };

export interface PressesPorts {
  clock: Pick<Clock, 'now' | 'monotonic'>;
  /** The operator signed on now; empty if none. */
  operator(): string;
}

export class Presses {
  readonly #ports: PressesPorts;
  #count = 0;

  constructor(ports: PressesPorts) {
    this.#ports = ports;
  }

  counted(cause: Cause): Press {
    this.#count += 1;
    return this.#press(this.#count, cause);
  }

  /** Creates a press that cannot be undone, or an action of the desk. */
  uncounted(cause: Cause): Press {
    return this.#press(0, cause);
  }

  tooLate({ start }: Press): OverlayError | undefined {
    const age = this.#ports.clock.monotonic() - start;
    if (age < tooOld) return undefined;
    const seconds = (age / 1_000).toFixed(1);
    const text = `The press came ${seconds} s late, so it was refused. Look, and press again.`;
    return new OverlayError('press-late', text);
  }

  #press(number: number, { trigger, age }: Cause): Press {
    const { clock, operator } = this.#ports;
    return { number, trigger, operator: operator(), at: clock.now() - age, start: clock.monotonic() - age };
  }
}
