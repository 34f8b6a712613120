import { tooMany } from './domain/allowance.ts';

/** Per account; more uploads are refused. */
const mostWaiting = 8;

/** One upload per account at a time: files are in memory until stored. Waiting uploads stay unread. */
export class Uploads {
  readonly #queues = new Map<number, { count: number; last: Promise<unknown> }>();
  #idle: PromiseWithResolvers<void> | undefined;

  /** Throws `too-many`. */
  async run<Result>(account: number, upload: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(account) ?? { count: 0, last: Promise.resolve() };
    if (queue.count > mostWaiting) throw tooMany(1, 'Too many uploads of this account are waiting.');
    queue.count += 1;
    this.#queues.set(account, queue);
    const turn = queue.last.then(upload);
    // The caller of this turn handles its failure.
    queue.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      queue.count -= 1;
      if (queue.count === 0) this.#queues.delete(account);
      if (this.#queues.size === 0) this.#idle?.resolve();
    }
  }

  async idle(): Promise<void> {
    while (this.#queues.size > 0) {
      this.#idle ??= Promise.withResolvers();
      await this.#idle.promise;
      this.#idle = undefined;
    }
  }
}
