import { randomUUID } from 'node:crypto';
import type { deskApi } from '../contract/desk-api/desk-api.ts';
import type { presenceCalls } from '../contract/desk-api/presence.ts';
import type { CheckedKeyboard, ShowCheck } from '../contract/desk-api/show-check.ts';
import type { faultCalls } from '../contract/desk-api/support.ts';
import type { Calls } from '../contract/link/link.ts';
import type { Backups } from './backup/backups.ts';
import type { Cues } from './cues/cues.ts';
import { packedApp, unpackApp } from './backup/packed-apps.ts';
import type { ShowConnections } from './show/show-connections.ts';
import { ShowParts } from './show/show-parts.ts';
import { SourceFiles } from './live-data/source-files.ts';
import type { AsRun } from './log/as-run.ts';
import type { Controllers } from '../surfaces/controllers.ts';
import { controllerCalls, keyCalls } from './controls/mapping-calls.ts';
import type { OpenedControls } from './controls/open-controls.ts';
import type { Keys } from '../surfaces/press/keys.ts';
import type { LiveData } from './live-data/live-data.ts';
import type { Faults } from './log/faults.ts';
import type { OperationPorts } from './log/recording.ts';
import { supportBundleCalls } from './log/support.ts';
import { operatingCalls, type OperatePorts } from './operate/screen-calls.ts';
import type { DeskPorts } from './ports.ts';
import type { Remote } from './remote/remote.ts';
import type { Settings } from './screens/settings.ts';
import type { GivenShow } from './show/given-show.ts';
import { KeptLayout } from './show/kept-layout.ts';
import type { ShowLock } from './show/show-lock.ts';
import { loggedCalls } from './services/logged-calls.ts';
import type { Services } from './services/services.ts';
import { openUpdates } from './updates/open-updates.ts';

type ScreenCall = 'watch' | 'key' | 'keyUp' | keyof typeof presenceCalls | keyof typeof faultCalls;

export type SharedCalls = Omit<Calls<typeof deskApi>, ScreenCall>;

export interface CalledParts {
  ports: DeskPorts;
  operate: OperatePorts;
  operations: OperationPorts;
  services: Services;
  backups: Backups;
  asRun: AsRun;
  cues: Cues;
  lock: ShowLock;
  givenShow: GivenShow;
  remote: Remote;
  keys: Keys;
  controllers: Controllers | undefined;
  controls: OpenedControls['controls'];
  show: Settings;
  showConnections: ShowConnections;
  liveData: LiveData;
  faults: Faults;
  files: readonly Settings[];
  checkShow(keyboard: CheckedKeyboard | null): Promise<ShowCheck>;
}

export function sharedCalls(parts: CalledParts): SharedCalls {
  const { ports, operate, operations, services, backups, asRun, cues, lock, remote, faults, checkShow, liveData } =
    parts;
  const { apps, notices } = operate;
  const layout = new KeptLayout(parts.show);
  return {
    ...operatingCalls(operate),
    ...services.calls,
    ...backups.calls,
    ...loggedCalls({ apps, ...operations, backups }),
    ...asRun.calls,
    ...cues.calls,
    ...cues.ingest.calls,
    ...cues.dropFolder.calls,
    ...showParts(parts, layout).calls,
    ...layout.calls,
    ...liveData.calls,
    ...keyCalls(parts.keys, operate.screens.changed),
    ...controllerCalls(parts.controllers),
    ...lock.calls,
    ...parts.givenShow.calls,
    ...remote.calls,
    ...openUpdates(parts).calls,
    checkShow: ({ keyboard }) => checkShow(keyboard),
    ...supportBundleCalls({
      ...ports,
      apps,
      notices,
      knownError: faults.in('support'),
      backups,
      services,
      liveData,
    }),
  };
}

function showParts(parts: CalledParts, layout: KeptLayout): ShowParts {
  const { ports, operate, cues, keys, controls, liveData, services, showConnections, lock } = parts;
  const { apps, looks, screens } = operate;
  return new ShowParts({
    clock: ports.clock,
    apps,
    show: ports.show,
    deliver: ports.deliver,
    newId: randomUUID,
    connections: showConnections,
    mayEdit: () => lock.check(),
    rundowns: () => cues.rundowns,
    become: (all, name) => cues.becomeAll(all, name),
    looks,
    sources: liveData.sources,
    changed: screens.changed,
    sourceFiles: new SourceFiles({ files: ports.sourceFiles, sources: liveData.sources }),
    packedApps: {
      pack: (app, show) => packedApp(app, show, ports),
      unpack: (packed, media) => unpackApp(packed, media, { ...ports, embedded: () => services }),
    },
    layout,
    keys: () => keys.bindings,
    mapKeys: (bindings) => keys.become(bindings),
    controls,
  });
}
