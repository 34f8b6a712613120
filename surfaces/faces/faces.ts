import { texts } from '../../contract/texts/texts.ts';
import { type Action, actionCaption, actions } from '../../contract/actions/actions.ts';
import { type ControllerBinding, isTurned, type LampState } from '../../contract/desk-api/controller.ts';
import { positionOf } from '../faders/fader.ts';
import type { Face } from '../surface.ts';
import type { LampSource } from '../../contract/actions/action-kind.ts';
import type { CueState, CueView, RundownView } from '../../contract/desk-api/cue.ts';
import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import type { Tally } from '../../contract/model/tally.ts';

export interface FaceTruth extends LampTruth, Pick<CueTruth, 'goesOut'> {
  /** The operator's name of the action's target; undefined if the action has no target or the target is gone. */
  name(action: Action): string | undefined;
  /** The confirmed number with its limits; undefined while another is staged or sent: no motor moves under a hand. */
  confirmed(action: Action): { value: number; min: number; max: number } | undefined;
}

export function faceFor({ control, action, fader, encoder }: ControllerBinding, truth: FaceTruth): Face {
  const name = truth.name(action);
  const due = dueOf(action, truth);
  const typist =
    'subComposition' in action ? truth.sub(action.subComposition)?.editors?.find(({ words }) => words) : null;
  const does = typist ? texts.faces.editing(typist.hand) : actionCaption(action, undefined);
  const named = { ...(name !== undefined && { name }), does, ...(due && { due }) };
  const state = lampStateFor(action, truth);
  const word = judgedOf(action, truth)?.tally;
  const tally = word && { word };
  // Knobs of panels have a display for both.
  const shown = isTurned(control) && state ? { state } : {};
  if (fader || encoder || isTurned(control)) {
    const number = truth.confirmed(action);
    const { value = 0, min = 0, max = 100 } = number ?? {};
    const range = fader ?? { from: min, to: max, curve: 'linear' as const };
    return { ...named, ...tally, ...shown, ...(number && { position: positionOf(value, range) }) };
  }
  return { ...named, ...(state && { state }), ...tally };
}

type LampFacts = Pick<SubCompositionView, 'tally' | 'onAir' | 'editors'>;

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

/** Undefined if the action shows nothing, or its rundown is gone. */
export function lampStateFor(action: Action, truth: LampTruth): LampState | undefined {
  const { lamp } = actions[action.do];
  // A control for a later cue shows the cue, not whether its rundown can go.
  const isLater = action.do === 'go' && action.ahead !== undefined;
  return lamps[isLater ? 'target' : lamp](action, truth);
}

const lampOfTarget = (action: Action, truth: LampTruth): LampState => {
  const judged = judgedOf(action, truth);
  return judged ? lampStates[judged.tally][judged.onAir === 'yes' ? 'onAir' : 'else'] : 'off';
};

const lamps: Readonly<Record<LampSource, (action: Action, truth: LampTruth) => LampState | undefined>> = {
  target: lampOfTarget,
  cueFiredLast: lampOfTarget,
  cuedSubCompositions: (_action, truth) => (truth.hasCued() ? 'cued' : 'out'),
  nextCue: lampOfRundown(({ next }) => (next === null ? 'out' : 'cued')),
  markedCues: lampOfRundown(({ marked }) => (marked.length > 0 ? 'cued' : 'out')),
  hold: lampOfRundown(({ hold }) => (hold ? 'requested' : 'out')),
  activeRundown: lampOfRundown(({ isActive }) => (isActive ? 'cued' : 'out')),
  none: () => undefined,
};

function lampOfRundown(lamp: (rundown: RundownTruth) => LampState): (typeof lamps)[LampSource] {
  return (action, truth) => {
    const rundown = truth.rundown('rundown' in action ? action.rundown : undefined);
    return rundown && lamp(rundown);
  };
}

function judgedOf(action: Action, truth: LampTruth): LampFacts | undefined {
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
  const rundown = 'rundown' in action ? action.rundown : undefined;
  if (actions[action.do].lamp === 'cueFiredLast') return truth.rundown(rundown)?.fired?.cue;
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
  HIDDEN: 'HIDDEN',
  DONE: 'OUT',
};

/** ON AIR stays visible while another change is requested or has failed. */
const lampStates: Readonly<Record<Tally, { onAir: LampState; else: LampState }>> = {
  OUT: { onAir: 'onAir', else: 'out' },
  CUED: { onAir: 'onAir', else: 'cued' },
  REQUESTED: { onAir: 'requestedOnAir', else: 'requested' },
  'ON AIR': { onAir: 'onAir', else: 'out' },
  HIDDEN: { onAir: 'onAir', else: 'out' },
  FAILED: { onAir: 'failedOnAir', else: 'failed' },
  UNKNOWN: { onAir: 'unknown', else: 'unknown' },
};
