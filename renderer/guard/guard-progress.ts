import type { GuardedKey } from '../../contract/desk-api/desk-api.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { armedFor } from '../../contract/press-machine.ts';
import { texts } from '../texts/texts.ts';

const words = texts.guard;

/**
 * The progress of a guarded key: a word, the elapsed share of its time (0 to 1), and the time left in words. `now`: ms since the epoch
 * by the desk's clock.
 */
export function guardProgress(
  { state, until }: GuardedKey,
  { binding, now }: { binding: KeyBinding | undefined; now: number },
) {
  const whole = state === 'armed' ? armedFor : binding?.guard?.kind === 'hold' ? binding.guard.milliseconds : 0;
  const left = Math.min(whole, Math.max(0, until - now));
  return {
    word: state === 'held' ? words.hold : words.armed,
    elapsed: whole > 0 ? 1 - left / whole : 0,
    left: `${(left / 1000).toFixed(1)} s`,
  };
}

/** Empty without a guard. */
export function guardCaption({ guard }: Pick<KeyBinding, 'guard'>): string {
  if (!guard) return '';
  return guard.kind === 'hold' ? words.holdFor(guard.milliseconds / 1000) : words.pressTwice;
}
