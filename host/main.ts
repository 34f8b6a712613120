import { existsSync, readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Desk, openDesk } from '../desk/desk.ts';
import { accountFile } from '../desk/node-ports/account-file.ts';
import { openAsRunLog } from '../desk/node-ports/as-run-log.ts';
import { systemClock } from '../desk/node-ports/clock.ts';
import { dataDirectory, type Machine } from '../desk/node-ports/data-directory.ts';
import { lockData } from '../desk/node-ports/data-lock.ts';
import { openHttpConnection } from '../desk/node-ports/http-connection.ts';
import { LogFile } from '../desk/node-ports/log-file.ts';
import { programLog } from '../desk/node-ports/program-log.ts';
import { supportFacts } from '../desk/node-ports/support-facts.ts';
import { onUncaught } from '../desk/node-ports/uncaught.ts';
import { DeskLog } from '../desk/log/desk-log.ts';
import { serviceRecord } from '../desk/log/service-record.ts';
import { browserPlaces, hasDisplay, openWindow } from './browser.ts';
import { Downloads } from './downloads.ts';
import { hostFlags } from './flags.ts';
import { type Host, openHost } from './host.ts';
import { secretStore } from './secret-store.ts';
import { serviceIn } from './service-process.ts';
import { settingsStore } from './settings-store.ts';

const screens = fileURLToPath(new URL('../dist/renderer', import.meta.url));
/** How long (ms) the desk may take to end. */
const mostToEnd = 10_000;
const machine: Machine = { platform: process.platform, env: process.env, home: homedir() };

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const programOutput = programLog((line) => void process.stderr.write(`${line}\n`), systemClock.now);
const { say } = programOutput;
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** A desk on a data directory. */
interface DeskOnData {
  desk: Desk;
  downloads: Downloads;
  close(): Promise<void>;
}

/** Opens a desk on a data directory. Gives the desk, and the way to close it and everything it has open. */
function deskOn(data: string, credentials: string | undefined): DeskOnData {
  const logFile = new LogFile(join(data, 'log'), { clock: systemClock, trouble: say });
  const log = new DeskLog(logFile, systemClock);
  const asRunLog = openAsRunLog(data, { clock: systemClock });
  const downloads = new Downloads(systemClock);
  const connection = openHttpConnection();
  const settings = settingsStore(data);
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
    asRunLog,
    connection,
    openRoute: openHttpConnection,
    launchService,
    accountFile: accountFile(join(data, 'service')),
    secrets,
    deliver: downloads.deliver,
    support: supportFacts({ version, data, log: programOutput }),
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

/** Opens the host's window, or prints the address of the desk. Gives the way to close the window. */
function show(host: Host, data: string, windowAddress: string | undefined): () => void {
  const browsers = windowAddress === undefined || !hasDisplay(machine) ? [] : browserPlaces(machine);
  const browser = browsers.find((path) => existsSync(path));
  print(`${browser ? 'The desk opens in a window. Another screen' : 'The desk'} is at ${host.address()}`);
  if (windowAddress === undefined || browser === undefined) return () => undefined;
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const window = { browser, address: windowAddress, profile: join(data, 'browser'), asRoot };
  return openWindow(window, () => {
    say(`The window is closed. The desk keeps running: open it again at ${host.address()} or end it with Ctrl-C.`);
  }).close;
}

async function main(): Promise<void> {
  const flags = hostFlags(process.argv.slice(2));
  const data = flags.data ?? dataDirectory(machine);
  const unlock = lockData(data);
  const { desk, downloads, close } = deskOn(data, flags.credentials);
  const windows: string[] = [];
  const onAddressUsed = (used: string): void => {
    // The address of the host's own window was never printed.
    if (!windows.includes(used)) say(`A screen connected. Another one can connect at ${host.address()}`);
  };
  const host = await openHost({ port: flags.port, screens, desk, downloads, onAddressUsed }).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  if (flags.open) windows.push(host.address());
  const closeWindow = show(host, data, windows[0]);
  endOnSignal(async () => {
    closeWindow();
    await host.close();
    await close();
    unlock();
  });
}

/** Ends cleanly at the first signal. Ctrl-C may arrive several times, because a parent program may pass it on. */
function endOnSignal(end: () => Promise<void>): void {
  let ending = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      setTimeout(() => {
        failed('The desk did not end in time.');
      }, mostToEnd);
      end().then(() => process.exit(0), failed);
    });
  }
}

function failed(error: unknown): void {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

main().catch(failed);
