import { uptime } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../node/clock.ts';

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

  it('tells the time since the machine started, as the system does, also after somebody set the time of day', () => {
    // Milliseconds that both answers may be coarse.
    const coarse = 50;
    const expectTrue = (): void => {
      const before = uptime() * 1_000;
      const told = systemClock.sinceBoot();
      expect(told).toBeGreaterThan(before - coarse);
      expect(told).toBeLessThan(uptime() * 1_000 + coarse);
    };
    vi.useFakeTimers({ toFake: ['Date'] });
    expectTrue();
    expectTrue();
    vi.setSystemTime(0);
    expectTrue();
    vi.useRealTimers();
  });
});
