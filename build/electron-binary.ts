import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './set-up.js';

const home = join(root, 'node_modules/electron');
/** The time of the last download that hit its time limit, in milliseconds since the epoch. */
const gaveUp = join(root, 'dist/.built/electron-gave-up');
/** How long (ms) the download may take. */
const mostToFetch = 180_000;
/**
 * After hitting the limit, the download is not tried again for this long (ms), because a start must not take minutes
 * each time.
 */
const restAfterGivingUp = 24 * 60 * 60 * 1000;

/** The path of Electron's program, or why there is none. */
export type ElectronBinary = { path: string } | { problem: string };

/**
 * Finds Electron's program, and downloads it if missing. It is not in the package and has a download address of its
 * own.
 */
export async function electronBinary(): Promise<ElectronBinary> {
  const present = installed();
  if (present) return { path: present };
  const restsUntil = existsSync(gaveUp) ? Number(readFileSync(gaveUp, 'utf8')) + restAfterGivingUp : 0;
  if (Date.now() < restsUntil)
    return { problem: 'its download took too long today; "npx install-electron" tries again' };
  console.error('Downloading Electron. This happens once.');
  const problem = await fetchElectron();
  const path = installed();
  return path ? { path } : { problem };
}

function installed(): string | undefined {
  const file = join(home, 'path.txt');
  if (!existsSync(file)) return undefined;
  const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(home, 'dist'), readFileSync(file, 'utf8'));
  return existsSync(path) ? path : undefined;
}

/** Downloads the program. Gives the reason for a failure; empty after a success. */
function fetchElectron(): Promise<string> {
  const child = spawn(process.execPath, [join(home, 'install.js')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: mostToFetch,
    env: { ...process.env, ELECTRON_GET_USE_PROXY: 'true' },
  });
  let words = '';
  child.stderr.on('data', (part: Buffer) => (words += part.toString()));
  return new Promise((resolve) => {
    child.once('error', (error) => {
      resolve(error.message);
    });
    child.once('close', (_, signal) => {
      if (signal === null) {
        resolve(reasonIn(words));
        return;
      }
      mkdirSync(dirname(gaveUp), { recursive: true });
      writeFileSync(gaveUp, String(Date.now()));
      resolve('its download takes too long');
    });
  });
}

/** The reason for a failed download, extracted from its output. */
export function reasonIn(words: string): string {
  const lines = words.split('\n').map((line) => line.trim());
  const error = lines.map((line) => /Error(?: \[\w+\])?: (.+)$/.exec(line)?.[1]).find((reason) => reason !== undefined);
  const reason = error ?? lines.find((line) => line !== '') ?? 'its download failed';
  // Node's fetch says only this if it cannot reach an address.
  return reason === 'fetch failed' ? 'its download address cannot be reached' : reason;
}
