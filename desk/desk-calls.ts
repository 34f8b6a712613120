import type { deskApi } from '../contract/desk-api/desk-api.ts';
import type { presenceCalls } from '../contract/desk-api/presence.ts';
import type { faultCalls } from '../contract/desk-api/support.ts';
import type { Calls } from '../contract/link/link.ts';
import { checkShow } from './check/show-check.ts';
import { controllerCalls, keyCalls } from './controls/mapping-calls.ts';
import { supportBundleCalls } from './log/support.ts';
import { operatingCalls } from './operate/screen-calls.ts';
import type { Rooms } from './rooms.ts';
import { KeptLayout } from './show/kept-layout.ts';
import { ShowParts } from './show/show-parts.ts';
import { loggedCalls } from './services/logged-calls.ts';
import { Updates } from './updates/updates.ts';

type ScreenCall = 'watch' | 'key' | 'keyUp' | keyof typeof presenceCalls | keyof typeof faultCalls;

export type SharedCalls = Omit<Calls<typeof deskApi>, ScreenCall>;

export function sharedCalls(rooms: Rooms): SharedCalls {
  const { services, backups, asRun, cues, lock, remote, liveData, givenShow, keys, controllers, screens } = rooms;
  const layout = new KeptLayout(rooms.show);
  return {
    ...operatingCalls(rooms),
    ...services.calls,
    ...backups.calls,
    ...loggedCalls(rooms, backups, services),
    ...asRun.calls,
    ...cues.calls,
    ...cues.ingest.calls,
    ...cues.dropFolder.calls,
    ...new ShowParts(rooms, { ...rooms, layout }).calls,
    ...layout.calls,
    ...liveData.calls,
    ...keyCalls(keys, screens.changed),
    ...controllerCalls(controllers),
    ...lock.calls,
    ...givenShow.calls,
    ...remote.calls,
    ...new Updates(rooms, rooms).calls,
    checkShow: ({ keyboard }) => checkShow(rooms, keyboard),
    ...supportBundleCalls(rooms),
  };
}
