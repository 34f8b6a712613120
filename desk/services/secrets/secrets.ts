import { texts } from '../../../contract/texts/texts.ts';
import type { SecretBackend, SecretsView } from '../../../contract/desk-api/connections.ts';
import { errorIn, OverlayError, type KnownError } from '../../../contract/errors.ts';
import type { Keychain, SecretsPort, SecretStore } from '../../ports.ts';
import { KeychainStore } from './keychain-store.ts';
import { PassphraseStore } from './passphrase-store.ts';
import { SealedFile } from './sealed-file.ts';

type Shut = Exclude<SecretsView['state'], 'open'>;

/**
 * Uses the system's keychain, else a passphrase file or memory, as chosen. An existing file decides first, so that no
 * secret is left behind.
 */
export class Secrets implements Pick<SecretStore, 'get' | 'set' | 'delete'> {
  readonly #port: SecretsPort;
  readonly #desk: { conceal(secret: string): void; changed(): void };
  #store: SecretStore | undefined;
  #shut: { state: Shut; said: string } | undefined = { state: 'locked', said: texts.secrets.opening };
  /** Resolves when the place of the secrets is known. Never rejects. */
  readonly ready: Promise<void>;

  constructor(port: SecretsPort, desk: { conceal(secret: string): void; knownError: KnownError; changed(): void }) {
    [this.#port, this.#desk] = [port, desk];
    // Deferred, because `changed` may run before the caller has this object.
    const found = Promise.resolve().then(() => this.#find());
    this.ready = found.catch((error: unknown) => this.#close('failed', desk.knownError(error).message));
  }

  get view(): SecretsView {
    const backend = this.#store?.backend ?? null;
    if (this.#shut) return { ...this.#shut, backend };
    return { state: 'open', backend, said: this.#where(backend) };
  }

  get lasting(): boolean {
    return this.#store !== undefined && this.#store.backend !== 'session';
  }

  async get(id: string): Promise<string | undefined> {
    await this.ready;
    if (!this.#store && this.#shut?.state === 'choose') return undefined;
    const secret = await (await this.#opened()).get(id);
    if (secret !== undefined) this.#desk.conceal(secret);
    return secret;
  }

  async set(id: string, secret: string): Promise<void> {
    this.#desk.conceal(secret);
    return (await this.#opened()).set(id, secret);
  }

  async delete(id: string): Promise<void> {
    return (await this.#opened()).delete(id);
  }

  /** Rejects with `passphrase-wrong` and changes nothing. */
  async unlock(passphrase: string): Promise<void> {
    this.#desk.conceal(passphrase);
    await this.ready;
    if (this.#shut?.state !== 'locked') throw new OverlayError('call-invalid', texts.secrets.notLocked);
    await this.#settleIn(await PassphraseStore.open(this.#port, passphrase, 'passphrase'));
  }

  /** Stores secrets under a passphrase if they have no lasting place; null keeps them in memory. */
  async choose(passphrase: string | null): Promise<void> {
    if (passphrase !== null) this.#desk.conceal(passphrase);
    await this.ready;
    if (this.lasting) throw new OverlayError('call-invalid', texts.secrets.placedAlready);
    if (passphrase !== null) return this.#settleIn(await PassphraseStore.make(this.#port, passphrase, 'passphrase'));
    this.#store ??= new SessionStore();
    // A locked file stays locked and can be opened later.
    if (this.#shut?.state === 'choose') this.#shut = undefined;
    this.#desk.changed();
  }

  async changePassphrase(from: string, to: string): Promise<void> {
    for (const passphrase of [from, to]) this.#desk.conceal(passphrase);
    const store = await this.#opened();
    if (!(store instanceof PassphraseStore)) throw new OverlayError('call-invalid', texts.secrets.noPassphrase);
    await store.changePassphrase(from, to);
  }

  async #opened(): Promise<SecretStore> {
    await this.ready;
    if (this.#store) return this.#store;
    throw new OverlayError('secrets-locked', this.#shut?.said);
  }

  async #find(): Promise<void> {
    const { file } = this.#port;
    const found = contentOf(this.#port);
    if (found === 'unreadable')
      return this.#close('failed', texts.secrets.unknownFile(file.file, texts.secrets.moveAway));
    if (found?.kind === 'passphrase') return this.#openGiven();
    const keychain = await this.#port.keychain();
    if ('missing' in keychain) return this.#withoutKeychain(keychain.missing, found !== undefined);
    this.#open(new KeychainStore(file, keychain satisfies Keychain));
  }

  async #openGiven(): Promise<void> {
    const given = this.#given();
    if (given === undefined) return this.#close('locked', texts.secrets.locked);
    try {
      this.#open(await PassphraseStore.open(this.#port, given, 'credentials'));
    } catch (error) {
      if (!(error instanceof OverlayError) || error.code !== 'passphrase-wrong') throw error;
      const { message } = error;
      this.#close('locked', texts.secrets.wrongAtStart(message));
    }
  }

  async #withoutKeychain(missing: string, sealedByOne: boolean): Promise<void> {
    const { file } = this.#port.file;
    if (sealedByOne) return this.#close('failed', texts.secrets.sealedByKeychain(file, missing));
    const given = this.#given();
    if (given === undefined) return this.#close('choose', texts.secrets.noPlace(missing));
    this.#open(await PassphraseStore.make(this.#port, given, 'credentials'));
  }

  #given(): string | undefined {
    try {
      const given = this.#port.passphrase();
      if (given !== undefined) this.#desk.conceal(given);
      return given;
    } catch (error) {
      throw new OverlayError('secret-unreadable', errorIn(error).message);
    }
  }

  async #settleIn(store: SecretStore): Promise<void> {
    if (this.#store instanceof SessionStore) await this.#store.moveInto(store);
    this.#open(store);
  }

  #open(store: SecretStore): void {
    this.#store = store;
    this.#shut = undefined;
    this.#desk.changed();
  }

  #close(state: Shut, said: string): void {
    this.#shut = { state, said };
    this.#desk.changed();
  }

  #where(backend: SecretBackend | null): string {
    const { file } = this.#port.file;
    if (backend === null) return '';
    const places: Record<SecretBackend, string> = {
      keychain: texts.secrets.inKeychain,
      passphrase: texts.secrets.underPassphrase(file),
      credentials: texts.secrets.underStartPassphrase(file),
      session: texts.secrets.inMemory,
    };
    return places[backend];
  }
}

function contentOf({ file }: SecretsPort): SealedFile | 'unreadable' | undefined {
  let content: unknown;
  try {
    content = file.read();
  } catch {
    // The operator reads the path of the unreadable file.
    return 'unreadable';
  }
  if (content === undefined) return undefined;
  const checked = SealedFile.safeParse(content);
  return checked.success ? checked.data : 'unreadable';
}

class SessionStore implements SecretStore {
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
