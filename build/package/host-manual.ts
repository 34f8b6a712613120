import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flagWords, plainFlag, variableWords } from '../../host/usage.js';
import { root } from '../set-up.js';

/** The manual of the host's package, for `man`: its text, with the flags and variables in the words that `--help` has for them. */
export function hostManual(): string {
  const text = readFileSync(join(root, 'build/package/host/overlay-desk-host.8'), 'utf8');
  return text.replace('.\\" FLAGS\n', entries(flagWords)).replace('.\\" VARIABLES\n', entries(variableWords));
}

function entries(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([name, explained]) => `.TP\n.B ${escaped(plainFlag(name))}\n${escaped(explained)}\n`)
    .join('');
}

/** Text as troff prints it: a plain "-" or "~" would become a sign that no shell knows, and a line may begin with no control character. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('~', '\\(ti').replace(/^[.']/, '\\&$&');
}
