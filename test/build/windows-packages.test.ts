import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeInstaller } from '../../build/package/installer.ts';
import { makeMsi } from '../../build/package/msi.ts';
import { pack } from '../../build/package/pack.ts';
import { hasTool, kindsHere } from '../../build/package/tools.ts';
import { removeKey } from '../../build/package/association.ts';
import { describeUnless } from '../kit/describe-unless.ts';
import { notMountable, SmallDisk } from '../kit/service/small-disk.ts';
import { makeCertificate, type TestCertificate } from '../kit/signing-keys.ts';
import { openWine, type Wine } from '../kit/wine.ts';
import { makeStandIn, standInEnds } from '../stand-in-electron/stand-in.ts';

const work = mkdtempSync(join(tmpdir(), 'windows-packages-'));
const usual = { system: 'win32', processor: 'x64', dir: false, host: false, node: undefined } as const;
const kinds = kindsHere(usual).map(({ name }) => name);
const missing = kinds.length === 0 ? 'neither NSIS nor wixl is on this machine' : undefined;
const canSign = hasTool('osslsigncode') && hasTool('openssl');
/** Where the application is installed: for all users, and for one. */
const forAll = 'Program Files/Overlay Desk';
const forOne = (drive: string): string => {
  const [user = ''] = readdirSync(join(drive, 'users')).filter((name) => name !== 'Public');
  return join('users', user, 'AppData/Local/Programs/Overlay Desk');
};
const openCommandOfOne = String.raw`HKCU\Software\Classes\OverlayDesk.Show\shell\open\command`;
const openCommand = openCommandOfOne.replace('HKCU', 'HKLM');
const mebibyte = 1024 * 1024;
/** The exit codes of a refusal. That of MSI is 1603, of which this machine is told eight bits. */
const refused = { exe: 2, msi: 1603 & 0xff };

let made: string[] = [];
let certificate: TestCertificate | undefined;

const file = (kind: string): string => made.find((path) => path.endsWith(`.${kind}`)) ?? '';

beforeAll(async () => {
  const electron = join(work, 'electron');
  const keys = join(work, 'keys');
  mkdirSync(keys);
  await makeStandIn('win32', electron);
  if (canSign) {
    certificate = makeCertificate(keys);
    vi.stubEnv('WIN_CSC_LINK', certificate.file);
    vi.stubEnv('WIN_CSC_KEY_PASSWORD', certificate.password);
  }
  made = await pack({ ...usual, electron, to: join(work, 'made') });
  vi.unstubAllEnvs();
});

afterAll(() => {
  rmSync(work, { recursive: true });
});

describeUnless(missing, 'the packages for Windows', () => {
  it('are what this machine can make, and are UNSIGNED where nobody signed them', () => {
    const mark = canSign ? '' : '-UNSIGNED';
    expect(made.map((path) => basename(path))).toEqual(
      [...kinds, 'cdx.json'].map((kind) => `overlay-desk-0.1.0-win-x64${mark}.${kind}`),
    );
  });

  it('are the same, byte for byte, when they are built again without a signature', () => {
    const application = join(work, 'made/win-unpacked');
    vi.stubEnv('SOURCE_DATE_EPOCH', '1700000000');
    const pairs = ['one', 'other'].map((name) => {
      const to = (kind: string): string => join(work, `${name}.${kind}`);
      if (kinds.includes('exe')) makeInstaller(application, to('exe'), { signed: false });
      if (kinds.includes('msi')) makeMsi(application, to('msi'), { processor: 'x64' });
      return kinds.map((kind) => readFileSync(to(kind)));
    });
    vi.unstubAllEnvs();
    expect(pairs[0]?.map((bytes, place) => pairs[1]?.[place]?.equals(bytes))).toEqual(kinds.map(() => true));
  });

  it('have an installer also of a version before a release, whose numbers Windows can count', ({ skip }) => {
    skip(!kinds.includes('exe'), 'NSIS is not on this machine');
    const application = join(work, 'little');
    mkdirSync(application);
    writeFileSync(join(application, 'Overlay Desk.exe'), '');
    const installer = join(work, 'before.exe');
    makeInstaller(application, installer, { signed: false, version: '0.2.0-rc.1' });
    const facts = NtExecutableResource.from(NtExecutable.from(readFileSync(installer)));
    const [info] = Resource.VersionInfo.fromEntries(facts.entries);
    expect(info?.fixedInfo).toMatchObject({ productVersionMS: 2, productVersionLS: 0 });
    const words = info?.getAllLanguagesForStringValues().map((language) => info.getStringValues(language).FileVersion);
    expect(words).toEqual(['0.2.0-rc.1']);
  });

  it('have an MSI for ARM that says so', ({ skip }) => {
    skip(!kinds.includes('msi') || !hasTool('msiinfo'), 'msitools is not on this machine');
    makeMsi(join(work, 'made/win-unpacked'), join(work, 'arm.msi'), { processor: 'arm64' });
    const facts = execFileSync('msiinfo', ['suminfo', join(work, 'arm.msi')], { encoding: 'utf8' });
    expect(facts).toMatch(/^Template: Arm64;1033$/m);
  });

  const table = (name: string): string[][] => {
    const text = execFileSync('msiinfo', ['export', file('msi'), name], { encoding: 'utf8' });
    // The names of the columns, their types and the key of the table come first.
    return text
      .split('\r\n')
      .slice(3, -1)
      .map((line) => line.split('\t'));
  };

  it('have an MSI that brings the version before back if it fails: Windows does so within a transaction only', ({
    skip,
  }) => {
    skip(!kinds.includes('msi') || !hasTool('msiinfo'), 'msitools is not on this machine');
    const steps = table('InstallExecuteSequence').toSorted((one, other) => Number(one[2]) - Number(other[2]));
    const [begin, removes, ...more] = steps
      .map(([name = '']) => name)
      .filter((name) => /^(InstallInitialize|RemoveExistingProducts|InstallFiles|InstallFinalize)$/.test(name));
    expect([begin, removes, more]).toEqual([
      'InstallInitialize',
      'RemoveExistingProducts',
      ['InstallFiles', 'InstallFinalize'],
    ]);
  });

  it('have an MSI whose service is told by whoever opens it of all that its conditions read', ({ skip }) => {
    skip(!kinds.includes('msi') || !hasTool('msiinfo'), 'msitools is not on this machine');
    const found = [...table('AppSearch').map(([name]) => name), ...table('Upgrade').map((row) => row.at(-1))];
    const [, told = ''] = table('Property').find(([name]) => name === 'SecureCustomProperties') ?? [];
    expect(new Set(told.split(';'))).toEqual(new Set(found));
    expect(found).toContain('WINDOWS10');
  });

  it.for(['exe', 'msi'])('have an %s that is refused when one byte of it is another', (kind, { skip }) => {
    skip(!canSign, 'osslsigncode or openssl is not on this machine');
    skip(!kinds.includes(kind), `this machine cannot make an ${kind}`);
    expect(verified(file(kind))).toBe(true);
    const forged = join(work, `forged.${kind}`);
    writeFileSync(forged, flipped(readFileSync(file(kind))));
    expect(verified(forged)).toBe(false);
  });
});

/** A file with one bit in its middle that is another. */
function flipped(bytes: Buffer): Buffer {
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  return bytes;
}

/** Whether the test authority stands behind a program. */
function verified(path: string): boolean {
  const words = ['verify', '-CAfile', certificate?.authority ?? '', '-in', path];
  const { status, stdout } = spawnSync('osslsigncode', words, { encoding: 'utf8' });
  return status === 0 && /^Succeeded$/m.test(stdout);
}

describeUnless(missing, 'installed on a Windows, without a question', () => {
  let wine: Wine | { missing: string } = { missing: '' };
  /** Its disk D, where this machine can have one; the application fits on it once. */
  let disk: SmallDisk | undefined;
  beforeAll(async () => {
    if (notMountable === undefined) disk = await SmallDisk.make(32 * mebibyte);
    wine = openWine(...(disk?.within() ?? []));
    if ('missing' in wine) return;
    wine.become('win10');
    if (disk) wine.plugIn('d', disk.directory);
  });
  afterAll(async () => {
    if ('drive' in wine) wine.remove();
    await disk?.remove();
  });

  /** Starts what is installed, and gives its exit code. */
  const started = ({ drive, run }: Wine, place: string): number | null =>
    run(join(drive, place, 'Overlay Desk.exe')).code;

  it('say on a system that is too old what they need, and install nothing', ({ skip }) => {
    if ('missing' in wine) return skip(wine.missing);
    wine.become('win7');
    const codes = {
      exe: kinds.includes('exe') ? wine.run(file('exe'), '/S', '/AllUsers').code : refused.exe,
      msi: kinds.includes('msi') ? wine.run('msiexec', '/i', file('msi'), '/qn').code : refused.msi,
    };
    wine.become('win10');
    expect(codes).toEqual(refused);
    expect(existsSync(join(wine.drive, forAll))).toBe(false);
  });

  it.for(['exe', 'msi'] as const)('an %s that is damaged says so, and installs nothing', (kind, { skip }) => {
    if ('missing' in wine) return skip(wine.missing);
    skip(!kinds.includes(kind), `this machine cannot make an ${kind}`);
    const damaged = join(work, `damaged.${kind}`);
    writeFileSync(damaged, flipped(readFileSync(file(kind))));
    const { code } = kind === 'exe' ? wine.run(damaged, '/S', '/AllUsers') : wine.run('msiexec', '/i', damaged, '/qn');
    expect(code).toBe(refused[kind]);
    expect(existsSync(join(wine.drive, forAll))).toBe(false);
  });

  it('the installer goes to the folder that it is told, and where there is no room for it, it leaves that as it was', async ({
    skip,
  }) => {
    if ('missing' in wine) return skip(wine.missing);
    skip(!kinds.includes('exe'), 'NSIS is not on this machine');
    if (!disk) return skip(notMountable);
    const { run, registered } = wine;
    const folder = join(disk.outside, 'desk');
    const there = (): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const install = (): unknown => [
      run(file('exe'), '/S', '/AllUsers', String.raw`/D=D:\desk`).code,
      registered(openCommand),
    ];
    expect(install()).toEqual([0, String.raw`"D:\desk\Overlay Desk.exe" "%1"`]);
    run(join(folder, 'Uninstall.exe'), '/S', '/AllUsers');
    await expect.poll(() => existsSync(folder)).toBe(false);

    mkdirSync(join(folder, 'resources'), { recursive: true });
    writeFileSync(join(folder, 'resources/app.asar'), 'of the version before');
    disk.fill(8 * mebibyte);
    expect([install(), there()]).toEqual([
      [refused.exe, undefined],
      ['resources', 'resources/app.asar'],
    ]);
    disk.makeRoom();

    // What is in the folder counts as room, and this makes none.
    writeFileSync(join(folder, 'recording.mov'), Buffer.alloc(24 * mebibyte));
    expect([install(), there()]).toEqual([[refused.exe, undefined], ['recording.mov']]);
  });

  it('the installer fails where one of its files cannot be written, and leaves nothing of the application', ({
    skip,
  }) => {
    if ('missing' in wine) return skip(wine.missing);
    skip(!kinds.includes('exe'), 'NSIS is not on this machine');
    const { drive, run, registered } = wine;
    expect(run(file('exe'), '/S', '/AllUsers').code).toBe(0);
    const place = join(drive, forAll);
    const inTheWay = join(place, 'LICENSES.chromium.html');
    rmSync(inTheWay);
    mkdirSync(inTheWay);
    writeFileSync(join(inTheWay, 'notes.txt'), 'of the operator');
    expect(run(file('exe'), '/S', '/AllUsers').code).toBe(refused.exe);
    expect(readdirSync(place, { recursive: true })).toEqual([basename(inTheWay), `${basename(inTheWay)}/notes.txt`]);
    expect(registered(openCommand)).toBe(undefined);
    rmSync(place, { recursive: true });
  });

  it('the installer and the program that removes the application change nothing while that runs', async ({ skip }) => {
    if ('missing' in wine) return skip(wine.missing);
    skip(!kinds.includes('exe'), 'NSIS is not on this machine');
    const { drive, run, start } = wine;
    const [program = '', remover = '', archive = ''] = ['Overlay Desk.exe', 'Uninstall.exe', 'resources/app.asar'].map(
      (name) => join(drive, forAll, name),
    );
    expect(run(file('exe'), '/S', '/AllUsers').code).toBe(0);
    writeFileSync(archive, 'of the version before');
    // A program of Windows that waits stands in for the application.
    copyFileSync(join(drive, 'windows/system32/cmd.exe'), program);
    const running = start(program, '/c', 'echo runs & pause');
    const ended = once(running, 'close');
    await once(running.stdout!, 'data');
    expect(run(file('exe'), '/S', '/AllUsers').code).toBe(refused.exe);
    // Where it is told so, it works in its own place and not as a copy, and can be waited for.
    run(remover, '/S', '/AllUsers', `_?=C:\\${forAll.replaceAll('/', '\\')}`);
    expect(readFileSync(archive, 'latin1')).toBe('of the version before');
    running.stdin!.end('\n');
    await ended;
    expect(run(file('exe'), '/S', '/AllUsers').code).toBe(0);
    expect(readFileSync(archive, 'latin1')).not.toBe('of the version before');
    expect(started(wine, forAll)).toBe(standInEnds);
    run(remover, '/S', '/AllUsers');
    await expect.poll(() => existsSync(join(drive, forAll))).toBe(false);
  });

  it.for(['/AllUsers', '/CurrentUser'])('the installer with %s', async (who, { skip }) => {
    if ('missing' in wine) return skip(wine.missing);
    skip(!kinds.includes('exe'), 'NSIS is not on this machine');
    const { drive, run, registered } = wine;
    const place = who === '/AllUsers' ? forAll : forOne(drive);
    expect(run(file('exe'), '/S', who).code).toBe(0);
    expect(started(wine, place)).toBe(standInEnds);
    const command = registered(who === '/AllUsers' ? openCommand : openCommandOfOne);
    expect(command).toMatch(/\\Overlay Desk\\Overlay Desk\.exe" "%1"$/);
    for (const program of certificate ? ['Overlay Desk.exe', 'Uninstall.exe'] : []) {
      expect(verified(join(drive, place, program)), program).toBe(true);
    }
    // What somebody else has in the directory stays.
    writeFileSync(join(drive, place, 'notes.txt'), 'of the operator');
    expect(run(join(drive, place, 'Uninstall.exe'), '/S', who).code).toBe(0);
    // It goes on as a copy of itself, which can be removed.
    await expect.poll(() => readdirSync(join(drive, place))).toEqual(['notes.txt']);
    rmSync(join(drive, place), { recursive: true });
    await expect.poll(() => registered(openCommand)).toBe(undefined);
  });

  it('a later installer that is told nothing is for whom the one before was, and so is what removes it', async ({
    skip,
  }) => {
    if ('missing' in wine) return skip(wine.missing);
    skip(!kinds.includes('exe'), 'NSIS is not on this machine');
    const { drive, run, registered } = wine;
    expect(run(file('exe'), '/S', '/CurrentUser').code).toBe(0);
    expect(run(file('exe'), '/S').code).toBe(0);
    expect([existsSync(join(drive, forAll)), registered(openCommand)]).toEqual([false, undefined]);
    run(join(drive, forOne(drive), 'Uninstall.exe'), '/S');
    await expect.poll(() => existsSync(join(drive, forOne(drive)))).toBe(false);
    await expect.poll(() => registered(openCommandOfOne)).toBe(undefined);
  });

  it('what removes the application of one user leaves the one for all users as it is', async ({ skip }) => {
    if ('missing' in wine) return skip(wine.missing);
    skip(!kinds.includes('exe'), 'NSIS is not on this machine');
    const { drive, run, registered } = wine;
    const remove = (place: string): unknown => run(join(drive, place, 'Uninstall.exe'), '/S');
    expect(run(file('exe'), '/S', '/AllUsers').code).toBe(0);
    expect(run(file('exe'), '/S', '/CurrentUser').code).toBe(0);
    remove(forOne(drive));
    await expect.poll(() => existsSync(join(drive, forOne(drive)))).toBe(false);
    await expect.poll(() => registered(openCommandOfOne)).toBe(undefined);
    expect(registered(openCommand)).toMatch(/\\Overlay Desk\.exe" "%1"$/);
    expect(started(wine, forAll)).toBe(standInEnds);
    remove(forAll);
    await expect.poll(() => existsSync(join(drive, forAll))).toBe(false);
    await expect.poll(() => registered(openCommand)).toBe(undefined);
  });

  it('what removes the application waits for the end of what started it', async ({ skip }) => {
    if ('missing' in wine) return skip(wine.missing);
    skip(!kinds.includes('exe'), 'NSIS is not on this machine');
    const { drive, run, start } = wine;
    expect(run(file('exe'), '/S', '/AllUsers', String.raw`/D=C:\desk`).code).toBe(0);
    const folder = join(drive, 'desk');
    const remover = join(folder, 'Uninstall.exe');
    const copy = join(work, 'copy.exe');
    copyFileSync(remover, copy);
    // A program of Windows that waits stands in for what started the copy.
    copyFileSync(join(drive, 'windows/system32/cmd.exe'), remover);
    const starter = start(remover, '/c', 'echo runs & pause');
    const ended = once(starter, 'close');
    await once(starter.stdout!, 'data');
    const removing = once(start(copy, '/S', '/AllUsers', String.raw`_?=C:\desk`), 'close');
    await expect.poll(() => readdirSync(folder)).toEqual(['Uninstall.exe']);
    starter.stdin!.end('\n');
    await Promise.all([ended, removing]);
    expect(existsSync(folder)).toBe(false);
  });

  it('the installer replaces its own files in a folder of the operator, and leaves the others', async ({ skip }) => {
    if ('missing' in wine) return skip(wine.missing);
    skip(!kinds.includes('exe'), 'NSIS is not on this machine');
    const { drive, run } = wine;
    const folder = join(drive, 'media');
    const logo = join(folder, 'resources/logo.png');
    const old = join(folder, 'resources/app.asar.unpacked/old.node');
    mkdirSync(dirname(old), { recursive: true });
    for (const path of [logo, old]) writeFileSync(path, 'of before');
    expect(run(file('exe'), '/S', '/AllUsers', String.raw`/D=C:\media`).code).toBe(0);
    expect([existsSync(logo), existsSync(old)]).toEqual([true, false]);
    run(join(folder, 'Uninstall.exe'), '/S');
    await expect.poll(() => readdirSync(folder, { recursive: true })).toEqual(['resources', 'resources/logo.png']);
    rmSync(folder, { recursive: true });
  });

  it.for(['/AllUsers', '/CurrentUser'])(
    'the installer with %s and the MSI do not come beside each other',
    async (who, { skip }) => {
      if ('missing' in wine) return skip(wine.missing);
      skip(kinds.length < 2, 'NSIS or wixl is not on this machine');
      const { drive, run, registered } = wine;
      const place = who === '/AllUsers' ? forAll : forOne(drive);
      const exe = (): unknown => run(file('exe'), '/S', who).code;
      const msi = (how: '/i' | '/x'): unknown => run('msiexec', how, file('msi'), '/qn').code;
      const there = (): unknown => [
        [forAll, forOne(drive)].map((folder) => existsSync(join(drive, folder))),
        existsSync(join(drive, place, 'Uninstall.exe')),
        [openCommand, openCommandOfOne].map(registered),
      ];
      const nothing = there();
      expect(exe()).toBe(0);
      const byExe = there();
      expect([msi('/i'), there()]).toEqual([refused.msi, byExe]);
      run(join(drive, place, 'Uninstall.exe'), '/S', who);
      await expect.poll(there).toEqual(nothing);

      expect(msi('/i')).toBe(0);
      const byMsi = there();
      expect([exe(), there()]).toEqual([refused.exe, byMsi]);
      // What came beside it before the two refused each other keeps it from nothing.
      const key = `${who === '/AllUsers' ? 'HKLM' : 'HKCU'}\\${removeKey}`;
      run('reg', 'add', key, '/v', 'InstallLocation', '/d', String.raw`C:\desk`);
      expect([msi('/x'), there()]).toEqual([0, nothing]);
      run('reg', 'delete', key, '/f');
    },
  );

  it('the MSI', ({ skip }) => {
    if ('missing' in wine) return skip(wine.missing);
    skip(!kinds.includes('msi'), 'wixl is not on this machine');
    const { drive, run, registered } = wine;
    expect(run('msiexec', '/i', file('msi'), '/qn').code).toBe(0);
    expect(started(wine, forAll)).toBe(standInEnds);
    expect(registered(openCommand)).toMatch(/^"C:\\Program Files\\Overlay Desk\\Overlay Desk\.exe" "%1"$/);
    expect(run('msiexec', '/x', file('msi'), '/qn').code).toBe(0);
    expect(existsSync(join(drive, forAll))).toBe(false);
    expect(registered(openCommand)).toBe(undefined);
  });

  it('a later MSI takes the place of the one before, and an earlier one is refused until that is removed', ({
    skip,
  }) => {
    if ('missing' in wine) return skip(wine.missing);
    skip(!kinds.includes('msi'), 'wixl is not on this machine');
    const { drive, run } = wine;
    const application = join(work, 'versions');
    mkdirSync(application);
    const [now = '', candidate = '', later = ''] = ['0.1.0', '0.2.0-rc.1', '0.2.0'].map((version) => {
      const msi = join(work, `${version}.msi`);
      writeFileSync(join(application, 'Overlay Desk.exe'), version);
      makeMsi(application, msi, { processor: 'x64', version });
      return msi;
    });
    const version = (): string => {
      const program = join(drive, forAll, 'Overlay Desk.exe');
      return existsSync(program) ? readFileSync(program, 'utf8') : 'none';
    };
    const after = (how: '/i' | '/x', msi: string): unknown => [run('msiexec', how, msi, '/qn').code, version()];
    expect(after('/i', now)).toEqual([0, '0.1.0']);
    expect(after('/i', candidate)).toEqual([0, '0.2.0-rc.1']);
    // To Windows a release has the version of its candidates.
    expect(after('/i', later)).toEqual([0, '0.2.0']);
    expect(after('/i', now)).toEqual([refused.msi, '0.2.0']);
    expect(after('/x', later)).toEqual([0, 'none']);
    expect(after('/i', now)).toEqual([0, '0.1.0']);
    expect(after('/x', now)).toEqual([0, 'none']);
  });
});
