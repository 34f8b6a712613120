import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeDeb } from '../../build/package/deb.ts';
import { root } from '../../build/set-up.js';
import { debianProcessors } from '../../contract/release.ts';
import type { Processor } from '../../build/package/flags.ts';
import { hasTool } from '../../build/package/tools.ts';
import { flagWords, plainFlag, variableWords } from '../../host/usage.js';
import { type DebianRoot, debianRoot } from '../kit/debian-root.ts';
import { describeUnless } from '../kit/describe-unless.ts';
import { linkedPackages } from '../kit/linked-packages.ts';
import { packedForLinux } from '../kit/packed.ts';
import { type HostProgram, hostOf } from '../kit/programs/host-program.ts';
import { screenAt, viewWhen } from '../kit/programs/screen-at.ts';

const work = mkdtempSync(join(tmpdir(), 'host-package-'));
const unpacked = join(work, 'unpacked');
const archive = join(work, 'files.tar');
const processor = process.arch as Processor;
const architecture = debianProcessors[processor];
const unit = 'usr/lib/systemd/system/overlay-desk-host.service';
/** A user that owns nothing, where the tests run as root. */
const nobody = 65_534;

let folder = '';
let deb = '';
let list = '';
/** What the packing printed. */
let printed = '';

afterAll(() => {
  rmSync(work, { recursive: true });
});

function said(program: string, ...words: string[]): string {
  return execFileSync(program, words, { encoding: 'utf8', cwd: unpacked });
}

function textOf(path: string): string {
  return readFileSync(join(unpacked, path), 'utf8');
}

/** What keeps this machine from making the package. */
const missing =
  process.platform === 'linux' && hasTool('dpkg-deb')
    ? undefined
    : 'dpkg-deb is not on this machine, or it is no Linux';

describeUnless(missing, 'the Debian package of the host', () => {
  beforeAll(async () => {
    const packed = await packedForLinux();
    ({ folder, printed } = packed);
    [list = '', deb = ''] = packed.files.filter((file) => basename(file).startsWith('overlay-desk-host')).sort();
    // Unpacking takes seconds, so it is done once.
    mkdirSync(unpacked);
    execFileSync('sh', ['-c', 'dpkg-deb --fsys-tarfile "$0" > "$1"', deb, archive]);
    execFileSync('tar', ['-C', unpacked, '--no-same-owner', '-xf', archive]);
    execFileSync('dpkg-deb', ['-e', deb, join(unpacked, 'DEBIAN')]);
    // Whoever runs it has to reach it.
    chmodSync(work, 0o755);
  });

  it('says in its name that nobody signed it, and comes with the list of what it is made of', () => {
    expect([deb, list].map((file) => basename(file))).toEqual(
      ['deb', 'cdx.json'].map((kind) => `overlay-desk-host_0.1.0_${architecture}-UNSIGNED.${kind}`),
    );
    const { components } = JSON.parse(readFileSync(list, 'utf8')) as {
      components: { name: string; hashes: object[] }[];
    };
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'svelte', '@julusian/midi', 'node-hid', 'node']));
    expect(names).not.toContain('electron');
    const compiledIn = components.filter(({ hashes }) => hashes.length === 0).map(({ name }) => name);
    expect(compiledIn.sort()).toEqual(['RtMidi', 'hidapi']);
  });

  it('is said to be unpacked and started again, where it is, and that nobody signed it', () => {
    expect(printed).toContain(`Made in ${folder}:`);
    expect(printed).toMatch(
      /\.deb +\d+\.\d MiB +nobody +it unpacks to what was built, and says: Overlay Desk 0\.1\.0 UNSIGNED\n/,
    );
  });

  it('contains what runs, its licences, and nothing else', () => {
    const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(unpacked, join(entry.parentPath, entry.name)));
    const isAsset = (path: string): boolean => /^usr\/lib\/overlay-desk-host\/dist\/\w+\/assets\/[\w.-]+$/.test(path);
    expect(files.filter((path) => !isAsset(path)).sort()).toEqual([
      ...['conffiles', 'control', 'md5sums', 'postinst', 'postrm', 'prerm'].map((file) => `DEBIAN/${file}`),
      'etc/default/overlay-desk-host',
      'usr/bin/overlay-desk-host',
      ...[
        'desk/as-run.js',
        'desk/data.js',
        'desk/hid.js',
        'desk/midi.js',
        'desk/picture.js',
        'desk/table.js',
        'host/main.js',
        ...['hid', 'midi'].map((name) => `native/linux-${processor}/${name}.node`),
        'output/graphic-frame.js',
        'output/index.html',
        'renderer/index.html',
        ...['city-at-dusk.svg', 'harbour-city.svg', 'northgate.svg', 'stadium.svg', 'sting.wav'].map(
          (file) => `service/demo/pictures/${file}`,
        ),
        'service/jobs.js',
        'service/main.js',
        'service/openapi.html',
        'service/openapi.json',
      ].map((file) => `usr/lib/overlay-desk-host/dist/${file}`),
      'usr/lib/overlay-desk-host/node',
      'usr/lib/overlay-desk-host/package.json',
      unit,
      'usr/lib/sysusers.d/overlay-desk-host.conf',
      'usr/lib/udev/rules.d/70-overlay-desk-host.rules',
      ...['changelog.gz', 'copyright', 'licences-of-node.txt', 'licences.txt'].map(
        (file) => `usr/share/doc/overlay-desk-host/${file}`,
      ),
      'usr/share/man/man8/overlay-desk-host.8.gz',
    ]);
    const kinds = new Set(files.filter(isAsset).map((path) => path.split('.').at(-1)));
    expect([...kinds].sort()).toEqual(['css', 'js', 'svg', 'woff2']);
  });

  it('has the facts that Debian wants, and the sum of each file', () => {
    expect(textOf('DEBIAN/control').split('\n').slice(0, 10)).toEqual([
      'Package: overlay-desk-host',
      'Version: 0.1.0',
      `Architecture: ${architecture}`,
      'Maintainer: Overlay Desk maintainers <none>',
      expect.stringMatching(/^Installed-Size: 1\d{5}$/),
      'Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6, adduser | systemd-standalone-sysusers | systemd',
      'Recommends: libasound2t64 | libasound2, libudev1, libusb-1.0-0',
      'Section: video',
      'Priority: optional',
      'Description: Overlay Desk on a machine without a screen',
    ]);
    const [depends = '', recommends = ''] = textOf('DEBIAN/control').split('\n').slice(5, 7);
    const linked = linkedPackages(join(unpacked, 'usr/lib/overlay-desk-host'));
    expect(linked).toContain('libstdc++6');
    expect(linked.filter((name) => !`${depends}, ${recommends}`.includes(name))).toEqual([]);
    expect(textOf('DEBIAN/conffiles')).toBe('/etc/default/overlay-desk-host\n');
    expect(said('md5sum', '--check', '--quiet', 'DEBIAN/md5sums')).toBe('');
    expect(textOf('DEBIAN/md5sums')).toMatch(/^[\da-f]{32} {2}usr\/lib\/overlay-desk-host\/node$/m);
  });

  it('belongs to root, and nobody else can write what it contains', () => {
    const entries = said('tar', '-tvf', archive).trim().split('\n');
    const owners = new Set(entries.map((line) => line.split(/ +/).slice(0, 2).join(' ')));
    expect([...owners].sort()).toEqual(['-rw-r--r-- root/root', '-rwxr-xr-x root/root', 'drwxr-xr-x root/root']);
  });

  it('has scripts that a shell understands, and a manual with all flags and variables of the host', () => {
    for (const script of ['DEBIAN/postinst', 'DEBIAN/prerm', 'DEBIAN/postrm', 'usr/bin/overlay-desk-host']) {
      expect(said('sh', '-n', script)).toBe('');
    }
    const packed = readFileSync(join(unpacked, 'usr/share/man/man8/overlay-desk-host.8.gz'));
    const manual = gunzipSync(packed).toString().replaceAll('\\-', '-');
    const explained = [...manual.matchAll(/^\.TP\n\.B (.+)\n.+\n/gm)].map(([, name]) => name);
    expect(explained).toEqual([...Object.keys(flagWords).map(plainFlag), ...Object.keys(variableWords)]);
  });

  it('says its version, and that nobody signed it', () => {
    const home = join(unpacked, 'usr/lib/overlay-desk-host');
    expect(said(join(home, 'node'), join(home, 'dist/host/main.js'), '--version')).toMatch(
      /^Overlay Desk 0\.1\.0 UNSIGNED\nLast change in it: [-\dT:.]+Z\. Runs on Linux, \w+, with Node [\d.]+\.\n$/,
    );
  });

  it('has a unit that systemd reads without a complaint, and that may do little', ({ skip }) => {
    skip(!hasTool('systemd-analyze'), 'systemd-analyze is not on this machine');
    const security = ['security', '--offline=true', '--threshold=20', join(unpacked, unit)];
    expect(spawnSync('systemd-analyze', security, { encoding: 'utf8' })).toMatchObject({ status: 0 });
    // A system with this unit and its program alone, and with what every unit waits for.
    const system = join(work, 'system');
    for (const file of [unit, 'usr/bin/overlay-desk-host']) cpSync(join(unpacked, file), join(system, file));
    for (const target of ['sysinit', 'basic', 'shutdown']) {
      writeFileSync(join(system, unit, '..', `${target}.target`), '[Unit]\nDefaultDependencies=no\n');
    }
    const verify = ['verify', '--man=no', `--root=${system}`, join(system, unit)];
    expect(spawnSync('systemd-analyze', verify, { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('has a user for systemd, who opens MIDI ports and cannot log in', ({ skip }) => {
    skip(!hasTool('systemd-sysusers'), 'systemd-sysusers is not on this machine');
    const system = join(work, 'sysusers');
    mkdirSync(join(system, 'etc'), { recursive: true });
    execFileSync('systemd-sysusers', [`--root=${system}`, '-'], {
      input: textOf('usr/lib/sysusers.d/overlay-desk-host.conf'),
    });
    expect(readFileSync(join(system, 'etc/passwd'), 'utf8')).toMatch(
      /^overlay-desk:[^:]*:\d+:\d+:Overlay Desk:\/var\/lib\/overlay-desk:\S+\/nologin$/m,
    );
    expect(readFileSync(join(system, 'etc/group'), 'utf8')).toMatch(/^audio:[^:]*:\d+:overlay-desk$/m);
  });

  it('runs on its own Node, with nothing around it and no rights: a graphic goes in and out, and a signal ends it', async () => {
    const home = join(unpacked, 'usr/lib/overlay-desk-host');
    const data = join(work, 'data');
    const isRoot = process.getuid?.() === 0;
    mkdirSync(data);
    if (isRoot) execFileSync('chown', [String(nobody), data]);
    const flags = ['dist/host/main.js', '--no-open', '--port', '0', '--data', data];
    const child = spawn(join(home, 'node'), flags, {
      cwd: home,
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(isRoot && { uid: nobody, gid: nobody }),
    });
    const host = await hostOf(child, data);
    onTestFinished(() => host.close());
    await takeInAndOut(host);
    child.kill('SIGTERM');
    expect(await host.ended).toBe(0);
    expect(host.said()).toContain(`Overlay Desk 0.1.0 UNSIGNED, data in ${data}.`);
  });
});

describeUnless(missing, 'the package in a Debian without a network', () => {
  let debian: DebianRoot | { missing: string } = { missing: '' };
  beforeAll(() => {
    debian = debianRoot();
  });
  afterAll(() => {
    if ('path' in debian) debian.remove();
  });

  it('is installed, removed and purged; the shows stay until the purge', async ({ skip }) => {
    if ('missing' in debian) return skip(debian.missing);
    const { path, run } = debian;
    const there = (file: string): boolean => existsSync(join(path, file));
    const wants = 'etc/systemd/system/multi-user.target.wants/overlay-desk-host.service';
    cpSync(deb, join(path, 'now.deb'));

    run('dpkg', '--install', '/now.deb');
    expect(run('id', '--name', '--groups', 'overlay-desk')).toBe('overlay-desk audio\n');
    expect(readdirSync(join(path, wants, '..'))).toContain(basename(wants));
    expect(run('dpkg', '--verify', 'overlay-desk-host')).toBe('');
    expect(() => run('overlay-desk-host', '--address')).toThrow('No desk runs on /var/lib/overlay-desk.');
    await operate(path);

    run('dpkg', '--remove', 'overlay-desk-host');
    const program = ['usr/bin/overlay-desk-host', 'usr/lib/overlay-desk-host', unit];
    const kept = ['var/lib/overlay-desk/show.overlayshow', 'etc/default/overlay-desk-host'];
    expect([...program, ...kept].filter(there)).toEqual(kept);

    run('dpkg', '--purge', 'overlay-desk-host');
    const places = [...program, ...kept, 'var/lib/overlay-desk', 'var/cache/overlay-desk', wants];
    expect(places.filter(there)).toEqual([]);
    expect(run('id', '--name', '--user', 'overlay-desk')).toBe('overlay-desk\n');
    expect(run('dpkg', '--audit')).toBe('');
  });

  it('is refused by apt where its programs need a newer system, and apt says which C library', ({ skip }) => {
    if ('missing' in debian) return skip(debian.missing);
    const { path, run } = debian;
    const stage = join(work, 'newer');
    mkdirSync(stage);
    const addon = readFileSync(join(root, `dist/native/linux-${processor}/midi.node`), 'latin1');
    writeFileSync(join(stage, 'midi.node'), addon.replaceAll(/\0GLIBC_2\.1\d\0/g, '\0GLIBC_2.99\0'), 'latin1');
    const facts = { name: 'newer', version: '1', architecture: 'all', maintainer: 'Nobody', description: 'A test' };
    const more = { priority: 'optional', depends: ['libstdc++6'], recommends: [], licence: ['None'], scripts: {} };
    makeDeb(stage, { ...facts, ...more }, join(path, 'newer.deb'));
    expect(run('sh', '-c', 'apt-get install --yes /newer.deb 2>&1 || echo "It ended with $?."')).toMatch(
      / newer : Depends: libc6 \(>= 2\.99\) but 2\.\d+\S* is to be installed\n[^]*It ended with 100\.\n$/,
    );
    expect(existsSync(join(path, 'midi.node'))).toBe(false);
  });

  /** An administrator starts the desk by hand, asks for its address, and ends it. */
  async function operate(path: string): Promise<void> {
    const words = [path, 'overlay-desk-host', '--port', '0'];
    const data = join(path, 'var/lib/overlay-desk');
    const child = spawn('chroot', words, { stdio: ['ignore', 'pipe', 'pipe'] });
    const host = await hostOf(child, data);
    try {
      expect(execFileSync('chroot', [path, 'overlay-desk-host', '--address'], { encoding: 'utf8' })).toBe(
        `${host.address}\n`,
      );
      await takeInAndOut(host);
    } finally {
      child.kill('SIGTERM');
      expect(await host.ended).toBe(0);
    }
  }
});

/** Opens a screen of the demo show, and takes a graphic in and out. */
async function takeInAndOut(host: HostProgram): Promise<void> {
  const { link, close } = await screenAt(host.address);
  const { model } = await viewWhen(link, ({ apps }) => apps[0]?.connection.status === 'live');
  expect(model[0]?.name).toBe('Evening News');
  const target = model[0]?.subcompositions[0]?.id ?? '';
  const takes = { In: 'ON AIR', Out1: 'OUT' } as const;
  for (const to of ['In', 'Out1'] as const) {
    await link.call('do', { action: { do: 'take', subComposition: target, to, action: 'play' } });
    await viewWhen(link, ({ subs }) => subs[target]?.tally === takes[to]);
  }
  close();
}
