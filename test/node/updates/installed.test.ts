import { texts } from '../../../contract/texts/texts.ts';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { installedApplication, type InstalledMachine } from '../../../node/updates/installed.ts';

const folder = mkdtempSync(join(tmpdir(), 'installed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const releaseKeys = ['ed25519', 'ed25519']
  .map(() => generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString())
  .join('');
const packed = { version: '1.2.3', signed: true, changedAt: '2027-01-31T10:00:00.000Z', releaseKeys };

function installed(facts: object, machine: Partial<InstalledMachine> & { has?: readonly string[] } = {}) {
  const file = join(folder, 'package.json');
  writeFileSync(file, JSON.stringify(facts));
  const { has = [], ...more } = machine;
  return installedApplication(file, {
    platform: 'linux',
    arch: 'x64',
    exe: '/opt/Overlay Desk/overlay-desk',
    isHost: false,
    ...more,
    exists: (path) => has.includes(path),
  });
}

it.each([
  [true, '1.2.3'],
  [false, '1.2.3 UNSIGNED'],
  [undefined, texts.updates.notPackaged('1.2.3')],
])('a version with the mark %s is "%s"', (signed, said) => {
  expect(installed({ ...packed, signed }).marked).toBe(said);
});

describe('what replaces an application', () => {
  const ofDeb = ['/var/lib/dpkg/info/overlay-desk.list'];
  it.each<[string, Parameters<typeof installed>[1], readonly string[]]>([
    ['installed by apt', { has: ofDeb }, ['deb']],
    ['installed by dnf', {}, ['rpm']],
    ['unpacked in a home', { exe: '/home/ada/overlay-desk/overlay-desk', has: ofDeb }, ['tar.gz']],
    [
      'installed by its installer for Windows',
      { platform: 'win32', exe: 'C:\\Overlay Desk\\Overlay Desk.exe', has: ['C:\\Overlay Desk\\Uninstall.exe'] },
      ['exe'],
    ],
    ['installed by MSI', { platform: 'win32', exe: 'C:\\Overlay Desk\\Overlay Desk.exe' }, ['msi']],
    ['on a Mac', { platform: 'darwin' }, ['dmg', 'zip']],
    ['the host as a package', { isHost: true, has: ['/var/lib/dpkg/info/overlay-desk-host.list'] }, ['host deb']],
    ['the host unpacked by hand', { isHost: true }, []],
  ])('%s', (_how, machine, kinds) => {
    expect(installed(packed, machine).kinds).toEqual(kinds);
  });
});

describe('what cannot be updated says why', () => {
  it.each<[string, object, Parameters<typeof installed>[1], string]>([
    ['nothing', packed, {}, ''],
    ['sources', { version: '1.2.3' }, {}, texts.updates.fromSources],
    ['a build without a key', { ...packed, releaseKeys: undefined }, {}, texts.updates.noKey],
    ['a host that is no package', packed, { isHost: true }, texts.updates.noPackage],
    ['another processor', packed, { arch: 'riscv64' }, texts.updates.noPackage],
  ])('%s', (_what, facts, machine, said) => {
    expect(installed(facts, machine).notUpdatable).toBe(said);
  });

  it('several keys are accepted, and none that is no key', () => {
    expect(installed(packed).keys).toHaveLength(2);
    expect(() => installed({ ...packed, releaseKeys: 'no key' })).toThrow('The public key cannot be read');
  });
});
