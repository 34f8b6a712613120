import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The signal by which a second start tells the first one. */
const secondStart = 'SIGUSR2';

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

/** What a second start was given. */
interface SecondStart {
  words: string[];
  folder: string;
}

const second = (userData: string): string => join(userData, 'double.second.json');

/** Tells the one instance of a second start, which this is. */
export function tellFirst(userData: string, owner: number): void {
  const start: SecondStart = { words: process.argv, folder: process.cwd() };
  writeFileSync(second(userData), JSON.stringify(start));
  process.kill(owner, secondStart);
}

/** Hears of second starts. */
export function hearSecond(userData: string, heard: (start: SecondStart) => void): void {
  process.on(secondStart, () => heard(JSON.parse(readFileSync(second(userData), 'utf8')) as SecondStart));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
