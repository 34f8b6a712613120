import { type ChildProcess, spawn } from 'node:child_process';
import { join, posix, win32 } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeFileSync } from 'atomically';
import type { Machine } from '../node/data-directory.ts';

const linuxNames = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const macPrograms = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
const windowsPrograms = [
  ['Chromium', 'Application', 'chrome.exe'],
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
];

/** Paths of Chromium browsers, best first. `OVERLAY_BROWSER` comes before all. */
export function browserPlaces({ platform, env, home }: Machine): string[] {
  const named = env.OVERLAY_BROWSER ? [env.OVERLAY_BROWSER] : [];
  switch (platform) {
    case 'win32': {
      const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined);
      return [...named, ...windowsPrograms.flatMap((parts) => roots.map((root) => win32.join(root, ...parts)))];
    }
    case 'darwin': {
      const roots = ['/Applications', posix.join(home, 'Applications')];
      return [...named, ...macPrograms.flatMap((program) => roots.map((root) => posix.join(root, program)))];
    }
    default: {
      const folders = (env.PATH ?? '').split(':').filter((folder) => folder !== '');
      return [...named, ...linuxNames.flatMap((name) => folders.map((folder) => posix.join(folder, name)))];
    }
  }
}

export function hasDisplay({ platform, env }: Machine): boolean {
  return platform === 'win32' || platform === 'darwin' || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
}

export interface BrowserWindow {
  browser: string;
  address: string;
  data: string;
  /** Chromium refuses to run its sandbox as root on Linux. */
  asRoot: boolean;
}

/** A separate profile keeps the operator's own windows and extensions out. */
export function windowArguments({ data, asRoot }: Pick<BrowserWindow, 'data' | 'asRoot'>): string[] {
  const plain = [
    `--app=${pathToFileURL(firstPage(data)).href}`,
    `--user-data-dir=${join(data, 'browser')}`,
    '--no-first-run',
    '--no-default-browser-check',
  ];
  return asRoot ? [...plain, '--no-sandbox'] : plain;
}

/**
 * The page that leads a window to its address.
 *
 * Attack: another user of the machine reads the address on the command line of the browser, and uses it first.
 */
const firstPage = (data: string): string => join(data, 'window.html');

/** `onClosed` is also called if the window cannot be opened. */
export function openWindow(window: BrowserWindow, onClosed: () => void): { close(): void } {
  const { browser, address, data } = window;
  const page = `<!doctype html><title>Overlay Desk</title><meta http-equiv="refresh" content="0; url=${address}">\n`;
  writeFileSync(firstPage(data), page, { mode: 0o600 });
  const child: ChildProcess = spawn(browser, windowArguments(window), {
    stdio: 'ignore',
    detached: process.platform !== 'win32',
  });
  let open = true;
  const closed = (): void => {
    if (open) onClosed();
    open = false;
  };
  child.once('error', closed);
  child.once('exit', closed);
  return {
    close() {
      open = false;
      child.kill();
    },
  };
}
