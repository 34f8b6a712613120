import { resolve } from 'node:path';
import { Command } from 'commander';

/** What the command line of the application asks for. */
export interface CommandLine {
  /** The directory of `--data DIR` or `--data=DIR`, absolute; undefined without this flag. */
  data: string | undefined;
  /** `--smoke`: whether to prove that the application works on this machine, and to end. */
  smoke: boolean;
}

/** Reads a command line. Other arguments are ignored, because Electron and the system add arguments of their own. */
export function commandLine(words: readonly string[]): CommandLine {
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
  return { data: data === undefined ? undefined : resolve(data), smoke };
}
