import { join } from 'node:path';
import { type DeskOnData, openDeskOnData, openLog, type ShellPorts } from '../node/desk-on-data.ts';
import { systemClock } from '../node/clock.ts';
import { thisApplication } from '../node/updates/installed.ts';
import type { ProgramLog } from '../node/program-log.ts';
import { Downloads } from './downloads.ts';
import { driverIn } from './driver-process.ts';
import { places } from './places.ts';
import { secretStore } from './secret-store.ts';
import { serviceIn } from './service-process.ts';
import { settingsStore } from './settings-store.ts';
import { updatePorts } from './updates.ts';

export const installed = thisApplication(places.packageFile, true);

export const { marked: version } = installed;

export interface HostDeskOptions extends Pick<ShellPorts, 'files'> {
  credentials: string | undefined;
  output: ProgramLog;
  /** Whether devices are connected and can press; default true. */
  hearsDevices?: boolean;
}

export function openDeskOn(
  data: string,
  { credentials, output, hearsDevices = true, ...options }: HostDeskOptions,
): DeskOnData & { downloads: Downloads } {
  const opened = openLog(data, output);
  const { log, ofService } = opened;
  const downloads = new Downloads(systemClock);
  const driver = (name: 'midi' | 'hid') => driverIn(places[`${name}Driver`], { name, clock: systemClock, log });
  const onData = openDeskOnData(data, opened, {
    ...options,
    version,
    // Read the passphrase before any program starts, because programs inherit the environment.
    secrets: secretStore(data, { credentials, env: process.env, platform: process.platform }),
    settings: settingsStore(data),
    launchService: serviceIn(join(data, 'service'), ofService),
    deliver: downloads.deliver,
    updates: updatePorts(data, installed),
    ...(hearsDevices && { drivers: { midi: driver('midi'), hid: driver('hid') } }),
  });
  return { ...onData, downloads };
}
