import type { ErrorDetail } from '../contract/errors.ts';
import { checkContent, type ContentCheck } from '../scene/content/content-check.ts';
import { readJsonFile } from './json-file.ts';

/** A file knows nothing of what a service has: what it names there is taken to be there. */
export const anything = { asset: () => true, graphic: () => true };

/** A file that was looked at. `bytes` are what it holds, where it could be read. */
export type CheckedFile = ContentCheck & { bytes?: Uint8Array };

/** Read a composition and look at it. */
export async function checkFile(path: string): Promise<CheckedFile> {
  const read = await readJsonFile(path);
  if ('problems' in read) return { problems: read.problems, warnings: [], composition: null };
  return { ...checkContent(read.value, anything), bytes: read.bytes };
}

/** What there is to say of a file, a line for each: `FILE: path: message`, problems first. */
export function linesOf(shown: string, { problems, warnings }: Pick<ContentCheck, 'problems' | 'warnings'>): string[] {
  const line = ({ path, message }: ErrorDetail, mark: string): string =>
    `${shown}: ${mark}${path === '' ? '' : `${path}: `}${message}`;
  return [...problems.map((problem) => line(problem, '')), ...warnings.map((warning) => line(warning, 'warning: '))];
}
