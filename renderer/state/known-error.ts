import { tooOld } from '../../contract/link/link.ts';
import { asOverlayError, OverlayError } from '../../contract/errors.ts';

/**
 * Makes any thrown value an error that can be shown. An unexpected value also goes to the handler of uncaught errors,
 * which has the desk log it.
 */
export function knownError(thrown: unknown): OverlayError {
  if (!(thrown instanceof OverlayError)) reportError(thrown);
  return asOverlayError(thrown, 'screen-failed');
}

/** The answer of the desk. Throws a {@link knownError}. `tell`: it has not answered for as long as a press counts. */
export async function answered<Answer>(asked: Promise<Answer>, tell: () => void): Promise<Answer> {
  const timer = setTimeout(tell, tooOld);
  try {
    return await asked;
  } catch (thrown) {
    throw knownError(thrown);
  } finally {
    clearTimeout(timer);
  }
}

/** The desk answers to a press at once, unless the press waits for its outcome. */
export function isPress(call: string, request: unknown): boolean {
  return call === 'key' || (call === 'do' && typeof request === 'object' && request !== null && !('wait' in request));
}
