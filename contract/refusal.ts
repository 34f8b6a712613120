import { type ErrorDetail, OverlayError } from './errors.ts';

/** An answer lists at most this many problems: a client that sends a thousand bad items needs only the first few. */
const mostDetails = 100;

/** The 400 for valid JSON that asks for something impossible. Its message names the first problem; its details list all. */
export function refusal(details: readonly ErrorDetail[]): OverlayError {
  return new OverlayError('body-invalid', `Nothing was changed: ${inShort(details)}`, details.slice(0, mostDetails));
}

/** The first problem with its path, and the number of further problems. */
export function inShort(details: readonly ErrorDetail[]): string {
  const [first] = details;
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  const where = first?.path ? `${first.path}: ` : '';
  return `${where}${first?.message ?? ''}${more}`;
}
