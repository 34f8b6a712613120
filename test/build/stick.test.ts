import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeDeb } from '../../build/package/deb.ts';
import { hasTool, pathOfTool } from '../../build/package/tools.ts';
import { fingerprintOf, releaseProblems } from '../../build/release/release.ts';
import { makeStick, type Stick } from '../../build/stick/stick.ts';
import { type DebianRoot, debianRoot, hasAptTools } from '../kit/debian-root.ts';
import { describeUnless } from '../kit/describe-unless.ts';
import { stickFaults } from '../kit/stick-faults.ts';

const work = mkdtempSync(join(tmpdir(), 'stick-'));
const from = join(work, 'packages');
const made = join(work, 'made');
const deb = 'overlay-desk-host_0.1.0_amd64.deb';
const exe = 'overlay-desk-0.1.0-win-x64.exe';
const companion = 'overlay-desk-companion-0.1.0.tgz';
const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

/** A stick of the packages here, in `work`. */
const stickTo = (to: string, more: Partial<Stick> = {}): Stick => ({
  from,
  to,
  version: '0.1.0',
  expires: '2037-11-24',
  key: privateKey,
  gpg: undefined,
  say: () => undefined,
  companion: join(work, 'module.tgz'),
  ...more,
});

/** Copies the stick that was made, for a test that changes it. */
function copied(): string {
  const folder = mkdtempSync(join(work, 'copied-'));
  cpSync(made, folder, { recursive: true });
  return folder;
}

beforeAll(async () => {
  mkdirSync(from);
  writeFileSync(join(work, 'module.tgz'), 'the module');
  if (hasAptTools) {
    process.env.GNUPGHOME = join(work, 'gpg');
    mkdirSync(process.env.GNUPGHOME, { mode: 0o700 });
    const words = ['--batch', '--quiet', '--passphrase', '', '--quick-generate-key', 'Release test', 'ed25519', 'sign'];
    execFileSync('gpg', words, { stdio: 'ignore' });
    const stage = join(work, 'stage');
    mkdirSync(join(stage, 'usr/bin'), { recursive: true });
    writeFileSync(join(stage, 'usr/bin/overlay-desk-host'), '#!/bin/sh\necho It runs.\n', { mode: 0o755 });
    makeDeb(
      stage,
      {
        name: 'overlay-desk-host',
        version: '0.1.0',
        architecture: 'all',
        maintainer: 'Nobody',
        description: 'A test',
        priority: 'optional',
        depends: ['libc6'],
        recommends: [],
        licence: ['None'],
        scripts: {},
      },
      join(from, deb),
    );
  } else {
    writeFileSync(join(from, deb), 'a package');
  }
  writeFileSync(join(from, exe), 'the installer for Windows');
  writeFileSync(join(from, 'overlay-desk-0.0.9-win-x64.exe'), 'an older one');
  writeFileSync(join(from, 'builder-debug.yml'), 'what a tool leaves behind');
  await makeStick(stickTo(made, { gpg: hasAptTools ? { key: 'Release test', passphrase: undefined } : undefined }));
});

afterAll(() => {
  if (process.env.GNUPGHOME) spawnSync('gpgconf', ['--kill', 'gpg-agent']);
  delete process.env.GNUPGHOME;
  rmSync(work, { recursive: true });
});

describe('a stick', () => {
  it('has the packages of its version, the pages, the scripts, the repository, the key and the seal, and nothing else', async ({
    skip,
  }) => {
    skip(!hasAptTools, 'this machine cannot make an apt repository');
    expect(readdirSync(made).sort()).toEqual(
      [
        'InRelease',
        'Packages',
        'overlay-desk-archive-keyring.asc',
        'overlay-desk-archive-keyring.gpg',
        'overlay-desk.pem',
        companion,
        deb,
        exe,
        'START-HERE.html',
        'manual.html',
        'verify.cmd',
        'verify.ps1',
        'verify.sh',
        'SHA256SUMS',
        'SHA256SUMS.sig',
        'release.json',
      ].sort(),
    );
    expect(await releaseProblems(made, { key: publicKey, now: Date.now() })).toEqual([]);
  });

  it('has the key of its packages in the form that rpm takes, too', ({ skip }) => {
    skip(!hasAptTools || !hasTool('rpmkeys'), 'this machine has no rpm, or cannot make an apt repository');
    const database = ['--dbpath', join(work, 'rpm')];
    execFileSync('rpmkeys', [...database, '--import', join(made, 'overlay-desk-archive-keyring.asc')]);
    expect(execFileSync('rpm', [...database, '-qa', 'gpg-pubkey'], { encoding: 'utf8' })).toMatch(/^gpg-pubkey-/);
  });

  it('has a page to begin with that tells the fingerprints and files, and how to check them', () => {
    const page = readFileSync(join(made, 'START-HERE.html'), 'utf8');
    expect(page).toContain(fingerprintOf(publicKey));
    for (const word of [
      exe,
      companion,
      'until 2037-11-24',
      'openssl pkeyutl -verify',
      'signtool verify',
      'codesign --verify',
    ]) {
      expect(page).toContain(word);
    }
  });

  it.each<[string, (folder: string) => Partial<Stick>, string | RegExp]>([
    ['without packages', () => ({ from: join(work, 'none') }), 'There are no packages of version 0.1.0 in'],
    ['of a version that was not packed', () => ({ version: '0.2.0' }), 'There are no packages of version 0.2.0 in'],
    ['for a day that is none', () => ({ expires: 'soon' }), 'Nothing was sealed: expires:'],
    [
      'with a key that is none',
      () => ({ key: 'no key' }),
      'The key of the release (OVERLAY_RELEASE_KEY) cannot be read',
    ],
    [
      'in a folder with other files',
      (folder) => (mkdirSync(join(folder, 'x'), { recursive: true }), {}),
      'is not empty',
    ],
    ['over a file', (folder) => (writeFileSync(folder, ''), {}), 'is no folder.'],
    ['for a day that is over', () => ({ expires: '2001-01-01', key: undefined }), '2001-01-01 is over'],
    [
      'of a package that is there signed and UNSIGNED',
      (folder) => {
        const both = `${folder}-packages`;
        mkdirSync(both);
        for (const mark of ['', '-UNSIGNED']) writeFileSync(join(both, `overlay-desk-0.1.0-win-x64${mark}.exe`), mark);
        return { from: both };
      },
      /^overlay-desk-0\.1\.0-win-x64-UNSIGNED\.exe is in \S+ beside the signed one\. Take away what is not meant\.$/,
    ],
  ])('is not made %s, and no half of it stays', async (_how, change, said) => {
    const to = join(mkdtempSync(join(work, 'refused-')), 'stick');
    const more = change(to);
    const before = existsSync(to);
    await expect(makeStick(stickTo(to, more))).rejects.toThrow(said);
    expect([existsSync(to), existsSync(`${to}.unfinished`)]).toEqual([before, false]);
  });

  it('is not made with a key that gpg does not have', async ({ skip }) => {
    skip(!hasAptTools, 'this machine cannot make an apt repository');
    const gpg = { key: 'Nobody at all', passphrase: undefined };
    await expect(makeStick(stickTo(join(work, 'nobody'), { gpg }))).rejects.toThrow(
      /^gpg cannot sign with the key Nobody at all \(OVERLAY_GPG_KEY\): /,
    );
  });
});

interface Checked {
  status: number | null;
  said: string;
}

describe('the script that checks a stick on Linux and macOS', () => {
  /** The script of the project checks a folder, because that of a changed folder proves nothing. */
  function checked(folder: string, key = 'overlay-desk.pem', PATH = process.env.PATH): Checked {
    const { status, stdout } = spawnSync('/bin/sh', ['verify.sh', key], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH },
    });
    return { status, said: stdout };
  }

  it('accepts it as it is, and prints what is to be compared', ({ skip }) => {
    skip(!hasTool('openssl'), 'openssl is not on this machine');
    const { status, said } = checked(made);
    expect(said).toContain(`Fingerprint of the key:  ${fingerprintOf(publicKey)}`);
    expect(said).toContain('GOOD   Every file is as it was sealed, and none is missing.');
    expect(status).toBe(0);
  });

  it('accepts it by one of two keys, while one replaces the other', ({ skip }) => {
    skip(!hasTool('openssl'), 'openssl is not on this machine');
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const both = `# The one before\n${other}\n# The next\n${publicKey}`;
    writeFileSync(join(work, 'both.pem'), both);
    const { status, said } = checked(made, join(work, 'both.pem'));
    expect(said.match(/^Fingerprint of the key: .*$/gm)?.map((line) => line.trim())).toEqual(
      [other, publicKey].map((key) => `Fingerprint of the key:  ${fingerprintOf(key)}`),
    );
    expect({ status, good: said.includes('\nGOOD   Every file is as it was sealed') }).toEqual({
      status: 0,
      good: true,
    });
  });

  it('says on a system without OpenSSL what is still to be compared', () => {
    const tools = join(work, 'tools');
    mkdirSync(tools);
    for (const tool of [
      'awk',
      'base64',
      'basename',
      'cut',
      'date',
      'dirname',
      'grep',
      'head',
      'sed',
      'seq',
      'sha256sum',
      'sort',
    ])
      symlinkSync(pathOfTool(tool) ?? '', join(tools, tool));
    const { status, said } = checked(made, 'overlay-desk.pem', tools);
    expect(said).toContain(`Fingerprint of the key:  ${fingerprintOf(publicKey)}`);
    expect(said).toContain('NOTE   This system has no OpenSSL 3, so the signature was not checked.');
    expect(said).toContain('GOOD   Every file is as SHA256SUMS says. Its SHA-256 above must be the published one.');
    expect(status).toBe(0);
  });

  it.each(stickFaults(exe))('refuses %s', (_what, change, said) => {
    const folder = copied();
    change(folder);
    const found = checked(folder);
    expect(found.said).toContain(`WRONG  ${said}`);
    expect(found.status).toBe(1);
  });

  it('refuses what has expired, and a key that did not sign it', async () => {
    const old = join(work, 'old');
    await makeStick(stickTo(old, { expires: '2037-11-24' }));
    // The clock of the machine cannot be set here, so the seal says another day.
    const facts = join(old, 'release.json');
    writeFileSync(facts, readFileSync(facts, 'utf8').replace('2037-11-24', '2001-01-01'));
    expect(checked(old).said).toContain('WRONG  It has expired: it was to be installed until 2001-01-01.');
    const { publicKey: other } = generateKeyPairSync('ed25519');
    writeFileSync(join(work, 'other.pem'), other.export({ type: 'spki', format: 'pem' }));
    expect(checked(made, join(work, 'other.pem')).said).toContain('WRONG  SHA256SUMS is not what the owner of the key');
  });
});

const missingTools = hasAptTools ? undefined : 'gpg, apt-ftparchive or dpkg-deb is not on this machine';

describeUnless(missingTools, 'the apt repository of a stick, in a Debian without a network', () => {
  let debian: DebianRoot | { missing: string } = { missing: '' };
  beforeAll(() => {
    debian = debianRoot();
  });
  afterAll(() => {
    if ('path' in debian) debian.remove();
  });

  /** Puts a stick into a Debian as its only source, as `docs/install.md` says. */
  function plugIn({ path, run }: DebianRoot, stick: string): void {
    const at = (name: string): string => join(path, name);
    for (const old of ['mnt/stick', 'etc/apt/sources.list', 'var/lib/apt/lists'])
      rmSync(at(old), { recursive: true, force: true });
    cpSync(stick, at('mnt/stick'), { recursive: true });
    mkdirSync(at('var/lib/apt/lists/partial'), { recursive: true });
    const keyring = '/etc/apt/keyrings/overlay-desk.gpg';
    run('install', '-D', '-m', '644', '/mnt/stick/overlay-desk-archive-keyring.gpg', keyring);
    writeFileSync(at('etc/apt/sources.list.d/overlay-desk.list'), `deb [signed-by=${keyring}] file:/mnt/stick ./\n`);
  }

  it('installs what it has, and refuses a changed package, list and signature, another key, and what has expired', ({
    skip,
  }) => {
    if ('missing' in debian) return skip(debian.missing);
    const here = debian;
    const refused = (said: RegExp, ...words: string[]): void => {
      expect(() => here.run('apt-get', ...words)).toThrow(said);
      expect(existsSync(join(here.path, 'usr/bin/overlay-desk-host'))).toBe(false);
    };
    const changed = (file: string, change: (text: string) => string): string => {
      const folder = copied();
      writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'latin1')), 'latin1');
      return folder;
    };
    const update = ['update', '-o', 'APT::Update::Error-Mode=any'];

    plugIn(
      here,
      changed('Packages', (text) => text.replace('A test', 'A best')),
    );
    refused(/Hash Sum mismatch|has unexpected size|hash/i, ...update);
    plugIn(
      here,
      changed('InRelease', (text) => text.replace(/^Date: (.)/m, 'Date:  $1')),
    );
    refused(/BADSIG|invalid signature|not signed|NODATA/i, ...update);

    // The key of somebody else.
    plugIn(here, made);
    execFileSync(
      'gpg',
      ['--batch', '--quiet', '--passphrase', '', '--quick-generate-key', 'Other', 'ed25519', 'sign'],
      { stdio: 'ignore' },
    );
    onTestFinished(() => void spawnSync('gpgconf', ['--kill', 'gpg-agent']));
    writeFileSync(join(here.path, 'etc/apt/keyrings/overlay-desk.gpg'), execFileSync('gpg', ['--export', 'Other']));
    refused(/NO_PUBKEY/, ...update);

    plugIn(
      here,
      changed(deb, (text) => `${text.slice(0, -40)}${'x'.repeat(40)}`),
    );
    here.run('apt-get', ...update);
    refused(/Hash Sum mismatch|unexpected size/, 'install', '--yes', 'overlay-desk-host');

    plugIn(here, made);
    here.run('apt-get', ...update);
    expect(here.run('apt-get', 'install', '--yes', 'overlay-desk-host')).toContain('Setting up overlay-desk-host');
    expect(here.run('overlay-desk-host')).toBe('It runs.\n');
    here.run('apt-get', 'remove', '--yes', 'overlay-desk-host');

    // The last day of a stick is the last day of its repository.
    expect(readFileSync(join(made, 'InRelease'), 'utf8')).toMatch(/^Valid-Until: Tue, 24 Nov 2037 23:59:\d\d /m);
    const old = copied();
    const release = execFileSync('gpg', ['--quiet', '--decrypt', 'InRelease'], {
      cwd: old,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const input = release.replace(/^Valid-Until: .*$/m, 'Valid-Until: Sat, 01 Jan 2022 00:00:00 UTC');
    writeFileSync(
      join(old, 'InRelease'),
      execFileSync('gpg', ['--batch', '--local-user', 'Release test', '--clearsign'], { input }),
    );
    plugIn(here, old);
    refused(/is expired/, ...update);
  });
});
