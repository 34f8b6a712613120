import { actionCaption } from '../../contract/actions/actions.ts';
import type { Action } from '../../contract/actions/actions.ts';
import { type ControllerBinding, isTurned } from '../../contract/desk-api/controller.ts';
import { positionOf } from '../faders/fader.ts';
import { type CueTruth, dueOf, judgedOf, type LampTruth, lampStateFor } from './lamp-state.ts';
import type { Face } from '../surface.ts';

export interface FaceTruth extends LampTruth, Pick<CueTruth, 'goesOut'> {
  /** The operator's name of the action's target; undefined if the action has no target or the target is gone. */
  name(action: Action): string | undefined;
  /**
   * The confirmed number of the action's field with its limits. Undefined while another number is staged or pending: a
   * motor never moves under a hand.
   */
  confirmed(action: Action): { value: number; min: number; max: number } | undefined;
}

export function faceFor({ control, action, fader, encoder }: ControllerBinding, truth: FaceTruth): Face {
  const name = truth.name(action);
  const due = dueOf(action, truth);
  const named = { ...(name !== undefined && { name }), does: actionCaption(action, undefined), ...(due && { due }) };
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
