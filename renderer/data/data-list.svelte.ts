import type { DeskClient } from '../state/desk.svelte.ts';
import { formOf } from './source-form.ts';

export class DataList {
  readonly #desk: DeskClient;
  #chosen = $state('');
  /** Each press gives the form of a new source the focus; undefined while none is added. */
  adding = $state<symbol>();
  /** What is typed for a new source outlasts a look at another page, or at another source. */
  draft = $state(formOf(undefined));
  /** The chosen source, else the first; undefined if there is none, or while one is being added. */
  readonly source = $derived.by(() => {
    const { sources } = this.#desk;
    return sources.find(({ id }) => id === this.#chosen) ?? (this.adding ? undefined : sources[0]);
  });

  constructor(desk: DeskClient) {
    this.#desk = desk;
  }

  choose(id: string): void {
    this.#chosen = id;
    this.adding = undefined;
  }

  /** The new source is stored. */
  added(id: string): void {
    this.draft = formOf(undefined);
    this.choose(id);
  }

  add(): void {
    this.#chosen = '';
    this.adding = Symbol();
  }

  move(by: number): void {
    const all = this.#desk.sources;
    const at = all.findIndex(({ id }) => id === this.source?.id);
    const next = all[Math.min(Math.max(at + by, 0), all.length - 1)];
    if (next) this.choose(next.id);
  }
}
