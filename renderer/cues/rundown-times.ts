import type { Cue, CuePlace, CueStep } from '../../contract/desk-api/cue.ts';

/** How long a rundown takes, as far as its plan and its own times tell. All in milliseconds. */
export interface RundownTimes {
  total: number;
  /** From the start of the next cue to the end. */
  ahead: number;
  /** From the start of the cue that runs to the next one, past what follows by itself in between. */
  running: number;
  /** By cue, from the next one on, as far as anybody can tell: from the start of the next cue to its own. */
  until: ReadonlyMap<string, number>;
  /** The cues of which nobody can tell how long they last. They count as nothing. */
  open: number;
}

/** The times of the cues that a go does not pass over, in the order of their rundown. `runs`: the id of the cue that runs. */
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
    // What waits for a go comes after it, whatever is next.
    isRunning &&= cue.steps.at(-1)?.follow.on !== 'go';
    total += length ?? 0;
    if (isAhead) ahead += length ?? 0;
  }
  return { total, ahead, running, until, open };
}

/**
 * How long a cue lasts until what comes after it (ms): as it is planned, else by the times of its steps. Undefined if it
 * waits for a go, and nobody can tell when that comes.
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
