import { z } from 'zod';
import { errorIn, OverlayError } from '../../../contract/errors.ts';
import type { Account, AccountFile, SecretStore } from '../../ports.ts';

const embeddedAccountId = 'embedded-account';

const Kept = z.object({ email: z.string(), password: z.string() });

export interface EmbeddedAccountPorts {
  file: AccountFile;
  secrets: Pick<SecretStore, 'get' | 'set'> & { readonly lasting: boolean };
  /** Called when the secret store refused the account, which stays in the file. */
  stayed(why: string): void;
}

/**
 * Moves the account from a file to the secret store; removes it only after reading it back. Stays in the file for
 * in-memory secrets. Rejects with a sentence.
 */
export async function embeddedAccount(ports: EmbeddedAccountPorts): Promise<Account | undefined> {
  const left = await ports.file.read();
  if (!left) return kept(ports.secrets);
  if (ports.secrets.lasting) {
    await takeOver(left, ports).catch((error: unknown) => {
      ports.stayed(`The account in ${ports.file.file} stays there: ${errorIn(error).message}`);
    });
  }
  return left;
}

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
