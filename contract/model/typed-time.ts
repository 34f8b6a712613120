/** Converts typed seconds (`1:05`, `1.5`, `1:30:00`) to milliseconds; undefined if invalid, as `12:75` is. */
export function typedTime(text: string): number | undefined {
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5}(?:[.,]\d{1,3})?)$/.exec(text.trim());
  if (!match) return undefined;
  const [hours, minutes, seconds] = match.slice(1).map((part) => part && Number(part.replace(',', '.')));
  if ((hours !== undefined && Number(minutes) >= 60) || (minutes !== undefined && Number(seconds) >= 60))
    return undefined;
  return Math.round(((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds)) * 1_000);
}

/** As {@link typedTime}, for a clock on air: a number alone may mean minutes or seconds, so it is refused. */
export function typedClock(text: string): number | undefined {
  return text.includes(':') ? typedTime(text) : undefined;
}
