/** The age (ms) of the last confirmation from which the screen warns. A live service confirms several times a second. */
const warnAfter = { live: 2_000, polled: 8_000 };

/** The age of the last confirmation in words; `age` in milliseconds, null for never. */
export function ageText(age: number | null): string {
  if (age === null) return 'never confirmed';
  const seconds = age / 1000;
  if (seconds < 10) return `confirmed ${(Math.floor(seconds * 10) / 10).toFixed(1)} s ago`;
  if (seconds < 60) return `confirmed ${Math.floor(seconds)} s ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `confirmed ${minutes} min ${Math.floor(seconds) % 60} s ago`;
  return `confirmed ${Math.floor(minutes / 60)} h ${minutes % 60} min ago`;
}

/** How alarming an age (ms) is; `trusted`: the screen still believes the last confirmation. */
export function ageLevel(
  age: number | null,
  { trusted, truth }: { trusted: boolean; truth: keyof typeof warnAfter },
): 'good' | 'warn' | 'alarm' {
  if (!trusted || age === null) return 'alarm';
  return age > warnAfter[truth] ? 'warn' : 'good';
}
