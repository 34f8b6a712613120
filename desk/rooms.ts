import type { Controllers } from '../surfaces/controllers.ts';
import type { Keys } from '../surfaces/press/keys.ts';
import type { Backups } from './backup/backups.ts';
import type { Presence } from './backup/presence.ts';
import type { OpenedControls } from './controls/open-controls.ts';
import type { Cues } from './cues/cues.ts';
import type { Ground } from './ground.ts';
import type { LiveData } from './live-data/live-data.ts';
import type { Actions } from './operate/actions.ts';
import type { ActionRuns } from './operate/carry-out.ts';
import type { Looks } from './operate/looks.ts';
import type { ShowLock } from './operate/show-lock.ts';
import type { TakeGuard } from './operate/take-guard.ts';
import type { Remote } from './remote/remote.ts';
import type { Services } from './services/services.ts';
import type { givenShow } from './show/given-show.ts';
import type { ShowConnections } from './show/show-connections.ts';

/** The whole desk: what `desk/desk.ts` builds, for the files beside it. */
export interface Rooms extends Ground {
  presence: Presence;
  backups: Backups;
  services: Services;
  guard: TakeGuard;
  actions: Actions;
  looks: Looks;
  lock: ShowLock;
  liveData: LiveData;
  cues: Cues;
  runs: ActionRuns;
  keys: Keys;
  controllers: Controllers | undefined;
  controls: OpenedControls['controls'];
  showConnections: ShowConnections;
  givenShow: ReturnType<typeof givenShow>;
  remote: Remote;
}
