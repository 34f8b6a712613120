/** `at`: ms since the epoch. Local time of day: `18:30:05`. */
export function timeOfDay(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

/** Local time of day of an ISO date: `18:30:05.3`. */
export function timeOfDayInTenths(at: string): string {
  const time = Date.parse(at);
  return `${timeOfDay(time)}.${Math.floor((time % 1_000) / 100)}`;
}

/** Local date and time of an ISO date: `2026-01-02 03:04:05`. */
export function localMoment(at: string): string {
  const date = new Date(at);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day} ${timeOfDay(date.getTime())}`;
}
