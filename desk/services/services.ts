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
import type { Account, DeskPorts, SecretsPort } from '../ports.ts';
import { embeddedAccount, keepEmbeddedAccount } from './secrets/embedded-account.ts';
import { Secrets } from './secrets/secrets.ts';

export interface ServicesPorts extends Pick<DeskPorts, 'clock' | 'openRoute' | 'secrets' | 'accountFile'> {
  apps: AppPorts;
  /** What the settings hold; undefined where they say nothing of connections. */
  settings: ConnectionSettings[] | undefined;
  save(settings: ConnectionSettings[]): void;
  /** Run the embedded service, or let it end. */
  serviceWanted(wanted: boolean): void;
  /** These members of the view have changed. */
  changed(...members: ('connections' | 'secrets')[]): void;
  /** The operator must know this. */
  warn(text: string): void;
}

/** Without settings a desk has the service that it runs itself. */
const atFirst: ConnectionSettings[] = [{ kind: 'embedded', id: 'embedded', name: 'This desk' }];

/** The connections of the desk with its secrets. */
export class Services {
  readonly #ports: ServicesPorts;
  readonly #secrets: Secrets;
  readonly #connections: Connections;
  /** Taking the account over is done once at a time. */
  #account: Promise<Account | undefined> = Promise.resolve(undefined);

  constructor(ports: ServicesPorts) {
    this.#ports = ports;
    this.#secrets = new Secrets(ports.secrets, () => this.#secretsChanged());
    this.#connections = new Connections({
      ...ports,
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

  /** The apps that the operator chose, and that no connection has opened: nothing is known of them. */
  get unopened(): UnopenedApp[] {
    return this.#connections.unopened;
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

  /** The account of the embedded service; undefined where it is not known. Rejects where it cannot be read. */
  embeddedAccount(): Promise<Account | undefined> {
    const { accountFile: file, warn } = this.#ports;
    const ask = async (): Promise<Account | undefined> => {
      await this.#secrets.ready;
      return embeddedAccount({ file, secrets: this.#secrets, stayed: warn });
    };
    this.#account = this.#account.then(ask, ask);
    return this.#account;
  }

  /** Every secret that the desk can read now: passwords, tokens, and the passphrase that it was started with. */
  async knownSecrets(): Promise<string[]> {
    const embedded = await this.embeddedAccount().catch(() => undefined);
    const started = passphraseIn(this.#ports.secrets);
    const known = [embedded?.password, started, ...(await this.#connections.knownSecrets())];
    return known.filter((secret) => secret !== undefined);
  }

  /** The embedded service with its account; undefined while it does not run or its account is not known. */
  async reachEmbedded(): Promise<{ base: string; account: Account } | undefined> {
    const reached = await this.#connections.embedded?.reach();
    if (!reached || !('account' in reached.access)) return undefined;
    return { base: reached.base, account: reached.access.account };
  }

  /** An app instance was made in the embedded service: it is controlled from now on. Gives the key of the app. */
  addEmbeddedApp(app: ReadyLine['apps'][number]): string {
    return this.#connections.addEmbeddedApp(app);
  }

  close(): void {
    this.#connections.close();
  }

  /** What screens ask of connections and secrets. */
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
    return undefined;
  }
}

async function done(doing: Promise<void>): Promise<null> {
  await doing;
  return null;
}
