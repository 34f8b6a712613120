import { knownError } from './known-error.ts';

/** What a form or a dialog asks of the desk, and shows in its own place. */
export class Attempt {
  busy = $state(false);
  /** Why the last one failed, in a sentence; empty if it did not. */
  problem = $state('');

  /** Resolves with whether it succeeded. Never throws. */
  async run(what: () => Promise<unknown>): Promise<boolean> {
    [this.busy, this.problem] = [true, ''];
    try {
      await what();
    } catch (thrown) {
      this.problem = knownError(thrown).message;
    }
    this.busy = false;
    return this.problem === '';
  }
}
