import type { Cue, CuePlace, CueStep } from '../../contract/desk-api/cue.ts';

/** The known durations of a rundown, planned or from the steps. All in milliseconds. */
export interface RundownTimes {
  total: number;
  /** From the start of the next cue to the end. */
  ahead: number;
  /** From the start of the running cue to the next one, including automatic cues in between. */
  running: number;
  /** By cue, from the next one on, where known: from the start of the next cue to its own start. */
  until: ReadonlyMap<string, number>;
  /** Cues of unknown length; they count as 0. */
  open: number;
}

/** The times of the enabled cues, in the order of their rundown. `runs`: the id of the running cue. */
export function rundownTimes(cues: readonly Cue[], next: CuePlace | null, runs?: string): RundownTimes {
  const until = new Map<string, number>();
  let [total, ahead, running, open] = [0, 0, 0, 0];
  let [isAhead, isKnown, isRunning] = [false, true, false];
  for (const cue of cues) {
    isAhead ||= cue.id === next?.cue;
    if (isAhead && isKnown) until.set(cue.id, ahead);
    const length = cueLength(cue);
    if (length === undefined) open += 1;
    if (isAhead && length === undefined) isKnown = false;
    isRunning = cue.id === runs || (isRunning && !isAhead);
    if (isRunning) running += length ?? 0;
    // A cue that waits for a go comes after it, whatever is next.
    isRunning &&= cue.steps.at(-1)?.follow.on !== 'go';
    total += length ?? 0;
    if (isAhead) ahead += length ?? 0;
  }
  return { total, ahead, running, until, open };
}

/**
 * How long a cue lasts until its follower (ms): as planned, else by the times of its steps. Undefined if it waits for a
 * go.
 */
export function cueLength({ planned, steps }: Pick<Cue, 'planned' | 'steps'>): number | undefined {
  if (planned !== undefined) return planned;
  return steps
    .map(stepLength)
    .reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0);
}

function stepLength({ delay, duration, follow }: CueStep): number | undefined {
  if (follow.on === 'start') return 0;
  if (follow.on !== 'go') return delay + follow.after;
  return duration === null ? undefined : delay + duration;
}
