import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';

/** What the command line of the application asks for. */
export interface CommandLine {
  /** The directory of `--data DIR` or `--data=DIR`, absolute; undefined without this flag. */
  data: string | undefined;
  /** `--smoke`: whether to prove that the application works on this machine, and to end. */
  smoke: boolean;
  /** The show file that the system opens with the application, absolute; undefined for none. */
  show: string | undefined;
}

/**
 * Reads a command line. Other arguments are ignored, because Electron and the system add arguments of their own. `folder`: the directory that
 * relative paths start in.
 */
export function commandLine(words: readonly string[], folder = process.cwd()): CommandLine {
  const program = new Command()
    .option('--data [DIR]')
    .option('--smoke', '', false)
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .parse(words, { from: 'user' });
  const { data, smoke } = program.opts<{ data?: string | true; smoke: boolean }>();
  if (data === true || data === '' || data?.startsWith('-'))
    throw new Error('--data needs a directory, as in --data DIR');
  return { data: data === undefined ? undefined : resolve(folder, data), smoke, show: showIn(program.args, folder) };
}

/** Linux names files by their URL, the others by their path. */
function showIn(words: readonly string[], folder: string): string | undefined {
  const named = words.find((word) => /\.overlayshow$/i.test(word) && !word.startsWith('-'));
  if (named === undefined) return undefined;
  return named.startsWith('file:') ? fileURLToPath(named) : resolve(folder, named);
}
