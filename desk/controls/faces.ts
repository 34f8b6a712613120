import type { Action } from '../../contract/desk-api/action.ts';
import type { ControllerBinding } from '../../contract/desk-api/controller.ts';
import { positionOf } from './fader.ts';
import { judgedOf, type LampTruth, lampStateFor } from './lamp-state.ts';
import type { Face } from './surface.ts';

/** What controls show. */
export interface FaceTruth extends LampTruth {
  /** What operators call what an action acts on; undefined if it acts on nothing of its own, or on what is gone. */
  name(action: Action): string | undefined;
  /**
   * The number of the field of an action as the service confirmed it, with the limits of the field; undefined where there is none, and
   * while another one is staged or pending: nothing moves then under the hand of an operator.
   */
  confirmed(action: Action): { value: number; min: number; max: number } | undefined;
}

/** What a control shows; undefined for nothing. A control that moves has a position, and no lamp. */
export function faceFor({ action, fader, encoder }: ControllerBinding, truth: FaceTruth): Face | undefined {
  const name = truth.name(action);
  const named = name === undefined ? {} : { name };
  if (fader ?? encoder) {
    const number = truth.confirmed(action);
    const { value = 0, min = 0, max = 100 } = number ?? {};
    const range = fader ?? { from: min, to: max, curve: 'linear' as const };
    const word = judgedOf(action, truth)?.tally;
    return { ...named, ...(word && { word }), ...(number && { position: positionOf(value, range) }) };
  }
  const state = lampStateFor(action, truth);
  const word = judgedOf(action, truth)?.tally;
  return state && { state, ...named, ...(word && { word }) };
}
