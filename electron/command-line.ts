import { resolve } from 'node:path';

/**
 * The directory that `--data DIR` or `--data=DIR` names, absolute; undefined where there is no such flag. Other words are
 * left alone: Electron and the system hand over words of their own.
 */
export function dataDirectory(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === '--data' || word.startsWith('--data='));
  const flag = words[at];
  if (flag === undefined) return undefined;
  const directory = flag === '--data' ? words[at + 1] : flag.slice('--data='.length);
  if (!directory || directory.startsWith('-')) throw new Error('--data needs a directory, as in --data DIR');
  return resolve(directory);
}
