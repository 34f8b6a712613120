import { describe, expect, it } from 'vitest';
import { clockText } from '../../../output/text/clock-text.ts';
import { instantOf, sinceTime, wallTime } from '../../../output/text/time-zone.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const at = (text: string): number => Date.parse(text);
const told = (instant: string, zone: string, format = 'HH:mm:ss', language = 'en'): string =>
  clockText(at(instant), { zone, format, language });

describe('a clock', () => {
  it.each([
    ['UTC', '20:05:09'],
    ['Europe/Berlin', '22:05:09'],
    ['America/New_York', '16:05:09'],
    ['Asia/Kolkata', '01:35:09'],
    ['Australia/Lord_Howe', '06:35:09'],
    ['Pacific/Chatham', '08:50:09'],
  ])('in %s shows its time of day', (zone, text) => {
    expect(told('2026-07-14T20:05:09.999Z', zone)).toBe(text);
  });

  it.each([
    ['HH H hh h mm ss a', 'en', '00 0 12 12 05 09 AM'],
    ['EEEE EEE dd d MMMM MMM MM yyyy', 'en', 'Sunday Sun 03 3 May May 05 2026'],
    ["EEEE, d. MMMM, H:mm 'Uhr'", 'de', 'Sonntag, 3. Mai, 0:05 Uhr'],
    ['d MMMM', 'ru', '3 мая'],
    ['MMMM yyyy', 'ru', 'май 2026'],
    ['yyyy年M月', 'ja', undefined],
    ['yyyy年MM月dd日 EEEE', 'ja', '2026年05月03日 日曜日'],
    ['HH:mm d MMMM', 'ar-EG', '00:05 3 مايو'],
    ["h 'o''clock' a", 'en-US', "12 o'clock AM"],
    ["''HH''", 'en', "'00'"],
    ['HH•mm | ss–', 'en', '00•05 | 09–'],
  ])('writes %s in %s', (format, language, text) => {
    const write = (): string => told('2026-05-03T00:05:09Z', 'UTC', format, language);
    if (text === undefined) expect(write).toThrow(`the clock format "${format}" has no "M": words stand in quotes`);
    else expect(write()).toBe(text);
  });

  it('refuses a zone, a language and a format that there is not, each by its name', () => {
    const noon = '2026-05-03T12:00:00Z';
    expect(() => told(noon, 'Europe/Atlantis')).toThrow('there is no time zone "Europe/Atlantis"');
    expect(() => told(noon, 'UTC', 'HH', 'not a language')).not.toThrow();
    expect(() => told(noon, 'UTC', 'EEEE', 'not a language')).toThrow('there is no language "not a language"');
    expect(() => told(noon, 'UTC', 'HH:mm Uhr')).toThrow('the clock format "HH:mm Uhr" has no "U"');
    expect(() => told(noon, 'UTC', "HH 'h")).toThrow('the clock format "HH \'h" has a quote that is not closed');
  });

  it('shows the zone of the machine as local', () => {
    const local = new Date(at('2026-05-03T12:34:56Z'));
    const parts = [local.getHours(), local.getMinutes(), local.getSeconds()].map((part) =>
      String(part).padStart(2, '0'),
    );
    expect(told('2026-05-03T12:34:56Z', 'local')).toBe(parts.join(':'));
  });

  it.each([
    ['Europe/London', '2026-03-29T00:59:59Z', '00:59:59', '02:00:00'],
    ['Europe/London', '2026-10-25T00:59:59Z', '01:59:59', '01:00:00'],
    ['America/New_York', '2026-03-08T06:59:59Z', '01:59:59', '03:00:00'],
    ['America/New_York', '2026-11-01T05:59:59Z', '01:59:59', '01:00:00'],
    ['Australia/Lord_Howe', '2026-10-03T15:29:59Z', '01:59:59', '02:30:00'],
    ['America/Sao_Paulo', '2018-11-04T02:59:59Z', '23:59:59', '01:00:00'],
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '23:59:59', '00:00:00'],
  ])('in %s leaps with the clocks there, from one second to the next', (zone, instant, before, after) => {
    const from = at(instant);
    const shown = [from, from + 999, from + second].map((time) =>
      clockText(time, { zone, format: 'HH:mm:ss', language: 'en' }),
    );
    expect(shown).toEqual([before, before, after]);
  });

  it.each([
    ['Europe/Berlin', '2026-03-28T23:00:00Z', 23],
    ['Europe/Berlin', '2026-10-24T22:00:00Z', 25],
    ['America/New_York', '2026-03-08T05:00:00Z', 23],
    ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', 24.5],
  ])('in %s shows each second of a day with a leap once, in its place', (zone, midnight, hours) => {
    const face = { zone, format: 'HH:mm:ss', language: 'en' };
    const texts = Array.from({ length: hours * 3_600 }, (_, past) => clockText(at(midnight) + past * second, face));
    const steps = texts.slice(1).filter((text, place) => {
      const [from, to] = [texts[place] ?? '', text].map((each) => {
        const [hours, minutes, seconds] = each.split(':').map(Number);
        return (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0);
      });
      return (to ?? 0) - (from ?? 0) !== 1;
    });
    expect([texts[0], texts.at(-1), steps.length]).toEqual(['00:00:00', '23:59:59', 1]);
  });
});

describe('a time on the wall', () => {
  const wall = (text: string): number => at(`${text}Z`);

  it.each([
    ['Europe/Berlin', '2026-07-14T22:05:09', '2026-07-14T20:05:09Z'],
    ['Europe/Berlin', '2026-03-29T01:59:59', '2026-03-29T00:59:59Z'],
    // The clocks go from 2 to 3: half past two is half an hour after the leap.
    ['Europe/Berlin', '2026-03-29T02:30:00', '2026-03-29T01:30:00Z'],
    ['Europe/Berlin', '2026-03-29T03:00:00', '2026-03-29T01:00:00Z'],
    // The clocks go from 3 back to 2: half past two is there twice, and the first is meant.
    ['Europe/Berlin', '2026-10-25T02:30:00', '2026-10-25T00:30:00Z'],
    ['Europe/Berlin', '2026-10-25T03:00:00', '2026-10-25T02:00:00Z'],
    ['America/New_York', '2026-11-01T01:30:00', '2026-11-01T05:30:00Z'],
    ['Pacific/Apia', '2011-12-31T00:00:00', '2011-12-30T10:00:00Z'],
  ])('in %s, %s, is at %s', (zone, time, instant) => {
    expect(new Date(instantOf(wall(time), zone)).toISOString()).toBe(new Date(instant).toISOString());
  });

  it('and back is the same, in every hour of a year, but where the wall shows it twice', () => {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata']) {
      const twice: string[] = [];
      for (let instant = at('2026-01-01T00:00:00Z'); instant < at('2027-01-01T00:00:00Z'); instant += hour) {
        if (instantOf(wallTime(instant, zone), zone) !== instant) twice.push(new Date(instant).toISOString());
      }
      expect([zone, twice.length]).toEqual([zone, zone === 'Asia/Kolkata' ? 0 : 1]);
    }
  });
});

describe('a countdown to a time', () => {
  const left = (until: string, zone: string, now: string): number => -sinceTime(until, zone, at(now));

  it.each([
    ['20:00', 'Europe/Berlin', '2026-07-14T17:59:59.500Z', 500],
    ['20:00:30', 'Europe/Berlin', '2026-07-14T18:00:00Z', 30 * second],
    ['6:00', 'Europe/Berlin', '2026-07-14T18:00:00Z', 10 * hour],
    ['2026-07-15', 'Europe/Berlin', '2026-07-14T21:00:00Z', hour],
    ['2026-07-14 23:30', 'Europe/Berlin', '2026-07-14T21:00:00Z', 30 * minute],
    ['2026-07-14T23:30:15.250', 'Europe/Berlin', '2026-07-14T21:30:00Z', 15_250],
    ['2026-07-14T23:30Z', 'Europe/Berlin', '2026-07-14T21:30:00Z', 2 * hour],
    ['2026-07-14T23:30:00+05:30', 'Europe/Berlin', '2026-07-14T17:00:00Z', hour],
    // Over the night in which the clocks go forward there is an hour less, and back an hour more.
    ['06:00', 'Europe/Berlin', '2026-03-28T21:00:00Z', 7 * hour],
    ['06:00', 'Europe/Berlin', '2026-10-24T20:00:00Z', 9 * hour],
    ['06:00', 'America/New_York', '2026-03-08T03:00:00Z', 7 * hour],
    ['06:00', 'America/New_York', '2026-11-01T02:00:00Z', 9 * hour],
    ['2026-10-25T06:00', 'Europe/Berlin', '2026-10-24T20:00:00Z', 9 * hour],
    ['02:30', 'Europe/Berlin', '2026-03-29T00:30:00Z', hour],
  ])('to %s in %s, at %s, has %i ms to go', (until, zone, now, milliseconds) => {
    expect(left(until, zone, now)).toBe(milliseconds);
  });

  it('has come for an hour, and then runs to the next day', () => {
    const since = (past: number): number => sinceTime('20:00', 'UTC', at('2026-07-14T20:00:00Z') + past);
    expect([-1, 0, minute, hour - 1, hour].map(since)).toEqual([-1, 0, minute, hour - 1, hour - day]);
  });

  it('goes down by a second in each second of the half hours before and after a leap', () => {
    for (const leap of ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z']) {
      const begin = at(leap) - hour / 2;
      const steps = new Set<number>();
      let before = sinceTime('06:00', 'Europe/Berlin', begin);
      for (let now = begin + second; now < begin + hour; now += second) {
        const since = sinceTime('06:00', 'Europe/Berlin', now);
        steps.add(since - before);
        before = since;
      }
      expect([...steps]).toEqual([second]);
    }
  });

  it.each(['soon', '25:00', '12:60', '', '2026-13-01', '2026-07-14T25:00', '14.07.2026'])('refuses "%s"', (until) => {
    expect(() => left(until, 'UTC', '2026-07-14T20:00:00Z')).toThrow(
      `"${until}" is neither a time of day nor an ISO 8601 date and time`,
    );
  });
});
