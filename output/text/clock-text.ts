import { formatOf, wallTime } from './time-zone.ts';

export interface ClockFace {
  /** A name of the IANA time zone database, or `local`. */
  zone: string;
  format: string;
  /** BCP 47. */
  language: string;
}

const piece = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g;

/**
 * The time of day in a zone, in `format`.
 * @param instant milliseconds since the epoch
 * @throws Error for an unknown zone, language or format
 */
export function clockText(instant: number, face: ClockFace): string {
  const wall = new Date(wallTime(instant, face.zone));
  return [...face.format.matchAll(piece)]
    .map(([text, quoted]) => (quoted === undefined ? pieceText(text, wall, face) : unquoted(quoted)))
    .join('');
}

/** @param wall the local time of the zone, as if it were UTC */
function pieceText(text: string, wall: Date, face: ClockFace): string {
  const number = numberFor(text, wall);
  if (number !== undefined) return String(number).padStart(text.length, '0');
  const name = datePartFor(text, face.format);
  if (name) return datePartText(name, wall, face);
  if (text === "'") throw new Error(`the clock format "${face.format}" has a quote that is not closed`);
  if (/^[A-Za-z]/.test(text))
    throw new Error(`the clock format "${face.format}" has no "${text}": words stand in quotes`);
  return text;
}

function unquoted(words: string): string {
  return words === '' ? "'" : words.replaceAll("''", "'");
}

function numberFor(token: string, wall: Date): number | undefined {
  switch (token) {
    case 'HH':
    case 'H':
      return wall.getUTCHours();
    case 'hh':
    case 'h':
      return wall.getUTCHours() % 12 || 12;
    case 'mm':
      return wall.getUTCMinutes();
    case 'ss':
      return wall.getUTCSeconds();
    case 'dd':
    case 'd':
      return wall.getUTCDate();
    case 'MM':
      return wall.getUTCMonth() + 1;
    case 'yyyy':
      return wall.getUTCFullYear();
    default:
      return undefined;
  }
}

/** Formatter options for a word in a date, and the part of the result to use. */
interface DatePart {
  options: Intl.DateTimeFormatOptions;
  type: Intl.DateTimeFormatPartTypes;
}

/** A format with a day needs the month's form in dates: Russian May is `мая` there and `май` alone. */
function datePartFor(token: string, format: string): DatePart | undefined {
  const beside = /d/.test(format.replace(/'[^']*'/g, '')) ? ({ day: 'numeric' } as const) : {};
  switch (token) {
    case 'a':
      return { options: { hour: 'numeric', hour12: true }, type: 'dayPeriod' };
    case 'EEEE':
      return { options: { weekday: 'long' }, type: 'weekday' };
    case 'EEE':
      return { options: { weekday: 'short' }, type: 'weekday' };
    case 'MMMM':
      return { options: { month: 'long', ...beside }, type: 'month' };
    case 'MMM':
      return { options: { month: 'short', ...beside }, type: 'month' };
    default:
      return undefined;
  }
}

function datePartText({ options, type }: DatePart, wall: Date, { language }: ClockFace): string {
  const parts = formatOf(language, 'UTC', options).formatToParts(wall);
  return parts.find((part) => part.type === type)?.value ?? '';
}
