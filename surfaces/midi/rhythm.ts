import type { LampState } from '../../contract/desk-api/controller.ts';

export const stepOfRhythm = 150;

/**
 * Rhythms for lamps without a color for a state; `#` is lit. On air: lit, with at most short gaps. Other states: dark
 * for at least half of the time. All have one length and start lit.
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

export const rhythmic = Object.keys(rhythms) as Rhythmic[];

/** `at`: monotonic milliseconds. All devices blink together. */
export function isLit(state: Rhythmic, at: number): boolean {
  const rhythm = rhythms[state];
  return rhythm[Math.floor(at / stepOfRhythm) % rhythm.length] === '#';
}
