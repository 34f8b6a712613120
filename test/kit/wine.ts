import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
  /** Becomes a version of Windows, such as `win10`. */
  become(version: string): void;
  remove(): void;
}

/** Makes one; or says why it cannot be had. */
export function openWine(): Wine | { missing: string } {
  if (!hasTool('wine') || !hasTool('wineboot')) return { missing: 'wine is not on this machine' };
  const folder = mkdtempSync(join(tmpdir(), 'wine-'));
  const env = {
    ...{ PATH: process.env.PATH, LC_ALL: 'C.UTF-8', WINEDEBUG: '-all' },
    // Neither a menu nor types of files are added to the desktop of this machine.
    ...{ HOME: join(folder, 'home'), WINEPREFIX: join(folder, 'prefix'), WINEDLLOVERRIDES: 'winemenubuilder.exe=d' },
  };
  mkdirSync(env.HOME);
  const run: Wine['run'] = (program, ...words) => {
    const { status, stdout } = spawnSync('wine', [program, ...words], { env, cwd: folder, encoding: 'utf8' });
    return { code: status, said: stdout };
  };
  const booted = spawnSync('wineboot', ['--init'], { env, stdio: 'ignore' });
  if (booted.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return { missing: 'wine cannot start on this machine' };
  }
  return {
    drive: join(env.WINEPREFIX, 'drive_c'),
    run,
    start: (program, ...words) => spawn('wine', [program, ...words], { env, cwd: folder }),
    registered: (key) => /REG_SZ\s+(.*?)\r?\n/.exec(run('reg', 'query', key, '/ve').said)?.[1],
    become: (version) => void run('winecfg', '-v', version),
    remove() {
      execFileSync('wine', ['wineboot', '--end-session', '--kill', '--force'], { env, stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    },
  };
}
