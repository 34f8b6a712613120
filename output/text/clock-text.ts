import { formatOf, wallTime } from './time-zone.ts';

export interface ClockFace {
  /** A name of the IANA time zone database, or `local`. */
  zone: string;
  format: string;
  /** BCP 47. */
  language: string;
}

const piece = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g;

/** `instant`: milliseconds since the epoch. Throws for an unknown zone, language or format. */
export function clockText(instant: number, face: ClockFace): string {
  const wall = new Date(wallTime(instant, face.zone));
  return [...face.format.matchAll(piece)]
    .map(([text, quoted]) => (quoted === undefined ? pieceText(text, wall, face) : unquoted(quoted)))
    .join('');
}

/** @param wall the local time of the zone, as if it were UTC */
function pieceText(text: string, wall: Date, face: ClockFace): string {
  const number = numbers[text]?.(wall);
  if (number !== undefined) return String(number).padStart(text.length, '0');
  const name = dateParts[text];
  if (name) return datePartText(name, wall, face);
  if (text === "'") throw new Error(`the clock format "${face.format}" has a quote that is not closed`);
  if (/^[A-Za-z]/.test(text))
    throw new Error(`the clock format "${face.format}" has no "${text}": words stand in quotes`);
  return text;
}

function unquoted(words: string): string {
  return words === '' ? "'" : words.replaceAll("''", "'");
}

const numbers: Partial<Record<string, (wall: Date) => number>> = {
  HH: (wall) => wall.getUTCHours(),
  H: (wall) => wall.getUTCHours(),
  hh: (wall) => wall.getUTCHours() % 12 || 12,
  h: (wall) => wall.getUTCHours() % 12 || 12,
  mm: (wall) => wall.getUTCMinutes(),
  ss: (wall) => wall.getUTCSeconds(),
  dd: (wall) => wall.getUTCDate(),
  d: (wall) => wall.getUTCDate(),
  MM: (wall) => wall.getUTCMonth() + 1,
  yyyy: (wall) => wall.getUTCFullYear(),
};

/** Formatter options for a word in a date, and the part of the result to use. */
interface DatePart {
  options: Intl.DateTimeFormatOptions;
  type: Intl.DateTimeFormatPartTypes;
}

const dateParts: Partial<Record<string, DatePart>> = {
  a: { options: { hour: 'numeric', hour12: true }, type: 'dayPeriod' },
  EEEE: { options: { weekday: 'long' }, type: 'weekday' },
  EEE: { options: { weekday: 'short' }, type: 'weekday' },
  MMMM: { options: { month: 'long' }, type: 'month' },
  MMM: { options: { month: 'short' }, type: 'month' },
};

/** A format with a day needs the month's form in dates: Russian May is `мая` there and `май` alone. */
function datePartText({ options, type }: DatePart, wall: Date, { format, language }: ClockFace): string {
  const besideDay = type === 'month' && /d/.test(format.replace(/'[^']*'/g, ''));
  const parts = formatOf(language, 'UTC', besideDay ? { ...options, day: 'numeric' } : options).formatToParts(wall);
  return parts.find((part) => part.type === type)?.value ?? '';
}
