import type { Notice } from '../../contract/desk-api/desk-api.ts';

/** Notices that last as long as their source reports them, such as dropped frames. */
export type NoticeSource = () => Iterable<string>;

export class Notices {
  readonly #sources: readonly NoticeSource[];
  readonly #kept = new Map<string, Notice>();
  readonly #warnings = new Set<string>();

  constructor(sources: readonly NoticeSource[]) {
    this.#sources = sources;
  }

  warn(text: string): void {
    this.#warnings.add(text);
  }

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
