import { randomBytes, randomUUID } from 'node:crypto';
import type { Cues } from '../cues/cues.ts';
import type { LiveData } from '../live-data/live-data.ts';
import type { Faults } from '../log/faults.ts';
import { carryOut } from '../operate/carry-out.ts';
import type { OperatePorts } from '../operate/screen-calls.ts';
import type { DeskPorts } from '../ports.ts';
import type { ShowLock } from '../show/show-lock.ts';
import { Remote, type RemotePorts } from './remote.ts';

export interface OpenRemotePorts extends Pick<RemotePorts, 'watch'> {
  ports: Pick<DeskPorts, 'clock' | 'log' | 'openRemoteServer' | 'osc'>;
  operate: OperatePorts;
  cues: Cues;
  liveData: Pick<LiveData, 'sources'>;
  lock: ShowLock;
  faults: Faults;
}

export function openRemote({ ports, operate, cues, liveData, lock, faults, watch }: OpenRemotePorts): Remote {
  const { apps, settings, screens } = operate;
  return new Remote({
    clock: ports.clock,
    settings,
    newId: randomUUID,
    random: randomBytes,
    watch,
    openServer: ports.openRemoteServer,
    log: ports.log,
    sockets: ports.osc,
    knownError: faults.in('remote control'),
    carryOut: (pressed, cause) => carryOut(operate.runs(), pressed, cause),
    ingest: (file) => {
      lock.check();
      return cues.ingest.ingest(file);
    },
    push: (source, bytes) => liveData.sources.push(source, bytes),
    show: () => ({
      apps: apps.all.map(({ identity }) => identity),
      model: apps.all.flatMap(({ model }) => model),
      rundowns: cues.shown.members.rundowns(),
      active: cues.shown.members.activeRundown(),
      cues: cues.shown.members.cues(),
    }),
    sub: (address) => {
      const ref = apps.find(address);
      return ref?.app.state.view(ref.id);
    },
    changed: screens.changed,
  });
}
