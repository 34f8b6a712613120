import type { SecretStore } from '../../ports.ts';

export class SessionStore implements SecretStore {
  readonly backend = 'session';
  readonly #kept = new Map<string, string>();

  get(id: string): Promise<string | undefined> {
    return Promise.resolve(this.#kept.get(id));
  }

  set(id: string, secret: string): Promise<void> {
    return Promise.resolve(void this.#kept.set(id, secret));
  }

  delete(id: string): Promise<void> {
    return Promise.resolve(void this.#kept.delete(id));
  }

  async moveInto(store: SecretStore): Promise<void> {
    for (const [id, secret] of this.#kept) await store.set(id, secret);
  }
}
