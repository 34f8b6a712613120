import type { Notice } from '../../contract/desk-api/desk-api.ts';

/** Notices that last as long as their source reports them, such as an output that drops frames. */
export type NoticeSource = () => Iterable<string>;

/** The notices that belong to no sub-composition. */
export class Notices {
  readonly #sources: readonly NoticeSource[];
  /** The notices that stay until they are dismissed, by id. */
  readonly #kept = new Map<string, Notice>();
  readonly #warnings = new Set<string>();

  constructor(sources: readonly NoticeSource[]) {
    this.#sources = sources;
  }

  /** Adds a notice that stays as long as the desk runs. */
  warn(text: string): void {
    this.#warnings.add(text);
  }

  /** Adds a notice that stays until it is dismissed. It replaces one with the same id. */
  keep(notice: Pick<Notice, 'id' | 'text' | 'alarm'>): void {
    this.#kept.set(notice.id, { ...notice, stays: true });
  }

  dismiss(id: string): void {
    this.#kept.delete(id);
  }

  get list(): Notice[] {
    const texts = new Set([...this.#sources.flatMap((source) => [...source()]), ...this.#warnings]);
    return [...this.#kept.values(), ...[...texts].map((text) => ({ id: text, text }))];
  }
}
