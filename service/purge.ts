import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log.ts';
import type { Parts, PurgeStore } from './store/purge.ts';
import type { Uploads } from './uploads.ts';

/** What the purge needs from outside. `clock` gives milliseconds since the epoch. */
export interface PurgePorts {
  store: PurgeStore;
  clock: () => number;
  /** The deleted parts that nothing uses. They are found beside the service, because that may take long. */
  unusedParts: (closed: AbortSignal) => Promise<Parts>;
  uploads: Pick<Uploads, 'idle'>;
  log: Pick<Log, 'info' | 'warn'>;
  /** Lets everything else have its turn. Default: a pause of {@link restTime}. */
  rest?: () => Promise<void>;
}

/** Times in milliseconds: after a start, between two purges, and after something was deleted. */
const [firstAfter, every, soonAfter] = [60_000, 3_600_000, 10_000];
/** The pause after each piece of work (ms). */
const restTime = 10;

/**
 * Takes away for good what was deleted long enough ago, and gives its space back: in small pieces, with a rest after each,
 * so that no show waits. What a loaded show, a revision or another composition uses stays.
 */
export class Purge {
  readonly #ports: PurgePorts;
  readonly #keepDeleted: number;
  readonly #rest: () => Promise<void>;
  #due: number;
  #running: Promise<void> | undefined;
  readonly #closed = new AbortController();

  /** `keepDeleted`: how long deleted compositions and app instances are kept (ms); 0 means for ever. */
  constructor(ports: PurgePorts, keepDeleted: number) {
    this.#ports = ports;
    this.#keepDeleted = keepDeleted;
    this.#rest = ports.rest ?? (() => pause(restTime));
    this.#due = ports.clock() + firstAfter;
  }

  /** Something was deleted, so the next purge comes soon. */
  soon(): void {
    this.#due = Math.min(this.#due, this.#ports.clock() + soonAfter);
  }

  /** Begins a purge if one is due. Call it again and again. */
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

  /** Ends the purge that runs, after its present piece of work. */
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

  async #remove({ assets, graphics }: Parts): Promise<void> {
    const { store, uploads } = this.#ports;
    for (const id of graphics) {
      if (this.#isClosed()) break;
      store.removeGraphic(id);
      await this.#rest();
    }
    for (const id of assets) {
      // A graphic gets its files before it gets its row, so nothing of an upload under way may be judged.
      await uploads.idle();
      if (this.#isClosed()) break;
      await store.removeAsset(id, this.#rest);
      await this.#rest();
    }
  }

  /** Does a piece of work until there is no more of it. Gives how often. */
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
