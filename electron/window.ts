import { BrowserWindow, dialog } from 'electron';
import { screenUrl } from './app-protocol.ts';
import { failurePage } from './failure-page.ts';
import { askBeforeLosing } from './unsaved-edits.ts';

/** If a window crashes within this long (ms) of its last load, it is loaded again after as long. */
const crashPause = 2_000;
/** Chromium's code for a load that a newer one replaced. It is not a failure. */
const loadAborted = -3;

/** Creates the desk's window and loads the screens into it. `preload` is the built preload script. */
export function openWindow(preload: string): BrowserWindow {
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
      // A window behind another one must keep showing what is on air.
      backgroundThrottling: false,
    },
  });
  window.once('ready-to-show', () => {
    window.show();
  });
  keepScreens(window);
  askBeforeLosing(window.webContents, () => mayLose(window));
  return window;
}

function mayLose(window: BrowserWindow): boolean {
  const buttons = ['Stay here', 'Lose them'];
  const message = 'A composition has edits that are not saved.';
  return dialog.showMessageBoxSync(window, { type: 'question', message, buttons, defaultId: 0, cancelId: 0 }) === 1;
}

/** Reloads screens that crash, and shows why screens cannot load. The window is never blank. */
function keepScreens(window: BrowserWindow): void {
  const { webContents } = window;
  let loadedAt = 0;
  const load = (): void => {
    if (window.isDestroyed()) return;
    loadedAt = Date.now();
    // `did-fail-load` reports a failure.
    window.loadURL(screenUrl).catch(() => undefined);
  };
  webContents.on('render-process-gone', (_event, { reason }) => {
    console.error(`The screens are gone (${reason}). They are being reloaded; the desk keeps running.`);
    setTimeout(load, Date.now() - loadedAt < crashPause ? crashPause : 0);
  });
  webContents.on('did-fail-load', (_event, code, description, url, isMainFrame) => {
    if (!isMainFrame || code === loadAborted) return;
    console.error(`The screens at ${url} could not be loaded: ${description}`);
    // This page is in the address itself. If it fails too, `did-fail-load` has logged why.
    window.loadURL(failurePage(description)).catch(() => undefined);
  });
  load();
}
