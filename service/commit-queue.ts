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
  store: Pick<Store, 'commit'>;
  clock: () => number;
  committed: (applied: Applied) => void;
}

/**
 * The one way in which a show changes. Requests are checked and applied as they come, and all that came in one turn of
 * the event loop are written in one transaction, so that many clients share one sync of the disk. Only then are they
 * answered and pushed. If the write fails, all of them fail and every show is again what it was.
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
      if (this.#waiting.length === 1) setImmediate(() => this.flush());
    });
  }

  /** Write what waits, now. Never throws: a failure goes to who waits. */
  flush(): void {
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    try {
      this.#parts.store.commit(batch.map(({ applied }) => ({ ...applied, appId: applied.app.id })));
    } catch (thrown) {
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
