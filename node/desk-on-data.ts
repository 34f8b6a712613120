import { existsSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Desk, openDesk } from '../desk/desk.ts';
import { DeskLog, serviceRecord } from '../desk/log/desk-log.ts';
import { accountFile } from './secret-file.ts';
import { openAsRunLog } from './as-run/as-run-log.ts';
import { systemClock } from './clock.ts';
import { openDataThread } from './data/data-thread.ts';
import { readTable } from './data/read-table.ts';
import { folderWatch } from './folder-watch.ts';
import { openHttpConnection } from './http/http-connection.ts';
import { LogFile } from './log-file.ts';
import { oscSockets } from './osc-sockets.ts';
import { pictureThread } from './picture-thread.ts';
import type { ProgramLog } from './program-log.ts';
import { remoteServer } from './remote-server.ts';
import { preparationFile } from './settings-file.ts';
import { showFile } from './show/show-file.ts';
import { sourceFiles } from './show/source-files.ts';
import { showPlace } from './show/show-place.ts';
import { supportFacts } from './support-facts.ts';
import type { LaunchDriver } from '../surfaces/driver-ports.ts';
import type { DeskPorts, Log, SettingsPort } from '../desk/ports.ts';
import { codeOf } from '../contract/errors.ts';
import { languageVariable } from '../contract/texts/texts.ts';

type OfShell = 'settings' | 'launchService' | 'secrets' | 'deliver' | 'updates' | 'globalKeys';

export interface ShellPorts extends Pick<DeskPorts, OfShell> {
  version: string;
  /** Launchers of device drivers. If absent, the desk uses no devices. */
  drivers?: { midi: LaunchDriver; hid: LaunchDriver };
  /** Wraps the settings files; default: unwrapped. */
  files?: <File extends SettingsPort>(file: File) => File;
}

export interface OpenLog {
  log: Log;
  ofService(line: string): void;
  output: ProgramLog;
  close(): Promise<void>;
}

/** The log opens before all other parts. */
export function openLog(data: string, output: ProgramLog): OpenLog {
  const file = new LogFile(join(data, 'log'), output.say);
  const log = new DeskLog(file, systemClock);
  const ofService = (line: string): void => {
    output.say(line);
    log.write(serviceRecord(line));
  };
  return { log, ofService, output, close: () => file.close() };
}

export interface DeskOnData {
  desk: Desk;
  close(): Promise<void>;
}

export function openDeskOnData(
  data: string,
  { log, output, close: closeLog }: OpenLog,
  { version, drivers, settings, files = (file) => file, ...ofShell }: ShellPorts,
): DeskOnData {
  const asRunLog = openAsRunLog(data, { clock: systemClock });
  const connection = openHttpConnection();
  const desk = openDesk({
    ...ofShell,
    name: hostname(),
    clock: systemClock,
    log,
    settings: files(settings),
    preparation: files(preparationFile(data, systemClock.now)),
    show: files(showFile(showPlace(data), systemClock.now)),
    readTable,
    watchFolder: folderWatch(systemClock),
    openRemoteServer: remoteServer(systemClock),
    osc: oscSockets,
    isNew: !existsSync(settings.file),
    sourceFiles: sourceFiles(data, systemClock),
    writeDemo: demoFileIn(data),
    openData: openDataThread(log),
    ...(drivers && {
      drivers: {
        midi: drivers.midi,
        panels: { launch: drivers.hid, draw: pictureThread() },
        profiles: join(data, 'profiles'),
      },
    }),
    asRunLog,
    speaks: (language) => (process.env[languageVariable] = language),
    connection,
    openRoute: openHttpConnection,
    accountFile: accountFile(join(data, 'service')),
    support: supportFacts({ version, data, log: output }),
  });
  const leaveUncaught = onUncaught((thrown) => desk.uncaught(thrown));
  return {
    desk,
    async close() {
      await desk.close();
      connection.close();
      await asRunLog.close();
      leaveUncaught();
      await closeLog();
    },
  };
}

export function demoFileIn(directory: string): NonNullable<DeskPorts['writeDemo']> {
  return (name, text) => {
    const path = join(directory, name);
    try {
      writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    return path;
  };
}

/** Reports every uncaught error; the process continues. Returns the function that stops this. */
export function onUncaught(report: (thrown: unknown) => void): () => void {
  // Node passes rejections to exception handlers; Electron does not.
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  for (const event of events) process.on(event, report);
  return () => {
    for (const event of events) process.off(event, report);
  };
}
