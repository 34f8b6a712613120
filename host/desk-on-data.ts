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

/** The application that runs. */
export const installed = thisApplication(places.packageFile, true);

/** The version of the desk, as operators and logs see it. */
export const { marked: version } = installed;

/** How to open a desk of the host on a data directory. */
export interface HostDeskOptions extends Pick<ShellPorts, 'files'> {
  /** A file with the passphrase of the secrets; undefined for none. */
  credentials: string | undefined;
  /** Where the program and its service say what happens. */
  output: ProgramLog;
  /** Whether it hears devices, whose controls press; true by default. */
  hearsDevices?: boolean;
}

/** Opens a desk on a data directory. Gives the desk, what browsers fetch from it, and the way to close it and everything it has open. */
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
