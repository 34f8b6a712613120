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
