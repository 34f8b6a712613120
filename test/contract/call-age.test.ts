import { describe, expect, it } from 'vitest';
import { CallAge } from '../../contract/link/call-age.ts';

/** The clock of the caller is so far ahead of that of the desk (ms). */
const ahead = 1_000_000;

function ages() {
  const age = new CallAge(2_000);
  /** A call with a cause at `then`, which arrives at `now`, both by the clock of the desk. */
  return (then: number, now: number): number => Math.round(age.of(then + ahead, now));
}

describe('the age of a call', () => {
  it('is what it took longer than the quickest one, whatever the two clocks show', () => {
    const of = ages();
    expect([of(0, 5), of(100, 101), of(200, 250), of(300, 301), of(400, 8_400)]).toEqual([0, 0, 49, 0, 7_995]);
  });

  it('is that of each call that was held up, however many there were', () => {
    const of = ages();
    of(0, 1);
    const burst = Array.from({ length: 100 }, (_, at) => of(at * 10, 8_001));
    expect([burst[0], burst.at(-1)]).toEqual([7_996, 7_006]);
    expect(of(8_100, 8_101)).toBe(0);
  });

  it('is not mistaken for clocks that drift apart in a shift of ten hours', () => {
    const of = ages();
    const hour = 3_600_000;
    const slow = Array.from({ length: 600 }, (_, minute) => of((minute * hour) / 60, minute * (hour / 60 + 6)));
    expect(Math.max(...slow)).toBe(0);
    const other = ages();
    const fast = Array.from({ length: 600 }, (_, minute) => other(minute * (hour / 60 + 6), (minute * hour) / 60));
    expect(Math.max(...fast)).toBe(0);
  });

  it('starts anew after one end slept: one press is refused, and the next one counts', () => {
    const of = ages();
    of(0, 1);
    const slept = 600_000;
    expect(of(100, 101 + slept)).toBeGreaterThan(2_000);
    expect([of(1_600, 1_601 + slept), of(1_700, 1_701 + slept), of(1_800, 1_850 + slept)]).toEqual([0, 0, 49]);
  });
});
