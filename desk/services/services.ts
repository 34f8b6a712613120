import { randomUUID } from 'node:crypto';
import {
  type connectionCalls,
  type ConnectionSettings,
  type ConnectionView,
  type SecretsView,
} from '../../contract/desk-api/connections.ts';
import type { Calls, LinkContract } from '../../contract/link/link.ts';
import type { ReadyLine } from '../../contract/service-api/live-channel.ts';
import { Connections } from './connections.ts';
import type { AppPorts, UnopenedApp } from './remote-connection.ts';
import type { Account, DeskPorts, SecretsPort, SecretStore } from '../ports.ts';
import type { KnownError } from '../../contract/errors.ts';
import { embeddedAccount, keepEmbeddedAccount } from './secrets/embedded-account.ts';
import { Secrets } from './secrets/secrets.ts';

export interface ServicesPorts extends Pick<DeskPorts, 'clock' | 'log' | 'openRoute' | 'secrets' | 'accountFile'> {
  knownError: KnownError;
  apps: AppPorts;
  /** The connections in the settings; undefined if there is no such member. */
  settings: ConnectionSettings[] | undefined;
  save(settings: ConnectionSettings[]): void;
  /** Starts or stops the embedded service. */
  serviceWanted(wanted: boolean): void;
  /** These members of the view have changed. */
  changed(...members: ('connections' | 'secrets')[]): void;
  /** Shows the operator a notice. */
  warn(text: string): void;
}

/** Without settings, a desk has its embedded service. */
const atFirst: ConnectionSettings[] = [{ kind: 'embedded', id: 'embedded', name: 'This desk' }];

/** The services that the desk is connected to, and its secrets. */
export class Services {
  readonly #ports: ServicesPorts;
  readonly #secrets: Secrets;
  readonly #connections: Connections;
  /** The last read of the account. Reads run one after the other, because one may move the account. */
  #account: Promise<Account | undefined> = Promise.resolve(undefined);

  constructor(ports: ServicesPorts) {
    this.#ports = ports;
    const conceal = (secret: string): void => ports.log.conceal(secret);
    const { knownError } = ports;
    this.#secrets = new Secrets(ports.secrets, { changed: () => this.#secretsChanged(), knownError, conceal });
    this.#connections = new Connections({
      ...ports,
      conceal,
      secrets: this.#secrets,
      settings: ports.settings ?? atFirst,
      newId: randomUUID,
      service: {
        wanted: (wanted) => ports.serviceWanted(wanted),
        account: () => this.embeddedAccount(),
        keepAccount: (account) => keepEmbeddedAccount(account, this.#secrets),
      },
      changed: () => ports.changed('connections'),
    });
  }

  get connections(): ConnectionView[] {
    return this.#connections.view;
  }

  /** The apps that the operator chose and that no connection has opened. Nothing is known of them. */
  get unopened(): UnopenedApp[] {
    return this.#connections.unopened;
  }

  /** The store of all secrets of the desk. */
  get secretStore(): Pick<SecretStore, 'get' | 'set' | 'delete'> {
    return this.#secrets;
  }

  get secrets(): SecretsView {
    return this.#secrets.view;
  }

  /** The embedded service has started. */
  serviceReady(ready: ReadyLine): void {
    this.#connections.embedded?.serviceReady(ready);
  }

  /** The embedded service has ended; `reason` is for the operator. */
  serviceEnded(reason: string): void {
    this.#connections.embedded?.serviceEnded(reason);
  }

  /** The account of the embedded service; undefined if it is unknown. Rejects if it cannot be read. */
  embeddedAccount(): Promise<Account | undefined> {
    const { accountFile: file, log, warn } = this.#ports;
    const ask = async (): Promise<Account | undefined> => {
      await this.#secrets.ready;
      const account = await embeddedAccount({ file, secrets: this.#secrets, stayed: warn });
      if (account) log.conceal(account.password);
      return account;
    };
    this.#account = this.#account.then(ask, ask);
    return this.#account;
  }

  /** Every secret that the desk can read now: passwords, tokens, and the passphrase it was started with. */
  async knownSecrets(): Promise<string[]> {
    // An account that cannot be read is unknown, so it is in no file of a bundle.
    const embedded = await this.embeddedAccount().catch(() => undefined);
    const started = passphraseIn(this.#ports.secrets);
    const known = [embedded?.password, started, ...(await this.#connections.knownSecrets())];
    return known.filter((secret) => secret !== undefined);
  }

  /** The address and account of the embedded service; undefined while it does not run or the account is unknown. */
  async reachEmbedded(): Promise<{ base: string; account: Account } | undefined> {
    const reached = await this.#connections.embedded?.reach();
    if (!reached || !('account' in reached.access)) return undefined;
    return { base: reached.base, account: reached.access.account };
  }

  /** The key of an app instance that was just created in the embedded service. Throws if {@link addEmbeddedApp} would throw now. */
  embeddedKey(app: number): string {
    return this.#connections.embeddedKey(app);
  }

  /** Controls an app instance that was just created in the embedded service. Returns the key of the app. */
  addEmbeddedApp(app: ReadyLine['apps'][number]): string {
    return this.#connections.addEmbeddedApp(app);
  }

  close(): void {
    this.#connections.close();
  }

  /** The calls of screens about connections and secrets. */
  readonly calls: Calls<{ calls: typeof connectionCalls; events: LinkContract['events'] }> = {
    pasteConnection: ({ text }) => this.#connections.paste(text),
    handOverSecret: ({ secret }) => ({ reference: this.#connections.hold(secret) }),
    testConnection: (draft) => this.#connections.test(draft),
    saveConnection: (draft) => this.#connections.save(draft),
    removeConnection: ({ id }) => this.#connections.remove(id),
    reopenConnection: ({ id }) => this.#connections.reopen(id),
    chooseApps: ({ id, apps }) => this.#connections.choose(id, apps),
    unlockSecrets: ({ passphrase }) => done(this.#secrets.unlock(passphrase)),
    chooseSecrets: ({ passphrase }) => done(this.#secrets.choose(passphrase)),
    changePassphrase: ({ from, to }) => done(this.#secrets.changePassphrase(from, to)),
  };

  #secretsChanged(): void {
    this.#ports.changed('secrets');
    this.#connections.secretsChanged();
  }
}

function passphraseIn(secrets: SecretsPort): string | undefined {
  try {
    return secrets.passphrase();
  } catch {
    // A passphrase that cannot be read is unknown.
    return undefined;
  }
}

async function done(doing: Promise<void>): Promise<null> {
  await doing;
  return null;
}
