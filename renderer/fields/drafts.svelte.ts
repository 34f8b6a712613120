import { SvelteMap } from 'svelte/reactivity';
import type { FieldDraft } from './draft.ts';

/** The drafts of all editors, visible or not: refused text stays. */
export class Drafts {
  readonly #drafts = new SvelteMap<string, FieldDraft>();

  of(id: string, field: string): FieldDraft | undefined {
    return this.#drafts.get(key(id, field));
  }

  keep(id: string, field: string, draft: FieldDraft): void {
    this.#drafts.set(key(id, field), draft);
  }

  drop(id: string, field: string): void {
    this.#drafts.delete(key(id, field));
  }

  any(id: string): boolean {
    return [...this.#drafts.keys()].some((known) => known.startsWith(key(id, '')));
  }

  /** Drops all drafts of a sub-composition after its edits were discarded. */
  dropAll(id: string): void {
    this.#dropWhere(id, () => true);
  }

  /** Drops the accepted drafts of a sub-composition after its edits were sent. */
  dropSent(id: string): void {
    this.#dropWhere(id, ({ settled, problem }) => settled && problem === '');
  }

  #dropWhere(id: string, drops: (draft: FieldDraft) => boolean): void {
    const matching = [...this.#drafts].filter(([known]) => known.startsWith(key(id, '')));
    for (const [known, draft] of matching) if (drops(draft)) this.#drafts.delete(known);
  }
}

const key = (id: string, field: string): string => JSON.stringify([id]) + field;
