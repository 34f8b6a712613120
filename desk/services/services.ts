import type { connectionCalls, ConnectionView, SecretsView } from '../../contract/desk-api/connections.ts';
import type { Calls, LinkContract } from '../../contract/link/link.ts';
import type { ReadyLine } from '../../contract/service-api/live-channel.ts';
import { Connections } from './connections.ts';
import { EmbeddedService } from './embedded-service.ts';
import type { Ground } from '../ground.ts';
import type { Account, SecretsPort } from '../ports.ts';
import type { Apps, UnopenedApp } from './remote-connection.ts';
import { embeddedAccount, keepEmbeddedAccount } from './secrets/embedded-account.ts';
import { Secrets } from './secrets/secrets.ts';

export class Services {
  readonly #ground: Ground;
  readonly #secrets: Secrets;
  readonly #connections: Connections;
  readonly #service: EmbeddedService;
  /** Reads run one after the other, because a read may move the account. */
  #account: Promise<Account | undefined> = Promise.resolve(undefined);

  constructor(ground: Ground, apps: Apps) {
    this.#ground = ground;
    const { clock, outside, faults } = ground;
    const { log, launchService } = outside;
    this.#secrets = new Secrets(outside.secrets, {
      conceal: (secret) => log.conceal(secret),
      knownError: faults.in('services'),
      changed: () => this.#secretsChanged(),
    });
    this.#service = new EmbeddedService(clock, launchService, {
      ready: (ready) => this.#connections.embedded?.serviceReady(ready),
      ended: (reason) => {
        apps.disconnect('embedded', reason);
        this.#connections.embedded?.serviceEnded(reason);
      },
    });
    this.#connections = new Connections(ground, apps, {
      secrets: this.#secrets,
      service: {
        wanted: (wanted) => this.#service.want(wanted),
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

  get secretStore(): Secrets {
    return this.#secrets;
  }

  get secrets(): SecretsView {
    return this.#secrets.view;
  }

  embeddedAccount(): Promise<Account | undefined> {
    const { accountFile: file, log } = this.#ground.outside;
    const ask = async (): Promise<Account | undefined> => {
      await this.#secrets.ready;
      const account = await embeddedAccount(file, this.#secrets, (why) => this.#ground.notices.warn(why));
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
    const started = passphraseIn(this.#ground.outside.secrets);
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

  /** Resolves when the embedded service has ended. */
  close(): Promise<void> {
    this.#connections.close();
    return this.#service.close();
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
    this.#ground.screens.changed();
    this.#ground.facts.secrets.tell();
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
