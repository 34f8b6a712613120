import type { Clock } from '../../../contract/clock.ts';

export function pause(clock: Pick<Clock, 'after'>, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      callOff();
      signal.removeEventListener('abort', goOn);
      resolve();
    };
    const callOff = clock.after(Math.max(milliseconds, 0), goOn);
    signal.addEventListener('abort', goOn);
    if (signal.aborted) goOn();
  });
}
