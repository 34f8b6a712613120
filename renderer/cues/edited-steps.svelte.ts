import type { CueStep } from '../../contract/desk-api/cue.ts';

/** The steps of a cue that were sent to the desk and are not in its answer yet, so that the next edit starts from them. */
interface SentSteps {
  steps: CueStep[];
  /** How many edits have no answer yet. */
  open: number;
  /** What the cue had when the last answer came; undefined while there is none. */
  answered: readonly CueStep[] | undefined;
}

/** The steps of a cue as its editor shows them. An edit never drops the one before it, however soon it comes. */
export class EditedSteps {
  readonly #stored: () => CueStep[];
  readonly #store: (steps: CueStep[]) => Promise<boolean>;
  #sent = $state.raw<SentSteps>();

  /** `stored`: what the cue has. `store` sends steps to the desk, and returns whether it took them. */
  constructor(stored: () => CueStep[], store: (steps: CueStep[]) => Promise<boolean>) {
    this.#stored = stored;
    this.#store = store;
  }

  get now(): CueStep[] {
    const [sent, stored] = [this.#sent, this.#stored()];
    return sent && (sent.open > 0 || sent.answered === stored) ? sent.steps : stored;
  }

  async change(steps: CueStep[]): Promise<void> {
    this.#sent = { steps, open: (this.#sent?.open ?? 0) + 1, answered: undefined };
    const isTaken = await this.#store(steps);
    // The cue comes with its own message, before the answer or after it.
    const open = this.#sent.open - 1;
    this.#sent = isTaken || open > 0 ? { ...this.#sent, open, answered: this.#stored() } : undefined;
  }
}
