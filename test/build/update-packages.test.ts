import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { HandOver, UpdateOffer, UpdateSource } from '../../contract/desk-api/update.ts';
import { hasTool } from '../../build/package/tools.ts';
import { sealRelease } from '../../build/release/release.ts';
import { cloneTo, notClonable, packIn } from '../kit/clone.ts';
import { type DebianRoot, debianRoot } from '../kit/debian-root.ts';
import { isLive, useDesk, type Working, workOf } from '../kit/desk/used-desk.ts';
import { becomeNext, next, present } from '../kit/next-version.ts';
import { type Packed, packedForLinux } from '../kit/packed.ts';
import { hostOf } from '../kit/programs/host-program.ts';
import { InstalledApplication, standInLibraries, type Use, type Used } from '../kit/programs/installed-application.ts';
import { screenAt, viewWhen } from '../kit/programs/screen-at.ts';

const work = mkdtempSync(join(tmpdir(), 'update-packages-'));
afterAll(() => rmSync(work, { recursive: true }));

const missing =
  process.platform === 'linux'
    ? (notClonable() ?? (hasTool('dpkg-deb') ? undefined : 'dpkg-deb is not on this machine'))
    : 'the packages of Linux are made on Linux';
const clone = join(work, 'next');

let packed: Packed;
beforeAll(async () => {
  if (missing !== undefined) return;
  packed = await packedForLinux();
  mkdirSync(clone);
  cloneTo(clone, { at: 1_700_000_123, umask: 0o022 });
  becomeNext(clone);
  const flags = ['--system', 'linux', '--processor', process.arch, '--electron', packed.electron];
  packIn({ clone, env: { OVERLAY_RELEASE_PUBLIC_KEYS: packed.publicKeys } }, ...flags);
});

/** The package of a version. */
function fileOf(version: string, pattern: string): string {
  const folder = version === present ? packed.folder : join(clone, 'dist/packages');
  return globSync(join(folder, pattern))[0] ?? '';
}

/** A desk that a package installs. */
interface Installed {
  name: string;
  /** The files of its packages of a version. */
  files: string;
  /** Its data directory, as the Debian sees it. */
  data: string;
  /** Somebody starts the installed desk, works at it, and ends it; or what they do there installs something, and it ends by itself. */
  atDesk<Result extends Used>(debian: DebianRoot, use: Use<Result>): Promise<Result>;
  /** What is true of it whichever version is installed. */
  works(debian: DebianRoot): void;
}

const host: Installed = {
  name: 'overlay-desk-host',
  files: 'overlay-desk-host_*.deb',
  data: 'var/lib/overlay-desk',
  async atDesk({ path }, use) {
    const child = spawn('chroot', [path, 'overlay-desk-host', '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
    const running = await hostOf(child, join(path, host.data));
    try {
      const { link, close } = await screenAt(running.address);
      const result = await use({ link, until: (shows) => viewWhen(link, shows) });
      close();
      return result;
    } finally {
      child.kill('SIGTERM');
      expect(await running.ended).toBe(0);
    }
  },
  works: ({ run }) => expect(run('overlay-desk-host', '--version')).toMatch(/^Overlay Desk \S+ UNSIGNED\n/),
};

const application: Installed = {
  name: 'overlay-desk',
  files: 'overlay-desk-[0-9]*.deb',
  data: 'mnt/data',
  async atDesk(debian, use) {
    const installed = new InstalledApplication(debian, join(debian.path, application.data));
    try {
      return await installed.use(use);
    } finally {
      installed.remove();
    }
  },
  works: ({ run }) => expect(() => run('overlay-desk')).toThrow('This is a stand-in for Electron'),
};

describe.each([host, application])('$name from its package', ({ name, files, data: inside, atDesk, works }) => {
  let debian: DebianRoot | { missing: string } = { missing: missing ?? '' };
  beforeAll(async () => {
    if (missing !== undefined) return;
    debian = debianRoot();
    if ('missing' in debian) return;
    for (const version of [present, next]) await putRelease(debian, fileOf(version, files), version);
    // Whoever sits at it is root already, and says yes.
    writeFileSync(join(debian.path, 'usr/bin/sudo'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
    writeFileSync(join(debian.path, 'etc/apt/apt.conf.d/yes'), 'APT::Get::Assume-Yes "true";\n');
    if (name === application.name) standInLibraries(debian, fileOf(present, files));
  });
  afterAll(() => {
    if ('path' in debian) debian.remove();
  });

  it('is used, updated from a folder, used again, and goes one step back: nothing is lost, and each version reads what is its own', async ({
    skip,
  }) => {
    if ('missing' in debian) return skip(debian.missing);
    const here = debian;
    const data = join(here.path, inside);
    const stick = (version: string): UpdateSource => ({
      folder: `${name === host.name ? '' : here.path}/mnt/${version}`,
    });
    const isThere = (version: string): void => {
      expect(here.run('dpkg-query', '--show', name)).toBe(`${name}\t${version}\n`);
      works(here);
    };

    here.run('sh', '-c', `apt-get install --no-install-recommends /mnt/${present}/*.deb`);
    isThere(present);
    expect(here.run('dpkg', '--verify', name)).toBe('');
    const first = await atDesk(here, async ({ link, until }) => {
      const before = await useDesk({ link, until });
      const { sha256 } = (await link.call('findUpdate', { from: stick(present), stepBack: false })).installer;
      const { notKept } = await link.call('keepInstaller', { from: stick(present), sha256 });
      return { before, notKept, handOver: await chosen({ link, until }, stick(next), () => null) };
    });
    expect(first.notKept).toBe('');
    const settings = join(here.path, 'etc/default', name);
    const isSet = existsSync(settings);
    if (isSet) writeFileSync(settings, 'OVERLAY_DESK_FLAGS="--port 8850"\n');
    const stores = storesIn(data);

    carryOut(here, first.handOver);
    isThere(next);
    const back = await atDesk(here, async ({ link, until }) => {
      const view = await until((now) => isLive(now) && JSON.stringify(now.subs).includes('Not sent yet'));
      expect([workOf(view), sentences(view)]).toEqual([first.before, []]);
      await link.call('signOn', { name: 'Bob' });
      await link.call('editRundown', { edit: 'addRundown', name: 'Tomorrow' });
      await until(({ rundowns }) => rundowns.some(({ name: one }) => one === 'Tomorrow'));
      const { stepBack } = await link.call('about', {});
      const handOver = await chosen({ link, until }, { kept: stepBack ?? '' }, ({ copy }) => {
        expect(copy).toMatchObject({ version: present, outgrown: true });
        return copy?.id ?? null;
      });
      return { handOver };
    });
    expect(storesIn(data).map((version, at) => version - (stores[at] ?? 0))).toEqual([1, 1, 1, 1]);

    carryOut(here, back.handOver);
    isThere(present);
    // What the administrator has set is all that differs from the package.
    expect(here.run('dpkg', '--verify', name)).toBe(isSet ? `??5?????? c /etc/default/${name}\n` : '');
    await atDesk(here, async ({ until }) => {
      const view = await until((now) => isLive(now) && JSON.stringify(now.subs).includes('Not sent yet'));
      expect([workOf(view), sentences(view)]).toEqual([first.before, []]);
      return {};
    });
    expect(storesIn(data)).toEqual(stores);
    if (isSet) expect(readFileSync(settings, 'utf8')).toContain('8850');
  });

  it('that is damaged is named and mended by its package, a damaged package installs nothing, and removed nothing of the program stays', ({
    skip,
  }) => {
    if ('missing' in debian) return skip(debian.missing);
    const { path, run } = debian;
    const [deb = ''] = globSync(join(path, 'mnt', present, '*.deb'));
    const install = (file: string): string => run('apt-get', 'install', '--reinstall', join('/', relative(path, file)));
    const wrong = (): string[] =>
      run('dpkg', '--verify', name)
        .split('\n')
        .filter((line) => line !== '' && !line.includes(' c '));
    const [, program = ''] =
      /^(.+\/(?:resources\/app\.asar|host\/main\.js))$/m.exec(run('dpkg', '--listfiles', name)) ?? [];

    flipBit(join(path, program));
    expect(wrong()).toEqual([`??5??????   ${program}`]);
    const damaged = join(path, 'mnt/damaged.deb');
    cpSync(deb, damaged);
    flipBit(damaged);
    expect(() => install(damaged)).toThrow(/compressed data is corrupt|lzma error|cannot copy extracted data/);
    expect(wrong()).toEqual([`??5??????   ${program}`]);
    expect(() => installOnFullDisk(path, dirname(program), relative(path, deb))).toThrow('No space left on device');
    expect(wrong()).toEqual([`??5??????   ${program}`]);
    install(deb);
    expect(wrong()).toEqual([]);
    works(debian);

    run('dpkg', '--remove', name);
    run('dpkg', '--purge', name);
    expect(existsSync(join(path, program))).toBe(false);
    if (name === application.name) expect(leftOf(path)).toEqual([]);
    expect(run('dpkg', '--audit')).toBe('');
    // The data of an operator is theirs; that of a service goes with it.
    expect(existsSync(join(path, inside))).toBe(name === application.name);
  });
});

it('the package for Fedora is installed by rpm in a network without a route, updated, taken back and removed', ({
  skip,
}) => {
  const lacking = missing ?? ['rpm', 'rpmbuild'].find((tool) => !hasTool(tool));
  skip(lacking !== undefined, `${String(lacking)} is not on this machine`);
  const debian = debianRoot();
  if ('missing' in debian) return skip(debian.missing);
  onTestFinished(() => debian.remove());
  const { path } = debian;
  const [now, later] = [present, next].map((version) => fileOf(version, 'overlay-desk-*.rpm'));
  // Here rpm knows of no other package, and is told that it is no Debian's own.
  const rpm = (...words: string[]): string =>
    execFileSync('unshare', ['--net', 'rpm', '--root', path, '--dbpath', '/var/lib/rpm', '--force-debian', ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const isThere = (version: string): void => {
    expect(rpm('-q', '--qf', '%{VERSION}', 'overlay-desk')).toBe(version);
    expect(rpm('-V', '--nodeps', 'overlay-desk')).toBe('');
    application.works(debian);
  };
  const damaged = join(work, 'damaged.rpm');
  cpSync(now ?? '', damaged);
  flipBit(damaged);
  expect(() => rpm('-i', '--nodeps', damaged)).toThrow(/digest: BAD/);
  expect(leftOf(path)).toEqual([]);
  rpm('-i', '--nodeps', now ?? '');
  isThere(present);
  rpm('-U', '--nodeps', later ?? '');
  isThere(next);
  rpm('-U', '--nodeps', '--oldpackage', now ?? '');
  isThere(present);
  rpm('-e', 'overlay-desk');
  expect(leftOf(path)).toEqual([]);
});

/** Installs a package where a directory of the system is on a disk of its own, which is full. */
function installOnFullDisk(path: string, directory: string, deb: string): void {
  const script = 'mount -t tmpfs -o size=64k tmpfs "$0$1" && exec chroot "$0" apt-get install --reinstall "/$2"';
  const words = ['--net', '--mount', 'sh', '-c', script, path, directory, deb];
  execFileSync('unshare', words, { stdio: 'pipe', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' } });
}

/** Makes one bit in the middle of a file another. */
function flipBit(file: string): void {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  writeFileSync(file, bytes);
}

/** What is left of the application in a system. */
function leftOf(path: string): string[] {
  const places = ['opt/Overlay Desk', 'usr/bin/overlay-desk', 'usr/share/applications/overlay-desk.desktop'];
  const rules = 'usr/lib/udev/rules.d/70-overlay-desk.rules';
  return [...places, rules].filter((place) => existsSync(join(path, place)));
}

/** A release with a package, in the folder of a stick. */
async function putRelease({ path }: DebianRoot, file: string, version: string): Promise<void> {
  const folder = join(path, 'mnt', version);
  mkdirSync(folder, { recursive: true });
  cpSync(file, join(folder, basename(file)));
  await sealRelease(folder, { version, expires: '2099-12-31', key: packed.key.private, now: Date.now() });
}

/** Installs another version as an operator does, and gives how it was handed over. `restore`: the copy that is to come back. */
async function chosen(
  { link, until }: Parameters<Use<Used>>[0],
  from: UpdateSource,
  restore: (offer: UpdateOffer) => string | null,
): Promise<HandOver> {
  await until(isLive);
  const stepBack = 'kept' in from;
  const offer = await link.call('findUpdate', { from, stepBack });
  const { sha256 } = offer.installer;
  return link.call('installUpdate', { from, stepBack, sha256, restore: restore(offer) });
}

/** Runs the command that the desk shows. What it has started itself runs already. */
function carryOut({ run }: DebianRoot, handOver: HandOver): void {
  if (handOver.how === 'command') run('sh', '-c', handOver.command);
}
/** What the desk says is wrong. */
function sentences({ notices }: Awaited<ReturnType<Working['until']>>): string[] {
  return notices.map(({ text }) => text).filter((text) => text.includes('could not be read'));
}

/** The versions of settings, show, what is prepared, and the database. */
function storesIn(data: string): number[] {
  const files = ['settings.json', 'show.overlayshow', 'prepared.json'].map(
    (name) => (JSON.parse(readFileSync(join(data, name), 'utf8')) as { version: number }).version,
  );
  const database = new DatabaseSync(join(data, 'service/service.db'), { readOnly: true });
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  database.close();
  return [...files, version];
}
