import { mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, BrowserWindow, dialog, globalShortcut, ipcMain, Menu, protocol, shell } from 'electron';
import type { Desk } from '../desk/desk.ts';
import { openDeskOnData, openLog } from '../node/desk-on-data.ts';
import { inTime, systemClock } from '../node/clock.ts';
import { dataDirectory, keepFilesPrivate, makeDataDirectory } from '../node/data-directory.ts';
import { DataInUse, lockData } from '../node/data-lock.ts';
import { restorePlanned } from '../node/updates/data-copies.ts';
import { thisApplication } from '../node/updates/installed.ts';
import { programLog } from '../node/program-log.ts';
import { onTakeOver, takeOver } from '../node/take-over.ts';
import type { LaunchService } from '../desk/ports.ts';
import { appScheme, serveScreens } from './app-protocol.ts';
import { commandLine } from './command-line.ts';
import { driverLauncher, serviceLauncher } from './processes.ts';
import { hearGlobalKeys } from './global-keys.ts';
import { serveWindow } from './ipc-pipe.ts';
import { menuTemplate } from './menu.ts';
import { hearPanicKeys } from './panic-keys.ts';
import { saveFile } from './save-file.ts';
import { closeGate } from './security-gate.ts';
import { secretStore } from './secret-store.ts';
import { settingsStore } from './settings-store.ts';
import { smoke } from './smoke.ts';
import { updatePorts } from './updates.ts';
import { openWindow } from './window.ts';

keepFilesPrivate();

/** Milliseconds for a clean end. Afterwards the app ends anyway, with its service. */
const closingTime = 5_000;

const programOutput = programLog((line) => console.error(line), systemClock.now);

const built = join(import.meta.dirname, '..');
const installed = thisApplication(join(built, '../package.json'), false);
const version = installed.marked;

// Electron needs these before it is ready, so nothing may be awaited before them.
protocol.registerSchemesAsPrivileged([appScheme]);
app.enableSandbox();

let openShow = (path: string): void => {
  earlyShow = path;
};
let earlyShow: string | undefined;
// macOS opens files this way, even before the application is ready.
app.on('open-file', (event, path) => {
  event.preventDefault();
  openShow(path);
});

attempt(chooseDirectories);

// A second start shows the running desk. The data lock detects a desk without Electron.
if (app.requestSingleInstanceLock()) {
  app.on('second-instance', (_event, words, folder) => {
    showWindow();
    const { show } = commandLine(words, folder);
    if (show !== undefined) openShow(show);
  });
  void app.whenReady().then(() => attempt(start));
} else {
  console.error(`Overlay Desk already runs on ${app.getPath('userData')}; its window is brought to the front.`);
  app.quit();
}

function chooseDirectories(): void {
  // Electron's default directory differs from that of a desk in a browser.
  const machine = { platform: process.platform, env: process.env, home: homedir() };
  const { data: named, smoke: isSmoke, show } = commandLine(process.argv);
  if (show !== undefined) openShow(show);
  // Tests must not use an operator's show.
  const usual = isSmoke ? () => mkdtempSync(join(tmpdir(), 'overlay-desk-smoke-')) : () => dataDirectory(machine);
  const data = named ?? usual();
  makeDataDirectory(data);
  app.setPath('userData', data);
  // Keeps Chromium's files apart from the operator's.
  app.setPath('sessionData', join(data, 'window'));
}

function start(): void {
  const data = app.getPath('userData');
  programOutput.say(`Overlay Desk ${version}, data in ${data}.`);
  app.setAboutPanelOptions({ applicationName: 'Overlay Desk', applicationVersion: version, version: '' });
  try {
    runDesk(data, lockData(data));
  } catch (error) {
    if (!(error instanceof DataInUse)) throw error;
    askToTakeOver(data, error).then(
      (unlock) => attempt(() => runDesk(data, unlock)),
      (failed: unknown) =>
        attempt(() => {
          throw failed;
        }),
    );
  }
}

/** Throws `inUse` if the operator does not take over. */
async function askToTakeOver(data: string, inUse: DataInUse): Promise<() => void> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: inUse.what,
    detail:
      'It may be a desk in a browser, or run on another machine. Taking over ends it. What is on air stays on air.',
    buttons: ['Take over', 'Quit'],
    cancelId: 1,
  });
  if (response !== 0) throw inUse;
  return takeOver(data, systemClock);
}

function runDesk(data: string, unlock: () => void): void {
  const restored = restorePlanned(data, { version: installed.version, now: systemClock.now() });
  if (restored !== undefined) programOutput.say(restored);
  const opened = openLog(data, programOutput);
  const service = embeddedService(data, opened.ofService);
  const driver = (name: string) =>
    driverLauncher(join(built, 'desk', `${name}.js`), { name, clock: systemClock, log: opened.log });
  const drivers = { midi: driver('midi'), hid: driver('hid') };
  const { desk, close } = openDeskOnData(data, opened, {
    version,
    settings: settingsStore(data, systemClock.now),
    globalKeys: hearGlobalKeys(globalShortcut),
    drivers,
    launchService: service.launch,
    secrets: secretStore(data, { platform: process.platform, clock: systemClock }),
    deliver: saveFile(askWhere),
    updates: updatePorts(data, {
      installed,
      clock: systemClock,
      licences: join(built, 'licences.txt'),
      askFolder,
      openPath: (path) => shell.openPath(path),
      quit: () => app.quit(),
    }),
  });
  openShow = (path) => desk.openShowFile(path);
  if (earlyShow !== undefined) openShow(earlyShow);
  const leaveTakeOver = onTakeOver(data, { clock: systemClock }, () => {
    programOutput.say('Another desk takes this show over, so this one ends.');
    app.quit();
  });
  closeBeforeQuit(async () => {
    leaveTakeOver();
    await close();
    unlock();
  });

  const window = openScreens(desk, service.origins);
  if (commandLine(process.argv).smoke) prove(smoke(desk, window, drivers, programOutput.say));
}

function openScreens(desk: Desk, serviceOrigins: () => readonly string[]): BrowserWindow {
  const programOrigins = (): string[] => [...serviceOrigins(), ...desk.pictureOrigins()];
  closeGate(app, { programOrigins, refused });
  protocol.handle(appScheme.scheme, serveScreens(join(built, 'renderer'), programOrigins));
  const menu = menuTemplate(process.platform);
  Menu.setApplicationMenu(menu && Menu.buildFromTemplate(menu));
  const window = openWindow(join(import.meta.dirname, 'preload.cjs'), systemClock);
  hearPanicKeys(window, desk.panicKeys());
  serveWindow({ ipc: ipcMain, contents: window.webContents, serve: (pipe) => desk.serve(pipe), refused });
  return window;
}

function prove(smokeTest: Promise<void>): void {
  smokeTest.then(
    () => app.quit(),
    (failed: unknown) => {
      programOutput.say(failed instanceof Error ? failed.message : String(failed));
      app.exit(1);
    },
  );
}

function embeddedService(
  data: string,
  say: (line: string) => void,
): { launch: LaunchService; origins(): readonly string[] } {
  let origins: readonly string[] = [];
  const files = {
    program: join(built, 'service', 'main.js'),
    data: join(data, 'service'),
    outputPage: join(built, 'output'),
  };
  const launch = serviceLauncher(files, say);
  return {
    origins: () => origins,
    launch(request) {
      const started = launch(request);
      started.ready.then(
        ({ url, mediaUrl }) => (origins = [url, mediaUrl].map((one) => new URL(one).origin)),
        () => undefined,
      );
      return started;
    },
  };
}

function closeBeforeQuit(close: () => Promise<void>): void {
  let closing: Promise<void> | undefined;
  let closed = false;
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    // The desk ends last: its window may hold edits that only the desk can save, and asks before closing.
    const windows = BrowserWindow.getAllWindows();
    for (const window of windows) window.close();
    if (windows.length > 0) return;
    closing ??= inTime(close(), { milliseconds: closingTime }, () => {
      throw new Error(`it took longer than ${String(closingTime)} ms`);
    })
      .catch((error: unknown) => console.error('The desk did not end cleanly:', error))
      .then(() => {
        closed = true;
        app.quit();
      });
  });
}

async function askWhere(name: string): Promise<string | undefined> {
  const [window] = BrowserWindow.getAllWindows();
  const options = { defaultPath: join(app.getPath('documents'), name) };
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options));
  return canceled ? undefined : filePath;
}

async function askFolder(): Promise<string | undefined> {
  const [window] = BrowserWindow.getAllWindows();
  const options = { properties: ['openDirectory' as const] };
  const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  return filePaths[0];
}

function showWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window?.isMinimized()) window.restore();
  window?.focus();
}

function refused(what: string): void {
  programOutput.say(`Refused: ${what}`);
}

/** Failures go to a message box, because without a desk there is no window. */
function attempt(step: () => void): void {
  try {
    step();
  } catch (error) {
    dialog.showErrorBox('Overlay Desk cannot start', error instanceof Error ? error.message : String(error));
    app.exit(1);
  }
}
