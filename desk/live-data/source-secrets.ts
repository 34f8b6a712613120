import type { Source } from '../../contract/desk-api/source.ts';
import type { SecretStore } from '../ports.ts';

export interface SourceSecretsPorts {
  store(): Pick<SecretStore, 'get' | 'set' | 'delete'>;
  /** A secret could be read, and was not known before. */
  found(): void;
}

/** The secrets of sources, as far as they can be read now. They are never in a show file, a view or the log. */
export class SourceSecrets {
  readonly #ports: SourceSecretsPorts;
  /** By id. */
  readonly #known = new Map<string, string>();

  constructor(ports: SourceSecretsPorts) {
    this.#ports = ports;
  }

  /** The secret of a source; undefined if it has none, or while that cannot be read. */
  of(source: Source): string | undefined {
    const id = secretId(source);
    return id === undefined ? undefined : this.#known.get(id);
  }

  /** Reads what is not known yet. */
  async read(sources: readonly Source[]): Promise<void> {
    const ids = sources.flatMap((source) => secretId(source) ?? []).filter((id) => !this.#known.has(id));
    const read = await Promise.all(ids.map((id) => this.#read(id)));
    if (read.includes(true)) this.#ports.found();
  }

  async set(id: string, secret: string): Promise<void> {
    await this.#ports.store().set(placeOf(id), secret);
    this.#known.set(id, secret);
  }

  async forget(id: string): Promise<void> {
    this.#known.delete(id);
    await this.#ports.store().delete(placeOf(id));
  }

  get all(): string[] {
    return [...this.#known.values()];
  }

  async #read(id: string): Promise<boolean> {
    // While it cannot be read, the source says what its address answers without it.
    const secret = await this.#ports
      .store()
      .get(placeOf(id))
      .catch(() => undefined);
    if (secret !== undefined) this.#known.set(id, secret);
    return secret !== undefined;
  }
}

/** The id of the secret that a source refers to. */
export function secretId({ from }: Source): string | undefined {
  return from.kind === 'http' ? from.secret?.id : undefined;
}

/** A show file can name secrets of sources only, never that of a connection. */
function placeOf(id: string): string {
  return `source ${id}`;
}
