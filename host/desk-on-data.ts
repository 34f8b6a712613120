import { basename, join } from 'node:path';
import { type DeskOnData, openDeskOnData, openLog, type ShellPorts } from '../node/desk-on-data.ts';
import { systemClock } from '../node/clock.ts';
import { licencesIn, thisApplication } from '../node/updates/installed.ts';
import type { ProgramLog } from '../node/program-log.ts';
import { type Downloads, downloadsFor } from './downloads.ts';
import { driverIn, serviceIn } from './processes.ts';
import { places } from './places.ts';
import { secretStore } from './secret-store.ts';
import { settingsStore } from './settings-store.ts';
import { shellWord } from '../node/shell-word.ts';
import { updateShelf } from '../node/updates/update-shelf.ts';
import type { CheckedInstaller, UpdatePorts } from '../desk/update-ports.ts';

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
  const downloads = downloadsFor(systemClock);
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

/** A host has no window and may not install: an authorised user runs a command. */
export function updatePorts(data: string, { keys, ...installed }: ReturnType<typeof thisApplication>): UpdatePorts {
  return {
    installed,
    shelf: updateShelf(data, { keys, now: systemClock.now }),
    licences: () => licencesIn(places.licences),
    handOver: (installer) => Promise.resolve({ how: 'command', command: rootCommand(installer) }),
  };
}

/**
 * The root command checks the package again where only root can write, so an unprivileged service cannot change it.
 * Skips recommended packages: without a network apt would fail because of them.
 */
export function rootCommand({ path, sha256, stepBack }: CheckedInstaller): string {
  const own = `/root/${basename(path)}`;
  return [
    `sudo install -m 644 ${shellWord(path)} ${own}`,
    `echo '${sha256}  ${own}' | sudo sha256sum --check --strict`,
    `sudo apt-get install --no-install-recommends ${stepBack ? '--allow-downgrades ' : ''}${own}`,
  ].join(' && ');
}
