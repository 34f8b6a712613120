import type { Source } from '../../contract/desk-api/source.ts';
import type { SecretStore } from '../ports.ts';

type SourceSecretStore = Pick<SecretStore, 'get' | 'set' | 'delete'>;

/** The readable secrets of sources. Secrets never appear in show files, views or the log. */
export class SourceSecrets {
  readonly #store: SourceSecretStore;
  readonly #found: () => void;
  readonly #known = new Map<string, string>();

  /** `found`: called when secrets became readable. */
  constructor(store: SourceSecretStore, found: () => void) {
    [this.#store, this.#found] = [store, found];
  }

  /** Undefined if the source has no secret, or while the secret is unreadable. */
  of(source: Source): string | undefined {
    const id = secretId(source);
    return id === undefined ? undefined : this.#known.get(id);
  }

  async read(sources: readonly Source[]): Promise<void> {
    const ids = sources.flatMap((source) => secretId(source) ?? []).filter((id) => !this.#known.has(id));
    const read = await Promise.all(ids.map((id) => this.#read(id)));
    if (read.includes(true)) this.#found();
  }

  async set(id: string, secret: string): Promise<void> {
    await this.#store.set(placeOf(id), secret);
    this.#known.set(id, secret);
  }

  async forget(id: string): Promise<void> {
    this.#known.delete(id);
    await this.#store.delete(placeOf(id));
  }

  get all(): string[] {
    return [...this.#known.values()];
  }

  async #read(id: string): Promise<boolean> {
    // While the secret is unreadable, the source shows the server's answer without it.
    const secret = await this.#store.get(placeOf(id)).catch(() => undefined);
    if (secret !== undefined) this.#known.set(id, secret);
    return secret !== undefined;
  }
}

export function secretId({ from }: Source): string | undefined {
  return from.kind === 'http' ? from.secret?.id : undefined;
}

/** A show file can only name secrets of sources, never of a connection. */
function placeOf(id: string): string {
  return `source ${id}`;
}
