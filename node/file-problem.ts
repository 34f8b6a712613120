import { texts } from '../contract/texts/texts.ts';
import { codeOf, errorIn } from '../contract/errors.ts';

/** Why a file or a folder cannot be read, as the rest of a sentence about it: `is not there`. */
export function fileProblem(error: unknown): string {
  const code = codeOf(error) ?? '';
  if (code === 'ENOENT' || code === 'ENOTDIR') return texts.reading.missing;
  if (code === 'EACCES' || code === 'EPERM') return texts.reading.forbidden;
  return texts.reading.unreadable(code || errorIn(error).message);
}
