import { texts } from '../../../contract/texts/texts.ts';
import { errorIn, OverlayError } from '../../../contract/errors.ts';
import type { SecretBackend } from '../../../contract/desk-api/connections.ts';
import type { SecretFile, SecretsPort, SecretStore } from '../../ports.ts';
import { base64, keyCost, type PassphraseKey, passphraseKey, saltBytes } from './passphrase-key.ts';
import { PassphraseFile, readSealed, Turns, unreadable } from './sealed-file.ts';

type PassphraseStorePorts = Pick<SecretsPort, 'file' | 'random'>;

/** The name of the sealed check. The space distinguishes it from secret ids. */
const checkId = 'the check';
const checkText = 'overlay-desk';

/**
 * Secrets sealed with a passphrase key. The file is read for each secret and written atomically; a damaged secret
 * affects only itself.
 */
export class PassphraseStore implements SecretStore {
  readonly backend: SecretBackend;
  readonly #ports: PassphraseStorePorts;
  #key: PassphraseKey;
  readonly #turns = new Turns();

  private constructor(ports: PassphraseStorePorts, key: PassphraseKey, backend: SecretBackend) {
    [this.#ports, this.#key, this.backend] = [ports, key, backend];
  }

  static async make(ports: PassphraseStorePorts, passphrase: string, backend: SecretBackend): Promise<PassphraseStore> {
    const { file } = ports.file;
    if (isThere(ports.file)) throw new OverlayError('call-invalid', texts.secrets.thereAlready(file));
    const key = await freshKey(passphrase, ports);
    ports.file.write(fileOf(key, new Map()));
    return new PassphraseStore(ports, key, backend);
  }

  /** Rejects with `passphrase-wrong`, or `secret-unreadable` for another file type. Never changes the file. */
  static async open(ports: PassphraseStorePorts, passphrase: string, backend: SecretBackend): Promise<PassphraseStore> {
    return new PassphraseStore(ports, await keyOf(ports, passphrase), backend);
  }

  get(id: string): Promise<string | undefined> {
    return this.#turns.take(() => {
      const sealed = content(this.#ports.file).secrets[id];
      return sealed && opened(this.#key, id, { sealed, file: this.#ports.file });
    });
  }

  set(id: string, secret: string): Promise<void> {
    return this.#change((secrets) => ({ ...secrets, [id]: this.#key.seal(id, secret) }));
  }

  delete(id: string): Promise<void> {
    return this.#change(({ [id]: _, ...rest }) => rest);
  }

  /** Rejects with `passphrase-wrong`, or if a secret is unreadable; the file then stays unchanged. */
  async changePassphrase(from: string, to: string): Promise<void> {
    await keyOf(this.#ports, from);
    const key = await freshKey(to, this.#ports);
    await this.#turns.take(() => {
      const { file } = this.#ports;
      const all = Object.entries(content(file).secrets);
      const secrets = all.map(([id, sealed]) => [id, opened(this.#key, id, { sealed, file })] as const);
      file.write(fileOf(key, new Map(secrets)));
      this.#key = key;
    });
  }

  #change(change: (secrets: PassphraseFile['secrets']) => PassphraseFile['secrets']): Promise<void> {
    return this.#turns.take(() => {
      const { file } = this.#ports;
      const present = content(file);
      // A file with another key must not get secrets that its passphrase cannot open.
      if (present.key.salt !== this.#key.terms.salt) throw unreadable(file, texts.secrets.replaced);
      file.write({ ...present, secrets: change(present.secrets) } satisfies PassphraseFile);
    });
  }
}

function isThere(file: SecretFile): boolean {
  try {
    return file.read() !== undefined;
  } catch {
    // An unreadable file exists.
    return true;
  }
}

async function freshKey(passphrase: string, { random }: PassphraseStorePorts): Promise<PassphraseKey> {
  return passphraseKey(passphrase, { ...keyCost, salt: base64(random(saltBytes)) }, random);
}

async function keyOf({ file, random }: PassphraseStorePorts, passphrase: string): Promise<PassphraseKey> {
  const { key: terms, check } = content(file);
  const key = await passphraseKey(passphrase, terms, random).catch((error: unknown) => {
    throw unreadable(file, errorIn(error).message);
  });
  try {
    key.open(checkId, check);
  } catch {
    throw new OverlayError('passphrase-wrong');
  }
  return key;
}

function fileOf(key: PassphraseKey, secrets: ReadonlyMap<string, string>): PassphraseFile {
  const sealed = [...secrets].map(([id, secret]) => [id, key.seal(id, secret)] as const);
  const check = key.seal(checkId, checkText);
  return { version: 1, kind: 'passphrase', key: key.terms, check, secrets: Object.fromEntries(sealed) };
}

function content(file: SecretFile): PassphraseFile {
  const read = readSealed(file, PassphraseFile, 'passphrase');
  if (read) return read;
  throw unreadable(file, texts.secrets.gone);
}

function opened(key: PassphraseKey, id: string, from: { sealed: PassphraseFile['check']; file: SecretFile }): string {
  try {
    return key.open(id, from.sealed);
  } catch {
    throw unreadable(from.file, texts.secrets.entryDamaged(id));
  }
}
