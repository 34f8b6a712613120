import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UpdateItem } from '../contract/model/control.ts';
import type { Change } from '../contract/service-api/live-channel.ts';
import { tagOf } from '../contract/service-api/entity-tag.ts';
import type { ListedDetails } from '../contract/refusal.ts';
import type { AppliedUpdate, HeldApp } from './held-app.ts';
import type { CheckedUpdate, Undo } from './domain/show.ts';
import { anyRequest, checkTerms, type RequestTerms } from './domain/update-terms.ts';
import type { LiveChannels } from './live/live-channels.ts';
import type { SelfReporter } from './self-report.ts';
import type { Store } from './store/store.ts';

export interface Updated {
  revision: number;
  warnings: ListedDetails;
}

/** `pieces`: items of a large update, in place of the others. */
type SentUpdate = RequestTerms & { pieces?: Iterable<readonly UpdateItem[]> };

interface WaitingCommit {
  applied: AppliedUpdate;
  undo: Undo;
  resolve(revision: number): void;
  reject(thrown: unknown): void;
}

/** Limits how long a write waits for more requests, in turns of the event loop. */
const mostTurns = 4;

/**
 * The only way to change a show. Applies requests on arrival and writes them in batches to share disk syncs; answers
 * follow the write. A failed write reverts the whole batch.
 *
 * Call `flush` before reading a show for other clients: it may be ahead of the disk.
 */
export class CommitQueue {
  readonly #store: Store;
  readonly #live: LiveChannels;
  readonly #self: SelfReporter;
  readonly #clock: () => number;
  #waiting: WaitingCommit[] = [];

  constructor(store: Store, { live, self }: { live: LiveChannels; self: SelfReporter }, clock: () => number) {
    this.#store = store;
    this.#live = live;
    this.#self = self;
    this.#clock = clock;
  }

  /**
   * Returns the revision, once on disk, and what was left out. Throws `too-late`, `changed-meanwhile` or
   * `body-invalid`; rejects with `storage-full` or `storage-failed`. Source: row 31.
   */
  update(app: HeldApp, items: readonly UpdateItem[], request: RequestTerms = anyRequest): Promise<Updated> {
    return this.#decide(app, request, (now) => app.show.check(items, now, request));
  }

  /**
   * Like `update`, for a large request: other requests run between pieces and see none of it until the end. `find`
   * throws if the client has lost its access.
   */
  async updateInPieces(
    find: () => HeldApp,
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
      if (app.show === show) return this.#decide(app, request, step.value);
    }
  }

  /** As the request came, whole or in pieces. `find` throws if the client has lost its access. */
  updateAsSent(find: () => HeldApp, items: readonly UpdateItem[], request: SentUpdate): Promise<Updated> {
    const { pieces } = request;
    return pieces ? this.updateInPieces(find, pieces, request) : this.update(find(), items, request);
  }

  async #decide(app: HeldApp, { terms }: RequestTerms, check: (now: number) => CheckedUpdate): Promise<Updated> {
    const now = this.#clock();
    checkTerms(terms, { tag: tagOf(app.revision), now });
    const { changes, warnings } = check(now);
    if (changes.length === 0) {
      this.flush();
      return { revision: app.revision, warnings };
    }
    return { revision: await this.#apply(app, changes, now), warnings };
  }

  #apply(app: HeldApp, changes: readonly Change[], now: number): Promise<number> {
    const undo = app.show.apply(changes);
    app.revision += 1;
    const applied = { app, revision: app.revision, now, changes };
    return new Promise((resolve, reject) => {
      this.#waiting.push({ applied, undo, resolve, reject });
      if (this.#waiting.length === 1) this.#gather(0);
    });
  }

  /** Writes after an event-loop turn without new requests. An extra turn costs microseconds. */
  #gather(known: number, turns = 1): void {
    setImmediate(() => {
      const { length } = this.#waiting;
      if (length > known && turns < mostTurns) this.#gather(length, turns + 1);
      else this.flush();
    });
  }

  /**
   * Writes waiting requests, then runs `write` in a transaction. Read `app.revision` only inside `write`. Call
   * `AppInstances.refresh` afterwards, before any `await`.
   */
  exclusive<Result>(write: () => Result): Result {
    this.flush();
    return this.#store.transaction(write);
  }

  /** Writes all waiting requests now. Never throws: failures go to the waiting callers. */
  flush(): void {
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    const ended = this.#self.writing(batch.length);
    try {
      this.#store.commit(
        batch.map(({ applied: { app, revision, changes } }) => {
          return { appId: app.stored.id, revision, changes, loadedOf: (sub) => app.loadedOf(sub) };
        }),
      );
      ended(true);
    } catch (thrown) {
      ended(false);
      for (const { applied, undo, reject } of batch.toReversed()) {
        undo();
        applied.app.revision -= 1;
        reject(thrown);
      }
      return;
    }
    // Readers get changes in order, once they are on disk.
    this.#live.send(batch.map(({ applied }) => applied));
    for (const { applied, resolve } of batch) resolve(applied.revision);
  }
}
