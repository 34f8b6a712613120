import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileSync } from 'atomically';
import { z } from 'zod';
import { codeOf } from '../contract/errors.ts';
import { parsedJson } from '../contract/json-text.ts';

/** Key hashes of admitted browsers, oldest first. */
export interface KnownBrowsers {
  read(): readonly string[];
  write(hashes: readonly string[]): void;
}

const BrowsersFile = z.object({ version: z.literal(1), browsers: z.array(z.string()) });

/**
 * `trouble` reports an unreadable or unwritable file. An unreadable list counts as empty, so its browsers need a new
 * address.
 */
export function knownBrowsers(directory: string, trouble: (text: string) => void): KnownBrowsers {
  const file = join(directory, 'browsers.json');
  const failed = (what: string, error: unknown): void => {
    trouble(`${file} cannot be ${what} (${codeOf(error) ?? String(error)}).`);
  };
  return {
    read() {
      try {
        return BrowsersFile.parse(parsedJson(readFileSync(file, 'utf8'))).browsers;
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') failed('read', error);
        return [];
      }
    },
    write(browsers) {
      try {
        const content = { version: 1, browsers: [...browsers] } satisfies z.infer<typeof BrowsersFile>;
        writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
      } catch (error) {
        failed('written', error);
      }
    },
  };
}
