import type { Clock } from '../../contract/clock.ts';
import { EarliestTimer } from '../../contract/earliest-timer.ts';
import { addressOf } from '../../contract/model/address.ts';
import type { SubRef } from '../app/open-apps.ts';
import type { Ground } from '../ground.ts';

/** Milliseconds between two data updates to screens and to the saved state. */
const shownEvery = 200;

/** Reports changes of live data to screens, lamps and the saved preparation. `soon`: by data, which changes often. */
export class DataNews {
  readonly #ground: Ground;
  readonly #linksSoon: (addresses: Iterable<string>) => void;
  readonly #stagedSoon: (addresses: Iterable<string>) => void;
  /** The ages of these sources changed. */
  readonly ages: (sources: Iterable<string>) => void;

  constructor(ground: Ground) {
    this.#ground = ground;
    const { screens, apps } = ground;
    const soon = new Soon(ground.clock);
    this.#linksSoon = soon.told((addresses) => screens.changedIn('linkViews', addresses));
    this.ages = soon.told((ids) => screens.changedIn('sourceAges', ids));
    this.#stagedSoon = soon.told((addresses) => {
      for (const ref of [...addresses].flatMap((address) => apps.find(address) ?? [])) this.staged(ref);
    });
  }

  sources(ids: readonly string[]): void {
    this.#ground.screens.changedIn('sourceViews', ids);
    this.#ground.screens.changedIn('sourceAges', ids);
  }

  links(addresses: readonly string[], soon = false): void {
    if (soon) this.#linksSoon(addresses);
    else this.#ground.screens.changedIn('linkViews', addresses);
  }

  /** Staged values may have changed. */
  staged({ app, id }: SubRef, soon = false): void {
    if (soon) this.#stagedSoon([addressOf(app.identity.key, id)]);
    else this.#ground.facts.shown.tell(app, [id]);
  }
}

/** Batches frequent changes, so that each is reported once, all together. */
class Soon {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #tell: (() => void)[] = [];
  readonly #next: EarliestTimer;
  /** Monotonic time. */
  #told = -Infinity;

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>) {
    this.#clock = clock;
    this.#next = new EarliestTimer(clock, () => {
      this.#told = clock.monotonic();
      for (const tell of this.#tell) tell();
    });
  }

  told(tell: (keys: ReadonlySet<string>) => void): (keys: Iterable<string>) => void {
    let waiting = new Set<string>();
    this.#tell.push(() => {
      const keys = waiting;
      waiting = new Set();
      if (keys.size > 0) tell(keys);
    });
    return (keys) => {
      for (const key of keys) waiting.add(key);
      if (waiting.size > 0) this.#next.within(Math.max(0, this.#told + shownEvery - this.#clock.monotonic()));
    };
  }
}
