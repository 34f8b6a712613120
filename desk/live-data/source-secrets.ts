import type { Source } from '../../contract/desk-api/source.ts';
import type { SecretStore } from '../ports.ts';

export interface SourceSecretsPorts {
  store(): Pick<SecretStore, 'get' | 'set' | 'delete'>;
  found(): void;
}

/** The readable secrets of sources. Secrets never appear in show files, views or the log. */
export class SourceSecrets {
  readonly #ports: SourceSecretsPorts;
  readonly #known = new Map<string, string>();

  constructor(ports: SourceSecretsPorts) {
    this.#ports = ports;
  }

  /** Undefined if the source has no secret, or while the secret is unreadable. */
  of(source: Source): string | undefined {
    const id = secretId(source);
    return id === undefined ? undefined : this.#known.get(id);
  }

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
    // While the secret is unreadable, the source shows the server's answer without it.
    const secret = await this.#ports
      .store()
      .get(placeOf(id))
      .catch(() => undefined);
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
