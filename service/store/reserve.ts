import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

/** Bytes. SQLite's log needs about 1 MiB to take 10,000 sub-compositions Out. */
const size = 2 * 1024 * 1024;
/** Milliseconds between two tries to make the file, which takes milliseconds. */
const triedEvery = 10_000;

/** A file that is given up, so that graphics can be taken Out on a full disk. */
export function diskReserve(file: string) {
  let tried = -Infinity;
  return {
    giveUpReserve: (): void => remove(file),
    /** Makes the file again, if the disk has room for it. */
    keepReserve: (): void => {
      if (existsSync(file) || performance.now() < tried + triedEvery) return;
      tried = performance.now();
      try {
        // A disk that compresses keeps no room for zeros.
        writeFileSync(file, randomBytes(size));
      } catch {
        // The reserve is what can be spared. A part of it would hold back the last room.
        remove(file);
      }
    },
  };
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A disk that fails keeps the file. Changes are held in memory then.
    return;
  }
}
