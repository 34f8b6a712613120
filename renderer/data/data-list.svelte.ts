import type { DeskClient } from '../state/desk.svelte.ts';

export class DataList {
  readonly #desk: DeskClient;
  #chosen = $state('');
  #isAdding = $state(false);
  /** The chosen source, else the first; undefined if there is none, or while one is being added. */
  readonly source = $derived.by(() => {
    const { sources } = this.#desk;
    return sources.find(({ id }) => id === this.#chosen) ?? (this.#isAdding ? undefined : sources[0]);
  });

  constructor(desk: DeskClient) {
    this.#desk = desk;
  }

  choose(id: string): void {
    this.#chosen = id;
    this.#isAdding = false;
  }

  add(): void {
    this.#chosen = '';
    this.#isAdding = true;
  }

  move(by: number): void {
    const all = this.#desk.sources;
    const at = all.findIndex(({ id }) => id === this.source?.id);
    const next = all[Math.min(Math.max(at + by, 0), all.length - 1)];
    if (next) this.choose(next.id);
  }
}
