import type { TimeControl } from './field.ts';

/** Milliseconds shown at `now` (ms since the epoch). Source: decisions.md "Control updates". */
export function elapsed(timer: TimeControl, now: number): number {
  return timer.value + (timer.isRunning ? now - timer.UTC : 0);
}
