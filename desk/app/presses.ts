import { texts } from '../../contract/texts/texts.ts';
import type { Trigger } from '../../contract/desk-api/as-run.ts';
import { OverlayError } from '../../contract/errors.ts';
import { type CallFacts, justNow, tooOld } from '../../contract/link/link.ts';
import type { Press } from './operation.ts';
import type { Clock } from '../../contract/clock.ts';

export interface Cause {
  trigger: Trigger;
  /** Milliseconds since the cause happened. */
  age: number;
  /** Takes with the same one, that wait at the same time, are one request. */
  together?: object;
}

/** The screen, device, client or source that acts, as operators call it. */
export function handOf({ kind, detail, hand }: Trigger): string {
  if (kind === 'key') return hand ?? texts.lane.keyboard;
  return hand ?? (kind === 'screen' ? screenName(detail) : detail);
}

/** `Ada at Screen 1`. */
export function whoOf({ trigger, operator }: Pick<Press, 'trigger' | 'operator'>): string {
  return operator === '' ? handOf(trigger) : texts.lane.operatorAt(operator, handOf(trigger));
}

export function screenName(number: string): string {
  return texts.lane.screen(number).trim();
}

/** The inverse of {@link screenName}; NaN for another name. */
export function screenNumber(name: string): number {
  return Number(/ (\d{1,4})$/.exec(name)?.[1]);
}

export const onScreen: Trigger = { kind: 'screen', detail: '' };

export function screenOf({ caller = '' }: CallFacts = justNow): Trigger {
  return { kind: 'screen', detail: caller };
}

export class Presses {
  readonly #clock: Clock;
  readonly #operator: () => string;
  #count = 0;
  readonly screens = new Set<string>();

  /** `operator`: signed on now; empty if none. */
  constructor(clock: Clock, operator: () => string) {
    [this.#clock, this.#operator] = [clock, operator];
  }

  counted(cause: Cause): Press {
    this.#count += 1;
    return this.#press(this.#count, cause);
  }

  /** Creates a press that cannot be undone, or an action of the desk. */
  uncounted(cause: Cause): Press {
    return this.#press(0, cause);
  }

  /** The hand whose words and undo a press has. With one screen, devices and clients are in the hand of its operator. */
  owner(trigger: Trigger): string {
    const [only, ...others] = this.screens;
    return only === undefined || others.length > 0 ? handOf(trigger) : only;
  }

  /** The refusal of a delayed press; undefined if it came in time. */
  tooLate({ start }: Press): OverlayError | undefined {
    const age = this.#clock.monotonic() - start;
    if (age < tooOld) return undefined;
    const seconds = (age / 1_000).toFixed(1);
    const text = texts.lane.late(seconds);
    return new OverlayError('press-late', text);
  }

  #press(number: number, { trigger, age, together }: Cause): Press {
    const at = this.#clock.now() - age;
    const start = this.#clock.monotonic() - age;
    return { number, trigger, operator: this.#operator(), at, start, ...(together && { together }) };
  }
}
