import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { codeOf } from '../contract/errors.ts';
import type { SecretFile } from '../desk/ports.ts';

const secretsName = 'secrets.json';

/** Owner only: a sealed secret can still be attacked by guessing. */
const ownerOnly = 0o600;

/** Written completely or not at all. */
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
