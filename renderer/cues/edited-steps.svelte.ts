import type { CueStep } from '../../contract/desk-api/cue.ts';

/** Steps sent to the desk and not yet in its answer. The next edit starts from them. */
interface SentSteps {
  steps: CueStep[];
  /** Edits without an answer. */
  open: number;
  /** The cue's steps when the last answer came. */
  answered: readonly CueStep[] | undefined;
}

/** The steps of a cue as its editor shows them. A quick edit never drops the edit before it. */
export class EditedSteps {
  readonly #stored: () => CueStep[];
  readonly #store: (steps: CueStep[]) => Promise<boolean>;
  #sent = $state.raw<SentSteps>();

  /** `stored`: the cue's steps. `store` sends steps to the desk; resolves with whether the desk took them. */
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
    // The changed cue comes in its own message, before or after the answer.
    const open = this.#sent.open - 1;
    this.#sent = isTaken || open > 0 ? { ...this.#sent, open, answered: this.#stored() } : undefined;
  }
}
