import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import type { SecretFile } from '../ports.ts';

/** The name of the file with the sealed secrets, in the desk's data directory. */
export const secretsName = 'secrets.json';

/** The owner may read and write it, and nobody else anything: what is sealed may still be guessed at. */
const ownerOnly = 0o600;

/** The file with the sealed secrets, written whole or not at all, in the way the settings are. */
export function secretFile(directory: string): SecretFile {
  const file = join(directory, secretsName);
  return {
    file,
    read() {
      let text: string;
      try {
        text = readFileSync(file, 'utf8');
      } catch (error) {
        // A file that cannot be looked for is not one that is not there.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
      return JSON.parse(text) as unknown;
    },
    write(content) {
      const options = { cwd: directory, configName: 'secrets', fileExtension: 'json', configFileMode: ownerOnly };
      // Made anew each time: it reads the file as it is made, and throws rather than lose one that it does not understand.
      const conf = new Conf<Record<string, unknown>>({
        ...options,
        clearInvalidConfig: false,
        accessPropertiesByDotNotation: false,
      });
      conf.store = content as Record<string, unknown>;
    },
  };
}
