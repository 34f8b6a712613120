import { asOverlayError, OverlayError } from '../../contract/errors.ts';

/**
 * Makes any thrown value an error that can be shown. An unexpected value also goes to the handler of uncaught errors,
 * which has the desk log it.
 */
export function knownError(thrown: unknown): OverlayError {
  if (!(thrown instanceof OverlayError)) reportError(thrown);
  return asOverlayError(thrown, 'screen-failed');
}
