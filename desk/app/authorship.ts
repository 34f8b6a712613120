import type { Operation } from './operation.ts';

/** Changes that were told while operations of this desk were on their way, any of which may have made them. */
interface Undecided {
  revision: number;
  ids: string[];
  /** Those that have not ended. */
  operations: Set<Operation>;
}

/** What is known of the change that an operation made. */
export interface OwnChange {
  /** From which on the truth holds it; null where it was not confirmed. */
  revision: number | null;
  /** Whether its one revision is known, or that it made none. */
  named: boolean;
  /** The revision up to which changes were told. */
  confirmed: number;
}

/**
 * Tells the changes that others made from those of this desk. A service names the revision that an operation made in its
 * answer, which may come before or after the change itself: so a change is judged when the operations have ended that may
 * have made it.
 */
export class Authorship {
  readonly #ours = new Set<number>();
  #open: Undecided[] = [];

  /** These were changed in this revision; gives those of which it is certain already that somebody else did. */
  changed(revision: number, ids: readonly string[], pending: Iterable<Operation>): readonly string[] {
    const ours = this.#ours.has(revision);
    this.#forget(revision);
    if (ours) return [];
    const operations = new Set(pending);
    if (operations.size === 0) return ids;
    this.#open.push({ revision, ids: [...ids], operations });
    return [];
  }

  /** An operation ended; gives what somebody else must have changed. */
  settled(operation: Operation, { revision, named, confirmed: confirmed }: OwnChange): readonly string[] {
    const seen = this.#open.some((open) => open.revision === revision);
    this.#open = this.#open.filter((open) => open.revision !== revision);
    this.#forget(confirmed);
    if (revision !== null && !seen && revision > confirmed) this.#ours.add(revision);
    // Where nobody says which change was this operation's, those of what it was about may have been.
    const own = named ? [] : operation.items.map((item) => item.id);
    for (const open of this.#open) {
      if (open.operations.delete(operation)) open.ids = open.ids.filter((id) => !own.includes(id));
    }
    const judged = this.#open.filter(({ operations }) => operations.size === 0);
    this.#open = this.#open.filter(({ operations }) => operations.size > 0);
    return judged.flatMap(({ ids }) => ids);
  }

  /** The revisions that were answered and are not told yet. */
  get awaited(): number[] {
    return [...this.#ours];
  }

  /** What was told is not told again, nor is anything before it. */
  #forget(confirmed: number): void {
    for (const revision of this.#ours) if (revision <= confirmed) this.#ours.delete(revision);
  }

  /** The whole truth was told anew: what made it up is not told any more. */
  clear(): void {
    this.#ours.clear();
    this.#open = [];
  }
}
