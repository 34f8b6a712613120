import type { Trigger } from '../../contract/desk-api/as-run.ts';
import { OverlayError } from '../../contract/errors.ts';
import { tooOld } from '../../contract/link/link.ts';
import type { Press } from './operation.ts';
import type { Clock } from '../../contract/clock.ts';

/** What caused a press. */
export interface Cause {
  trigger: Trigger;
  /** How long ago it happened (ms). */
  age: number;
}

/** A press on a screen. */
export const onScreen: Trigger = { kind: 'screen', detail: '' };

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
  counted(cause: Cause): Press {
    this.#count += 1;
    return this.#press(this.#count, cause);
  }

  /** A press that cannot be undone, or an act of the desk itself. */
  uncounted(cause: Cause): Press {
    return this.#press(0, cause);
  }

  /** Why a press is refused that something between the hand and the desk held up; undefined if it came in time. */
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
