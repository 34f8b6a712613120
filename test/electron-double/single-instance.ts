import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The signal by which a second start tells the first one. */
export const secondStart = 'SIGUSR2';

/** Makes this process the one instance on a directory. Gives the process id of another one that is it already. */
export function claimInstance(userData: string): number | undefined {
  const file = join(userData, 'double.pid');
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return undefined;
  } catch {
    const owner = Number(readFileSync(file, 'utf8'));
    if (isAlive(owner)) return owner;
    writeFileSync(file, String(process.pid));
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
