import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../desk/node-ports/clock.ts';

describe('the clock of this machine', () => {
  it('runs what was asked for once, not before its time, and not what was called off', async () => {
    const ran: string[] = [];
    const callOff = systemClock.after(5, () => ran.push('called off'));
    const from = systemClock.monotonic();
    const at = await new Promise<number>((resolve) => {
      systemClock.after(20, () => {
        ran.push('asked for');
        resolve(systemClock.monotonic());
      });
      callOff();
    });
    expect(ran).toEqual(['asked for']);
    // Timers count whole milliseconds, so one may come up to one early.
    expect(at - from).toBeGreaterThanOrEqual(19);
  });

  it('tells the time since the epoch', () => {
    const before = Date.now();
    expect(systemClock.now()).toBeGreaterThanOrEqual(before);
    expect(systemClock.now()).toBeLessThanOrEqual(Date.now());
  });
});
