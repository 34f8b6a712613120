import type { AnimationAction, AnimationState } from '../../contract/model/animation-state.ts';
import type { Payload } from '../../contract/model/field.ts';
import type { OperationItem, Request } from '../app/operation.ts';

/** A take: the target state, and whether it plays its animation or jumps. */
export interface Take {
  to: AnimationState;
  action: AnimationAction;
}

/** A sub-composition with its staged edits. */
export interface Prepared {
  id: string;
  staged: Payload;
}

/**
 * Takes sub-compositions in one request. An In carries the staged edits in the same item, so that no frame shows the
 * old words. An Out never does: nobody wants to see the words change on the way out.
 */
export function takeRequest(targets: readonly Prepared[], { to, action }: Take): Request {
  const items = targets.map(({ id, staged }): OperationItem => ({
    id,
    ...(to === 'In' && Object.keys(staged).length > 0 ? { payload: staged } : {}),
    state: to,
    ...(action === 'jump' ? { action } : {}),
  }));
  return { kind: 'take', action: `${action === 'jump' ? 'Jump' : 'Take'} ${words[to]}`, items };
}

const words: Record<AnimationState, string> = { In: 'In', Out: 'Out', Out1: 'Out 1', Out2: 'Out 2' };

/** Sends values. */
export function valuesRequest(id: string, payload: Payload): Request {
  return { kind: 'values', action: 'Update', items: [{ id, payload }] };
}

/** Presses a button field. */
export function fireRequest(id: string, field: string): Request {
  return { kind: 'command', action: 'Fire', items: [{ id, commands: { [field]: 'execute' } }] };
}

/** Runs, pauses, resets or starts a timer field. */
export function timeRequest(id: string, field: string, command: string): Request {
  return {
    kind: 'command',
    action: `Timer ${command}`,
    items: [{ id, commands: { [field]: { command } } }],
  };
}
