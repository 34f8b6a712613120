import { type ErrorDetail, OverlayError } from './errors.ts';

/** No answer names more problems than this: a client that sends a thousand bad items needs the first few. */
const mostDetails = 100;

/** The 400 for a request that is JSON and asks for something that cannot be: it names the first problem and lists all. */
export function refusal(details: readonly ErrorDetail[]): OverlayError {
  return new OverlayError('body-invalid', `Nothing was changed: ${inShort(details)}`, details.slice(0, mostDetails));
}

/** The first problem with its place, and how many more there are. */
export function inShort(details: readonly ErrorDetail[]): string {
  const [first] = details;
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  const where = first?.path ? `${first.path}: ` : '';
  return `${where}${first?.message ?? ''}${more}`;
}
