import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showVersion } from '../../contract/desk-api/show-file.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { UpdateOffer, UpdateSource } from '../../contract/desk-api/update.ts';
import { hasTool } from '../../build/package/tools.ts';
import { sealRelease } from '../../build/release/release.ts';
import { cloneTo, hashesIn, notClonable, packIn } from '../kit/clone.ts';
import { type DebianRoot, debianRoot } from '../kit/debian-root.ts';
import { testKey } from '../kit/desk/sealed-release.ts';
import { isLive, useDesk, type Working, workOf } from '../kit/desk/used-desk.ts';
import { hostOf } from '../kit/programs/host-program.ts';
import { screenAt, viewWhen } from '../kit/programs/screen-at.ts';
import { makeStandIn } from '../stand-in-electron/stand-in.ts';

const work = mkdtempSync(join(tmpdir(), 'clones-'));
const electron = join(work, 'electron');
const publicKeys = join(work, 'overlay-desk.pem');
/** Two people who clone these sources: elsewhere, at another time, and with other habits. */
const clones = {
  one: { folder: join(work, 'a'), at: 978_307_200, umask: 0o022, env: { TZ: 'UTC', LC_ALL: 'C.UTF-8' } },
  other: {
    folder: join(work, 'somewhere else', 'with a much longer path'),
    at: 1_700_000_123,
    umask: 0o077,
    env: { TZ: 'Asia/Kathmandu', LC_ALL: 'POSIX', HOME: work, TMPDIR: join(work, 'tmp') },
  },
};
/** What electron-builder writes for whoever looks for a fault: it is in no package, and names the folder. */
const ofTools = 'packages/builder-debug.yml';

const missing =
  process.platform === 'linux'
    ? (notClonable() ?? (hasTool('dpkg-deb') ? undefined : 'dpkg-deb is not on this machine'))
    : 'the packages of Linux are made on Linux';

function packed({ folder, umask, env }: (typeof clones)[keyof typeof clones], ...flags: string[]): void {
  packIn({ clone: folder, umask, env: { ...env, OVERLAY_RELEASE_PUBLIC_KEYS: publicKeys } }, ...flags);
}

beforeAll(async () => {
  if (missing !== undefined) return;
  writeFileSync(publicKeys, testKey.public);
  mkdirSync(clones.other.env.TMPDIR);
  await makeStandIn('linux', electron);
  for (const { folder, ...how } of Object.values(clones)) {
    mkdirSync(folder, { recursive: true });
    cloneTo(folder, how);
  }
  for (const clone of Object.values(clones)) {
    packed(clone, '--dir', '--system', 'linux', '--electron', electron);
    packed(clone, '--host');
  }
});
afterAll(() => rmSync(work, { recursive: true }));

it('two clones of these sources make the same programs, screens, application and host, byte for byte', ({ skip }) => {
  skip(missing !== undefined, missing);
  const [one, other] = Object.values(clones).map(({ folder }) => {
    const made = hashesIn(join(folder, 'dist'));
    made.delete(ofTools);
    return made;
  });
  const names = [...(one?.keys() ?? [])];
  expect(names).toEqual(
    expect.arrayContaining(['host/main.js', 'renderer/index.html', 'packages/linux-unpacked/resources/app.asar']),
  );
  expect(names.filter((name) => name.endsWith('.deb'))).toHaveLength(1);
  expect(other).toEqual(one);
});

const [, major = '', minor = ''] = /^(\d+)\.(\d+)\./.exec(packageJson.version) ?? [];
/** The version of these sources, and the one after it. */
const [present, next] = [packageJson.version, `${major}.${String(Number(minor) + 1)}.0`];

/** What makes these sources those of the version after, by the rule: each of its stores has a higher version, and reads what was before. */
const nextEdits: readonly [file: string, from: string, to: string][] = [
  ['package.json', `"version": "${present}"`, `"version": "${next}"`],
  ['contract/desk-api/show-file.ts', `showVersion = ${showVersion}`, `showVersion = ${showVersion + 1}`],
  [
    'desk/node-ports/show-upgrades.ts',
    '  (content) => content,\n];',
    '  (content) => content,\n  (content) => content,\n];',
  ],
  ['desk/screens/settings.ts', 'this.#port.version ?? 1', 'this.#port.version ?? 2'],
  ['desk/screens/settings.ts', 'z.literal(this.#version)', 'z.int()'],
  [
    'service/store/sqlite/migrations.ts',
    '[createTables]',
    "[createTables, (database) => database.exec('CREATE TABLE bells (tone TEXT)')]",
  ],
];

describe('a host from its package', () => {
  let debian: DebianRoot | { missing: string } = { missing: missing ?? '' };
  beforeAll(async () => {
    if (missing !== undefined) return;
    debian = debianRoot();
    if ('missing' in debian) return;
    await putRelease(debian, clones.one.folder, present);
    for (const [file, from, to] of nextEdits) {
      const path = join(clones.other.folder, file);
      const text = readFileSync(path, 'utf8');
      expect(text.split(from)).toHaveLength(2);
      writeFileSync(path, text.replace(from, to));
    }
    packed(clones.other, '--host');
    await putRelease(debian, clones.other.folder, next);
    // Whoever sits at it is root already, and says yes.
    writeFileSync(join(debian.path, 'usr/bin/sudo'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
    writeFileSync(join(debian.path, 'etc/apt/apt.conf.d/yes'), 'APT::Get::Assume-Yes "true";\n');
  });
  afterAll(() => {
    if ('path' in debian) debian.remove();
  });

  it('is used, updated from a folder, used again, and goes one step back: nothing is lost, and each version reads what is its own', async ({
    skip,
  }) => {
    if ('missing' in debian) return skip(debian.missing);
    const here = debian;
    const is = (): string => here.run('dpkg-query', '--show', 'overlay-desk-host').trim();
    const data = join(here.path, 'var/lib/overlay-desk');
    const stick = (version: string): UpdateSource => ({ folder: `/mnt/${version}` });

    here.run('sh', '-c', `apt-get install --no-install-recommends /mnt/${present}/*.deb`);
    const first = await atDesk(here, async ({ link, until }) => {
      const before = await useDesk({ link, until });
      const { sha256 } = (await link.call('findUpdate', { from: stick(present), stepBack: false })).installer;
      const { notKept } = await link.call('keepInstaller', { from: stick(present), sha256 });
      const command = await chosen({ link, until }, stick(next), () => null);
      return { before, notKept, command };
    });
    expect(first.notKept).toBe('');
    const flags = join(here.path, 'etc/default/overlay-desk-host');
    writeFileSync(flags, 'OVERLAY_DESK_FLAGS="--port 8850"\n');
    const stores = storesIn(data);

    here.run('sh', '-c', first.command);
    expect(is()).toBe(`overlay-desk-host\t${next}`);
    const back = await atDesk(here, async ({ link, until }) => {
      const view = await until((now) => isLive(now) && JSON.stringify(now.subs).includes('Not sent yet'));
      expect([workOf(view), sentences(view)]).toEqual([first.before, []]);
      await link.call('signOn', { name: 'Bob' });
      await link.call('editRundown', { edit: 'addRundown', name: 'Tomorrow' });
      await until(({ rundowns }) => rundowns.some(({ name }) => name === 'Tomorrow'));
      const { stepBack } = await link.call('about', {});
      return chosen({ link, until }, { kept: stepBack ?? '' }, ({ copy }) => {
        expect(copy).toMatchObject({ version: present, outgrown: true });
        return copy?.id ?? null;
      });
    });
    expect(storesIn(data).map((version, at) => version - (stores[at] ?? 0))).toEqual([1, 1, 1, 1]);

    here.run('sh', '-c', back);
    expect(is()).toBe(`overlay-desk-host\t${present}`);
    // What the administrator has set is all that differs from the package.
    expect(here.run('dpkg', '--verify', 'overlay-desk-host')).toBe('??5?????? c /etc/default/overlay-desk-host\n');
    await atDesk(here, async ({ until }) => {
      const view = await until((now) => isLive(now) && JSON.stringify(now.subs).includes('Not sent yet'));
      expect([workOf(view), sentences(view)]).toEqual([first.before, []]);
    });
    expect(storesIn(data)).toEqual(stores);
    expect(readFileSync(flags, 'utf8')).toContain('8850');
  });
});

/** A release with the package of a clone, in the folder of a stick. */
async function putRelease({ path }: DebianRoot, clone: string, version: string): Promise<void> {
  const folder = join(path, 'mnt', version);
  mkdirSync(folder, { recursive: true });
  const [deb = ''] = globSync(join(clone, 'dist/packages', `overlay-desk-host_${version}_*.deb`));
  cpSync(deb, join(folder, basename(deb)));
  await sealRelease(folder, { version, expires: '2099-12-31', key: testKey.private, now: Date.now() });
}

/** Somebody starts the installed desk, works at it, and ends it. */
async function atDesk<Result>(
  { path }: DebianRoot,
  use: (working: Working & { link: Link }) => Promise<Result>,
): Promise<Result> {
  const child = spawn('chroot', [path, 'overlay-desk-host', '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const host = await hostOf(child, join(path, 'var/lib/overlay-desk'));
  try {
    const { link, close } = await screenAt(host.address);
    const result = await use({ link, until: (shows) => viewWhen(link, shows) });
    close();
    return result;
  } finally {
    child.kill('SIGTERM');
    expect(await host.ended).toBe(0);
  }
}
type Link = Awaited<ReturnType<typeof screenAt>>['link'];

/** Installs another version as an operator does, and gives the command that the desk shows. `restore`: the copy that is to come back. */
async function chosen(
  { link, until }: Working & { link: Link },
  from: UpdateSource,
  restore: (offer: UpdateOffer) => string | null,
): Promise<string> {
  await until(isLive);
  const stepBack = 'kept' in from;
  const offer = await link.call('findUpdate', { from, stepBack });
  const { sha256 } = offer.installer;
  const handOver = await link.call('installUpdate', { from, stepBack, sha256, restore: restore(offer) });
  return handOver.how === 'command' ? handOver.command : '';
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
