import { EarliestTimer } from '../../contract/earliest-timer.ts';
import { addressOf } from '../../contract/model/address.ts';
import type { SubRef } from '../app/open-apps.ts';
import type { Ground } from '../ground.ts';

/** Milliseconds between two data updates to screens and to the saved state. */
const shownEvery = 200;

/** Reports changes of live data to screens, lamps and the saved preparation. `soon`: by data, which changes often. */
export class DataNews {
  readonly #ground: Ground;
  readonly #soon = { links: new Set<string>(), ages: new Set<string>(), staged: new Set<string>() };
  readonly #next: EarliestTimer;
  /** Monotonic time. */
  #told = -Infinity;

  constructor(ground: Ground) {
    this.#ground = ground;
    this.#next = new EarliestTimer(ground.clock, () => this.#tellSoon());
  }

  sources(ids: readonly string[]): void {
    this.#ground.screens.changedIn('sourceViews', ids);
    this.#ground.screens.changedIn('sourceAges', ids);
  }

  ages(sources: readonly string[]): void {
    this.#later('ages', sources);
  }

  links(addresses: readonly string[], soon = false): void {
    if (soon) this.#later('links', addresses);
    else this.#ground.screens.changedIn('linkViews', addresses);
  }

  staged({ app, id }: SubRef, soon = false): void {
    if (soon) this.#later('staged', [addressOf(app.identity.key, id)]);
    else this.#ground.facts.shown.tell(app, [id]);
  }

  /** Frequent changes are reported all together. */
  #later(what: 'links' | 'ages' | 'staged', keys: readonly string[]): void {
    for (const key of keys) this.#soon[what].add(key);
    if (keys.length > 0) this.#next.within(Math.max(0, this.#told + shownEvery - this.#ground.clock.monotonic()));
  }

  #tellSoon(): void {
    const { clock, screens, apps } = this.#ground;
    this.#told = clock.monotonic();
    const [links, ages, staged] = [[...this.#soon.links], [...this.#soon.ages], [...this.#soon.staged]];
    for (const waiting of Object.values(this.#soon)) waiting.clear();
    if (links.length > 0) screens.changedIn('linkViews', links);
    if (ages.length > 0) screens.changedIn('sourceAges', ages);
    for (const ref of staged.flatMap((address) => apps.find(address) ?? [])) this.staged(ref);
  }
}
