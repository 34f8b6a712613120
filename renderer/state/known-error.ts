import { asOverlayError, OverlayError } from '../../contract/errors.ts';

/**
 * Any thrown value as an error that can be shown. A value that nobody expected is handed to the handler of uncaught errors
 * too, which has the desk log it.
 */
export function knownError(thrown: unknown): OverlayError {
  if (!(thrown instanceof OverlayError)) reportError(thrown);
  return asOverlayError(thrown, 'screen-failed');
}
