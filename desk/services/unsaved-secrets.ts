import type { Clock } from '../../contract/clock.ts';

/** How long (ms) a typed secret waits to be saved, and how many may wait. */
const keptFor = 15 * 60_000;
const most = 50;

/**
 * Secrets that a screen handed over and that no connection uses yet. They stay in the memory of the desk, and the
 * screen gets only a reference.
 */
export class UnsavedSecrets {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #newId: () => string;
  readonly #secrets = new Map<string, { secret: string; callOff: () => void }>();

  constructor(clock: Pick<Clock, 'after'>, newId: () => string) {
    this.#clock = clock;
    this.#newId = newId;
  }

  /** Adds a secret and returns its reference. */
  add(secret: string): string {
    const [oldest] = this.#secrets.keys();
    if (this.#secrets.size >= most && oldest !== undefined) this.drop(oldest);
    const id = this.#newId();
    this.#secrets.set(id, { secret, callOff: this.#clock.after(keptFor, () => this.drop(id)) });
    return id;
  }

  /** Undefined if it was forgotten in the meantime. */
  get(id: string): string | undefined {
    return this.#secrets.get(id)?.secret;
  }

  /** All unsaved secrets. */
  get all(): string[] {
    return [...this.#secrets.values()].map(({ secret }) => secret);
  }

  drop(id: string): void {
    this.#secrets.get(id)?.callOff();
    this.#secrets.delete(id);
  }

  close(): void {
    for (const id of [...this.#secrets.keys()]) this.drop(id);
  }
}
