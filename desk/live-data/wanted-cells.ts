import type { ReadCell, WantedCell } from '../../contract/desk-api/source.ts';
import type { Cell } from './link-values.ts';

/** The cells that links and cues want, each once, and what was read of them since the desk started. */
export class WantedCells {
  /** By what they are. */
  #wanted = new Map<string, WantedCell>();
  #byId = new Map<string, WantedCell>();
  readonly #read = new Map<string, ReadCell>();
  #last = 0;

  /** These are wanted from now on, and no others. Returns whether that changed. */
  want(cells: Iterable<Cell>): boolean {
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

  /** What was read of a source says nothing any more: it reads something else now. It is wanted anew by the next `want`. */
  forget(source: string): void {
    for (const [key, cell] of this.#wanted) if (cell.source === source) this.#wanted.delete(key);
  }

  get all(): WantedCell[] {
    return [...this.#byId.values()];
  }

  /** Takes what was read. Returns the sources of it. What nobody wants any more is late, and dropped. */
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

  /** What was read of a cell last; undefined for nothing. */
  find(cell: Cell): ReadCell | undefined {
    const id = this.#wanted.get(keyOf(cell))?.id;
    return id === undefined ? undefined : this.#read.get(id);
  }

  #new(cell: Cell): WantedCell {
    this.#last += 1;
    return { ...cell, id: String(this.#last) };
  }
}

function keyOf({ source, row, path, place }: Cell): string {
  return JSON.stringify([source, row, path, place]);
}
