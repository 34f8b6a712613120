import { actionCaption } from '../../contract/desk-api/action-caption.ts';
import type { Action } from '../../contract/desk-api/action.ts';
import { type ControllerBinding, isTurned } from '../../contract/desk-api/controller.ts';
import { positionOf } from '../faders/fader.ts';
import { type CueTruth, dueOf, judgedOf, type LampTruth, lampStateFor } from './lamp-state.ts';
import type { Face } from '../surface.ts';

/** What controls show. */
export interface FaceTruth extends LampTruth, Pick<CueTruth, 'goesOut'> {
  /** What operators call what an action acts on; undefined if it acts on nothing of its own, or on what is gone. */
  name(action: Action): string | undefined;
  /**
   * The number of the field of an action as the service confirmed it, with the limits of the field; undefined where there is none, and
   * while another one is staged or pending: nothing moves then under the hand of an operator.
   */
  confirmed(action: Action): { value: number; min: number; max: number } | undefined;
}

/** What a control shows. A control that moves has a position, and no lamp. */
export function faceFor({ control, action, fader, encoder }: ControllerBinding, truth: FaceTruth): Face {
  const name = truth.name(action);
  const due = dueOf(action, truth);
  const named = { ...(name !== undefined && { name }), does: actionCaption(action, undefined), ...(due && { due }) };
  const state = lampStateFor(action, truth);
  const word = judgedOf(action, truth)?.tally;
  const tally = word && { word };
  // The knobs of panels have a display for both.
  const shown = isTurned(control) && state ? { state } : {};
  if (fader || encoder || isTurned(control)) {
    const number = truth.confirmed(action);
    const { value = 0, min = 0, max = 100 } = number ?? {};
    const range = fader ?? { from: min, to: max, curve: 'linear' as const };
    return { ...named, ...tally, ...shown, ...(number && { position: positionOf(value, range) }) };
  }
  return { ...named, ...(state && { state }), ...tally };
}
