import { z } from 'zod';
import { errorIn, OverlayError } from '../../../contract/errors.ts';
import type { Account, AccountFile } from '../../ports.ts';
import type { Secrets } from './secrets.ts';

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
      stayed(`The account in ${file.file} stays there: ${errorIn(error).message}`);
    });
  }
  return left;
}

export async function keepEmbeddedAccount(account: Account, secrets: Secrets): Promise<void> {
  await secrets.set(embeddedAccountId, JSON.stringify(account));
}

async function takeOver(left: Account, file: AccountFile, secrets: Secrets): Promise<void> {
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

async function kept(secrets: Secrets): Promise<Account | undefined> {
  const text = await secrets.get(embeddedAccountId);
  return text === undefined ? undefined : Kept.parse(JSON.parse(text));
}
