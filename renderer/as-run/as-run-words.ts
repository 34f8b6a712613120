import type { AsRunLine } from '../../contract/desk-api/as-run.ts';
import { keyCaption } from '../keys/key-caption.ts';

const two = (part: number): string => String(part).padStart(2, '0');

/** The time of day here, to the tenth of a second. */
export function timeOfDay(at: string): string {
  const date = new Date(at);
  return `${clock(date)}.${Math.floor(date.getMilliseconds() / 100)}`;
}

/** The day and the time of day here: `2026-01-02 03:04:05`. */
export function moment(at: string): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock(date)}`;
}

function clock(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
}

/** How each trigger is called. */
export const triggerWords: Record<AsRunLine['trigger']['kind'], string> = {
  key: 'Key',
  pad: 'Pad',
  cue: 'Cue',
  screen: 'Screen',
  api: 'API',
  desk: 'Desk',
};

/** What made the desk do it: `Key F2`, `Screen`. */
export function triggerOf({ trigger: { kind, detail } }: AsRunLine): string {
  const named = kind === 'key' ? keyCaption(detail) : detail;
  return `${triggerWords[kind]} ${named}`.trim();
}

/** The names of what was asked something of. */
export function targetsOf({ targets }: AsRunLine): string {
  return targets.map(({ name }) => name).join(', ');
}
