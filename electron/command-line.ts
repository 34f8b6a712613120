import { resolve } from 'node:path';
import { Command } from 'commander';

/**
 * The directory that `--data DIR` or `--data=DIR` names, absolute; undefined where there is no such flag. Other words are
 * left alone: Electron and the system hand over words of their own.
 */
export function dataDirectory(words: readonly string[]): string | undefined {
  const program = new Command()
    .option('--data [DIR]')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .parse(words, { from: 'user' });
  const { data } = program.opts<{ data?: string | true }>();
  if (data === undefined) return undefined;
  if (data === true || data === '') throw new Error('--data needs a directory, as in --data DIR');
  return resolve(data);
}
