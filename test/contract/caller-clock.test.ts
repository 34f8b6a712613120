import { describe, expect, it } from 'vitest';
import { CallerClock } from '../../contract/link/caller-clock.ts';

/** The clock of the caller is so far ahead of that of the desk (ms). */
const ahead = 1_000_000;
const hour = 3_600_000;

/** A caller whose clock may run fast or slow, and times as the desk's clock shows them. */
function caller(rate = 1) {
  const clock = new CallerClock();
  const theirs = (time: number): number => time * rate + ahead;
  return {
    /** It was asked at `asked`, read its clock at `read`, and its answer arrived at `heard`. */
    told: (asked: number, read = asked, heard = read, stoodStill = 0): void =>
      clock.heard(asked, theirs(read - stoodStill), heard),
    /** The age of what happened at `then`, at `now`. */
    age: (then: number, now: number, stoodStill = 0): number => Math.round(clock.age(theirs(then - stoodStill), now)),
  };
}

describe('the clock of a caller', () => {
  it('tells the age of what happened, whatever the two clocks show', () => {
    const { told, age } = caller();
    told(0, 1, 2);
    expect([age(100, 101), age(200, 250), age(400, 8_400)]).toEqual([0, 49, 7_995]);
  });

  it('tells nothing before the first answer', () => {
    expect(caller().age(0, 8_000)).toBe(0);
  });

  it('is not misread by an answer that was held up, on its way there or back', () => {
    const { told, age } = caller();
    told(0, 1, 2);
    told(5_000, 5_001, 20_000);
    told(25_000, 40_000, 40_001);
    expect(age(40_000, 48_000)).toBeCloseTo(7_980, -2);
  });

  it('tells the age of each press that was held up, however many there were, and how far apart they arrive', () => {
    const { told, age } = caller();
    told(0);
    const burst = Array.from({ length: 100 }, (_, at) => age(at * 10, 8_000 + at * 1_500));
    expect(Math.min(...burst)).toBeGreaterThan(6_900);
  });

  it.each([
    ['fast', 1.000_4],
    ['slow', 0.999_6],
  ])('that runs %s is followed through a shift of ten hours, idle or not', (_, rate) => {
    const { told, age } = caller(rate);
    for (let time = 0; time <= 10 * hour; time += 5_000) told(time, time + 1, time + 2);
    const now = 10 * hour + 5_000;
    expect([age(now, now + 1), age(now - 15_000, now)]).toEqual([0, expect.closeTo(15_000, -2)]);
  });

  it.each([
    ['the screen', 600_000],
    ['the desk', -600_000],
  ])('is known anew with the next answer after %s slept', (_, stoodStill) => {
    const { told, age } = caller();
    told(0, 1, 2);
    const now = 700_000;
    told(now, now + 1, now + 2, stoodStill);
    expect([age(now + 3, now + 4, stoodStill), age(now - 8_000, now, stoodStill)]).toEqual([0, 7_999]);
  });
});
