import type { Action } from '../../contract/desk-api/action.ts';
import type { LampState } from '../../contract/desk-api/controller.ts';
import type { CueState, CueView, RundownView } from '../../contract/desk-api/cue.ts';
import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import type { Tally } from '../../contract/model/tally.ts';

type LampFacts = Pick<SubCompositionView, 'tally' | 'onAir'>;

interface RundownTruth extends Pick<RundownView, 'next' | 'hold' | 'marked' | 'fired'> {
  name: string;
  isActive: boolean;
}

export interface CueTruth {
  cue(id: string): Pick<CueView, 'state' | 'onAir' | 'due'> | undefined;
  cueName(id: string): string | undefined;
  rundown(id: string | undefined): RundownTruth | undefined;
  /** The cue of the next go, or of a go `by` cues later; undefined for none. */
  ahead(rundown: string | undefined, by: number): string | undefined;
  /** When a cue takes the sub-composition out automatically; null for never. */
  goesOut(address: string): CueView['due'];
}

export interface LampTruth extends Pick<CueTruth, 'cue' | 'rundown' | 'ahead'> {
  sub(address: string): LampFacts | undefined;
  hasCued(): boolean;
}

/**
 * The confirmed state of the action's sub-composition or cue. Go, Take Cued and marked cues: whether they can fire.
 * Hold: whether the rundown is held. Make active: whether it is active. Undefined if the action shows nothing.
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

type RundownAction = Extract<Action, { do: 'go' | 'fireMarked' | 'hold' | 'makeActive' }>;

function rundownLamp(action: RundownAction, truth: LampTruth): LampState | undefined {
  const rundown = truth.rundown(action.rundown);
  if (!rundown) return undefined;
  if (action.do === 'hold') return rundown.hold ? 'requested' : 'out';
  const isLit = { go: rundown.next !== null, fireMarked: rundown.marked.length > 0, makeActive: rundown.isActive };
  return isLit[action.do] ? 'cued' : 'out';
}

/** Undefined if the action has no target or the target is gone. */
export function judgedOf(action: Action, truth: LampTruth): LampFacts | undefined {
  if ('subComposition' in action) return truth.sub(action.subComposition);
  const cue = cueOf(action, truth);
  const view = cue === undefined ? undefined : truth.cue(cue);
  return view && { tally: view.onAir === 'unknown' ? 'UNKNOWN' : tallies[view.state], onAir: view.onAir };
}

/** The next automatic event of the action's cue or sub-composition; null for none. */
export function dueOf(action: Action, truth: Pick<CueTruth, 'cue' | 'rundown' | 'ahead' | 'goesOut'>): CueView['due'] {
  if ('subComposition' in action) return truth.goesOut(action.subComposition);
  const cue = cueOf(action, truth);
  return (cue === undefined ? undefined : truth.cue(cue)?.due) ?? null;
}

/** The only cue of an action, by id, by distance from the next cue, or as the cue fired last. Undefined for none. */
export function cueOf(action: Action, truth: Pick<CueTruth, 'rundown' | 'ahead'>): string | undefined {
  if ('cue' in action) return action.cue;
  if (action.do === 'endFired' || action.do === 'updateFired') return truth.rundown(action.rundown)?.fired?.cue;
  return action.do === 'go' && action.ahead !== undefined ? truth.ahead(action.rundown, action.ahead) : undefined;
}

/** A waiting cue is requested automatically; an armed cue fires at the next press. */
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

/** ON AIR stays visible while another change is requested or has failed. */
function lampOf(judged: LampFacts | undefined): LampState {
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
