import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import type { SecretFile } from '../desk/ports.ts';

/** The file with the sealed secrets, in the desk's data directory. */
const secretsName = 'secrets.json';

/** Readable and writable by the owner only: a sealed secret can still be attacked by guessing. */
const ownerOnly = 0o600;

/** The file with the sealed secrets. Like the settings, it is written completely or not at all. */
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
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
      return JSON.parse(text) as unknown;
    },
    write(content) {
      const options = { cwd: directory, configName: 'secrets', fileExtension: 'json', configFileMode: ownerOnly };
      // A new store for each write: it reads the file when created, and throws rather than lose a file that it does not
      // understand.
      const conf = new Conf<Record<string, unknown>>({
        ...options,
        clearInvalidConfig: false,
        accessPropertiesByDotNotation: false,
      });
      conf.store = content as Record<string, unknown>;
    },
  };
}
