import type { CueView } from '../../contract/desk-api/cue.ts';
import type { StepRun } from './step-run.ts';

/** The most important first. */
const precedence = ['UNKNOWN', 'REQUESTED', 'FAILED', 'ON AIR', 'WAITING', 'DONE'] as const;

/** `now`: milliseconds since the epoch. */
export function cueView(runs: readonly StepRun[], now: number): CueView {
  // Superseded runs count only for the on-air state.
  const present = runs.filter(({ isSuperseded }) => !isSuperseded);
  const states = new Set(present.map(({ state }) => state));
  const onAir = new Set(runs.map((run) => run.onAir));
  const [due] = runs.flatMap(({ timers }) => timers).sort((one, other) => one.timer.left - other.timer.left);
  return {
    state: precedence.find((one) => states.has(one)) ?? 'DONE',
    onAir: onAir.has('unknown') ? 'unknown' : onAir.has('yes') ? 'yes' : 'no',
    due: due ? dueOf(due, now) : null,
    reason: present.findLast(({ why }) => why !== '')?.why ?? '',
  };
}

export function dueOf({ what, timer }: StepRun['timers'][number], now: number): NonNullable<CueView['due']> {
  if (timer.isHeld) return { what, at: null, left: timer.left };
  return { what, at: timer.at(now), left: null };
}
