import { type ErrorDetail, OverlayError } from '../../contract/errors.ts';

/** No refusal names more problems than this. */
const mostDetails = 100;

/** The 400 for a package that is not taken: it names the first problem and lists all. `path` is a file of the package. */
export function graphicRefused(details: readonly ErrorDetail[]): OverlayError {
  const [first] = details;
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  const where = first?.path ? `${first.path}: ` : '';
  return new OverlayError(
    'graphic-refused',
    `The graphic was not installed: ${where}${first?.message ?? ''}${more}`,
    details.slice(0, mostDetails),
  );
}
