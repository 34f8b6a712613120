import { texts } from '../contract/texts/texts.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { codeOf, OverlayError } from '../contract/errors.ts';
import type { SecretFile, AccountFile } from '../desk/ports.ts';
import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { parsedJson } from '../contract/json-text.ts';

const secretsName = 'secrets.json';

/** Owner only: a sealed secret can still be attacked by guessing. */
const ownerOnly = 0o600;

export function secretFile(directory: string): SecretFile {
  const file = join(directory, secretsName);
  return {
    file,
    read() {
      let text: string;
      try {
        text = readFileSync(file, 'utf8');
      } catch (error) {
        // A file that cannot be accessed is not a missing file.
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
      return JSON.parse(text) as unknown;
    },
    write(content) {
      const options = { cwd: directory, configName: 'secrets', fileExtension: 'json', configFileMode: ownerOnly };
      // A new store per write: it reads the file when created, and throws rather than lose an unknown file.
      const conf = new Conf<Record<string, unknown>>({
        ...options,
        clearInvalidConfig: false,
        accessPropertiesByDotNotation: false,
      });
      conf.store = content as Record<string, unknown>;
    },
  };
}

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
        if (code !== 'ENOENT') throw new OverlayError('secret-unreadable', texts.services.fileUnreadable(file, code));
      });
      if (text === undefined) return undefined;
      const account = AccountJson.safeParse(parsedJson(text));
      if (account.success) return account.data;
      throw new OverlayError('secret-unreadable', texts.services.fileWrong(file));
    },
    remove: () => rm(file, { force: true }),
  };
}
