import type { ActionOf, ControllerAction } from '../contract/actions/actions.ts';
import type { InUse } from '../contract/desk-api/backup.ts';
import type { Controllers } from '../surfaces/controllers.ts';
import type { Backups } from './backup/backups.ts';
import { presentControllers } from './controls/mapping-calls.ts';
import type { Cues } from './cues/cues.ts';
import type { LiveData } from './live-data/live-data.ts';
import { type ActionRun, type ActionRuns, noRequests } from './operate/carry-out.ts';
import { operatingRuns, type OperatingRunsPorts } from './operate/operating-runs.ts';

export interface ActionRooms extends Omit<OperatingRunsPorts, 'edited'> {
  cues: Cues;
  liveData: LiveData;
  backups: Backups;
  /** Undefined without hardware. */
  controllers: Controllers | undefined;
}

/** What the desk does with each action of `contract/actions/`. */
export function deskActions(rooms: ActionRooms): ActionRuns {
  const { actions, cues, liveData, backups, controllers } = rooms;
  const move = (to: InUse): ActionRun<ActionOf<'failOver' | 'failBack'>> => ({
    run: ({ app }, cause) => [{ app, outcome: backups.move(to, app, cause) }],
    requests: noRequests,
  });
  const turn: ActionRun<ControllerAction> = {
    run: (action, cause) => {
      actions.inTime(cause);
      presentControllers(controllers).act(action);
      return [];
    },
    requests: noRequests,
  };
  const operating = operatingRuns({
    ...rooms,
    edited: (address, field) => liveData.links.operatorEdited(address, field),
  });
  const panic: ActionRun<ActionOf<'panic'>> = {
    run: (action, cause) => {
      const sent = operating.panic.run(action, cause);
      if (action.app === undefined) cues.stopAll('Panic');
      return sent;
    },
    requests: noRequests,
  };
  return {
    ...operating,
    panic,
    ...cues.actions,
    ...liveData.actions,
    failOver: move('backup'),
    failBack: move('main'),
    openPage: turn,
    turnPage: turn,
    fine: turn,
  };
}
