import { accessSync, constants, mkdirSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/** What the data directory depends on. */
export interface Machine {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  /** The home directory of the user. */
  home: string;
}

const name = 'overlay-desk';

/** The default data directory of every shell, by the convention of the operating system. */
export function dataDirectory({ platform, env, home }: Machine): string {
  switch (platform) {
    case 'win32':
      return win32.join(env.LOCALAPPDATA ?? win32.join(home, 'AppData', 'Local'), name, 'Data');
    case 'darwin':
      return posix.join(home, 'Library', 'Application Support', name);
    default:
      // The XDG specification says to ignore a path that is not absolute.
      return posix.join(
        env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : posix.join(home, '.local', 'share'),
        name,
      );
  }
}

/** Why a directory cannot be the data directory, and the way back, by the code of the system's error. */
const reasons: Record<string, string> = {
  EACCES: 'this user may not write there. Let them, or name another directory with --data DIR',
  EPERM: 'this user may not write there. Let them, or name another directory with --data DIR',
  EROFS: 'it is on a disk that nothing can be written to. Name another directory with --data DIR',
  EEXIST: 'it is a file. Name a directory with --data DIR',
  ENOTDIR: 'a part of its path is a file. Name another directory with --data DIR',
  // Node says so of a directory that is to be made on a disk for reading only.
  ENOENT: 'nothing can be made there. Name another directory with --data DIR',
  ENOSPC: 'its disk is full. Make room there, and start again',
};

/** Makes a data directory where it is missing. Throws a sentence if it cannot be made, or not be written. */
export function makeDataDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw error;
    throw new Error(`The data of the desk cannot be kept in ${directory}: ${reason}.`, { cause: error });
  }
}
