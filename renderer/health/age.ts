import { texts } from '../texts/texts.ts';

const words = texts.health;

/**
 * The screen warns from this age (ms) of the last confirmation. A connected service confirms several times a second.
 */
const warnAfter = { live: 2_000, polled: 8_000 };

/** `age` in milliseconds, null for never. */
export function ageText(age: number | null): string {
  return age === null ? words.neverConfirmed : words.confirmed(agoText(age));
}

/** `3.2 s ago`, `5 min 3 s ago`. `age` in milliseconds. */
export function agoText(age: number): string {
  const seconds = age / 1000;
  if (seconds < 10) return words.secondsAgo((Math.floor(seconds * 10) / 10).toFixed(1));
  if (seconds < 60) return words.secondsAgo(String(Math.floor(seconds)));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return words.minutesAgo(minutes, Math.floor(seconds) % 60);
  return words.hoursAgo(Math.floor(minutes / 60), minutes % 60);
}

/** `age` in ms; `trusted`: the screen still believes the last confirmation. */
export function ageLevel(
  age: number | null,
  { trusted, truth }: { trusted: boolean; truth: keyof typeof warnAfter },
): 'good' | 'warn' | 'alarm' {
  if (!trusted || age === null) return 'alarm';
  return age > warnAfter[truth] ? 'warn' : 'good';
}
