import type { Action } from '../../contract/desk-api/action.ts';
import type { LampState } from '../../contract/desk-api/controller.ts';
import type { CueState, CueView, RundownView } from '../../contract/desk-api/cue.ts';
import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import type { Tally } from '../../contract/model/tally.ts';

type Judged = Pick<SubCompositionView, 'tally' | 'onAir'>;

interface RundownTruth extends Pick<RundownView, 'next' | 'hold' | 'marked' | 'fired'> {
  name: string;
  isActive: boolean;
}

export interface CueTruth {
  cue(id: string): Pick<CueView, 'state' | 'onAir' | 'due'> | undefined;
  /** The operator's name of a cue; undefined if unknown. */
  cueName(id: string): string | undefined;
  /** A rundown, or the active one; undefined if there is none. */
  rundown(id: string | undefined): RundownTruth | undefined;
  /** The id of the cue that a go fires, or a go so many cues further on; undefined if there is none. */
  ahead(rundown: string | undefined, by: number): string | undefined;
  /** When a cue takes the sub-composition at an address out by itself; null if none does. */
  goesOut(address: string): CueView['due'];
}

/** What lamps are lit by. */
export interface LampTruth extends Pick<CueTruth, 'cue' | 'rundown' | 'ahead'> {
  /** The sub-composition at an address; undefined if there is none. */
  sub(address: string): Judged | undefined;
  /** Whether anything is cued. */
  hasCued(): boolean;
}

/**
 * What the lamp of a control shows: what its sub-composition or its cue is, as the service confirmed it; for Go, Take Cued and the marked
 * cues whether they have something to fire; for Hold that the rundown is held; for Make active that it is. Undefined if there is nothing to show of the action.
 */
export function lampStateFor(action: Action, truth: LampTruth): LampState | undefined {
  if ('subComposition' in action || 'cue' in action) return lampOf(judgedOf(action, truth));
  switch (action.do) {
    case 'updateFired':
    case 'endFired':
      return lampOf(judgedOf(action, truth));
    case 'takeCued':
      return truth.hasCued() ? 'cued' : 'out';
    case 'go':
      return action.ahead === undefined ? rundownLamp(action, truth) : lampOf(judgedOf(action, truth));
    case 'fireMarked':
    case 'hold':
    case 'makeActive':
      return rundownLamp(action, truth);
    case 'recallLook':
    case 'undo':
    case 'panic':
    case 'failOver':
    case 'failBack':
    case 'skip':
    case 'jumpTo':
    case 'rewind':
    case 'openPage':
    case 'turnPage':
    case 'fine':
      return undefined;
    default:
      return action satisfies never;
  }
}

type OfRundown = Extract<Action, { do: 'go' | 'fireMarked' | 'hold' | 'makeActive' }>;

function rundownLamp(action: OfRundown, truth: LampTruth): LampState | undefined {
  const rundown = truth.rundown(action.rundown);
  if (!rundown) return undefined;
  if (action.do === 'hold') return rundown.hold ? 'requested' : 'out';
  const isLit = { go: rundown.next !== null, fireMarked: rundown.marked.length > 0, makeActive: rundown.isActive };
  return isLit[action.do] ? 'cued' : 'out';
}

/** What is known of the sub-composition or the cue of an action; undefined if it has none, or that is gone. */
export function judgedOf(action: Action, truth: LampTruth): Judged | undefined {
  if ('subComposition' in action) return truth.sub(action.subComposition);
  const cue = cueOf(action, truth);
  const view = cue === undefined ? undefined : truth.cue(cue);
  return view && { tally: view.onAir === 'unknown' ? 'UNKNOWN' : tallies[view.state], onAir: view.onAir };
}

/** What happens by itself next to the cue or the sub-composition of an action; null if nothing does. */
export function dueOf(action: Action, truth: Pick<CueTruth, 'cue' | 'rundown' | 'ahead' | 'goesOut'>): CueView['due'] {
  if ('subComposition' in action) return truth.goesOut(action.subComposition);
  const cue = cueOf(action, truth);
  return (cue === undefined ? undefined : truth.cue(cue)?.due) ?? null;
}

/** The cue that an action acts on alone, also by where it is from the next one, or because it was fired last. Undefined if it has none. */
export function cueOf(action: Action, truth: Pick<CueTruth, 'rundown' | 'ahead'>): string | undefined {
  if ('cue' in action) return action.cue;
  if (action.do === 'endFired' || action.do === 'updateFired') return truth.rundown(action.rundown)?.fired?.cue;
  return action.do === 'go' && action.ahead !== undefined ? truth.ahead(action.rundown, action.ahead) : undefined;
}

/** A cue that waits will be requested by itself, and one that is armed is fired by the next press. */
const tallies: Readonly<Record<CueState, Tally>> = {
  IDLE: 'OUT',
  NEXT: 'CUED',
  ARMED: 'CUED',
  WAITING: 'REQUESTED',
  REQUESTED: 'REQUESTED',
  'ON AIR': 'ON AIR',
  FAILED: 'FAILED',
  UNKNOWN: 'UNKNOWN',
  DONE: 'OUT',
};

/** On air is seen also while something else of it is requested or has failed. */
function lampOf(judged: Judged | undefined): LampState {
  if (!judged) return 'off';
  const isOnAir = judged.onAir === 'yes';
  switch (judged.tally) {
    case 'REQUESTED':
      return isOnAir ? 'requestedOnAir' : 'requested';
    case 'FAILED':
      return isOnAir ? 'failedOnAir' : 'failed';
    case 'UNKNOWN':
      return 'unknown';
    case 'CUED':
      return isOnAir ? 'onAir' : 'cued';
    default:
      return isOnAir ? 'onAir' : 'out';
  }
}
