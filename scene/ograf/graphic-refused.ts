import { type ErrorDetail, OverlayError } from '../../contract/errors.ts';

const mostDetails = 100;

/** The message has the first problem, the details all. Detail paths are files of the package. */
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
