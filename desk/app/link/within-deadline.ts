import { OverlayError } from '../../../contract/errors.ts';
import type { Clock } from '../../../contract/clock.ts';

/** The signal aborts with `deadline-passed` after this many milliseconds. */
export async function withinDeadline<Answer>(
  clock: Pick<Clock, 'after'>,
  milliseconds: number,
  run: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const late = new AbortController();
  const callOff = clock.after(milliseconds, () => late.abort(new OverlayError('deadline-passed')));
  try {
    return await run(late.signal);
  } finally {
    callOff();
  }
}
