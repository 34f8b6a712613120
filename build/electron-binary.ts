import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './set-up.js';

const home = join(root, 'node_modules/electron');
/** When the last download timed out (ms since the epoch). */
const gaveUp = join(root, 'dist/.built/electron-gave-up');
const mostToFetch = 180_000;
/** Milliseconds to wait after a timeout, so that a start does not retry the download each time. */
const restAfterGivingUp = 24 * 60 * 60 * 1000;

/** Finds the Electron program and downloads it if missing: the npm package does not contain it. */
export function electronBinary(): { path: string } | { problem: string } {
  const present = installed();
  if (present) return { path: present };
  const restsUntil = existsSync(gaveUp) ? Number(readFileSync(gaveUp, 'utf8')) + restAfterGivingUp : 0;
  if (Date.now() < restsUntil)
    return { problem: 'its download took too long today; "npx install-electron" tries again' };
  console.error('Downloading Electron. This happens once.');
  const problem = fetchElectron();
  const path = installed();
  return path ? { path } : { problem };
}

function installed(): string | undefined {
  const file = join(home, 'path.txt');
  if (!existsSync(file)) return undefined;
  const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(home, 'dist'), readFileSync(file, 'utf8'));
  return existsSync(path) ? path : undefined;
}

/** Returns the reason for a failure; empty after success. */
function fetchElectron(): string {
  const { error, signal, stderr } = spawnSync(process.execPath, [join(home, 'install.js')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: mostToFetch,
    env: { ...process.env, ELECTRON_GET_USE_PROXY: 'true' },
  });
  if (signal === null) return error?.message ?? reasonIn(stderr);
  mkdirSync(dirname(gaveUp), { recursive: true });
  writeFileSync(gaveUp, String(Date.now()));
  return 'its download takes too long';
}

export function reasonIn(words: string): string {
  const lines = words.split('\n').map((line) => line.trim());
  const error = lines.map((line) => /Error(?: \[\w+\])?: (.+)$/.exec(line)?.[1]).find((reason) => reason !== undefined);
  const reason = error ?? lines.find((line) => line !== '') ?? 'its download failed';
  // Node's fetch gives no other reason for an unreachable address.
  return reason === 'fetch failed' ? 'its download address cannot be reached' : reason;
}
