import { knownError } from '../../state/known-error.ts';

/** The workshop's present task, one at a time, and the last outcome, in words. */
export class Task {
  busy = $state('');
  failure = $state('');
  done = $state('');

  endDone(): void {
    this.done = '';
  }

  /**
   * Runs a task; resolves with whether it succeeded. `busy` and `done` are its words. A failure is shown. During
   * another task, this does nothing.
   */
  async run(busy: string, done: string, what: () => Promise<void>): Promise<boolean> {
    if (this.busy !== '') return false;
    this.busy = busy;
    this.failure = '';
    this.done = '';
    try {
      await what();
      this.done = done;
      return true;
    } catch (thrown) {
      this.failure = `${busy}: ${knownError(thrown).message}`;
      return false;
    } finally {
      this.busy = '';
    }
  }
}
