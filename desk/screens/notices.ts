import type { Notice } from '../../contract/desk-api/desk-api.ts';

/** Notices that last as long as their source reports them, such as dropped frames. */
export type NoticeSource = () => Iterable<string>;

export class Notices {
  readonly #sources: readonly NoticeSource[];
  readonly #changed: () => void;
  readonly #kept = new Map<string, Notice>();
  readonly #warnings = new Set<string>();

  constructor(sources: readonly NoticeSource[], changed: () => void) {
    [this.#sources, this.#changed] = [sources, changed];
  }

  /** Shown until the desk ends. */
  warn(text: string): void {
    this.#warnings.add(text);
    this.#changed();
  }

  /** Replaces an earlier notice with the same id. */
  keep(notice: Pick<Notice, 'id' | 'text' | 'alarm'>): void {
    this.#kept.set(notice.id, { ...notice, stays: true });
    this.#changed();
  }

  dismiss(id: string): void {
    this.#kept.delete(id);
    this.#changed();
  }

  get list(): Notice[] {
    const texts = new Set([...this.#sources.flatMap((source) => [...source()]), ...this.#warnings]);
    return [...this.#kept.values(), ...[...texts].map((text) => ({ id: text, text }))];
  }
}
