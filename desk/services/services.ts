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
  settings: ConnectionSettings[] | undefined;
  save(settings: ConnectionSettings[]): void;
  serviceWanted(wanted: boolean): void;
  changed(): void;
  secretsChanged(): void;
  warn(text: string): void;
}

const atFirst: ConnectionSettings[] = [{ kind: 'embedded', id: 'embedded', name: 'This desk' }];

export class Services {
  readonly #ports: ServicesPorts;
  readonly #secrets: Secrets;
  readonly #connections: Connections;
  /** Reads run one after the other, because a read may move the account. */
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
    });
  }

  get connections(): ConnectionView[] {
    return this.#connections.view;
  }

  get unopened(): UnopenedApp[] {
    return this.#connections.unopened;
  }

  get secretStore(): Pick<SecretStore, 'get' | 'set' | 'delete'> {
    return this.#secrets;
  }

  get secrets(): SecretsView {
    return this.#secrets.view;
  }

  serviceReady(ready: ReadyLine): void {
    this.#connections.embedded?.serviceReady(ready);
  }

  serviceEnded(reason: string): void {
    this.#connections.embedded?.serviceEnded(reason);
  }

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

  /** Includes passwords, tokens and the start passphrase. */
  async knownSecrets(): Promise<string[]> {
    // An unreadable account is unknown, so it is in no file of a bundle.
    const embedded = await this.embeddedAccount().catch(() => undefined);
    const started = passphraseIn(this.#ports.secrets);
    const known = [embedded?.password, started, ...(await this.#connections.knownSecrets())];
    return known.filter((secret) => secret !== undefined);
  }

  async reachEmbedded(): Promise<{ base: string; account: Account } | undefined> {
    const reached = await this.#connections.embedded?.reach();
    if (!reached || !('account' in reached.access)) return undefined;
    return { base: reached.base, account: reached.access.account };
  }

  /** Throws if {@link addEmbeddedApp} would throw now. */
  embeddedKey(app: number): string {
    return this.#connections.embeddedKey(app);
  }

  addEmbeddedApp(app: ReadyLine['apps'][number]): string {
    return this.#connections.addEmbeddedApp(app);
  }

  close(): void {
    this.#connections.close();
  }

  readonly calls: Calls<{ calls: typeof connectionCalls; events: LinkContract['events'] }> = {
    pasteConnection: ({ text }) => this.#connections.paste(text),
    handOverSecret: ({ secret }) => ({ reference: this.#connections.hold(secret) }),
    testConnection: (draft) => this.#connections.test(draft),
    saveConnection: (draft) => this.#connections.save(draft),
    removeConnection: ({ id }) => this.#connections.remove(id),
    reopenConnection: ({ id }) => this.#connections.reopen(id),
    chooseApps: ({ id, apps }) => this.#connections.choose(id, apps),
    unlockSecrets: ({ passphrase }) => this.#secrets.unlock(passphrase),
    chooseSecrets: ({ passphrase }) => this.#secrets.choose(passphrase),
    changePassphrase: ({ from, to }) => this.#secrets.changePassphrase(from, to),
  };

  #secretsChanged(): void {
    this.#ports.changed();
    this.#ports.secretsChanged();
    this.#connections.secretsChanged();
  }
}

function passphraseIn(secrets: SecretsPort): string | undefined {
  try {
    return secrets.passphrase();
  } catch {
    // An unreadable passphrase counts as unknown.
    return undefined;
  }
}
