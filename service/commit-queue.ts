import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UpdateItem } from '../contract/model/control.ts';
import type { Change } from '../contract/service-api/live-channel.ts';
import { tagOf } from '../contract/service-api/entity-tag.ts';
import { OverlayError } from '../contract/errors.ts';
import type { ListedDetails } from '../contract/refusal.ts';
import type { AppliedUpdate, HeldApp } from './held-app.ts';
import type { CheckedUpdate, Undo } from './domain/show.ts';
import { anyRequest, checkTerms, type RequestTerms } from './domain/update-terms.ts';
import type { LiveChannels } from './live/live-channels.ts';
import type { SelfReporter } from './self-report.ts';
import type { RevisionWrite, Store } from './store/store.ts';

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
 * follow the write. A failed write reverts the whole batch, except requests that only take Out: they use up the reserve
 * of the disk, or are held in memory until it works again.
 *
 * Call `flush` before reading a show for other clients: it may be ahead of the disk.
 */
export class CommitQueue {
  readonly #store: Store;
  readonly #live: LiveChannels;
  readonly #self: SelfReporter;
  readonly #clock: () => number;
  #waiting: WaitingCommit[] = [];
  /** Answered and sent to readers, but not on the disk. */
  #held: AppliedUpdate[] = [];

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

  /** Applies a request whole or in pieces, as it came. `find` as for {@link updateInPieces}. */
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
    const result = this.#store.transaction(() => {
      if (this.#held.length > 0) this.#store.commit(this.#held.map(written));
      return write();
    });
    this.#hold([]);
    return result;
  }

  /** Returns whether everything is on the disk. */
  storeHeld(): boolean {
    return this.#held.length === 0 || this.#write([]) === undefined;
  }

  /** Never throws: failures go to the waiting callers. */
  flush(): void {
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    const failure = this.#write(batch);
    if (failure === undefined) return this.#end(batch);
    for (const { applied, undo } of batch.toReversed()) {
      undo();
      applied.app.revision -= 1;
    }
    for (const one of batch) if (!takesOut(one)) one.reject(failure);
    this.#takeOut(batch.filter(takesOut), failure);
  }

  /** Out has no dependencies: a picture that cannot be taken off air is worse than a state that is not stored. */
  #takeOut(batch: readonly WaitingCommit[], failure: unknown): void {
    if (batch.length === 0) return;
    const again = batch.map(({ applied: { app, now, changes }, ...caller }) => {
      app.show.apply(changes);
      app.revision += 1;
      return { ...caller, applied: { app, now, changes, revision: app.revision } };
    });
    if (failure instanceof OverlayError && failure.code === 'storage-full') this.#store.giveUpReserve();
    if (this.#write(again) !== undefined) this.#hold([...this.#held, ...again.map(({ applied }) => applied)]);
    this.#end(again);
  }

  /** Also writes what is held. Returns the failure. */
  #write(batch: readonly WaitingCommit[]): unknown {
    const ended = this.#self.writing(batch.length);
    try {
      this.#store.commit([...this.#held, ...batch.map(({ applied }) => applied)].map(written));
      ended(true);
    } catch (thrown) {
      ended(false);
      return thrown;
    }
    this.#hold([]);
    return undefined;
  }

  #hold(held: AppliedUpdate[]): void {
    for (const { app } of this.#held) app.unstored = false;
    for (const { app } of held) app.unstored = true;
    this.#held = held;
    this.#self.unstored = held.length;
  }

  /** Readers get changes in order. */
  #end(batch: readonly WaitingCommit[]): void {
    this.#live.send(batch.map(({ applied }) => applied));
    for (const { applied, resolve } of batch) resolve(applied.revision);
  }
}

function written({ app, revision, changes }: AppliedUpdate): RevisionWrite {
  return { appId: app.stored.id, revision, changes, loadedOf: (sub) => app.loadedOf(sub) };
}

function takesOut({ applied: { changes } }: WaitingCommit): boolean {
  return changes.every(({ state, payload }) => state !== undefined && state !== 'In' && payload === undefined);
}
