import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ShowCheck } from '../contract/desk-api/show-check.ts';
import { systemClock } from '../node/clock.ts';
import { dataDirectory, keepFilesPrivate } from '../node/data-directory.ts';
import { DataInUse, isDataInUse, lockData } from '../node/data-lock.ts';
import { programLog } from '../node/program-log.ts';
import { askRunningDesk, printed, readOnly, settledCheck } from './check-show.ts';
import { openDeskOn } from './desk-on-data.ts';
import { checkFlags } from './flags.ts';
import { readNextAddress } from './next-address.ts';

keepFilesPrivate();

/** No log: the printed lines contain everything that this short-lived desk finds. */
const output = programLog(() => undefined, systemClock.now);

async function main(): Promise<void> {
  const { data, credentials } = checkFlags(process.argv.slice(2));
  const directory = data ?? dataDirectory({ platform: process.platform, env: process.env, home: homedir() });
  const check = await checkOf(directory, credentials);
  process.stdout.write(`${printed(check).join('\n')}\n`);
  process.exit(check.lines.some(({ result }) => result === 'failed') ? 1 : 0);
}

async function checkOf(data: string, credentials: string | undefined): Promise<ShowCheck> {
  const none = new Error(`There is no desk in ${data} yet. "npm start" makes one.`);
  if (!existsSync(data)) throw none;
  const unlock = lockUnlessRunning(data);
  if (typeof unlock === 'string') return askRunningDesk(unlock);
  try {
    if (!existsSync(join(data, 'settings.json'))) throw none;
    const { desk, close } = openDeskOn(data, { credentials, output, files: readOnly, hearsDevices: false });
    return await settledCheck(desk).finally(close);
  } finally {
    unlock();
  }
}

/** Returns a fresh address of the running desk. Throws if it has none, or if another machine has the show. */
function lockUnlessRunning(data: string): string | (() => void) {
  try {
    return lockData(data);
  } catch (error) {
    if (!(error instanceof DataInUse)) throw error;
    const address = readNextAddress(data);
    if (address !== undefined) return address;
    if (!isDataInUse(data)) throw error;
    throw new Error(`A desk runs on ${data}, in a window of its own or for another user: press Check in its header.`, {
      cause: error,
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
});
