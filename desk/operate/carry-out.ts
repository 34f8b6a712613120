import type { Action, ControllerAction } from '../../contract/desk-api/action.ts';
import type { InUse } from '../../contract/desk-api/backup.ts';
import type { StoredState } from '../../contract/model/animation-state.ts';
import type { OpenApps, SubRef } from '../app/open-apps.ts';
import type { Cause } from '../app/presses.ts';
import type { Actions } from './actions.ts';
import type { Looks } from './looks.ts';
import type { Sent } from './sent.ts';

export interface CarryOutPorts {
  apps: OpenApps;
  actions: Actions;
  looks: Looks;
  prepared(ref: SubRef): void;
  /** Throws `backup-refused` if the app has no backup. */
  failOver(app: string, to: InUse, cause: Cause): Sent;
  onCues(action: CueAction, cause: Cause): Sent[];
  onData(action: DataAction, cause: Cause): Sent[];
  /** Throws `call-invalid` if there is no such controller. */
  onController(action: ControllerAction): void;
  edited(subComposition: string, field: string): void;
}

export type CueAction = Extract<Action, { cue: string } | { rundown?: string | undefined }>;

export type DataAction = Extract<Action, { do: 'nextRow' | 'chooseRow' | 'dataMode' }>;

export interface Pressed {
  action: Action;
  expects?: StoredState | undefined;
}

/**
 * Sends everything possible before returning; the results report each outcome. Throws if nothing was sent, or a press
 * without requests was late.
 */
export function carryOut(ports: CarryOutPorts, { action, expects }: Pressed, cause: Cause): Sent[] {
  const { actions, looks } = ports;
  switch (action.do) {
    case 'take':
      return actions.take([action.subComposition], { to: action.to, action: action.action, expects }, cause);
    case 'toggle':
      return actions.toggle(action.subComposition, { action: action.action, expects }, cause);
    case 'takeCued':
      return actions.takeCued(cause);
    case 'fire':
    case 'time':
      return actions.command(action, cause);
    case 'sendAgain':
      return actions.sendAgain(action.subComposition, cause);
    case 'recallLook':
      return looks.recall(action.look, cause);
    case 'undo':
      return actions.undo(action.what, cause, action.press);
    case 'panic':
      return actions.panic(action.app, cause);
    case 'failOver':
      return [ports.failOver(action.app, 'backup', cause)];
    case 'failBack':
      return [ports.failOver(action.app, 'main', cause)];
    case 'set':
    case 'step':
    case 'cycle':
    case 'switch':
    case 'update':
    case 'discard':
    case 'cue':
      return prepare(ports, action, cause);
    case 'nextRow':
    case 'chooseRow':
    case 'dataMode':
      return ports.onData(action, cause);
    case 'openPage':
    case 'turnPage':
    case 'fine':
      actions.inTime(cause);
      ports.onController(action);
      return [];
    default:
      return ports.onCues(action, cause);
  }
}

type Preparing = Extract<Action, { do: 'set' | 'step' | 'cycle' | 'switch' | 'update' | 'discard' | 'cue' }>;

function prepare({ apps, actions, prepared, edited }: CarryOutPorts, action: Preparing, cause: Cause): Sent[] {
  const ref = apps.at(action.subComposition);
  const sent = changePrepared(actions, { action, ref }, cause);
  if ('field' in action) edited(action.subComposition, action.field);
  prepared(ref);
  return sent;
}

function changePrepared(
  actions: Actions,
  { action, ref: { app, id } }: { action: Preparing; ref: SubRef },
  cause: Cause,
): Sent[] {
  switch (action.do) {
    case 'cue':
      actions.inTime(cause);
      app.state.cue(id, action.cued);
      return [];
    case 'discard':
      actions.inTime(cause);
      app.state.discard(id);
      return [];
    case 'update':
      return actions.update(action.subComposition, cause);
    default:
      return actions.change(action, cause);
  }
}
