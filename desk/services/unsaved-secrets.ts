import type { Clock } from '../../contract/clock.ts';

/** Milliseconds until an unsaved secret is dropped, and the maximum number. */
const keptFor = 15 * 60_000;
const most = 50;

/** Secrets that no connection uses yet. They stay in the desk's memory; the screen gets only a reference. */
export class UnsavedSecrets {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #newId: () => string;
  readonly #secrets = new Map<string, { secret: string; callOff: () => void }>();

  constructor(clock: Pick<Clock, 'after'>, newId: () => string) {
    this.#clock = clock;
    this.#newId = newId;
  }

  add(secret: string): string {
    const [oldest] = this.#secrets.keys();
    if (this.#secrets.size >= most && oldest !== undefined) this.drop(oldest);
    const id = this.#newId();
    this.#secrets.set(id, { secret, callOff: this.#clock.after(keptFor, () => this.drop(id)) });
    return id;
  }

  get(id: string): string | undefined {
    return this.#secrets.get(id)?.secret;
  }

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
