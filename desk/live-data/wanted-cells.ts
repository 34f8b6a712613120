import type { ReadCell, WantedCell } from '../../contract/desk-api/source.ts';
import type { LinkedCell } from './link-values.ts';

export class WantedCells {
  #wanted = new Map<string, WantedCell>();
  #byId = new Map<string, WantedCell>();
  readonly #read = new Map<string, ReadCell>();
  #last = 0;

  /** Replaces the wanted cells. Returns true if they changed. */
  want(cells: Iterable<LinkedCell>): boolean {
    const before = this.#byId;
    this.#wanted = new Map(
      [...cells].map((cell) => {
        const key = keyOf(cell);
        return [key, this.#wanted.get(key) ?? this.#new(cell)];
      }),
    );
    this.#byId = new Map([...this.#wanted.values()].map((cell) => [cell.id, cell]));
    for (const id of [...this.#read.keys()]) if (!this.#byId.has(id)) this.#read.delete(id);
    return before.size !== this.#byId.size || [...this.#byId.keys()].some((id) => !before.has(id));
  }

  /** Forgets the cells of a reconfigured source; the next `want` requests them again. */
  forget(source: string): void {
    for (const [key, cell] of this.#wanted) if (cell.source === source) this.#wanted.delete(key);
  }

  get all(): WantedCell[] {
    return [...this.#byId.values()];
  }

  /** Stores read cells and returns their sources. Drops cells that are no longer wanted. */
  take(cells: Readonly<Record<string, ReadCell>>): ReadonlySet<string> {
    const sources = new Set<string>();
    for (const [id, cell] of Object.entries(cells)) {
      const wanted = this.#byId.get(id);
      if (!wanted) continue;
      this.#read.set(id, cell);
      sources.add(wanted.source);
    }
    return sources;
  }

  find(cell: LinkedCell): ReadCell | undefined {
    const id = this.#wanted.get(keyOf(cell))?.id;
    return id === undefined ? undefined : this.#read.get(id);
  }

  #new(cell: LinkedCell): WantedCell {
    this.#last += 1;
    return { ...cell, id: String(this.#last) };
  }
}

function keyOf({ source, row, path, place }: LinkedCell): string {
  return JSON.stringify([source, row, path, place]);
}
