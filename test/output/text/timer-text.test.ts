import { describe, expect, it } from 'vitest';
import { elapsed } from '../../../contract/model/time-control.ts';
import { type AtEnd, countdownText, timerText } from '../../../output/text/timer-text.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The frames of a 60 Hz picture. */
const frame = 1_000 / 60;

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

  it('shows in every frame of a day the second that it is in, and each second from its very first frame on', () => {
    const start = Date.UTC(2026, 2, 1, 20, 0, 0, 137);
    const time = { UTC: start, isRunning: true, value: 0 };
    const wrong: string[] = [];
    let changes = 0;
    let before = '';
    for (let at = 0; at * frame < day; at += 1) {
      const text = timerText(elapsed(time, start + at * frame), 'h:mm:ss');
      if (text === before) continue;
      changes += 1;
      before = text;
      const whole = Math.floor((at * frame) / 1_000);
      const [hours, minutes, seconds] = text.split(':').map(Number);
      const shown = (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0);
      // The frame before was still in the second before: this one is the first of its second.
      if (shown !== whole || (at > 0 && Math.floor(((at - 1) * frame) / 1_000) !== whole - 1)) wrong.push(text);
    }
    expect([changes, before, wrong]).toEqual([86_400, '23:59:59', []]);
  });
});

describe('a countdown', () => {
  const hold: AtEnd = { atEnd: 'hold', endText: '' };

  it.each([
    ['mm:ss', -10 * minute, '10:00'],
    ['mm:ss', -10 * minute + 999, '10:00'],
    ['mm:ss', -10 * minute + 1_000, '09:59'],
    ['mm:ss', -1, '00:01'],
    ['mm:ss', 0, '00:00'],
    ['mm:ss', 5_000, '00:00'],
    ['ss.t', -9_950, '10.0'],
    ['ss.t', -1, '00.1'],
    ['h:mm:ss', -hour - 1, '1:00:01'],
  ])('in %s reads %i ms from its end as %s, and holds zero', (format, milliseconds, text) => {
    expect(countdownText(milliseconds, format, hold)).toBe(text);
  });

  it('at its end continues below zero, goes, or gives way to words', () => {
    const shown = (atEnd: AtEnd['atEnd']): string[] =>
      [-1, 0, 999, 1_000, 61_000].map((at) => countdownText(at, 'mm:ss', { atEnd, endText: 'LIVE' }));
    expect(shown('continue')).toEqual(['00:01', '00:00', '00:00', '-00:01', '-01:01']);
    expect(shown('hide')).toEqual(['00:01', '', '', '', '']);
    expect(shown('text')).toEqual(['00:01', 'LIVE', 'LIVE', 'LIVE', 'LIVE']);
  });

  it('refuses a format that it does not know, also when it is over', () => {
    expect(() => countdownText(0, 'weeks', { atEnd: 'hide', endText: '' })).toThrow('no timer format "weeks"');
  });

  it('over a whole day shows each second once, and zero in the frame of its end', () => {
    let [changes, before, zeroAt] = [0, '', -1];
    for (let at = 0; at * frame <= day; at += 1) {
      const text = countdownText(at * frame - day, 'h:mm:ss', hold);
      if (text === before) continue;
      changes += 1;
      before = text;
      if (text === '0:00:00') zeroAt = at;
    }
    expect([changes, before, zeroAt]).toEqual([86_401, '0:00:00', day / frame]);
  });
});
