import { type ErrorDetail, OverlayError } from '../../contract/errors.ts';

/** The most problems that one refusal lists. */
const mostDetails = 100;

/**
 * Creates the error for a package that is refused: its message names the first problem, its details list all. The path
 * of a detail is a file of the package.
 */
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
