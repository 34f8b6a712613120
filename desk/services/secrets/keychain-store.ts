import { texts } from '../../../contract/texts/texts.ts';
import { z } from 'zod';
import { errorIn, OverlayError } from '../../../contract/errors.ts';
import { parsedJson } from '../../../contract/json-text.ts';
import type { Keychain, SecretFile, SecretStore } from '../../ports.ts';
import { base64 } from './passphrase-key.ts';
import { KeychainFile, readSealed, Turns, unreadable } from './sealed-file.ts';

/** Includes the id, so that an entry moved to another id is detected. */
const Entry = z.object({ id: z.string(), secret: z.string() });

export class KeychainStore implements SecretStore {
  readonly backend = 'keychain';
  readonly #file: SecretFile;
  readonly #keychain: Keychain;
  /** A file that disappears while the desk runs is not created again. */
  #known = false;
  readonly #turns = new Turns();

  constructor(file: SecretFile, keychain: Keychain) {
    [this.#file, this.#keychain] = [file, keychain];
  }

  async get(id: string): Promise<string | undefined> {
    const sealed = this.#content()[id];
    if (sealed === undefined) return undefined;
    const text = await this.#keychain.open(Buffer.from(sealed, 'base64')).catch(() => {
      throw unreadable(this.#file, texts.secrets.keychainShut(this.#keychain.name));
    });
    const entry = Entry.safeParse(parsedJson(text));
    if (!entry.success || entry.data.id !== id) throw unreadable(this.#file, texts.secrets.entryDamaged(id));
    return entry.data.secret;
  }

  set(id: string, secret: string): Promise<void> {
    return this.#turns.take(async () => {
      const sealed = await this.#keychain.seal(JSON.stringify({ id, secret })).catch((error: unknown) => {
        const why = errorIn(error).message;
        throw new OverlayError('secret-unreadable', texts.secrets.keychainRefused(this.#keychain.name, why));
      });
      this.#write({ ...this.#content(), [id]: base64(sealed) });
    });
  }

  delete(id: string): Promise<void> {
    return this.#turns.take(() => {
      const { [id]: _, ...rest } = this.#content();
      this.#write(rest);
    });
  }

  #write(secrets: KeychainFile['secrets']): void {
    this.#file.write({ version: 1, kind: 'keychain', secrets } satisfies KeychainFile);
    this.#known = true;
  }

  #content(): KeychainFile['secrets'] {
    const content = readSealed(this.#file, KeychainFile, 'keychain');
    if (!content && this.#known) throw unreadable(this.#file, texts.secrets.gone);
    if (content) this.#known = true;
    return content?.secrets ?? {};
  }
}
