import { z } from 'zod';
import { OverlayError } from '../../../contract/errors.ts';
import type { Account, AccountFile, SecretStore } from '../../ports.ts';

/** The id of the embedded service's account in the secret store. */
export const embeddedAccountId = 'embedded-account';

const Kept = z.object({ email: z.string(), password: z.string() });

export interface EmbeddedAccountPorts {
  file: AccountFile;
  secrets: Pick<SecretStore, 'get' | 'set'> & { readonly lasting: boolean };
  /** Told why the secret store did not take the account over, which then stays in the file. */
  stayed(why: string): void;
}

/**
 * The account of the embedded service. Where the service, or the operator, left it in a file, it is taken over from there:
 * kept in the secret store, read back from it, and only then removed. Where secrets do not last it stays in the file.
 * Rejects with a sentence where it cannot be read.
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

/** Keep an account that the operator entered. */
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
