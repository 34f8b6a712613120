/** A timer's forms; `ss.t` is seconds with tenths. */
export type TimerFormat = 'mm:ss' | 'h:mm:ss' | 'ss.t';

/**
 * What a timer shows for `milliseconds`. Minutes of `mm:ss` go past 59, as a match clock does. Parts of the smallest unit
 * are not shown, always downwards in time, so that ten minutes to go read -10:00 for their whole first second.
 * @throws Error for a format that it does not know
 */
export function timerText(milliseconds: number, format: string): string {
  const tenths = Math.floor(milliseconds / 100);
  const seconds = Math.floor(milliseconds / 1_000);
  const sign = milliseconds < 0 ? '-' : '';
  const whole = Math.abs(seconds);
  switch (format as TimerFormat) {
    case 'mm:ss':
      return `${sign}${two(whole / 60)}:${two(whole % 60)}`;
    case 'h:mm:ss':
      return `${sign}${Math.floor(whole / 3_600)}:${two((whole / 60) % 60)}:${two(whole % 60)}`;
    case 'ss.t':
      return `${sign}${two(Math.abs(tenths) / 10)}.${Math.abs(tenths) % 10}`;
    default:
      throw new Error(`there is no timer format "${format}"`);
  }
}

const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
