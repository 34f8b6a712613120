import { resolve } from 'node:path';
import { Command } from 'commander';

/**
 * The directory of `--data DIR` or `--data=DIR`, absolute; undefined without this flag. Other arguments are ignored,
 * because Electron and the system add arguments of their own.
 */
export function namedDirectory(words: readonly string[]): string | undefined {
  const program = new Command()
    .option('--data [DIR]')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .parse(words, { from: 'user' });
  const { data } = program.opts<{ data?: string | true }>();
  if (data === undefined) return undefined;
  if (data === true || data === '' || data.startsWith('-'))
    throw new Error('--data needs a directory, as in --data DIR');
  return resolve(data);
}
