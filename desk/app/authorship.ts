import type { Operation } from './operation.ts';

/** Changes that arrived while operations of this desk were under way. Any of those operations may have made them. */
interface Undecided {
  revision: number;
  ids: string[];
  /** The operations that have not ended. */
  operations: Set<Operation>;
}

/** The change that an ended operation made, as far as it is known. */
export interface OwnChange {
  /** The revision at which the confirmed state includes it; null if it was not confirmed. */
  revision: number | null;
  /** Whether its exact revision is known, or it is known to have made none. */
  named: boolean;
  /** The latest confirmed revision. */
  confirmed: number;
}

/**
 * Tells changes by others from changes by this desk. A service names the revision of an operation in its answer, which
 * may arrive before or after the change itself. A change is therefore decided only when every operation that may have
 * made it has ended.
 */
export class Authorship {
  readonly #ours = new Set<number>();
  #open: Undecided[] = [];

  /** Notes the sub-compositions that a revision changed. Returns those that somebody else certainly changed. */
  changed(revision: number, ids: readonly string[], pending: Iterable<Operation>): readonly string[] {
    const ours = this.#ours.has(revision);
    this.#forget(revision);
    if (ours) return [];
    const operations = new Set(pending);
    if (operations.size === 0) return ids;
    this.#open.push({ revision, ids: [...ids], operations });
    return [];
  }

  /** Ends an operation. Returns the ids that somebody else must have changed. */
  settled(operation: Operation, { revision, named, confirmed }: OwnChange): readonly string[] {
    const seen = this.#open.some((open) => open.revision === revision);
    this.#open = this.#open.filter((open) => open.revision !== revision);
    this.#forget(confirmed);
    if (revision !== null && !seen && revision > confirmed) this.#ours.add(revision);
    // Without a named revision, any change to the operation's own sub-compositions may be its doing.
    const own = named ? [] : operation.items.map((item) => item.id);
    for (const open of this.#open) {
      if (open.operations.delete(operation)) open.ids = open.ids.filter((id) => !own.includes(id));
    }
    const judged = this.#open.filter(({ operations }) => operations.size === 0);
    this.#open = this.#open.filter(({ operations }) => operations.size > 0);
    return judged.flatMap(({ ids }) => ids);
  }

  /** The revisions that were acknowledged and have not arrived yet. */
  get awaited(): number[] {
    return [...this.#ours];
  }

  /** Revisions up to this one have arrived and will not arrive again. */
  #forget(confirmed: number): void {
    for (const revision of this.#ours) if (revision <= confirmed) this.#ours.delete(revision);
  }

  /** A snapshot arrived; the changes that led to it will not arrive any more. */
  clear(): void {
    this.#ours.clear();
    this.#open = [];
  }
}
