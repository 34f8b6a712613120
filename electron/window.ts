import { BrowserWindow, dialog } from 'electron';
import type { Clock } from '../contract/clock.ts';
import { screenUrl } from './app-protocol.ts';

/** Milliseconds. A crash this soon after a load delays the reload by the same time. */
const crashPause = 2_000;
/** Milliseconds until the window is shown even if nothing is drawn. */
const mostHidden = 10_000;
/** Milliseconds for unresponsive screens to answer before a reload. */
const mostHung = 5_000;
/** Chromium's code for a load replaced by a newer one; not a failure. */
const loadAborted = -3;

type WindowClock = Pick<Clock, 'after' | 'monotonic'>;

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
      // Spelling dictionaries come from the internet, and names are no mistakes.
      spellcheck: false,
      // A window behind another must keep showing the on-air state.
      backgroundThrottling: false,
    },
  });
  showWhenDrawn(window, clock);
  keepScreens(window, clock);
  askBeforeLosing(window, () => mayLose(window));
  return window;
}

async function mayLose(window: BrowserWindow): Promise<boolean> {
  const buttons = ['Stay here', 'Lose them'];
  const message = 'A composition has edits that are not saved.';
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message,
    buttons,
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}

/** Avoids an initial white window. */
function showWhenDrawn(window: BrowserWindow, clock: WindowClock): void {
  const show = (): void => {
    callOff();
    if (!window.isDestroyed()) window.show();
  };
  const callOff = clock.after(mostHidden, show);
  window.once('ready-to-show', show);
}

/** Reloads crashed or hanging screens, and shows why screens cannot load. The window is never blank. */
function keepScreens(window: BrowserWindow, clock: WindowClock): void {
  const { webContents } = window;
  let loadedAt = 0;
  let spare = (): void => {};
  const load = (): void => {
    if (window.isDestroyed()) return;
    loadedAt = clock.monotonic();
    // `did-fail-load` reports the failure.
    window.loadURL(screenUrl).catch(() => undefined);
  };
  webContents.on('unresponsive', () => {
    spare();
    spare = clock.after(mostHung, () => {
      console.error('The screens hang, so they are ended.');
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
    // This page is a data URL. If it fails too, `did-fail-load` has logged the reason.
    window.loadURL(failurePage(description)).catch(() => undefined);
  });
  load();
}

/** `why` is shown as plain text, never as markup. */
export function failurePage(why: string): string {
  const text = why.replace(/[&<>]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Overlay Desk</title>
<style>body { background: #101418; color: #e6e9ec; font: 18px system-ui, sans-serif; padding: 3rem; }</style>
<h1>The screens could not be loaded</h1>
<p>${text}</p>
<p>What is on air stays on air, and mapped keys of devices go on to work. To see the screens, close Overlay Desk and open
it again.</p>
</html>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(page)}`;
}

/**
 * `lose` asks whether edits may be lost. Until the answer the window stays open and everything keeps running: if screens
 * object to a close, Electron does nothing.
 */
export function askBeforeLosing(
  window: Pick<BrowserWindow, 'destroy'> & { webContents: Pick<BrowserWindow['webContents'], 'on'> },
  lose: () => Promise<boolean>,
): void {
  let asks = false;
  window.webContents.on('will-prevent-unload', () => {
    if (asks) return;
    asks = true;
    void lose().then((mayBeLost) => {
      asks = false;
      if (mayBeLost) window.destroy();
    });
  });
}
