import type { SecretBackend, SecretsView } from '../../../contract/desk-api/connections.ts';
import { asOverlayError, OverlayError } from '../../../contract/errors.ts';
import type { Keychain, SecretsPort, SecretStore } from '../../ports.ts';
import { KeychainStore } from './keychain-store.ts';
import { PassphraseStore } from './passphrase-store.ts';
import { SealedFile } from './sealed-file.ts';
import { SessionStore } from './session-store.ts';

/** Where to keep secrets is not decided, or they are not open. */
type Shut = Exclude<SecretsView['state'], 'open'>;

/**
 * The secrets of the desk, in the best place that there is: the system's keychain; else, as the operator chooses, a file
 * under a passphrase, or memory alone. The form that the file has decides before anything else, so that no secret is left
 * behind in a place that is not looked into.
 */
export class Secrets implements Pick<SecretStore, 'get' | 'set' | 'delete'> {
  readonly #outside: SecretsPort;
  readonly #changed: () => void;
  #store: SecretStore | undefined;
  /** Why the lasting place is not open; undefined where it is, or where there is none and none is wished. */
  #shut: { state: Shut; said: string } | undefined = { state: 'locked', said: 'The secrets are being opened.' };
  /** Resolves when it is known where the secrets are; never rejects. */
  readonly ready: Promise<void>;

  /** `changed` is called whenever the view has changed. */
  constructor(outside: SecretsPort, changed: () => void) {
    this.#outside = outside;
    this.#changed = changed;
    // Not before who made this has it in hand: `changed` may be called at once.
    const found = Promise.resolve().then(() => this.#find());
    this.ready = found.catch((error: unknown) => this.#close('failed', asOverlayError(error).message));
  }

  get view(): SecretsView {
    const backend = this.#store?.backend ?? null;
    if (this.#shut) return { ...this.#shut, backend };
    return { state: 'open', backend, said: this.#where(backend) };
  }

  /** Whether secrets can be kept, and kept beyond the end of the desk. */
  get lasting(): boolean {
    return this.#store !== undefined && this.#store.backend !== 'session';
  }

  async get(id: string): Promise<string | undefined> {
    await this.ready;
    // Where no place was ever chosen nothing was ever kept.
    if (!this.#store && this.#shut?.state === 'choose') return undefined;
    return (await this.#opened()).get(id);
  }

  async set(id: string, secret: string): Promise<void> {
    return (await this.#opened()).set(id, secret);
  }

  async delete(id: string): Promise<void> {
    return (await this.#opened()).delete(id);
  }

  /** Open the file with its passphrase. Rejects with `passphrase-wrong`, without harm. */
  async unlock(passphrase: string): Promise<void> {
    await this.ready;
    if (this.#shut?.state !== 'locked') throw new OverlayError('call-invalid', 'The secrets are not locked.');
    await this.#settleIn(await PassphraseStore.open(this.#outside, passphrase, 'passphrase'));
  }

  /**
   * Keep secrets in a file under this passphrase where they have no lasting place; with null in memory alone, until they
   * have one.
   */
  async choose(passphrase: string | null): Promise<void> {
    await this.ready;
    if (this.lasting) throw new OverlayError('call-invalid', 'The secrets have their place already.');
    if (passphrase !== null) return this.#settleIn(await PassphraseStore.make(this.#outside, passphrase, 'passphrase'));
    this.#store ??= new SessionStore();
    // A file that is shut stays so, and can be unlocked later.
    if (this.#shut?.state === 'choose') this.#shut = undefined;
    this.#changed();
  }

  async changePassphrase(from: string, to: string): Promise<void> {
    const store = await this.#opened();
    if (!(store instanceof PassphraseStore)) throw new OverlayError('call-invalid', 'The secrets have no passphrase.');
    await store.changePassphrase(from, to);
  }

  async #opened(): Promise<SecretStore> {
    await this.ready;
    if (this.#store) return this.#store;
    throw new OverlayError('secrets-locked', this.#shut?.said);
  }

  async #find(): Promise<void> {
    const { file } = this.#outside;
    const found = contentOf(this.#outside);
    if (found === 'unreadable') {
      return this.#close(
        'failed',
        `${file.file} is no file of secrets that this desk knows. It is left as it is: ${away}`,
      );
    }
    if (found?.kind === 'passphrase') return this.#openGiven();
    const keychain = await this.#outside.keychain();
    if ('missing' in keychain) return this.#withoutKeychain(keychain.missing, found !== undefined);
    this.#open(new KeychainStore(file, keychain satisfies Keychain));
  }

  /** A file under a passphrase: the one that was given, or that of the operator. */
  async #openGiven(): Promise<void> {
    const given = this.#given();
    if (given === undefined) return this.#close('locked', 'The secrets are locked. Enter the passphrase to open them.');
    try {
      this.#open(await PassphraseStore.open(this.#outside, given, 'credentials'));
    } catch (error) {
      const { code, message } = asOverlayError(error);
      if (code !== 'passphrase-wrong') throw error;
      this.#close('locked', `The passphrase that the desk was started with is wrong (${message}) Enter the right one.`);
    }
  }

  async #withoutKeychain(missing: string, sealedByOne: boolean): Promise<void> {
    const { file } = this.#outside.file;
    if (sealedByOne)
      return this.#close('failed', `${file} was sealed by a keychain, and ${missing} It is left as it is.`);
    const given = this.#given();
    if (given === undefined) return this.#close('choose', `There is no safe place for secrets yet: ${missing}`);
    this.#open(await PassphraseStore.make(this.#outside, given, 'credentials'));
  }

  #given(): string | undefined {
    try {
      return this.#outside.passphrase();
    } catch (error) {
      throw new OverlayError('secret-unreadable', (error as Error).message);
    }
  }

  /** What was in memory alone gets its place too. */
  async #settleIn(store: SecretStore): Promise<void> {
    if (this.#store instanceof SessionStore) await this.#store.moveInto(store);
    this.#open(store);
  }

  #open(store: SecretStore): void {
    this.#store = store;
    this.#shut = undefined;
    this.#changed();
  }

  #close(state: Shut, said: string): void {
    this.#shut = { state, said };
    this.#changed();
  }

  #where(backend: SecretBackend | null): string {
    const { file } = this.#outside.file;
    if (backend === null) return '';
    const places: Record<SecretBackend, string> = {
      keychain: 'In the keychain of this system.',
      passphrase: `In ${file}, under your passphrase.`,
      credentials: `In ${file}, under the passphrase that the desk was started with.`,
      session: 'In memory alone: they are gone when the desk ends.',
    };
    return places[backend];
  }
}

const away = 'move it away and start the desk again, or go on without keeping secrets.';

function contentOf({ file }: SecretsPort): SealedFile | 'unreadable' | undefined {
  let content: unknown;
  try {
    content = file.read();
  } catch {
    return 'unreadable';
  }
  if (content === undefined) return undefined;
  const checked = SealedFile.safeParse(content);
  return checked.success ? checked.data : 'unreadable';
}
