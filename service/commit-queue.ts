import type { UpdateItem } from '../contract/model/control.ts';
import type { Change } from '../contract/service-api/live-channel.ts';
import type { AppInstance } from './app-instances.ts';
import type { Undo } from './domain/show.ts';
import type { Store } from './store/store.ts';

/** One applied request: the revision that it made, when (milliseconds since the epoch), and what it changed. */
export interface Applied {
  app: AppInstance;
  revision: number;
  now: number;
  changes: readonly Change[];
}

interface Waiting {
  applied: Applied;
  undo: Undo;
  resolve(revision: number): void;
  reject(thrown: unknown): void;
}

/** What the queue needs from outside. `committed` is told of every change once it is on disk, in order. */
export interface CommitQueueParts {
  store: Pick<Store, 'commit' | 'transaction'>;
  clock: () => number;
  committed: (applied: Applied) => void;
  /** Told that a transaction of that many requests begins; what it gives is told whether it was stored. */
  writing?: (requests: number) => (stored: boolean) => void;
}

/** A write waits no longer than this many turns of the event loop for others to go with it. */
const mostTurns = 4;

/**
 * The one way in which a show changes. Requests are checked and applied as they come, and all that come while the event
 * loop keeps bringing more are written in one transaction, so that many clients share one sync of the disk. Only then are
 * they answered and pushed. If the write fails, all of them fail and every show is again what it was.
 *
 * Between a request and its commit a show is ahead of the disk: who reads it for others calls `flush` first.
 */
export class CommitQueue {
  readonly #parts: CommitQueueParts;
  #waiting: Waiting[] = [];

  constructor(parts: CommitQueueParts) {
    this.#parts = parts;
  }

  /**
   * Apply the items of one request, all or none. Gives the revision that they made, when they are on disk.
   * Throws `body-invalid` at once; fails with `storage-full` or `storage-failed`. Row 31.
   */
  update(app: AppInstance, items: readonly UpdateItem[]): Promise<number> {
    const now = this.#parts.clock();
    const changes = app.show.check(items, now);
    const undo = app.show.apply(changes);
    app.revision += 1;
    const applied = { app, revision: app.revision, now, changes };
    return new Promise((resolve, reject) => {
      this.#waiting.push({ applied, undo, resolve, reject });
      if (this.#waiting.length === 1) this.#gather(0);
    });
  }

  /** Write when a turn of the event loop brought nothing more than the `known` ones. One more turn costs microseconds. */
  #gather(known: number, turns = 1): void {
    setImmediate(() => {
      const { length } = this.#waiting;
      if (length > known && turns < mostTurns) this.#gather(length, turns + 1);
      else this.flush();
    });
  }

  /**
   * Carry out any other write: what waits is written first, then `write` in one transaction. When this returns it is on
   * disk, or it threw and nothing of it is. Read `app.revision` inside of `write`: before it, updates may still fail.
   * What the write means for app instances at work is taken up by `AppInstances.refresh`, right after and before any
   * `await`.
   */
  exclusive<Result>(write: () => Result): Result {
    this.flush();
    return this.#parts.store.transaction(write);
  }

  /** Write what waits, now. Never throws: a failure goes to who waits. */
  flush(): void {
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    const ended = this.#parts.writing?.(batch.length);
    try {
      this.#parts.store.commit(batch.map(({ applied }) => ({ ...applied, appId: applied.app.stored.id })));
      ended?.(true);
    } catch (thrown) {
      ended?.(false);
      for (const { applied, undo, reject } of batch.toReversed()) {
        undo();
        applied.app.revision -= 1;
        reject(thrown);
      }
      return;
    }
    for (const { applied, resolve } of batch) {
      this.#parts.committed(applied);
      resolve(applied.revision);
    }
  }
}
