import { knownError } from '../../state/known-error.ts';

/** What the workshop is doing, one thing at a time, and how the last one went, in words. */
export class Task {
  #busy = $state('');
  #failure = $state('');
  #done = $state('');

  /** What is being done; empty while nothing is. */
  get busy(): string {
    return this.#busy;
  }
  /** Why the last thing did not happen; empty where it did. */
  get failure(): string {
    return this.#failure;
  }
  get done(): string {
    return this.#done;
  }

  /**
   * Does one thing; gives whether it was done. `busy` and `done` are its words. A failure is shown and ends it. While another
   * thing is being done, nothing is begun.
   */
  async run(busy: string, done: string, what: () => Promise<void>): Promise<boolean> {
    if (this.#busy !== '') return false;
    this.#busy = busy;
    this.#failure = '';
    this.#done = '';
    try {
      await what();
      this.#done = done;
      return true;
    } catch (thrown) {
      this.#failure = `${busy}: ${knownError(thrown).message}`;
      return false;
    } finally {
      this.#busy = '';
    }
  }
}
