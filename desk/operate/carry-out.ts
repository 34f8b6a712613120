import type { Action, ActionName, ActionOf } from '../../contract/actions/actions.ts';
import type { StoredState } from '../../contract/model/animation-state.ts';
import type { Cause } from '../app/presses.ts';
import type { Requests } from './actions.ts';
import type { Sent } from './sent.ts';

export interface ActionRun<One extends Action> {
  /**
   * Sends everything possible before returning; the results report each outcome. `expects`: the state that the operator
   * saw. Throws if nothing was sent, or a press without requests was late.
   */
  run: (action: One, cause: Cause, expects?: StoredState) => Sent[];
  /** The requests that a preview for `hand` shows, in order. Throws as `run` does. */
  requests: (action: One, hand: string) => Requests[];
}

export type ActionRuns = { readonly [Name in ActionName]: ActionRun<ActionOf<Name>> };

export interface Pressed {
  action: Action;
  expects?: StoredState | undefined;
}

export function carryOut(runs: ActionRuns, { action, expects }: Pressed, cause: Cause): Sent[] {
  return runOf(runs, action).run(action, cause, expects);
}

/** TypeScript does not see that an action and its run have the same name. */
export function runOf(runs: ActionRuns, action: Action): ActionRun<Action> {
  return runs[action.do] as ActionRun<Action>;
}

export const noRequests = (): Requests[] => [];
