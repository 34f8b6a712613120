import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { extractAll, uncache } from '@electron/asar';
import { expect } from 'vitest';
import type { DeskApi } from '../../../contract/desk-api/desk-api.ts';
import type { HandOver } from '../../../contract/desk-api/update.ts';
import type { LinkClient } from '../../../contract/link/link.ts';
import { linkOver } from '../../electron/ask-desk.ts';
import { launchDouble } from '../../electron/launch-shell.ts';
import type { DebianRoot } from '../debian-root.ts';
import type { Working } from '../desk/used-desk.ts';
import { viewWhen } from './screen-at.ts';

/** What came of working at a desk: perhaps another version was handed over to the system. */
export interface Used {
  handOver?: HandOver;
}
/** What somebody does at a desk. */
export type Use<Result extends Used> = (desk: Working & { link: LinkClient<DeskApi> }) => Promise<Result>;

/**
 * Starts a program where `/opt` and what dpkg knows are those of a Debian as well, and the program of the application is Node: as Electron
 * would run the archive beside it.
 */
const there = `
  mount -t overlay overlay -o "lowerdir=$1/opt:/opt" /opt
  mount --bind "$1/var/lib/dpkg" /var/lib/dpkg
  mount --bind "$2" "/opt/Overlay Desk/overlay-desk"
  shift 2
  exec "/opt/Overlay Desk/overlay-desk" "$@"
`;

/** Asks nobody for a password, and runs what it is given in a Debian without a network. Tells how that ended. */
const pkexec = (debian: string, ended: string): string => `#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
unshare --net chroot '${debian}' "$@" > '${ended}.log' 2>&1
echo "$? $*" > '${ended}'
`;

/** The application as its package has installed it in a Debian, under the Electron double. */
export class InstalledApplication {
  readonly #folder = mkdtempSync(join(tmpdir(), 'installed-'));
  readonly #debian: DebianRoot;
  readonly #data: string;

  constructor(debian: DebianRoot, data: string) {
    this.#debian = debian;
    this.#data = data;
  }

  /** Somebody works at it. If they install another version, it ends by itself, and that version is installed. */
  async use<Result extends Used>(work: Use<Result>): Promise<Result> {
    const { path } = this.#debian;
    const ended = join(this.#folder, 'ended');
    const app = join(this.#folder, 'app');
    mkdirSync(join(this.#folder, 'bin'));
    writeFileSync(join(this.#folder, 'bin/pkexec'), pkexec(path, ended), { mode: 0o755 });
    letPathsMeanTheSame(path);
    const archive = join(path, 'opt/Overlay Desk/resources/app.asar');
    // Another version may have been there before.
    uncache(archive);
    extractAll(archive, app);
    const shell = await launchDouble({
      node: ['unshare', '--mount', 'sh', '-ec', there, 'sh', path, process.execPath],
      program: join(app, 'dist/electron/main.js'),
      cwd: '/',
      data: this.#data,
      env: { PATH: [join(this.#folder, 'bin'), process.env.PATH].join(delimiter) },
    });
    let result: Result | undefined;
    try {
      const link = await linkOver(shell.page);
      result = await work({ link, until: (shows) => viewWhen(link, shows) });
    } finally {
      if (result?.handOver?.how !== 'started') await shell.close();
    }
    if (result.handOver?.how !== 'started') return result;
    expect(await shell.ended).toBe(0);
    await expect.poll(() => existsSync(ended) && readFileSync(ended, 'utf8')).toMatch(/\n$/);
    expect(readFileSync(ended, 'utf8'), readFileSync(`${ended}.log`, 'utf8')).toMatch(/^0 apt-get install /);
    return result;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** A path of this machine that leads into a Debian means the same in it. */
function letPathsMeanTheSame(debian: string): void {
  const self = join(debian, debian);
  mkdirSync(dirname(self), { recursive: true });
  if (!existsSync(self)) symlinkSync('/', self);
}

/** Installs an empty package that stands for what a package needs: with the stand-in for Electron nothing is linked with it. */
export function standInLibraries({ path, run }: DebianRoot, deb: string): void {
  const needs = execFileSync('dpkg-deb', ['-f', deb, 'Depends'], { encoding: 'utf8' });
  const names = [...needs.matchAll(/([a-z\d][a-z\d.+-]+)(?: \([^)]*\))?/g)].map(([, name]) => name);
  const control = [
    'Package: stand-in-libraries',
    'Version: 1',
    'Architecture: all',
    'Maintainer: Nobody <none>',
    `Provides: ${names.join(', ')}`,
    'Description: A stand-in for tests',
  ];
  const stage = join(path, 'mnt/stand-in');
  mkdirSync(join(stage, 'DEBIAN'), { recursive: true });
  writeFileSync(join(stage, 'DEBIAN/control'), `${control.join('\n')}\n`);
  execFileSync('dpkg-deb', ['--build', stage, `${stage}.deb`], { stdio: 'ignore' });
  run('dpkg', '--install', '/mnt/stand-in.deb');
}
