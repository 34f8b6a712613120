import { tooOld } from '../../../contract/link/link.ts';

/** The time tag of what is to happen at once. */
export const immediately = 1n;

/** Milliseconds from 1900, where NTP begins, to 1970. */
const to1970 = 2_208_988_800_000;
/** Milliseconds after which the seconds of NTP begin again; next in 2036. */
const era = 2 ** 32 * 1_000;
/** Milliseconds that the clocks of two machines may differ without a word. */
const clocksApart = 250;

/** Milliseconds since the time of a time tag; less than 0 for one to come. It is taken for the nearest time that it can mean. */
export function ageOf(timetag: bigint, now: number): number {
  const age = now + to1970 - (Number(timetag) / 2 ** 32) * 1_000;
  return age - Math.round(age / era) * era;
}

/** The time tag of a time (ms since 1970). */
export function timetagOf(time: number): bigint {
  return BigInt.asUintN(64, BigInt(Math.round(((time + to1970) / 1_000) * 2 ** 20)) << 12n);
}

/** When a message was sent, by the time tags of the bundles that it came in. */
export interface Timing {
  /** Milliseconds ago. 0 if nobody says, or the clock of the sender is a little ahead. */
  age: number;
  /** Why that is not carried out, in a sentence; empty if it is. */
  refused: 'late' | 'early' | '';
}

/** The age of a message in bundles with these time tags. */
export function timingOf(timetags: readonly bigint[], now: number): Timing {
  const ages = timetags.filter((timetag) => timetag !== immediately).map((timetag) => ageOf(timetag, now));
  const [oldest, newest] = [Math.max(0, ...ages), Math.min(0, ...ages)];
  if (newest < -clocksApart) return { age: newest, refused: 'early' };
  return { age: oldest, refused: oldest >= tooOld ? 'late' : '' };
}
