import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flagWords, plainFlag, variableWords } from '../../host/usage.js';
import { root } from '../set-up.js';

/** Writes the host's manual for `man`, with the flags and variables as `--help` describes them. */
export function hostManual(): string {
  const text = readFileSync(join(root, 'build/package/host/overlay-desk-host.8'), 'utf8');
  return text.replace('.\\" FLAGS\n', entries(flagWords)).replace('.\\" VARIABLES\n', entries(variableWords));
}

function entries(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([name, explained]) => `.TP\n.B ${escaped(plainFlag(name))}\n${escaped(explained)}\n`)
    .join('');
}

/** Escapes text for troff, which replaces plain "-" and "~" and reads a leading "." or "'" as a command. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('~', '\\(ti').replace(/^[.']/, '\\&$&');
}
