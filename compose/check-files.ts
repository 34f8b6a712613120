import { readFile } from 'node:fs/promises';
import { codeOf, type ErrorDetail, errorIn } from '../contract/errors.ts';
import { everythingInstalled } from '../scene/content/content-advice.ts';
import type { ContentCheck } from '../scene/content/content-check.ts';
import { checkContentText, onlyProblem } from '../scene/content/content-text.ts';

/** An unreadable file is a problem too. */
export async function checkFile(path: string): Promise<ContentCheck> {
  try {
    return checkContentText(await readFile(path), everythingInstalled);
  } catch (thrown) {
    return onlyProblem(unreadable(thrown));
  }
}

/** One line each: `FILE: path: message`, problems first. */
export function linesOf(shown: string, { problems, warnings }: Pick<ContentCheck, 'problems' | 'warnings'>): string[] {
  const line = ({ path, message }: ErrorDetail, mark: string): string =>
    `${shown}: ${mark}${path === '' ? '' : `${path}: `}${message}`;
  return [...problems.map((problem) => line(problem, '')), ...warnings.map((warning) => line(warning, 'warning: '))];
}

function unreadable(thrown: unknown): string {
  const code = codeOf(thrown);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'is a folder, and no file';
  return `cannot be read: ${errorIn(thrown).message}`;
}
