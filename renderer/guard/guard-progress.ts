import type { GuardedKey } from '../../contract/desk-api/desk-api.ts';
import { armedFor, type KeyBinding } from '../../contract/desk-api/key-binding.ts';

/** A guarded key on the screen: the word, how much of its time is over (0 to 1), and what is left of it in words. */
export interface GuardProgress {
  word: 'HOLD' | 'ARMED';
  over: number;
  left: string;
}

/** How far a guarded key is at `now` (ms since the epoch by the desk's clock). */
export function guardProgress(
  { state: stands, until }: GuardedKey,
  { binding, now }: { binding: KeyBinding | undefined; now: number },
): GuardProgress {
  const whole = stands === 'armed' ? armedFor : binding?.guard?.kind === 'hold' ? binding.guard.milliseconds : 0;
  const left = Math.min(whole, Math.max(0, until - now));
  const seconds = `${(left / 1000).toFixed(1)} s`;
  return { word: stands === 'held' ? 'HOLD' : 'ARMED', over: whole > 0 ? 1 - left / whole : 0, left: seconds };
}

/** How a key is guarded, for the Keys sheet; empty where it is not. */
export function guardCaption({ guard }: KeyBinding): string {
  if (!guard) return '';
  return guard.kind === 'hold' ? `hold ${guard.milliseconds / 1000} s` : 'press twice';
}
