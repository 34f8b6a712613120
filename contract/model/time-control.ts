import type { TimeControl } from './field.ts';

/** Milliseconds that a timer shows at `now` (milliseconds since the epoch). Source: decisions.md "Control updates". */
export function elapsed(timer: TimeControl, now: number): number {
  return timer.value + (timer.isRunning ? now - timer.UTC : 0);
}
