import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Desk, openDesk } from '../desk/desk.ts';
import { DeskLog } from '../desk/log/desk-log.ts';
import { serviceRecord } from '../desk/log/service-record.ts';
import { accountFile } from '../desk/node-ports/account-file.ts';
import { openAsRunLog } from '../desk/node-ports/as-run-log.ts';
import { systemClock } from '../desk/node-ports/clock.ts';
import { openDataThread } from '../desk/node-ports/data/data-thread.ts';
import { demoFileIn } from '../desk/node-ports/demo-file.ts';
import { openHttpConnection } from '../desk/node-ports/http-connection.ts';
import { thisApplication } from '../desk/node-ports/installed.ts';
import { LogFile } from '../desk/node-ports/log-file.ts';
import type { ProgramLog } from '../desk/node-ports/program-log.ts';
import { preparationFile } from '../desk/node-ports/settings-file.ts';
import { readTable } from '../desk/node-ports/data/read-table.ts';
import { folderWatch } from '../desk/node-ports/folder-watch.ts';
import { oscSockets } from '../desk/node-ports/osc-sockets.ts';
import { remoteServer } from '../desk/node-ports/remote-server.ts';
import { showFile } from '../desk/node-ports/show-file.ts';
import { supportFacts } from '../desk/node-ports/support-facts.ts';
import { onUncaught } from '../desk/node-ports/uncaught.ts';
import type { SettingsPort } from '../desk/ports.ts';
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

/** A desk on a data directory. */
export interface DeskOnData {
  desk: Desk;
  downloads: Downloads;
  close(): Promise<void>;
}

/** How to open a desk on a data directory. */
export interface DeskOnDataOptions {
  /** A file with the passphrase of the secrets; undefined for none. */
  credentials: string | undefined;
  /** Where the program and its service say what happens. */
  output: ProgramLog;
  /** Wraps the files of settings; by default they are used as they are. */
  files?: <File extends SettingsPort>(file: File) => File;
  /** Whether it hears devices, whose controls press; true by default. */
  hearsDevices?: boolean;
}

/** Opens a desk on a data directory. Gives the desk, and the way to close it and everything it has open. */
export function openDeskOn(
  data: string,
  { credentials, output, files = (file) => file, hearsDevices = true }: DeskOnDataOptions,
): DeskOnData {
  const { say } = output;
  const logFile = new LogFile(join(data, 'log'), { clock: systemClock, trouble: say });
  const log = new DeskLog(logFile, systemClock);
  const asRunLog = openAsRunLog(data, { clock: systemClock });
  const downloads = new Downloads(systemClock);
  const connection = openHttpConnection();
  const settings = files(settingsStore(data));
  // Read the passphrase before any program starts, because programs inherit the environment.
  const secrets = secretStore(data, { credentials, env: process.env, platform: process.platform });
  const launchService = serviceIn(join(data, 'service'), (line) => {
    say(line);
    log.write(serviceRecord(line));
  });
  const desk = openDesk({
    name: hostname(),
    clock: systemClock,
    log,
    settings,
    preparation: files(preparationFile(data, systemClock.now)),
    show: files(showFile(join(data, 'show.overlayshow'), systemClock.now)),
    readTable,
    watchFolder: folderWatch(systemClock),
    openRemoteServer: remoteServer(systemClock),
    osc: oscSockets,
    isNew: !existsSync(settings.file),
    writeDemo: demoFileIn(data),
    openData: openDataThread({ clock: systemClock, log }),
    ...(hearsDevices && {
      drivers: {
        midi: driverIn(places.midiDriver, { name: 'midi', clock: systemClock, log }),
        profiles: join(data, 'profiles'),
      },
    }),
    asRunLog,
    connection,
    openRoute: openHttpConnection,
    launchService,
    accountFile: accountFile(join(data, 'service')),
    secrets,
    deliver: downloads.deliver,
    support: supportFacts({ version, data, log: output }),
    updates: updatePorts(data, installed),
  });
  const leaveUncaught = onUncaught((thrown) => desk.uncaught(thrown));
  return {
    desk,
    downloads,
    async close() {
      await desk.close();
      connection.close();
      await asRunLog.close();
      leaveUncaught();
      await logFile.close();
    },
  };
}
