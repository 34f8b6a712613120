/** How old a confirmed answer may be (ms) before the screen warns, and before it raises an alarm. */
const warnAfter = 2_000;
const alarmAfter = 5_000;

/** The age of the last confirmed answer in words; `age` in milliseconds, null for never. */
export function ageText(age: number | null): string {
  if (age === null) return 'never confirmed';
  const seconds = age / 1000;
  if (seconds < 10) return `confirmed ${(Math.floor(seconds * 10) / 10).toFixed(1)} s ago`;
  if (seconds < 60) return `confirmed ${Math.floor(seconds)} s ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `confirmed ${minutes} min ${Math.floor(seconds) % 60} s ago`;
  return `confirmed ${Math.floor(minutes / 60)} h ${minutes % 60} min ago`;
}

/** How much an age (ms) should worry: a live service confirms several times a second. */
export function ageLevel(age: number | null, live: boolean): 'good' | 'warn' | 'alarm' {
  if (!live || age === null || age > alarmAfter) return 'alarm';
  return age > warnAfter ? 'warn' : 'good';
}
