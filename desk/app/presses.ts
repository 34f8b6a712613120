import type { Trigger } from '../../contract/desk-api/as-run.ts';
import { OverlayError } from '../../contract/errors.ts';
import { tooOld } from '../../contract/link/link.ts';
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
  #age = 0;

  constructor(ports: PressesPorts) {
    this.#ports = ports;
  }

  /** Presses that are created within `run` happened `age` milliseconds ago. */
  aged<Answer>(age: number, run: () => Answer): Answer {
    this.#age = age;
    try {
      return run();
    } finally {
      this.#age = 0;
    }
  }

  /** A press that is sent however old it is, and counts from now on. */
  late(trigger: Trigger): Press {
    return this.aged(0, () => this.counted(trigger));
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

  /** Why a press is refused that something between the hand and the desk held up; undefined if it came in time. */
  tooLate({ start }: Press): OverlayError | undefined {
    const age = this.#ports.clock.monotonic() - start;
    if (age < tooOld) return undefined;
    const seconds = (age / 1_000).toFixed(1);
    const text = `The press came ${seconds} s late, so it was refused. Look, and press again.`;
    return new OverlayError('press-refused', text);
  }

  #now(number: number, trigger: Trigger): Press {
    const { clock, operator } = this.#ports;
    return { number, trigger, operator: operator(), at: clock.now() - this.#age, start: clock.monotonic() - this.#age };
  }
}
