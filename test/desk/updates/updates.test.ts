import { texts } from '../../../contract/texts/texts.ts';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { InstalledApplication } from '../../../desk/update-ports.ts';
import type { Updates } from '../../../desk/updates/updates.ts';
import { sealedRelease } from '../../kit/desk/sealed-release.ts';
import { type AroundUpdates, idle, updatesOn } from '../../kit/desk/updates-on.ts';

const deb = (version: string): string => `overlay-desk-${version}-linux-x64.deb`;

let place: string;
let data: string;
let updates: Updates;
let around: AroundUpdates;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'updates-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  data = join(place, 'data');
  mkdirSync(data);
  around = idle();
  updates = desk();
});

/** A desk of the version that runs, on the data of the test. */
const desk = (installed?: Partial<InstalledApplication>): Updates => updatesOn(data, around, installed);

const find = (folder: string, stepBack = false) => updates.calls.findUpdate({ from: { folder }, stepBack });
async function install(folder: string, { stepBack = false, restore = null as string | null } = {}) {
  const from = { folder };
  const { installer } = await updates.calls.findUpdate({ from, stepBack });
  return updates.calls.installUpdate({ from, stepBack, restore, sha256: installer.sha256 });
}

describe('a newer release in a folder', () => {
  it('is shown, and handed over from a place of the desk', async () => {
    const folder = await sealedRelease(place, { version: '1.1.0' });
    const offer = await find(folder);
    expect(offer).toEqual({
      version: '1.1.0',
      released: '2027-01-31',
      expires: '2099-12-31',
      changes: '- What is new in 1.1.0.',
      installer: { name: deb('1.1.0'), bytes: 28, sha256: expect.stringMatching(/^[\da-f]{64}$/) as string },
      runs: false,
      notNow: [],
      copy: null,
    });
    expect(around.handed).toEqual([]);
    expect(existsSync(join(data, 'updates'))).toBe(false);
    expect(await install(folder)).toEqual({ how: 'started' });
    const path = join(data, 'updates', '1.1.0', deb('1.1.0'));
    const content = 'the package 1.1.0 for Debian';
    expect(around.handed).toEqual([{ path, kind: 'deb', stepBack: false, sha256: offer.installer.sha256, content }]);
    expect(readdirSync(join(data, 'updates', '1.1.0')).sort()).toEqual(
      [deb('1.1.0'), 'SHA256SUMS', 'SHA256SUMS.sig', 'release.json'].sort(),
    );
    expect(around.recorded).toEqual([texts.updates.installAction(folder)]);
  });

  it('is taken whatever else is in the folder, and whatever is wrong with installers of others', async () => {
    const files = { [deb('1.1.0')]: 'good', 'overlay-desk-1.1.0-win-x64.exe': 'of others' };
    const folder = await sealedRelease(place, { version: '1.1.0', files });
    writeFileSync(join(folder, 'overlay-desk-1.1.0-win-x64.exe'), 'damaged');
    writeFileSync(join(folder, 'manual.html'), 'how to');
    await install(folder);
    expect(around.handed.map(({ content }) => content)).toEqual(['good']);
  });
});

describe('what is in the folder is refused', () => {
  const sums = texts.updates.wrongSignature;
  it.each<[string, (folder: string) => void, string | RegExp]>([
    ['nothing there', (folder) => rmSync(folder, { recursive: true }), /^There is no folder .+\/1\.1\.0\.$/],
    [
      'a file',
      (folder) => {
        rmSync(folder, { recursive: true });
        writeFileSync(folder, '');
      },
      /^There is no folder /,
    ],
    [
      'no release',
      (folder) => readdirSync(folder).forEach((name) => unlinkSync(join(folder, name))),
      /^There is no release of Overlay Desk in .+\/1\.1\.0\.$/,
    ],
    ['no hashes', (folder) => unlinkSync(join(folder, 'SHA256SUMS')), texts.updates.noSums('SHA256SUMS')],
    ['no signature', (folder) => unlinkSync(join(folder, 'SHA256SUMS.sig')), texts.updates.unsigned('SHA256SUMS.sig')],
    ['changed hashes', (folder) => writeFileSync(join(folder, 'SHA256SUMS'), ''), sums],
    [
      'another release.json',
      (folder) => writeFileSync(join(folder, 'release.json'), '{}'),
      texts.updates.changedFile('release.json'),
    ],
    [
      'a huge release.json',
      (folder) => truncateSync(join(folder, 'release.json'), 2 ** 21),
      texts.updates.fileTooLarge('release.json'),
    ],
    [
      'another installer',
      (folder) => writeFileSync(join(folder, deb('1.1.0')), 'the package 1.1.0 for debian'),
      texts.updates.changedFile(deb('1.1.0')),
    ],
    [
      'half an installer',
      (folder) => truncateSync(join(folder, deb('1.1.0')), 14),
      texts.updates.cutOff(deb('1.1.0'), 14, 28),
    ],
    [
      'a link in place of the installer',
      (folder) => {
        renameSync(join(folder, deb('1.1.0')), join(place, 'elsewhere'));
        symlinkSync(join(place, 'elsewhere'), join(folder, deb('1.1.0')));
      },
      `${deb('1.1.0')} is missing.`,
    ],
  ])('%s', async (_what, change, said) => {
    const folder = await sealedRelease(place, { version: '1.1.0' });
    change(folder);
    await expect(find(folder)).rejects.toMatchObject({
      code: 'update-refused',
      message: typeof said === 'string' ? said : (expect.stringMatching(said) as string),
    });
    expect(around.handed).toEqual([]);
  });

  it.each<[string, Parameters<typeof sealedRelease>[1], string]>([
    ['unsigned', { version: '1.1.0', key: undefined }, texts.updates.unsigned('SHA256SUMS.sig')],
    [
      'of another maker',
      {
        version: '1.1.0',
        key: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
      sums,
    ],
    ['expired', { version: '1.1.0', expires: '2027-01-31' }, texts.updates.expired('1.1.0', '2027-01-31')],
    ['older', { version: '0.9.0' }, texts.updates.older('0.9.0', '1.0.0')],
  ])('%s', async (_what, release, said) => {
    await expect(find(await sealedRelease(place, release))).rejects.toMatchObject({ message: said });
  });

  it('a path that is not whole, and a kept version that is none', async () => {
    await expect(find('stick/1.1.0')).rejects.toThrow(texts.updates.wholePath('stick/1.1.0'));
    for (const kept of ['1.1.0', '../../etc']) {
      const asked = updates.calls.findUpdate({ from: { kept }, stepBack: true });
      await expect(asked).rejects.toThrow(texts.updates.noneKept(kept));
    }
  });

  it('everything, by a desk that says why it cannot be updated', async () => {
    updates = desk({ notUpdatable: 'This build cannot be updated.' });
    await expect(find(await sealedRelease(place, { version: '1.1.0' }))).rejects.toThrow(
      'This build cannot be updated.',
    );
    expect(await updates.calls.about({})).toMatchObject({ notUpdatable: 'This build cannot be updated.' });
  });
});

describe('nothing is handed over', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await sealedRelease(place, { version: '1.1.0' });
  });

  it.each<[string, () => void, string]>([
    ['anything is on air', () => around.onAir.push('Lower Third'), texts.updates.onAir('Lower Third')],
    ['does not know', () => around.unknown.push('Bug'), texts.updates.unknown('Bug')],
    ['a cue waits', () => around.waiting.push('12 Opener'), texts.updates.cueWaits('12 Opener')],
    ['the show is locked', () => (around.locked = true), texts.updates.locked],
  ])('while %s, also if it begins during the copying', async (_what, begin, said) => {
    around.meanwhile = begin;
    await expect(install(folder)).rejects.toThrow(said);
    expect((await find(folder)).notNow).toEqual([said]);
    around.meanwhile = () => undefined;
    await expect(install(folder)).rejects.toThrow(said);
    expect(around.handed).toEqual([]);
    const line = texts.updates.installAction(`${folder}: ${said}`);
    expect(around.recorded).toEqual([line, line]);
  });

  it('that is not what the operator saw', async () => {
    const { installer } = await find(folder);
    rmSync(folder, { recursive: true });
    await sealedRelease(place, { version: '1.1.0', files: { [deb('1.1.0')]: 'another one, signed too' } });
    const asked = updates.calls.installUpdate({
      from: { folder },
      stepBack: false,
      restore: null,
      sha256: installer.sha256,
    });
    await expect(asked).rejects.toThrow(texts.updates.otherInstaller);
    expect(around.handed).toEqual([]);
  });

  it('that somebody swaps between the check and the copy', async () => {
    around.beforeCopy = () => writeFileSync(join(folder, deb('1.1.0')), 'the package 1.1.0 of a thief');
    await expect(install(folder)).rejects.toThrow(texts.updates.copyWrong(deb('1.1.0')));
    expect(around.handed).toEqual([]);
    expect(readdirSync(join(data, 'updates'))).toEqual([]);
  });

  it('that somebody swaps in the place of the desk while its data is copied', async () => {
    const kept = join(data, 'updates', '1.1.0', deb('1.1.0'));
    around.meanwhile = () => writeFileSync(kept, 'the package 1.1.0 of a thief');
    await expect(install(folder)).rejects.toThrow(texts.updates.replaced(deb('1.1.0')));
    expect(around.handed).toEqual([]);
    around.meanwhile = () => undefined;
    await install(folder);
    expect(around.handed.map(({ content }) => content)).toEqual(['the package 1.1.0 for Debian']);
  });

  it('while the work of the operators is not on the disk', async () => {
    around.saved = false;
    await expect(install(folder)).rejects.toThrow('Not everything could be saved, so nothing was installed.');
    expect(around.handed).toEqual([]);
  });

  it('by a second press', async () => {
    const { installer } = await find(folder);
    const press = () =>
      updates.calls.installUpdate({ from: { folder }, stepBack: false, restore: null, sha256: installer.sha256 });
    const first = press();
    await expect(press()).rejects.toThrow(texts.updates.underWay);
    expect(await first).toEqual({ how: 'started' });
    expect(around.handed).toHaveLength(1);
  });

  it('with one bit flipped, wherever and whenever that is', async () => {
    const whole = 'the package 1.1.0 for Debian';
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...readdirSync(folder)),
        fc.nat(),
        fc.nat(7),
        fc.constantFrom('before', 'after the look', 'in the copy'),
        async (name, place, bit, when) => {
          rmSync(join(data, 'updates'), { recursive: true, force: true });
          around.handed = [];
          const before = readFileSync(join(folder, name));
          const flip = (path: string): void => {
            const bytes = Buffer.from(readFileSync(path));
            bytes[place % bytes.length]! ^= 1 << bit;
            writeFileSync(path, bytes);
          };
          const offer = when === 'before' ? undefined : await find(folder);
          if (when !== 'in the copy') flip(join(folder, name));
          else {
            // What was kept before by an earlier try must be checked again too.
            await install(folder);
            around.handed = [];
            const own = join(data, 'updates', '1.1.0');
            if (existsSync(join(own, name))) flip(join(own, name));
          }
          const from = when === 'in the copy' ? { kept: '1.1.0' } : { folder };
          if (when === 'in the copy') around.version = '1.2.0';
          updates = desk();
          const { sha256 } = offer?.installer ?? { sha256: '' };
          const stepBack = when === 'in the copy';
          const looked = await Promise.resolve(updates.calls.findUpdate({ from, stepBack })).catch(() => undefined);
          const seen = looked?.installer.sha256 ?? sha256;
          await Promise.resolve(updates.calls.installUpdate({ from, stepBack, restore: null, sha256: seen })).catch(
            () => undefined,
          );
          around.version = '1.0.0';
          updates = desk();
          writeFileSync(join(folder, name), before);
          for (const { content } of around.handed) expect(content).toBe(whole);
          if ([deb('1.1.0'), 'SHA256SUMS', 'SHA256SUMS.sig', 'release.json'].includes(name))
            expect(around.handed).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
    await install(folder);
    expect(around.handed.at(-1)?.content).toBe(whole);
  });
});

describe('the step back', () => {
  it('goes to the installer that was kept, although it has expired since', async () => {
    await install(await sealedRelease(place, { version: '1.1.0', expires: '2027-02-01' }));
    around.version = '1.1.0';
    updates = desk();
    expect(await updates.calls.about({})).toMatchObject({ stepBack: null });
    await install(await sealedRelease(place, { version: '1.2.0' }));
    around.version = '1.2.0';
    updates = desk();
    expect(await updates.calls.about({})).toMatchObject({ stepBack: '1.1.0' });
    rmSync(join(place, '1.1.0'), { recursive: true });
    const from = { kept: '1.1.0' };
    const { version, installer } = await updates.calls.findUpdate({ from, stepBack: true });
    expect([version, installer.name]).toEqual(['1.1.0', deb('1.1.0')]);
    await updates.calls.installUpdate({ from, stepBack: true, restore: null, sha256: installer.sha256 });
    expect(around.handed.at(-1)).toMatchObject({ stepBack: true, content: 'the package 1.1.0 for Debian' });
  });

  it('keeps two installers, and no third', async () => {
    for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
      await install(await sealedRelease(place, { version }));
      around.version = version;
      updates = desk();
    }
    const kept = readdirSync(join(data, 'updates')).sort();
    expect(kept).toEqual(['1.2.0', '1.3.0', 'copies']);
  });

  it('goes to a folder only where it is asked for', async () => {
    const folder = await sealedRelease(place, { version: '0.9.0' });
    await expect(install(folder)).rejects.toThrow('Ask for the step back');
    expect(await install(folder, { stepBack: true })).toEqual({ how: 'started' });
    expect(around.handed).toMatchObject([{ stepBack: true, content: 'the package 0.9.0 for Debian' }]);
  });
});
