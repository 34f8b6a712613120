import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf, OverlayError } from '../contract/errors.ts';
import { parsedJson } from '../contract/json-text.ts';
import type { AccountFile } from '../desk/ports.ts';

const AccountJson = z.object({ email: z.string().min(1), password: z.string().min(1) });

/** In the data directory: the embedded service leaves the password of its first user here. */
const accountName = 'admin-password';

export function accountFile(directory: string): AccountFile {
  const file = join(directory, accountName);
  return {
    file,
    async read() {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        const code = codeOf(error) ?? '';
        if (code !== 'ENOENT') throw new OverlayError('secret-unreadable', `${file} cannot be read (${code}).`);
      });
      if (text === undefined) return undefined;
      const account = AccountJson.safeParse(parsedJson(text));
      if (account.success) return account.data;
      throw new OverlayError('secret-unreadable', `${file} is not one line of JSON with "email" and "password".`);
    },
    remove: () => rm(file, { force: true }),
  };
}
