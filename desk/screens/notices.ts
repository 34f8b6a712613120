import type { Notice } from '../../contract/desk-api/desk-api.ts';

export class Notices {
  readonly #lasting: () => Iterable<string>;
  readonly #changed: () => void;
  readonly #kept = new Map<string, Notice>();
  readonly #warnings = new Set<string>();

  /** `lasting`: notices that last as long as their cause, such as dropped frames. */
  constructor(lasting: () => Iterable<string>, changed: () => void) {
    [this.#lasting, this.#changed] = [lasting, changed];
  }

  warn(text: string): void {
    this.#warnings.add(text);
    this.#changed();
  }

  /** Replaces an earlier notice with the same id, as the newest. */
  keep(notice: Pick<Notice, 'id' | 'text' | 'alarm'>): void {
    this.#kept.delete(notice.id);
    this.#kept.set(notice.id, { ...notice, stays: true });
    this.#changed();
  }

  has(id: string): boolean {
    return this.#kept.has(id);
  }

  dismiss(id: string): void {
    this.#kept.delete(id);
    this.#changed();
  }

  get list(): Notice[] {
    const texts = new Set([...this.#lasting(), ...this.#warnings]);
    return [...this.#kept.values(), ...[...texts].map((text) => ({ id: text, text }))];
  }
}
