import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';

/** Ignores unknown arguments, because Electron and the system add their own. `folder`: base for relative paths. */
export function commandLine(words: readonly string[], folder = process.cwd()) {
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

/** Linux passes file URLs; other systems pass paths. */
function showIn(words: readonly string[], folder: string): string | undefined {
  const named = words.find((word) => /\.overlayshow$/i.test(word) && !word.startsWith('-'));
  if (named === undefined) return undefined;
  return named.startsWith('file:') ? fileURLToPath(named) : resolve(folder, named);
}
