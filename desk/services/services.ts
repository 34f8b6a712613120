import { texts } from '../../contract/texts/texts.ts';
import type { connectionCalls } from '../../contract/desk-api/connections.ts';
import type { Calls } from '../../contract/link/link.ts';
import { Connections } from './connections.ts';
import { EmbeddedService } from './embedded-connection.ts';
import type { Ground } from '../ground.ts';
import type { Account, SecretsPort, AccountFile } from '../ports.ts';
import type { Apps } from './remote-connection.ts';
import { Secrets } from './secrets/secrets.ts';
import { z } from 'zod';
import { errorIn, OverlayError } from '../../contract/errors.ts';

export class Services {
  readonly #ground: Ground;
  readonly secrets: Secrets;
  readonly connections: Connections;
  readonly #service: EmbeddedService;
  /** Reads run one after the other, because a read may move the account. */
  #account: Promise<Account | undefined> = Promise.resolve(undefined);

  constructor(ground: Ground, apps: Apps) {
    this.#ground = ground;
    const { clock, outside, faults } = ground;
    const { log, launchService } = outside;
    this.secrets = new Secrets(outside.secrets, {
      conceal: (secret) => log.conceal(secret),
      knownError: faults.in('services'),
      changed: () => this.#secretsChanged(),
    });
    this.#service = new EmbeddedService(clock, launchService, {
      ready: (ready) => this.connections.embedded?.serviceReady(ready),
      ended: (reason) => {
        apps.disconnect('embedded', reason);
        this.connections.embedded?.serviceEnded(reason);
      },
    });
    this.connections = new Connections(ground, apps, {
      secrets: this.secrets,
      service: {
        wanted: (wanted) => this.#service.want(wanted),
        account: () => this.embeddedAccount(),
        keepAccount: (account) => keepEmbeddedAccount(account, this.secrets),
      },
    });
  }

  embeddedAccount(): Promise<Account | undefined> {
    const { accountFile: file, log } = this.#ground.outside;
    const ask = async (): Promise<Account | undefined> => {
      await this.secrets.ready;
      const account = await embeddedAccount(file, this.secrets, (why) => this.#ground.notices.warn(why));
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
    const known = [embedded?.password, started, ...(await this.connections.knownSecrets())];
    return known.filter((secret) => secret !== undefined);
  }

  /** Resolves when the embedded service has ended. */
  close(): Promise<void> {
    this.connections.close();
    return this.#service.close();
  }

  get calls(): Calls<{ calls: typeof connectionCalls }> {
    return {
      ...this.connections.calls,
      unlockSecrets: ({ passphrase }) => this.secrets.unlock(passphrase),
      chooseSecrets: ({ passphrase }) => this.secrets.choose(passphrase),
      changePassphrase: ({ from, to }) => this.secrets.changePassphrase(from, to),
    };
  }

  #secretsChanged(): void {
    this.#ground.screens.changed();
    this.#ground.facts.secrets.tell();
    this.connections.secretsChanged();
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

const embeddedAccountId = 'embedded-account';

const Kept = z.object({ email: z.string(), password: z.string() });

/**
 * Moves the account from a file to the secret store; removes it only after reading it back. Stays in the file for
 * in-memory secrets, or if the store refused it: `stayed` gets the reason. Rejects with a sentence.
 */
export async function embeddedAccount(
  file: AccountFile,
  secrets: Secrets,
  stayed: (why: string) => void,
): Promise<Account | undefined> {
  const left = await file.read();
  if (!left) return kept(secrets);
  if (secrets.lasting) {
    await takeOver(left, file, secrets).catch((error: unknown) => {
      stayed(texts.services.accountStays(file.file, errorIn(error).message));
    });
  }
  return left;
}

async function keepEmbeddedAccount(account: Account, secrets: Secrets): Promise<void> {
  await secrets.set(embeddedAccountId, JSON.stringify(account));
}

async function takeOver(left: Account, file: AccountFile, secrets: Secrets): Promise<void> {
  await keepEmbeddedAccount(left, secrets);
  const back = await kept(secrets);
  if (back?.email !== left.email || back.password !== left.password) {
    throw new OverlayError('secret-unreadable', texts.services.notKept(file.file));
  }
  await file.remove();
}

async function kept(secrets: Secrets): Promise<Account | undefined> {
  const text = await secrets.get(embeddedAccountId);
  return text === undefined ? undefined : Kept.parse(JSON.parse(text));
}
