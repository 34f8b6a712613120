import { OverlayError } from '../contract/errors.ts';

/** With this many uploads of one account waiting, a further one is refused. */
const mostWaiting = 8;

/**
 * Lets every account upload one file at a time, because a file is in memory until it is stored. The others wait unread:
 * their senders are slowed down by their connections.
 */
export class Uploads {
  /** How many uploads of each account are under way or wait, and the end of the last of them. */
  readonly #queues = new Map<number, { count: number; last: Promise<unknown> }>();
  #idle: PromiseWithResolvers<void> | undefined;

  /** Runs an upload when its turn comes. Throws `too-many`. */
  async run<Result>(account: number, upload: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(account) ?? { count: 0, last: Promise.resolve() };
    if (queue.count > mostWaiting) throw tooManyWaiting();
    queue.count += 1;
    this.#queues.set(account, queue);
    const turn = queue.last.then(upload);
    // How the upload ends is known to whoever sent it. The next one only waits for the end.
    queue.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      queue.count -= 1;
      if (queue.count === 0) this.#queues.delete(account);
      if (this.#queues.size === 0) this.#idle?.resolve();
    }
  }

  /** Resolves when no upload is under way, at that moment. */
  async idle(): Promise<void> {
    while (this.#queues.size > 0) {
      this.#idle ??= Promise.withResolvers();
      await this.#idle.promise;
      this.#idle = undefined;
    }
  }
}

function tooManyWaiting(): OverlayError {
  const error = new OverlayError('too-many', 'Too many uploads of this account are waiting.');
  error.retryAfter = 1;
  return error;
}
