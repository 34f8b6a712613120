import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileSync } from 'atomically';
import { z } from 'zod';
import { parsedJson } from '../contract/json-text.ts';

/** The browsers that were let in, each by the hash of its key, the oldest first. */
export interface KnownBrowsers {
  read(): readonly string[];
  write(hashes: readonly string[]): void;
}

const Content = z.object({ version: z.literal(1), browsers: z.array(z.string()) });

/**
 * The browsers that were let in, in the data directory. `trouble` hears of a file that cannot be read or written. A list
 * that cannot be read counts as empty: those browsers then need a new address.
 */
export function knownBrowsers(directory: string, trouble: (text: string) => void): KnownBrowsers {
  const file = join(directory, 'browsers.json');
  const failed = (what: string, error: unknown): void => {
    trouble(`${file} cannot be ${what} (${(error as NodeJS.ErrnoException).code ?? String(error)}).`);
  };
  return {
    read() {
      try {
        return Content.parse(parsedJson(readFileSync(file, 'utf8'))).browsers;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed('read', error);
        return [];
      }
    },
    write(browsers) {
      try {
        const content = { version: 1, browsers: [...browsers] } satisfies z.infer<typeof Content>;
        writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
      } catch (error) {
        // The browser is let in until the desk ends.
        failed('written', error);
      }
    },
  };
}
