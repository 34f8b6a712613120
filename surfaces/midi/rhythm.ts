import type { LampState } from '../../contract/desk-api/controller.ts';

/** Milliseconds of one step of a rhythm. */
export const stepOfRhythm = 150;

/**
 * How a lamp that has no color of its own for a state blinks: `#` is lit. A lamp that is on air is lit without a break, or with short gaps; any
 * other is dark most of the time, or for half of it. Every rhythm begins with light, and all are as long.
 */
export const rhythms = {
  cued: '#...........',
  requested: '###...###...',
  requestedOnAir: '#####.#####.',
  failed: '#.#.#.#.#.#.',
  failedOnAir: '######.#.#.#',
  unknown: '#.#.........',
} as const satisfies Partial<Record<LampState, string>>;
export type Rhythmic = keyof typeof rhythms;

/** The states that have a rhythm. */
export const rhythmic = Object.keys(rhythms) as Rhythmic[];

/** Whether a rhythm is lit at a time of the monotonic clock: all devices blink together. */
export function isLit(state: Rhythmic, at: number): boolean {
  const rhythm = rhythms[state];
  return rhythm[Math.floor(at / stepOfRhythm) % rhythm.length] === '#';
}
