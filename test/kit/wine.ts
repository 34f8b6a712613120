import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasTool } from '../../build/package/tools.ts';

/** A Windows of its own: Wine with its own disk, registry and home. */
export interface Wine {
  /** Its disk C. */
  drive: string;
  /** Runs a program in it, to its end. Gives its exit code and what it printed. */
  run(program: string, ...words: string[]): { code: number | null; said: string };
  /** Starts a program in it that goes on. What it prints and is told goes through pipes. */
  start(program: string, ...words: string[]): ChildProcess;
  /** What a key of the registry has as its value without a name; undefined without such a key. */
  registered(key: string): string | undefined;
  /** Makes a directory of this machine a disk of it, by the letter of that. */
  plugIn(letter: string, directory: string): void;
  /** Becomes a version of Windows, such as `win10`. */
  become(version: string): void;
  remove(): void;
}

/** Makes one; or says why it cannot be had. `within`: what stands before its programs, such as where disks are that only they see. */
export function openWine(...within: readonly string[]): Wine | { missing: string } {
  if (!hasTool('wine') || !hasTool('wineboot')) return { missing: 'wine is not on this machine' };
  const folder = mkdtempSync(join(tmpdir(), 'wine-'));
  const env = {
    PATH: process.env.PATH,
    LC_ALL: 'C.UTF-8',
    WINEDEBUG: '-all',
    // Neither a menu nor types of files are added to the desktop of this machine.
    HOME: join(folder, 'home'),
    WINEPREFIX: join(folder, 'prefix'),
    WINEDLLOVERRIDES: 'winemenubuilder.exe=d',
    TMPDIR: folder,
  };
  mkdirSync(env.HOME);
  const wine = (...words: readonly string[]): [string, string[]] => {
    const [first = '', ...more] = [...within, ...words];
    return [first, more];
  };
  const run: Wine['run'] = (...words) => {
    const { status, stdout } = spawnSync(...wine('wine', ...words), { env, cwd: folder, encoding: 'utf8' });
    return { code: status, said: stdout };
  };
  const booted = spawnSync(...wine('wineboot', '--init'), { env, stdio: 'ignore' });
  if (booted.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return { missing: 'wine cannot start on this machine' };
  }
  return {
    drive: join(env.WINEPREFIX, 'drive_c'),
    run,
    start: (...words) => spawn(...wine('wine', ...words), { env, cwd: folder }),
    registered: (key) => /REG_SZ\s+(.*?)\r?\n/.exec(run('reg', 'query', key, '/ve').said)?.[1],
    plugIn(letter, directory) {
      const disk = join(env.WINEPREFIX, `dosdevices/${letter}:`);
      rmSync(disk, { force: true });
      symlinkSync(directory, disk);
    },
    become: (version) => void run('winecfg', '-v', version),
    remove() {
      execFileSync(...wine('wine', 'wineboot', '--end-session', '--kill', '--force'), { env, stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    },
  };
}
