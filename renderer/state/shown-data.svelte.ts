import { SvelteMap } from 'svelte/reactivity';
import type { LinkView, ShownSource } from '../../contract/desk-api/data-link.ts';
import type { DeskChange } from '../../contract/desk-api/desk-api.ts';

/** Live data as this screen knows it. A change of one source or link redraws only its readers. */
export class ShownData {
  readonly #sources = new SvelteMap<string, ShownSource>();
  readonly #ages = new SvelteMap<string, number>();
  readonly #links = new SvelteMap<string, LinkView>();

  source(id: string): ShownSource | undefined {
    return this.#sources.get(id);
  }

  /** When the last good data was read or found unchanged (ms since the epoch by the desk's clock). */
  readAt(id: string): number | undefined {
    return this.#ages.get(id);
  }

  link(address: string): LinkView | undefined {
    return this.#links.get(address);
  }

  clear(): void {
    for (const all of [this.#sources, this.#ages, this.#links]) all.clear();
  }

  changed({
    sourceViews,
    sourceAges,
    linkViews,
    sources,
    dataLinks,
  }: Pick<DeskChange, 'sourceViews' | 'sourceAges' | 'linkViews' | 'sources' | 'dataLinks'>): void {
    put(this.#sources, sourceViews);
    put(this.#ages, sourceAges);
    put(this.#links, linkViews);
    for (const all of [this.#sources, this.#ages])
      keep(
        all,
        sources?.map(({ id }) => id),
      );
    keep(
      this.#links,
      dataLinks?.map(({ subComposition }) => subComposition),
    );
  }
}

export function put<Shown>(all: Map<string, Shown>, changed: Readonly<Record<string, Shown>> = {}): void {
  for (const [key, shown] of Object.entries(changed)) all.set(key, shown);
}

export function keep(all: Map<string, unknown>, listed: readonly string[] | undefined): void {
  if (!listed) return;
  const present = new Set(listed);
  for (const key of [...all.keys()]) if (!present.has(key)) all.delete(key);
}
