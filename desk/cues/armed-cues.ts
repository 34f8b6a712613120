import { texts } from '../../contract/texts/texts.ts';
import type { Cue } from '../../contract/desk-api/cue.ts';
import { OverlayError } from '../../contract/errors.ts';
import { armedFor } from '../../contract/press-machine.ts';
import { type WakingClock, wakingClock } from '../../contract/clock-watch.ts';
import type { Clock } from '../../contract/clock.ts';
import { captionOf } from './rundown-order.ts';

interface Armed {
  cue: string;
  hand: string;
  isIncomplete: boolean;
  callOff: () => void;
}

/**
 * The cues that wait for the second press of the hand that armed them, because they are guarded or a row of theirs is
 * not whole; one for each hand. Any other press of the hand, or a sleep of the machine, disarms its cue.
 */
export class ArmedCues {
  readonly #changed: (cue: string) => void;
  readonly #clock: WakingClock;
  readonly #armed = new Map<string, Armed>();

  constructor(clock: Clock, changed: (cue: string) => void) {
    this.#changed = changed;
    this.#clock = wakingClock({ clock, woke: () => this.disarm() });
  }

  /** Without `hand`: by any of them. */
  find(cue: string, hand?: string): Readonly<Armed> | undefined {
    this.#clock.look();
    return [...this.#armed.values()].find((one) => one.cue === cue && (hand ?? one.hand) === one.hand);
  }

  arm({ cue, hand, isIncomplete }: Pick<Armed, 'cue' | 'hand' | 'isIncomplete'>): void {
    const callOff = this.#clock.after(armedFor, () => this.disarm((one) => one.hand === hand));
    this.#armed.set(hand, { cue, hand, isIncomplete, callOff });
    this.#changed(cue);
  }

  disarm(isMeant: (one: Armed) => boolean = () => true): void {
    for (const one of [...this.#armed.values()].filter(isMeant)) {
      one.callOff();
      this.#armed.delete(one.hand);
      this.#changed(one.cue);
    }
  }
}

/** The answer to a press that only armed the cue: it is guarded, or its rows lack data. */
export function pressAgain(cue: Cue, incomplete: readonly string[]): OverlayError {
  const [caption, seconds] = [captionOf(cue), armedFor / 1_000];
  const text =
    incomplete.length > 0
      ? texts.cues.incomplete(caption, incomplete.join(' '), seconds)
      : texts.cues.guarded(caption, seconds);
  return new OverlayError('cue-armed', text);
}
