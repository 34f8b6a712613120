import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { AccountPort } from '../ports.ts';

const Account = z.object({ email: z.string().min(1), password: z.string().min(1) });

/** The name of the file in the data directory of the embedded service, which keeps its first user's password there. */
export const accountName = 'admin-password';

/**
 * The account of the embedded service, as the service left it in its data directory. Rejects with a sentence, which never
 * tells of the content, where the file is there and cannot be used.
 */
export function accountFile(directory: string): AccountPort {
  const file = join(directory, accountName);
  return async () => {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT') throw new Error(`${file} cannot be read (${code}).`, { cause: error });
    });
    if (text === undefined) return undefined;
    const account = Account.safeParse(parsed(text));
    if (!account.success) throw new Error(`${file} is not one line of JSON with "email" and "password".`);
    return account.data;
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
