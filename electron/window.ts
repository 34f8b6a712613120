import { BrowserWindow, dialog } from 'electron';
import type { Clock } from '../contract/clock.ts';
import { screenUrl } from './app-protocol.ts';
import { failurePage } from './failure-page.ts';
import { askBeforeLosing } from './unsaved-edits.ts';

/** If a window crashes within this long (ms) of its last load, it is loaded again after as long. */
const crashPause = 2_000;
/** A window is shown after this long (ms) even if its page has drawn nothing. */
const mostHidden = 10_000;
/** Screens that Chromium calls unresponsive get this long (ms) to answer before they are loaded anew. */
const mostHung = 5_000;
/** Chromium's code for a load that a newer one replaced. It is not a failure. */
const loadAborted = -3;

type WindowClock = Pick<Clock, 'after' | 'monotonic'>;

/** Creates the desk's window and loads the screens into it. `preload` is the built preload script. */
export function openWindow(preload: string, clock: WindowClock): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Overlay Desk',
    width: 1440,
    height: 900,
    minWidth: 960,
    minHeight: 600,
    show: false,
    backgroundColor: '#101418',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      // Its dictionaries come from a server on the internet, and names in a show are no mistakes.
      spellcheck: false,
      // A window behind another one must keep showing what is on air.
      backgroundThrottling: false,
    },
  });
  showWhenDrawn(window, clock);
  keepScreens(window, clock);
  askBeforeLosing(window.webContents, () => mayLose(window));
  return window;
}

function mayLose(window: BrowserWindow): boolean {
  const buttons = ['Stay here', 'Lose them'];
  const message = 'A composition has edits that are not saved.';
  return dialog.showMessageBoxSync(window, { type: 'question', message, buttons, defaultId: 0, cancelId: 0 }) === 1;
}

/** Shows the window when its page has drawn something, so that it is not white at first. It never stays hidden. */
function showWhenDrawn(window: BrowserWindow, clock: WindowClock): void {
  const show = (): void => {
    callOff();
    if (!window.isDestroyed()) window.show();
  };
  const callOff = clock.after(mostHidden, show);
  window.once('ready-to-show', show);
}

/** Reloads screens that crash or hang, and shows why screens cannot load. The window is never blank. */
function keepScreens(window: BrowserWindow, clock: WindowClock): void {
  const { webContents } = window;
  let loadedAt = 0;
  let spare = (): void => {};
  const load = (): void => {
    if (window.isDestroyed()) return;
    loadedAt = clock.monotonic();
    // `did-fail-load` reports a failure.
    window.loadURL(screenUrl).catch(() => undefined);
  };
  webContents.on('unresponsive', () => {
    spare();
    spare = clock.after(mostHung, () => {
      console.error('The screens hang, so they are ended.');
      // They are then gone, and loaded again.
      if (!window.isDestroyed()) webContents.forcefullyCrashRenderer();
    });
  });
  webContents.on('responsive', () => spare());
  webContents.on('render-process-gone', (_event, { reason }) => {
    spare();
    console.error(`The screens are gone (${reason}). They are being reloaded; the desk keeps running.`);
    clock.after(clock.monotonic() - loadedAt < crashPause ? crashPause : 0, load);
  });
  webContents.on('did-fail-load', (_event, code, description, url, isMainFrame) => {
    if (!isMainFrame || code === loadAborted) return;
    console.error(`The screens at ${url} could not be loaded: ${description}`);
    // This page is in the address itself. If it fails too, `did-fail-load` has logged why.
    window.loadURL(failurePage(description)).catch(() => undefined);
  });
  load();
}
