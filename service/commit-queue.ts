import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UpdateItem } from '../contract/model/control.ts';
import type { Change } from '../contract/service-api/live-channel.ts';
import { tagOf } from '../contract/service-api/entity-tag.ts';
import type { Listed } from '../contract/refusal.ts';
import type { AppInstance } from './app-instances.ts';
import type { Checked, Undo } from './domain/show.ts';
import { anyRequest, checkTerms, type RequestTerms } from './domain/update-terms.ts';
import type { RevisionWrite, Store } from './store/store.ts';

/** One applied request: its revision, its time (milliseconds since the epoch), and its changes. */
export interface Applied {
  app: AppInstance;
  revision: number;
  now: number;
  changes: readonly Change[];
}

/** The result of an update: the revision, and what of the request was left out. */
export interface Updated {
  revision: number;
  warnings: Listed;
}

interface Waiting {
  applied: Applied;
  undo: Undo;
  resolve(revision: number): void;
  reject(thrown: unknown): void;
}

/** What the queue needs from outside. `committed` receives the changes of one write in order, once they are on disk. */
export interface CommitQueuePorts {
  store: Pick<Store, 'commit' | 'transaction'>;
  clock: () => number;
  committed: (batch: readonly Applied[]) => void;
  /**
   * Called when a transaction with this many requests begins. The function it returns is called with whether the
   * transaction was stored.
   */
  writing?: (requests: number) => (stored: boolean) => void;
}

/** A write waits at most this many turns of the event loop for further requests. */
const mostTurns = 4;

/**
 * The only way to change a show. Requests are checked and applied as they arrive. While the event loop keeps bringing
 * more, they wait to be written together, so that many clients share one sync of the disk. They are pushed together and
 * then answered, only after the write. If the write fails, all of them fail and every show returns to its state before.
 *
 * Between a request and its commit a show is ahead of the disk. Call `flush` before reading a show for somebody else.
 */
export class CommitQueue {
  readonly #ports: CommitQueuePorts;
  #waiting: Waiting[] = [];

  constructor(ports: CommitQueuePorts) {
    this.#ports = ports;
  }

  /**
   * Applies what can be applied of one request, as one change. Gives its revision once it is on disk, and what was left
   * out. Throws `too-late` or `changed-meanwhile` at once, and `body-invalid` if nothing at all can be applied, or not
   * all of it and the client is strict; rejects with `storage-full` or `storage-failed`. Source: row 31.
   */
  update(app: AppInstance, items: readonly UpdateItem[], request: RequestTerms = anyRequest): Promise<Updated> {
    return this.#decide(app, request, (now) => app.show.check(items, now, request));
  }

  /**
   * As `update`, for a large request in pieces: others go on between one piece and the next, and see nothing of it before
   * all of it is applied. `find` gives the app instance, and throws if the client may change it no more.
   */
  async updateInPieces(
    find: () => AppInstance,
    pieces: Iterable<readonly UpdateItem[]>,
    request: RequestTerms,
  ): Promise<Updated> {
    for (;;) {
      const { show } = find();
      const reading = show.reading(pieces, request);
      let step = reading.next();
      while (!step.done) {
        await nextTurn();
        step = reading.next();
      }
      const app = find();
      // Another show was loaded meanwhile.
      if (app.show === show) return this.#decide(app, request, step.value);
    }
  }

  async #decide(app: AppInstance, { terms }: RequestTerms, check: (now: number) => Checked): Promise<Updated> {
    const now = this.#ports.clock();
    checkTerms(terms, { tag: tagOf(app.revision), now });
    const { changes, warnings } = check(now);
    if (changes.length === 0) {
      this.flush();
      return { revision: app.revision, warnings };
    }
    return { revision: await this.#apply(app, changes, now), warnings };
  }

  #apply(app: AppInstance, changes: readonly Change[], now: number): Promise<number> {
    const undo = app.show.apply(changes);
    app.revision += 1;
    const applied = { app, revision: app.revision, now, changes };
    return new Promise((resolve, reject) => {
      this.#waiting.push({ applied, undo, resolve, reject });
      if (this.#waiting.length === 1) this.#gather(0);
    });
  }

  /**
   * Writes when a turn of the event loop brought nothing beyond the `known` requests. One more turn costs microseconds.
   */
  #gather(known: number, turns = 1): void {
    setImmediate(() => {
      const { length } = this.#waiting;
      if (length > known && turns < mostTurns) this.#gather(length, turns + 1);
      else this.flush();
    });
  }

  /**
   * Runs any other write. Waiting requests are written first, then `write` runs in one transaction. When this returns,
   * the write is on disk; when it throws, nothing of it is. Read `app.revision` inside `write`, because updates may
   * still fail before it. Call `AppInstances.refresh` right after this, before any `await`, so that app instances in
   * memory see the write.
   */
  exclusive<Result>(write: () => Result): Result {
    this.flush();
    return this.#ports.store.transaction(write);
  }

  /** Writes everything that waits, now. Never throws: a failure goes to the callers that wait. */
  flush(): void {
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    const ended = this.#ports.writing?.(batch.length);
    try {
      this.#ports.store.commit(batch.map(({ applied }) => written(applied)));
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
    this.#ports.committed(batch.map(({ applied }) => applied));
    for (const { applied, resolve } of batch) resolve(applied.revision);
  }
}

function written({ app, revision, changes }: Applied): RevisionWrite {
  return { appId: app.stored.id, revision, changes, loadedOf: (sub) => app.loadedOf(sub) };
}
