import { accessSync, constants, mkdirSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { codeOf } from '../contract/errors.ts';

export interface Machine {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  home: string;
}

const name = 'overlay-desk';

/** The default data directory, by the convention of the operating system. */
export function dataDirectory({ platform, env, home }: Machine): string {
  switch (platform) {
    case 'win32':
      return win32.join(env.LOCALAPPDATA ?? win32.join(home, 'AppData', 'Local'), name, 'Data');
    case 'darwin':
      return posix.join(home, 'Library', 'Application Support', name);
    default:
      // The XDG specification says to ignore a relative path.
      return posix.join(
        env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : posix.join(home, '.local', 'share'),
        name,
      );
  }
}

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there. Let them, or name another directory with --data DIR',
  EPERM: 'this user may not write there. Let them, or name another directory with --data DIR',
  EROFS: 'it is on a disk that nothing can be written to. Name another directory with --data DIR',
  EEXIST: 'it is a file. Name a directory with --data DIR',
  ENOTDIR: 'a part of its path is a file. Name another directory with --data DIR',
  // Node reports this for a directory to be created on a read-only disk.
  ENOENT: 'nothing can be made there. Name another directory with --data DIR',
  ENOSPC: 'its disk is full. Make room there, and start again',
};

/**
 * Only the user of this program may read what it writes from now on.
 *
 * Attack: another user of the machine reads the settings, or holds a read lock, so that the desk does not start.
 */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}

/** Throws a sentence if the directory cannot be created or written. */
export function makeDataDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    const reason = reasons[codeOf(error) ?? ''];
    if (reason === undefined) throw error;
    throw new Error(`The data of the desk cannot be kept in ${directory}: ${reason}.`, { cause: error });
  }
}
