import type { Trigger } from '../../contract/desk-api/as-run.ts';
import type { InUse } from '../../contract/desk-api/backup.ts';
import type { deskApi } from '../../contract/desk-api/desk-api.ts';
import type { KeyAction } from '../../contract/desk-api/key-binding.ts';
import type { Calls } from '../../contract/link/link.ts';
import { addressOf } from '../../contract/model/address.ts';
import type { OpenApps, SubRef } from '../app/open-apps.ts';
import type { Actions } from './actions.ts';
import type { TakeGuard } from './take-guard.ts';
import type { Notices } from '../screens/notices.ts';
import type { ChangedMember, Screens } from '../screens/screens.ts';
import type { Looks } from './looks.ts';
import type { Settings } from '../screens/settings.ts';

/** The parts that operating the show needs. */
export interface OperatePorts {
  apps: OpenApps;
  actions: Actions;
  looks: Looks;
  guard: TakeGuard;
  notices: Notices;
  screens: Screens;
  settings: Settings;
  /** What is staged or cued of a sub-composition may have changed. */
  prepared: (ref: SubRef) => void;
  /** Fails an app over to its backup, or back to its main. A refusal becomes a notice. */
  failOver: (app: string, to: InUse, trigger: Trigger) => void;
}

type Operating =
  | 'stage'
  | 'discard'
  | 'update'
  | 'take'
  | 'cue'
  | 'takeCued'
  | 'fire'
  | 'time'
  | 'sendAgain'
  | 'dismiss'
  | 'seen'
  | 'dismissNotice'
  | 'panic'
  | 'undo'
  | 'saveLook'
  | 'recallLook'
  | 'compareLook'
  | 'deleteLook'
  | 'setGuardTime';

/** The calls of screens that operate the show. They are the same for every screen. */
export function operatingCalls(ports: OperatePorts): Pick<Calls<typeof deskApi>, Operating> {
  const { actions, looks, screens } = ports;
  const on = (address: string, change: (ref: SubRef) => void): null => {
    const ref = ports.apps.at(address);
    change(ref);
    ports.prepared(ref);
    screens.changedSubs([addressOf(ref.app.identity.key, ref.id)]);
    screens.changed('undoable');
    return null;
  };
  const changing = (change: () => void, ...members: ChangedMember[]): null => {
    change();
    screens.changed(...members);
    return null;
  };
  return {
    stage: ({ address, ...edit }) => on(address, () => actions.stage(address, edit, onScreen)),
    discard: ({ address }) => on(address, ({ app, id }) => app.state.discard(id)),
    update: ({ address }) => on(address, () => actions.update(address, onScreen)),
    take: ({ address, ...take }) => done(actions.take([address], take, onScreen)),
    cue: ({ address, cued }) => on(address, ({ app, id }) => app.state.cue(id, cued)),
    takeCued: () => done(actions.takeCued(onScreen)),
    fire: ({ address, field }) => done(actions.fire(address, field, onScreen)),
    time: ({ address, ...timer }) => done(actions.time(address, timer, onScreen)),
    sendAgain: ({ address }) => done(actions.sendAgain(address, onScreen)),
    dismiss: ({ address }) => on(address, ({ app, id }) => app.state.dismiss(id)),
    seen: ({ address }) => on(address, ({ app, id }) => app.state.seen(id)),
    dismissNotice: ({ id }) => changing(() => ports.notices.dismiss(id), 'notices'),
    panic: ({ app }) => done(actions.panic(app, onScreen)),
    undo: ({ what, press }) => done(actions.undo(what, onScreen, press)),
    saveLook: ({ name, ids }) => changing(() => looks.save(name, ids), 'looks', 'notices'),
    recallLook: ({ name }) => done(looks.recall(name, onScreen)),
    compareLook: ({ name }) => looks.compare(name),
    deleteLook: ({ name }) => changing(() => looks.delete(name), 'looks', 'notices'),
    setGuardTime: ({ milliseconds }) =>
      changing(() => {
        ports.guard.time = milliseconds;
        ports.settings.save('guardTime', milliseconds);
      }, 'guardTime'),
  };
}

/** Carries out what a key, or anything else that is mapped, does. Throws if it is refused. */
export function carryOut({ actions, looks, failOver }: OperatePorts, action: KeyAction, trigger: Trigger): void {
  switch (action.do) {
    case 'take':
      return actions.take([action.subComposition], { to: action.to, action: action.action }, trigger);
    case 'fire':
      return actions.fire(action.subComposition, action.field, trigger);
    case 'takeCued':
      return actions.takeCued(trigger);
    case 'recallLook':
      return looks.recall(action.look, trigger);
    case 'undo':
      return actions.undo(action.what, trigger);
    case 'panic':
      return actions.panic(action.app, trigger);
    case 'failOver':
      return failOver(action.app, 'backup', trigger);
    case 'failBack':
      return failOver(action.app, 'main', trigger);
    default:
      return action satisfies never;
  }
}

const onScreen: Trigger = { kind: 'screen', detail: '' };

function done(_: unknown): null {
  return null;
}
