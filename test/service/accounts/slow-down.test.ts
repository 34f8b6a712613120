import { describe, expect, it } from 'vitest';
import { SlowDown } from '../../../service/accounts/slow-down.ts';

const minute = 60_000;

describe('who fails again and again', () => {
  it('waits twice as long each time, after the failures that are free, up to a limit', () => {
    const slow = new SlowDown({ free: 2, longest: 5_000 });
    const waits = Array.from({ length: 6 }, () => {
      slow.failed('ada', 0);
      return slow.wait('ada', 0);
    });
    expect(waits).toEqual([0, 0, 1_000, 2_000, 4_000, 5_000]);
    expect([slow.wait('ada', 4_000), slow.wait('ada', 5_000), slow.wait('grace', 0)]).toEqual([1_000, 0, 0]);
  });

  it('is forgiven after a success', () => {
    const slow = new SlowDown({ free: 0, longest: 5_000 });
    slow.failed('ada', 0);
    slow.succeeded('ada', 'all');
    expect(slow.wait('ada', 0)).toBe(0);
    slow.failed('ada', 0);
    expect(slow.wait('ada', 0)).toBe(1_000);
  });

  it('is forgiven this one try only, where many share what is counted', () => {
    const slow = new SlowDown({ free: 1, longest: 5_000 });
    for (let tries = 0; tries < 3; tries += 1) slow.failed('here', 0);
    slow.succeeded('here', 'one');
    expect(slow.wait('here', 0)).toBe(0);
    slow.failed('here', 0);
    expect(slow.wait('here', 0)).toBe(2_000);
  });

  it('is forgotten after a quarter of an hour', () => {
    const slow = new SlowDown({ free: 0, longest: 60 * minute });
    for (let tries = 0; tries < 20; tries += 1) slow.failed('ada', 0);
    expect([slow.wait('ada', 14 * minute), slow.wait('ada', 15 * minute)]).toEqual([46 * minute, 0]);
    slow.failed('ada', 15 * minute);
    expect(slow.wait('ada', 15 * minute)).toBe(1_000);
  });

  it('is not remembered without end: the oldest of ten thousand goes first', () => {
    const slow = new SlowDown({ free: 0, longest: 5_000 });
    for (let name = 0; name <= 10_000; name += 1) slow.failed(String(name), 0);
    expect([slow.wait('0', 0), slow.wait('1', 0), slow.wait('10000', 0)]).toEqual([0, 1_000, 1_000]);
  });
});
