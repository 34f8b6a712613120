import { z } from 'zod';
import { OverlayError } from '../../../contract/errors.ts';
import type { Account, AccountFile, SecretStore } from '../../ports.ts';

/** The id of the embedded service's account in the secret store. */
const embeddedAccountId = 'embedded-account';

const Kept = z.object({ email: z.string(), password: z.string() });

export interface EmbeddedAccountPorts {
  file: AccountFile;
  secrets: Pick<SecretStore, 'get' | 'set'> & { readonly lasting: boolean };
  /** Called when the secret store did not accept the account. It stays in the file. */
  stayed(why: string): void;
}

/**
 * The account of the embedded service. If the service or the operator left it in a file, it moves to the secret store:
 * stored, read back, and only then removed from the file. It stays in the file if secrets are kept in memory only.
 * Rejects with a sentence if it cannot be read.
 */
export async function embeddedAccount(ports: EmbeddedAccountPorts): Promise<Account | undefined> {
  const left = await ports.file.read();
  if (!left) return kept(ports.secrets);
  if (ports.secrets.lasting) {
    await takeOver(left, ports).catch((error: unknown) => {
      ports.stayed(`The account in ${ports.file.file} stays there: ${(error as Error).message}`);
    });
  }
  return left;
}

/** Stores an account that the operator entered. */
export async function keepEmbeddedAccount(account: Account, secrets: Pick<SecretStore, 'set'>): Promise<void> {
  await secrets.set(embeddedAccountId, JSON.stringify(account));
}

async function takeOver(left: Account, { file, secrets }: EmbeddedAccountPorts): Promise<void> {
  await keepEmbeddedAccount(left, secrets);
  const back = await kept(secrets);
  if (back?.email !== left.email || back.password !== left.password) {
    throw new OverlayError(
      'secret-unreadable',
      `The secret store did not keep what is in ${file.file}, which stays there.`,
    );
  }
  await file.remove();
}

async function kept(secrets: Pick<SecretStore, 'get'>): Promise<Account | undefined> {
  const text = await secrets.get(embeddedAccountId);
  return text === undefined ? undefined : Kept.parse(JSON.parse(text));
}
