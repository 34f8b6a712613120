import type { ActionOf, ControllerAction } from '../contract/actions/actions.ts';
import type { InUse } from '../contract/desk-api/backup.ts';
import type { Controllers } from '../surfaces/controllers.ts';
import { presentControllers } from './controls/open-controls.ts';
import type { Ground } from './ground.ts';
import { type ActionRun, type ActionRuns, noRequests } from './operate/carry-out.ts';
import { operatingRuns } from './operate/operating-runs.ts';
import type { Rooms } from './rooms.ts';

/** What the desk does with each action of `contract/actions/`. */
export function deskActions(
  ground: Ground,
  { actions, looks, cues, liveData, backups }: Pick<Rooms, 'actions' | 'looks' | 'cues' | 'liveData' | 'backups'>,
  controllers: () => Controllers | undefined,
): ActionRuns {
  const move = (to: InUse): ActionRun<ActionOf<'failOver' | 'failBack'>> => ({
    run: ({ app }, cause) => [{ app, outcome: backups.move(to, app, cause) }],
    requests: noRequests,
  });
  const turn: ActionRun<ControllerAction> = {
    run: (action, cause) => {
      actions.inTime(cause);
      presentControllers(controllers()).act(action);
      return [];
    },
    requests: noRequests,
  };
  return {
    ...operatingRuns(ground, actions, looks),
    ...cues.actions,
    ...liveData.actions,
    failOver: move('backup'),
    failBack: move('main'),
    openPage: turn,
    turnPage: turn,
    fine: turn,
  };
}
