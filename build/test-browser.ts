import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { browserPlaces } from '../host/browser.ts';
import { root } from './set-up.js';

export interface BrowserSearch {
  named: string | undefined;
  paths: string[];
  starts(program: string): boolean;
  /** Ways to install a browser. `say` is printed first; `get` returns paths to try. */
  ways: { say: string; get(): string[] }[];
}

const none =
  'The tests need a browser, and there is none to be had here. Install Chromium or Chrome, or name one in the ' +
  'environment as OVERLAY_BROWSER.';

/** The first browser that starts, else tries each way to install one. Throws if all fail. */
export function findBrowser(search: BrowserSearch, log: (line: string) => void): string {
  const { named, paths, starts, ways } = search;
  if (named) {
    if (starts(named)) return named;
    throw new Error(`OVERLAY_BROWSER names ${named}, which does not start.`);
  }
  const present = paths.find(starts);
  if (present) return present;
  for (const way of ways) {
    log(way.say);
    const got = way.get().find(starts);
    if (got) return got;
  }
  throw new Error(none);
}

/** Debian's windowless Chromium; tests take two thirds of the time. */
const headlessShell = '/usr/bin/chromium-headless-shell';

export function testBrowser(): string {
  const browsers = browserPlaces({ platform: process.platform, env: process.env, home: homedir() });
  const installed = [headlessShell, ...browsers];
  const debian = {
    say: 'Installing Chromium’s headless shell as Debian packages it.',
    get: () => (installDebian(), installed),
  };
  const search: BrowserSearch = {
    named: process.env.OVERLAY_BROWSER,
    paths: [...installed, playwrightPlace()],
    starts,
    ways: [
      {
        say: 'Downloading a Chromium for the tests. This happens once.',
        get: () => (fetchChromium(), [playwrightPlace()]),
      },
      ...(process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') ? [debian] : []),
    ],
  };
  return findBrowser(search, (line) => console.error(line));
}

/** An existing program may still not start: it may be a placeholder or lack libraries. */
function starts(program: string): boolean {
  if (!existsSync(program)) return false;
  // On Windows, asking a browser for its version opens a window.
  if (process.platform === 'win32') return true;
  return spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function playwrightPlace(): string {
  return chromium.executablePath();
}

function fetchChromium(): void {
  const program = join(root, 'node_modules/playwright/cli.js');
  spawnSync(process.execPath, [program, 'install', '--no-shell', 'chromium'], {
    stdio: ['ignore', 'ignore', 2],
    timeout: 300_000,
  });
}

function installDebian(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env, stdio: ['ignore', 'ignore', 2] as ['ignore', 'ignore', 2], timeout: 600_000 };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  const install = ['install', '-y', '-qq', '--no-install-recommends'];
  // Older systems have no headless shell package.
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (spawnSync('apt-get', [...install, name], quiet).status === 0) return;
}
