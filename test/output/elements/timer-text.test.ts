import { describe, expect, it } from 'vitest';
import { elapsed } from '../../../contract/model/time-control.ts';
import { timerText } from '../../../output/elements/timer-text.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('a timer', () => {
  it.each([
    ['mm:ss', 0, '00:00'],
    ['mm:ss', 999, '00:00'],
    ['mm:ss', 1_000, '00:01'],
    ['mm:ss', 59_999, '00:59'],
    ['mm:ss', 90 * minute + 3_000, '90:03'],
    ['mm:ss', 125 * minute, '125:00'],
    ['mm:ss', -1, '-00:01'],
    ['mm:ss', -10 * minute, '-10:00'],
    ['mm:ss', -10 * minute + 999, '-10:00'],
    ['mm:ss', -10 * minute + 1_000, '-09:59'],
    ['h:mm:ss', 0, '0:00:00'],
    ['h:mm:ss', hour - 1, '0:59:59'],
    ['h:mm:ss', 25 * hour + 61_000, '25:01:01'],
    ['h:mm:ss', -hour, '-1:00:00'],
    ['ss.t', 0, '00.0'],
    ['ss.t', 99, '00.0'],
    ['ss.t', 9_950, '09.9'],
    ['ss.t', 75_300, '75.3'],
    ['ss.t', -50, '-00.1'],
  ])('in %s reads %i ms as %s', (format, milliseconds, text) => {
    expect(timerText(milliseconds, format)).toBe(text);
  });

  it('refuses a format that it does not know, by its name', () => {
    expect(() => timerText(0, 'weeks')).toThrow('there is no timer format "weeks"');
  });

  it('counts from its last change while it runs, and stands while it is held', () => {
    expect(elapsed({ UTC: 5_000, isRunning: true, value: 250 }, 7_000)).toBe(2_250);
    expect(elapsed({ UTC: 5_000, isRunning: false, value: 250 }, 7_000)).toBe(250);
  });
});
