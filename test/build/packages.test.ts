import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { MacPackager } from 'electron-builder';
import { NtExecutable, NtExecutableResource } from 'resedit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeAppImage } from '../../build/package/archives.ts';
import type { Processor, System } from '../../build/package/flags.ts';
import { pack } from '../../build/package/pack.ts';
import { signerOf } from '../../build/package/signing.ts';
import { hasTool, kindsHere } from '../../build/package/tools.ts';
import { root } from '../../build/set-up.js';
import { debianProcessors } from '../../contract/release.ts';
import { liveView } from '../electron/ask-desk.ts';
import { launchDouble, runDouble, type Shell } from '../electron/launch-shell.ts';
import { linkedPackages } from '../kit/linked-packages.ts';
import { packedForLinux } from '../kit/packed.ts';
import { notMountable } from '../kit/service/small-disk.ts';
import { makeGpgKey } from '../kit/signing-keys.ts';
import { makeStandIn } from '../stand-in-electron/stand-in.ts';

const work = mkdtempSync(join(tmpdir(), 'packages-'));

afterAll(() => {
  rmSync(work, { recursive: true });
});

/** The processor that the application of each system is packed for here, and where it has its program and its resources. */
const places: Record<System, { for: Processor; program: string; resources: string }> = {
  linux: { for: 'x64', program: 'linux-unpacked/overlay-desk', resources: 'linux-unpacked/resources' },
  win32: { for: 'x64', program: 'win-unpacked/Overlay Desk.exe', resources: 'win-unpacked/resources' },
  darwin: {
    for: 'arm64',
    program: 'mac-arm64/Overlay Desk.app',
    resources: 'mac-arm64/Overlay Desk.app/Contents/Resources',
  },
};

interface Packed {
  program: string;
  resources: string;
  archive: string;
  /** The identity that each application for macOS was to be signed with: null for none, undefined for any of the keychain. */
  identities: unknown[];
  /** What the packing printed. */
  printed: string;
}
/** The choices of `npm run pack` for Linux. */
const usual = { system: 'linux', processor: 'x64', dir: false, host: false, node: undefined } as const;
/** The processor of the packages of this machine, and by Debian's name. */
const processor = process.arch as Processor;
const architecture = debianProcessors[processor];
const all = new Map<System, Promise<Packed>>();

/** Packs for a system once, as `npm run pack -- --dir` does, with a stand-in for Electron. */
function packed(system: System): Promise<Packed> {
  const known = all.get(system) ?? packedAnew(system);
  all.set(system, known);
  return known;
}

async function packedAnew(system: System): Promise<Packed> {
  const electron = join(work, 'electron', system);
  const to = join(work, 'packages', system);
  await makeStandIn(system, electron);
  const sign = vi.spyOn(MacPackager.prototype, 'sign');
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await pack({ ...usual, system, processor: places[system].for, dir: true, electron, to });
  const printed = log.mock.calls.join('\n');
  log.mockRestore();
  const identities = sign.mock.contexts.map(
    ({ platformSpecificBuildOptions }) => platformSpecificBuildOptions.identity as unknown,
  );
  sign.mockRestore();
  const resources = join(to, places[system].resources);
  return {
    program: join(to, places[system].program),
    resources,
    archive: join(resources, 'app.asar'),
    identities,
    printed,
  };
}

describe.each<System>(['linux', 'win32', 'darwin'])('the packaged application for %s', (system) => {
  const target = `${system}-${places[system].for}`;
  let built: Packed;
  beforeAll(async () => {
    built = await packed(system);
  });

  it('contains what runs, its licences, and nothing else', () => {
    const listed = listPackage(built.archive, { isPack: false }).map((path) => path.replaceAll('\\', '/'));
    const isAsset = (path: string): boolean => /^\/dist\/\w+\/assets\/[\w.-]+$/.test(path);
    expect(listed.filter((path) => !isAsset(path)).sort()).toEqual([
      '/LICENSE',
      '/dist',
      '/dist/desk',
      '/dist/desk/as-run.js',
      '/dist/desk/data.js',
      '/dist/desk/hid.js',
      '/dist/desk/midi.js',
      '/dist/desk/picture.js',
      '/dist/desk/table.js',
      '/dist/electron',
      '/dist/electron/main.js',
      '/dist/electron/preload.cjs',
      '/dist/licences.txt',
      '/dist/native',
      ...['', '/hid.node', '/midi.node'].map((file) => `/dist/native/${target}${file}`),
      '/dist/output',
      '/dist/output/assets',
      '/dist/output/graphic-frame.js',
      '/dist/output/index.html',
      '/dist/renderer',
      '/dist/renderer/assets',
      '/dist/renderer/index.html',
      '/dist/service',
      '/dist/service/demo',
      '/dist/service/demo/pictures',
      ...['city-at-dusk.svg', 'harbour-city.svg', 'northgate.svg', 'stadium.svg', 'sting.wav'].map(
        (file) => `/dist/service/demo/pictures/${file}`,
      ),
      '/dist/service/jobs.js',
      '/dist/service/main.js',
      '/dist/service/openapi.html',
      '/dist/service/openapi.json',
      '/package.json',
    ]);
    const kinds = new Set(listed.filter(isAsset).map((path) => path.split('.').at(-1)));
    expect([...kinds].sort()).toEqual(['css', 'js', 'svg', 'woff2']);
  });

  it('is said where it is, and what was proved of it', () => {
    expect(built.printed).toMatch(/\nMade in .+:\n\nFile +Size +Signed by +Proved\n/);
    expect(built.printed).toMatch(/ nobody +its fuses are set, and no sources are in it\n/);
  });

  it('has the libraries of its own system alone as files, and not the app that comes with Electron', () => {
    const files = globSync('**/*.{node,asar}', { cwd: built.resources });
    expect(files.map((path) => path.replaceAll('\\', '/')).sort()).toEqual([
      'app.asar',
      `app.asar.unpacked/dist/native/${target}/hid.node`,
      `app.asar.unpacked/dist/native/${target}/midi.node`,
    ]);
  });

  it('runs no other program, and no app but its own', async () => {
    const fuses = await getCurrentFuseWire(built.program);
    const isOn = '1'.charCodeAt(0);
    const on = Object.entries(fuses).filter(([, state]) => Number(state) === isOn);
    expect(on.map(([fuse]) => FuseV1Options[Number(fuse)]).sort()).toEqual([
      'EnableCookieEncryption',
      'EnableEmbeddedAsarIntegrityValidation',
      'OnlyLoadAppFromAsar',
    ]);
  });
});

it('a program for Windows and one for macOS know the hash of their archive', async () => {
  const windows = await packed('win32');
  const program = NtExecutableResource.from(NtExecutable.from(readFileSync(windows.program)));
  const [integrity] = program.entries.filter(({ type }) => type === 'INTEGRITY');
  expect(JSON.parse(Buffer.from(integrity?.bin ?? new ArrayBuffer()).toString())).toEqual([
    { file: String.raw`resources\app.asar`, alg: 'SHA256', value: expect.stringMatching(/^[\da-f]{64}$/) as string },
  ]);
  const mac = await packed('darwin');
  const plist = readFileSync(join(mac.program, 'Contents/Info.plist'), 'utf8');
  // Without it macOS asks for nothing, and shows no picture of another machine.
  expect(plist).toMatch(/NSLocalNetworkUsageDescription<\/key>\s*<string>Overlay Desk controls/);
  // A show file opens with it.
  expect(plist).toMatch(/CFBundleTypeExtensions<\/key>\s*<array>\s*<string>overlayshow<\/string>/);
  expect(plist).toMatch(/ElectronAsarIntegrity[\s\S]*Resources\/app\.asar[\s\S]*SHA256/);
});

it('an application for macOS that is called UNSIGNED is signed with nothing that the keychain happens to hold', async () => {
  expect((await packed('darwin')).identities).toEqual([null]);
});

/** Starts a program where nothing can be written to a folder. */
const readOnly = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"';

describe('the packaged application, away from all packages and in a folder that it cannot write to', () => {
  let shell: Shell;
  let folder: string;
  beforeAll(async () => {
    folder = join(work, 'app');
    extractAll((await packed('linux')).archive, folder);
    const program = join(folder, 'dist/electron/main.js');
    const node = ['unshare', '--mount', 'sh', '-ec', readOnly, 'sh', folder, process.execPath] as const;
    shell = await launchDouble({
      ...(notMountable === undefined && { node }),
      program,
      cwd: '/',
      data: join(work, 'data'),
    });
  });
  afterAll(() => shell.close());

  it('names no path of the machine that built it', () => {
    const texts = globSync('**/*.{js,cjs,html,css,json,txt,svg}', { cwd: folder });
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((file) => readFileSync(join(folder, file), 'utf8').includes(root.replace(/\/$/, '')))).toEqual(
      [],
    );
  });

  it('reads live data in its thread', async () => {
    await shell.page.getByRole('button', { name: 'Data', exact: true }).click();
    await shell.page.getByRole('option', { name: 'Guests, CURRENT' }).waitFor();
    const rows = shell.page.getByRole('listbox', { name: 'Rows' }).getByRole('option');
    await expect.poll(() => rows.count()).toBe(5);
    await shell.page.getByRole('button', { name: 'Show', exact: true }).click();
  });

  it('takes a graphic in and out', async () => {
    const row = (tally: string): ReturnType<Shell['page']['getByRole']> =>
      shell.page.getByRole('treeitem', { name: new RegExp(`^Lower Third, ${tally}`) });
    await row('OUT').click();
    await shell.page.getByRole('button', { name: 'Take In Lower Third', exact: true }).click();
    await row('ON AIR').waitFor();
    await shell.page
      .frameLocator('iframe[title="Program picture"]')
      .locator('[data-name="Lower Third"]')
      .waitFor({ state: 'visible' });
    await shell.page.keyboard.press('Alt+1');
    await row('OUT').waitFor();
    const { apps } = await liveView(shell.page);
    expect(apps[0]?.connection.status).toBe('live');
  });

  it('proves by itself that it works, and ends', async () => {
    const { code, said } = await smokeTest();
    expect(said.filter((line) => line.startsWith('Smoke test: '))).toEqual([
      'Smoke test: the window shows the screens.',
      'Smoke test: the MIDI driver runs.',
      'Smoke test: the driver of panels runs.',
      'Smoke test: the service is live.',
      'Smoke test: a graphic goes on air.',
      'Smoke test: it goes off again.',
    ]);
    expect(said).toContain(`Overlay Desk 0.1.0 UNSIGNED, data in ${join(work, 'smoke')}.`);
    expect(code).toBe(0);
  });

  it.each([
    ['hid', 'HID'],
    ['midi', 'MIDI'],
  ])('does not pass without the library %s.node', async (file, name) => {
    rmSync(join(folder, `dist/native/${process.platform}-${process.arch}/${file}.node`));
    const { code, said } = await smokeTest();
    expect(said).toContainEqual(expect.stringMatching(`^The ${name} library cannot be loaded: `));
    expect(code).toBe(1);
  });

  async function smokeTest(): Promise<{ code: number | null; said: string[] }> {
    const program = join(folder, 'dist/electron/main.js');
    const { code, said } = await runDouble([program, '--smoke', '--data', join(work, 'smoke')], '/');
    return { code, said: said.split('\n') };
  }
});

describe('the packages for Linux', () => {
  const kinds = kindsHere({ ...usual, processor }).map(({ name }) => name);
  let made: readonly string[];
  let folder: string;
  let printed: string;
  beforeAll(async () => {
    ({ files: made, folder, printed } = await packedForLinux());
  });

  const file = (kind: string): string =>
    made.find((path) => path.endsWith(`.${kind}`) && !basename(path).startsWith('overlay-desk-host')) ?? '';

  it('are made with the tools of this machine, and say that nobody signed them', () => {
    const ofHost = kinds.includes('deb') ? ['deb', 'cdx.json'] : [];
    expect(made.map((path) => basename(path)).sort()).toEqual(
      [
        ...[...kinds, 'cdx.json'].map((kind) => `overlay-desk-0.1.0-linux-${processor}-UNSIGNED.${kind}`),
        ...ofHost.map((kind) => `overlay-desk-host_0.1.0_${architecture}-UNSIGNED.${kind}`),
      ].sort(),
    );
  });

  it('are named where this machine cannot make them, with how to get what it lacks', ({ skip }) => {
    skip(kinds.includes('AppImage'), 'this machine can make all of them');
    expect(printed).toMatch(
      /\nNo AppImage was made: this machine has no (\S+|runtime of AppImages)\. It comes with \S.+\.\n/,
    );
  });

  it('come with the list of what they are made of, the fonts and Electron among it', () => {
    const list = JSON.parse(readFileSync(file('cdx.json'), 'utf8')) as {
      components: { name: string; hashes: object[] }[];
    };
    const names = (components: typeof list.components): string[] => components.map(({ name }) => name);
    expect(names(list.components)).toEqual(
      expect.arrayContaining([
        'svelte',
        'fastify',
        '@julusian/midi',
        'node-hid',
        '@fontsource-variable/inter',
        'electron',
      ]),
    );
    // What is compiled into an addon is held by the hash of the addon's package.
    expect(names(list.components.filter(({ hashes }) => hashes.length === 0))).toEqual(['RtMidi', 'hidapi']);
  });

  it('have one for Debian with its facts, launcher, icon, copyright and scripts', ({ skip }) => {
    skip(!kinds.includes('deb'), 'dpkg-deb is not on this machine');
    const fact = (...names: string[]): string =>
      execFileSync('dpkg-deb', ['-f', file('deb'), ...names], { encoding: 'utf8' });
    // What is recommended keeps apt from installing anything, where it cannot be had.
    expect(fact('Package', 'Version', 'Architecture', 'Recommends')).toBe(
      `Package: overlay-desk\nVersion: 0.1.0\nArchitecture: ${architecture}\n`,
    );
    expect(fact('Depends')).toMatch(/^libc6 \(>= 2\.1\d\), libgtk-3-0, .*, libgbm1, libasound2t64 \| libasound2, /);
    const unpacked = join(work, 'deb');
    execFileSync('dpkg-deb', ['-R', file('deb'), unpacked]);
    const linked = linkedPackages(unpacked);
    expect(linked).toContain('libusb-1.0-0');
    expect(linked.filter((name) => !fact('Depends').includes(name))).toEqual([]);
    const files = globSync('**/*', { cwd: unpacked });
    expect(files).toEqual(
      expect.arrayContaining([
        'DEBIAN/md5sums',
        'DEBIAN/postinst',
        'DEBIAN/postrm',
        'opt/Overlay Desk/overlay-desk',
        'opt/Overlay Desk/resources/app.asar',
        'usr/share/applications/overlay-desk.desktop',
        'usr/share/doc/overlay-desk/changelog.gz',
        'usr/share/doc/overlay-desk/copyright',
        ...[16, 32, 48, 64, 128, 256, 512].map(
          (size) => `usr/share/icons/hicolor/${size}x${size}/apps/overlay-desk.png`,
        ),
      ]),
    );
    const launcher = readFileSync(join(unpacked, 'usr/share/applications/overlay-desk.desktop'), 'utf8');
    expect(launcher).toMatch(/^Exec="\/opt\/Overlay Desk\/overlay-desk" %U$/m);
    expect(launcher).toMatch(/^StartupWMClass=overlay-desk$/m);
    expect(launcher).toMatch(/^MimeType=application\/vnd\.overlay-desk\.show;$/m);
    const kind = readFileSync(join(unpacked, 'usr/share/mime/packages/overlay-desk.xml'), 'utf8');
    expect(kind).toMatch(
      /<mime-type type="application\/vnd\.overlay-desk\.show">[\s\S]*<glob pattern="\*\.overlayshow"\/>/,
    );
    const rules = readFileSync(join(unpacked, 'usr/lib/udev/rules.d/70-overlay-desk.rules'), 'utf8');
    const ofHost = readFileSync(join(root, 'build/package/host/overlay-desk-host.udev'), 'utf8');
    const vendors = (text: string): string[] => [...text.matchAll(/idVendor\}=="(\w+)"/g)].map(([, id = '']) => id);
    expect(vendors(rules)).toEqual(vendors(ofHost));
  });

  it('have one for Fedora with the same files', ({ skip }) => {
    skip(!kinds.includes('rpm'), 'rpmbuild is not on this machine');
    const listed = execFileSync('rpm', ['-qlp', file('rpm')], { encoding: 'utf8' }).split('\n');
    expect(listed).toEqual(
      expect.arrayContaining(['/opt/Overlay Desk/resources/app.asar', '/usr/share/applications/overlay-desk.desktop']),
    );
    expect(listed).not.toContain('/usr/share');
    // What its addons are linked with, and the C library that they were made for.
    const needed = execFileSync('rpm', ['-qp', '--requires', file('rpm')], { encoding: 'utf8' }).split('\n');
    expect(needed).toEqual(
      expect.arrayContaining([
        'gtk3',
        'libasound.so.2()(64bit)',
        'libudev.so.1()(64bit)',
        'libusb-1.0.so.0()(64bit)',
        expect.stringMatching(/^libc\.so\.6\(GLIBC_2\.1\d\)\(64bit\)$/),
      ]),
    );
    // The version before is removed after the new one is there, and must leave it alone.
    const scripts = execFileSync('rpm', ['-qp', '--scripts', file('rpm')], { encoding: 'utf8' });
    expect(scripts).toMatch(/postuninstall[^\n]*\nif \[ "\$1" = 0 \]; then\n/);
  });

  it('are an AppImage too, where its runtime is, which starts the application with its sandbox', ({ skip }) => {
    skip(!hasTool('mksquashfs'), 'mksquashfs is not on this machine');
    const tools = join(work, 'appimage-tools');
    const runtime = join(tools, `runtimes/runtime-${processor}`);
    mkdirSync(join(tools, 'runtimes'), { recursive: true });
    writeFileSync(runtime, 'a stand-in for the runtime of AppImages');
    vi.stubEnv('APPIMAGE_TOOLS_PATH', tools);
    vi.stubEnv('SOURCE_DATE_EPOCH', '1700000000');
    expect(kindsHere({ ...usual, processor }).map(({ name }) => name)).toContain('AppImage');
    const [application = ''] = globSync('linux*unpacked', { cwd: folder });
    const [one = '', other = ''] = ['one', 'other'].map((name) => {
      const to = join(work, `${name}.AppImage`);
      makeAppImage(join(folder, application), processor, to);
      return to;
    });
    vi.unstubAllEnvs();
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
    const inside = join(work, 'appimage');
    const offset = String(statSync(runtime).size);
    execFileSync('unsquashfs', ['-quiet', '-no-progress', '-offset', offset, '-dest', inside, one], {
      stdio: 'ignore',
    });
    const ended = spawnSync(join(inside, 'AppRun'), { encoding: 'utf8' });
    expect(ended.stderr).toBe('This is a stand-in for Electron, made for tests of the packages.\n');
    expect(readFileSync(join(inside, 'AppRun'), 'utf8')).not.toContain('sandbox');
  });

  it('are signed with a key of GnuPG, and refused when one byte is another', ({ skip }) => {
    const missing = ['gpg', 'rpmsign', 'rpmkeys', 'dpkg-deb'].find((tool) => !hasTool(tool));
    skip(missing !== undefined, `${String(missing)} is not on this machine`);
    const home = mkdtempSync(join(tmpdir(), 'gpg-'));
    const key = makeGpgKey(home);
    vi.stubEnv('GNUPGHOME', home);
    try {
      const nobody = signerOf('linux', { OVERLAY_GPG_KEY: 'nobody@overlay-desk.invalid' });
      expect(() => nobody?.check(Date.now())).toThrow(
        /^gpg cannot sign with the key nobody@overlay-desk\.invalid \(OVERLAY_GPG_KEY\): .*No secret key$/,
      );
      const signer = signerOf('linux', { OVERLAY_GPG_KEY: key.id, OVERLAY_GPG_PASSPHRASE: key.passphrase });
      signer?.check(Date.now());
      for (const kind of ['deb', 'rpm']) {
        const signed = join(work, `signed.${kind}`);
        cpSync(file(kind), signed);
        expect(signer?.sign(signed)).toEqual(kind === 'deb' ? [`${signed}.asc`] : []);
        expect(signer?.verify(signed)).toBe('its signature holds');
        const bytes = readFileSync(signed);
        const middle = Math.floor(bytes.length / 2);
        bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
        writeFileSync(signed, bytes);
        expect(() => signer?.verify(signed), kind).toThrow();
      }
    } finally {
      vi.unstubAllEnvs();
      key.close();
      rmSync(home, { recursive: true });
    }
  });
});
