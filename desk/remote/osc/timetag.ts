import { tooOld } from '../../../contract/link/link.ts';

export const immediately = 1n;

/** Milliseconds from 1900 (NTP epoch) to 1970. */
const to1970 = 2_208_988_800_000;
/** Milliseconds after which NTP seconds wrap; next in 2036. */
const era = 2 ** 32 * 1_000;
/** Tolerated clock difference (ms) between two machines. */
const clocksApart = 250;

/** Age in ms, negative for the future. Assumes the NTP era closest to `now`. */
export function ageOf(timetag: bigint, now: number): number {
  const age = now + to1970 - (Number(timetag) / 2 ** 32) * 1_000;
  return age - Math.round(age / era) * era;
}

/** `time`: ms since 1970. */
export function timetagOf(time: number): bigint {
  return BigInt.asUintN(64, BigInt(Math.round(((time + to1970) / 1_000) * 2 ** 20)) << 12n);
}

export interface OscTiming {
  /** Milliseconds; 0 if unknown, or if the sender's clock is slightly ahead. */
  age: number;
  refused: 'late' | 'early' | '';
}

export function timingOf(timetags: readonly bigint[], now: number): OscTiming {
  const ages = timetags.filter((timetag) => timetag !== immediately).map((timetag) => ageOf(timetag, now));
  const [oldest, newest] = [Math.max(0, ...ages), Math.min(0, ...ages)];
  if (newest < -clocksApart) return { age: newest, refused: 'early' };
  return { age: oldest, refused: oldest >= tooOld ? 'late' : '' };
}
