import type { AnimationAction, AnimationState } from '../../contract/model/animation-state.ts';
import type { Payload } from '../../contract/model/field.ts';
import type { OperationItem, Request } from '../app/operation.ts';

export interface Take {
  to: AnimationState;
  action: AnimationAction;
}

export interface PreparedFields {
  id: string;
  staged: Payload;
}

/**
 * An In carries staged edits in the same item, so that no frame shows old text. An Out never does, to avoid a visible
 * change.
 */
export function takeRequest(targets: readonly PreparedFields[], { to, action }: Take): Request {
  const items = targets.map(({ id, staged }): OperationItem => ({
    id,
    ...(to === 'In' && Object.keys(staged).length > 0 ? { payload: staged } : {}),
    state: to,
    ...(action === 'jump' ? { action } : {}),
  }));
  return { kind: 'take', action: `${action === 'jump' ? 'Jump' : 'Take'} ${words[to]}`, items };
}

const words: Record<AnimationState, string> = { In: 'In', Out: 'Out', Out1: 'Out 1', Out2: 'Out 2' };

export function valuesRequest(id: string, payload: Payload): Request {
  return { kind: 'values', action: 'Update', items: [{ id, payload }] };
}

export function fireRequest(id: string, field: string): Request {
  return { kind: 'command', action: 'Fire', items: [{ id, commands: { [field]: 'execute' } }] };
}

export function timeRequest(id: string, field: string, command: string): Request {
  return {
    kind: 'command',
    action: `Timer ${command}`,
    items: [{ id, commands: { [field]: { command } } }],
  };
}
