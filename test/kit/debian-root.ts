import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasTool } from '../../build/package/tools.ts';
import { removeFolder } from './run-folder.ts';

/** Whether this machine has the programs that make and check an apt repository. */
export const hasAptTools = ['gpg', 'apt-ftparchive', 'dpkg-deb'].every(hasTool);

/** A Debian without a network, in a directory of its own. */
export interface DebianRoot {
  /** Its directory, as this machine sees it. */
  path: string;
  /** Run a program in it, and give what it printed. Throws if it fails. */
  run(program: string, ...words: string[]): string;
  remove(): void;
}

/** The least Debian of the release of this machine, made once and copied for each test; or why it cannot be had. */
export function debianRoot(): DebianRoot | { missing: string } {
  const missing = ['debootstrap', 'flock', 'unshare', 'chroot', 'apt-get'].find((tool) => !hasTool(tool));
  if (missing !== undefined) return { missing: `${missing} is not on this machine` };
  if (process.getuid?.() !== 0) return { missing: 'only root can make a Debian' };
  const made = cachedRoot();
  if (typeof made !== 'string') return made;
  const folder = mkdtempSync(join(tmpdir(), 'debian-'));
  const path = join(folder, 'root');
  execFileSync('cp', ['-a', '--one-file-system', '--reflink=auto', made, path]);
  return {
    path,
    run: (program, ...words) =>
      execFileSync('unshare', ['--net', 'chroot', path, program, ...words], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' },
      }),
    remove: () => removeFolder(folder),
  };
}

/**
 * Makes the root under a lock, and under another name until it is whole. The mounts of debootstrap, such as /proc, stay in a mount
 * namespace of their own: outside of it a copy of the root would copy the memory of every process.
 */
const makeOnce = `
  [ -e "$0" ] && exit
  rm -rf "$0.unfinished"
  debootstrap --variant=minbase "$1" "$0.unfinished" "$2" && mv "$0.unfinished" "$0"
`;

/** The root that copies are made of, kept for all clones of this user; or the reason why there is none. */
function cachedRoot(): string | { missing: string } {
  const [, release] = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  const mirror = release && mirrorOf(release);
  if (!release || !mirror) return { missing: 'the sources of apt name no mirror of this release' };
  const path = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'overlay-desk-tests', `debian-${release}`);
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const words = [`${path}.lock`, 'unshare', '--mount', 'sh', '-c', makeOnce, path, release, mirror];
  const { status, stdout } = spawnSync('flock', words, { encoding: 'utf8' });
  if (status === 0) return path;
  return { missing: `debootstrap failed: ${stdout.trim().split('\n').at(-1) ?? ''}` };
}

/** Where this machine has its own packages from. */
function mirrorOf(release: string): string | undefined {
  const { stdout } = spawnSync(
    'apt-get',
    ['indextargets', '--format', '$(CODENAME) $(REPO_URI)', 'Created-By: Packages'],
    {
      encoding: 'utf8',
    },
  );
  const lines = stdout.split('\n').map((line) => line.split(' '));
  return lines.find(([codename]) => codename === release)?.[1];
}
