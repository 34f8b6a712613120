import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceLog } from './log.ts';
import type { PurgedParts } from './store/sqlite/unused-parts.ts';
import type { Store } from './store/store.ts';
import type { Uploads } from './uploads.ts';

/** `clock` gives milliseconds since the epoch. */
export interface PurgePorts {
  store: Pick<Store, 'purgeDeleted' | 'hasParts' | 'removeGraphic' | 'removeAsset' | 'giveBack'>;
  clock: () => number;
  unusedParts: (closed: AbortSignal) => Promise<PurgedParts>;
  uploads: Pick<Uploads, 'idle'>;
  log: Pick<ServiceLog, 'info' | 'warn'>;
  rest?: () => Promise<void>;
}

/** Milliseconds after a start, between purges, and after a deletion. */
const [firstAfter, every, soonAfter] = [60_000, 3_600_000, 10_000];
/** In ms. */
const restTime = 10;

/** Removes old deletions for good, with rests, so that no show waits. Keeps all that something loaded uses. */
export class Purge {
  readonly #ports: PurgePorts;
  readonly #keepDeleted: number;
  readonly #rest: () => Promise<void>;
  #due: number;
  #running: Promise<void> | undefined;
  readonly #closed = new AbortController();

  /** `keepDeleted`: ms to keep deleted compositions and app instances; 0 means for ever. */
  constructor(ports: PurgePorts, keepDeleted: number) {
    this.#ports = ports;
    this.#keepDeleted = keepDeleted;
    this.#rest = ports.rest ?? (() => pause(restTime));
    this.#due = ports.clock() + firstAfter;
  }

  soon(): void {
    this.#due = Math.min(this.#due, this.#ports.clock() + soonAfter);
  }

  /** Starts a purge if due. Call it periodically. */
  beat(): void {
    if (this.#running || this.#isClosed() || this.#ports.clock() < this.#due) return;
    this.#due = this.#ports.clock() + every;
    this.#running = this.#run()
      .catch((thrown: unknown) => {
        if (this.#isClosed()) return;
        this.#ports.log.warn('What was deleted could not be taken away. It is tried again.', {
          cause: thrown instanceof Error ? thrown.stack : String(thrown),
        });
      })
      .finally(() => (this.#running = undefined));
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { store, clock, log } = this.#ports;
    const before = new Date(clock() - this.#keepDeleted).toISOString();
    const pieces = this.#keepDeleted > 0 ? await this.#repeat(() => store.purgeDeleted(before)) : 0;
    if (this.#isClosed()) return;
    const parts = store.hasParts() ? await this.#ports.unusedParts(this.#closed.signal) : { assets: [], graphics: [] };
    await this.#remove(parts);
    await this.#repeat(() => store.giveBack());
    const removed = { assets: parts.assets.length, graphics: parts.graphics.length };
    if (this.#isClosed() || pieces + removed.assets + removed.graphics === 0) return;
    log.info('What was deleted and is used by nothing was taken away.', removed);
  }

  async #remove({ assets, graphics }: PurgedParts): Promise<void> {
    const { store, uploads } = this.#ports;
    for (const id of graphics) {
      if (this.#isClosed()) break;
      store.removeGraphic(id);
      await this.#rest();
    }
    for (const id of assets) {
      // Wait for uploads: a graphic's files are stored before its row, so they seem unused.
      await uploads.idle();
      if (this.#isClosed()) break;
      await store.removeAsset(id, this.#rest);
      await this.#rest();
    }
  }

  async #repeat(work: () => boolean): Promise<number> {
    for (let done = 0; ; done += 1) {
      if (this.#isClosed() || !work()) return done;
      await this.#rest();
    }
  }

  #isClosed(): boolean {
    return this.#closed.signal.aborted;
  }
}
