import type { Notice } from '../../contract/desk-api/desk-api.ts';

/** Texts that are true as long as their source says so, such as an output that drops frames. */
export type NoticeSource = () => Iterable<string>;

/** What the operator must know that belongs to no sub-composition. */
export class Notices {
  readonly #sources: readonly NoticeSource[];
  /** By id, those that stay until they are dismissed. */
  readonly #kept = new Map<string, Notice>();
  readonly #warnings: Set<string>;

  /** `warnings` are told as long as the desk runs. */
  constructor(sources: readonly NoticeSource[], warnings: readonly string[]) {
    this.#sources = sources;
    this.#warnings = new Set(warnings);
  }

  /** Told as long as the desk runs. */
  warn(text: string): void {
    this.#warnings.add(text);
  }

  /** Told until the operator dismisses it; a newer one with its id takes its place. */
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
