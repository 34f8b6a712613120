import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { hasTool } from '../../build/package/tools.ts';
import { root } from '../../build/set-up.js';

/** Why these sources cannot be cloned here; undefined if they can. */
export function notClonable(): string | undefined {
  if (!hasTool('git')) return 'git is not on this machine';
  return existsSync(join(root, '.git')) ? undefined : 'these sources came without their history';
}

/** How somebody clones. */
interface Cloned {
  /** When, in seconds since the epoch: the time of each file. */
  at: number;
  /** The rights that their system takes from new files. */
  umask: number;
}

/** Clones these sources to a new folder, with what is not committed yet, and with packages of their own. */
export function cloneTo(folder: string, { at, umask }: Cloned): void {
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8' });
  git('clone', '--quiet', '--no-checkout', '--depth', '1', `file://${root}`, folder);
  const names = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const name of names.filter((one) => one !== '' && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name));
    chmodSync(join(folder, name), statSync(join(root, name)).mode & ~umask);
    utimesSync(join(folder, name), at, at);
  }
  copyPackages(join(folder, 'node_modules'));
}

/** Links the packages, or copies them where the folder is on another disk. Leaves out the cache, which other tests write meanwhile. */
function copyPackages(to: string): void {
  const from = join(root, 'node_modules');
  const names = readdirSync(from).filter((name) => name !== '.cache');
  mkdirSync(to);
  const copy = (how: string): number | null =>
    spawnSync('cp', ['-a', '--one-file-system', how, '-t', to, ...names], { cwd: from, stdio: 'ignore' }).status;
  if (copy('--link') !== 0) copy('--reflink=auto');
}

/** Where and how `npm run pack` runs. */
interface Packing {
  clone: string;
  umask?: number;
  env: Readonly<Record<string, string>>;
}

/** What starts a program without any network, where this process may do so. */
const withoutNetwork = spawnSync('unshare', ['--net', 'true']).status === 0 ? ['unshare', '--net'] : [];

/** Runs `npm run pack` in a clone, without a network. Gives what it printed. Throws what it said if it fails. */
export function packIn({ clone, umask = 0o022, env }: Packing, ...flags: readonly string[]): string {
  const script = `umask ${umask.toString(8)}; exec "$0" build/run.js pack "$@"`;
  const [first = '', ...words] = [...withoutNetwork, 'sh', '-c', script, process.execPath, ...flags];
  const { status, stdout, stderr } = spawnSync(first, words, {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`npm run pack ended with ${String(status)}: ${stderr}`);
  return stdout;
}

/** The SHA-256 of each file in a folder, by its path, with whether it may be run. */
export function hashesIn(folder: string): Map<string, string> {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(
    paths.map((path) => {
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
      return [path.slice(folder.length + 1), (statSync(path).mode & 0o100) === 0 ? hash : `${hash} runs`];
    }),
  );
}
