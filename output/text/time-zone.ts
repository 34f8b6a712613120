const second = 1_000;
const day = 24 * 60 * 60 * second;
/** A time of day counts as reached for this long (ms); then the countdown runs to the next one. */
const recent = 60 * 60 * second;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A formatter for the Gregorian calendar in Latin digits. Cached: creating one takes a good part of a frame.
 * @param zone a name of the IANA time zone database, or `local`
 * @throws Error for an unknown zone or language
 */
export function formatOf(language: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, zone, options]);
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(localeOf(language), { ...options, ...timeZone(zone) });
  formats.set(key, format);
  return format;
}

function localeOf(language: string): Intl.Locale {
  try {
    return new Intl.Locale(language, { calendar: 'gregory', numberingSystem: 'latn' });
  } catch {
    throw new Error(`there is no language "${language}"`);
  }
}

function timeZone(zone: string): { timeZone?: string } {
  if (zone === 'local') return {};
  try {
    return { timeZone: new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone };
  } catch {
    throw new Error(`there is no time zone "${zone}"`);
  }
}

const wallParts = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

/** A zone's local time as if it were UTC: the UTC parts of `new Date(wall)`. `instant`: ms since the epoch. */
export function wallTime(instant: number, zone: string): number {
  const parts = new Map<string, number>();
  for (const { type, value } of formatOf('en', zone, wallParts).formatToParts(instant)) {
    parts.set(type, Number(value));
  }
  const part = (name: string): number => parts.get(name) ?? 0;
  const whole = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return whole + (((instant % second) + second) % second);
}

/**
 * The instant (ms since the epoch) at which a zone's local time is `wall`. A time that occurs twice (clocks go back)
 * means the first. A skipped time (clocks go forward) moves forward by the length of the skip.
 */
export function instantOf(wall: number, zone: string): number {
  const offset = (near: number): number => wallTime(near, zone) - near;
  const [before, after] = [wall - offset(wall - day), wall - offset(wall + day)];
  const shown = [Math.min(before, after), Math.max(before, after)].find((instant) => wallTime(instant, zone) === wall);
  return shown ?? before;
}

const timeOfDay = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const dateAndTime = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Time since a countdown's target (ms); negative before it.
 * @param until a time of day, or an ISO 8601 date and time, in `zone` if it has no offset
 * @throws Error if it is neither
 */
export function sinceTime(until: string, zone: string, now: number): number {
  const text = until.trim();
  const [, hours, minutes, seconds = '0'] = timeOfDay.exec(text) ?? [];
  if (Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60) {
    return sinceTimeOfDay((Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * second, zone, now);
  }
  const iso = dateAndTime.exec(text);
  const withOffset = iso?.[1] !== undefined;
  const time = iso ? Date.parse(text.replace(' ', 'T') + (withOffset || text.length === 10 ? '' : 'Z')) : Number.NaN;
  if (Number.isNaN(time)) throw new Error(`"${until}" is neither a time of day nor an ISO 8601 date and time`);
  return now - (withOffset ? time : instantOf(time, zone));
}

function sinceTimeOfDay(time: number, zone: string, now: number): number {
  const today = Math.floor(wallTime(now, zone) / day) * day;
  const times = [-day, 0, day, 2 * day].map((days) => instantOf(today + days + time, zone));
  const latest = times.filter((instant) => instant <= now).at(-1);
  if (latest !== undefined && now - latest < recent) return now - latest;
  return now - (times.find((instant) => instant > now) ?? now);
}
