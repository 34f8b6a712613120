import { SvelteMap } from 'svelte/reactivity';
import type { Draft } from './draft.ts';

/** The drafts of all editors, also of those that are not on the screen: what was typed and not taken stays. */
export class Drafts {
  readonly #drafts = new SvelteMap<string, Draft>();

  of(id: string, field: string): Draft | undefined {
    return this.#drafts.get(key(id, field));
  }

  keep(id: string, field: string, draft: Draft): void {
    this.#drafts.set(key(id, field), draft);
  }

  drop(id: string, field: string): void {
    this.#drafts.delete(key(id, field));
  }

  /** Whether anything typed for a sub-composition is still only here. */
  any(id: string): boolean {
    return [...this.#drafts.keys()].some((known) => known.startsWith(key(id, '')));
  }

  /** Drop every draft of a sub-composition: its edits were discarded. */
  dropAll(id: string): void {
    this.#dropWhere(id, () => true);
  }

  /** Drop the drafts of a sub-composition that the desk has: its edits were sent. */
  dropKept(id: string): void {
    this.#dropWhere(id, ({ settled, problem }) => settled && problem === '');
  }

  #dropWhere(id: string, drops: (draft: Draft) => boolean): void {
    const ofThis = [...this.#drafts].filter(([known]) => known.startsWith(key(id, '')));
    for (const [known, draft] of ofThis) if (drops(draft)) this.#drafts.delete(known);
  }
}

const key = (id: string, field: string): string => JSON.stringify([id]) + field;
