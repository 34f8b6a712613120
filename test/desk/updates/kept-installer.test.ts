import { texts } from '../../../contract/texts/texts.ts';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Updates } from '../../../desk/updates/updates.ts';
import { sealedRelease } from '../../kit/desk/sealed-release.ts';
import { type AroundUpdates, idle, updatesOn } from '../../kit/desk/updates-on.ts';

const deb = (version: string): string => `overlay-desk-${version}-linux-x64.deb`;

let place: string;
let data: string;
let updates: Updates;
let around: AroundUpdates;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'kept-installer-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  data = join(place, 'data');
  mkdirSync(data);
  around = idle();
  updates = updatesOn(data, around);
});

const find = (folder: string) => updates.calls.findUpdate({ from: { folder }, stepBack: false });
async function install(folder: string): Promise<void> {
  const { sha256 } = (await find(folder)).installer;
  await updates.calls.installUpdate({ from: { folder }, stepBack: false, restore: null, sha256 });
}
/** The version that was installed starts. */
function start(version: string): void {
  around.version = version;
  updates = updatesOn(data, around);
}

describe('the installer of the version that runs', () => {
  const keep = async (folder: string) => {
    const from = { folder };
    const { sha256 } = (await updates.calls.findUpdate({ from, stepBack: false })).installer;
    return updates.calls.keepInstaller({ from, sha256 });
  };
  const notKept = async (): Promise<string> => (await updates.calls.about({})).notKept;

  it('is there from the first update on, where the installer of the version that came by hand was kept before', async () => {
    const stick = await sealedRelease(place, { version: '1.0.0', expires: '2027-01-31' });
    expect(await notKept()).toContain(`the one with ${deb('1.0.0')}, and keep it.`);
    around.onAir.push('Lower Third');
    expect(await find(stick)).toMatchObject({ version: '1.0.0', runs: true, notNow: [], copy: null });
    expect(await keep(stick)).toMatchObject({ version: '1.0.0', notKept: '', stepBack: null });
    expect(around.recorded).toEqual([texts.updates.keepAction(stick)]);
    await expect(find(stick)).rejects.toThrow(texts.updates.kept('1.0.0'));
    around.onAir = [];
    rmSync(stick, { recursive: true });
    await install(await sealedRelease(place, { version: '1.1.0' }));
    start('1.1.0');
    expect(await updates.calls.about({})).toMatchObject({ stepBack: '1.0.0', notKept: '' });
    const from = { kept: '1.0.0' };
    const { installer } = await updates.calls.findUpdate({ from, stepBack: true });
    await updates.calls.installUpdate({ from, stepBack: true, restore: null, sha256: installer.sha256 });
    expect(around.handed.at(-1)).toMatchObject({ stepBack: true, content: 'the package 1.0.0 for Debian' });
  });

  it('leaves what was kept before, when the version that runs is kept too', async () => {
    await install(await sealedRelease(place, { version: '1.1.0' }));
    start('1.2.0');
    await keep(await sealedRelease(place, { version: '1.2.0' }));
    expect(await updates.calls.about({})).toMatchObject({ stepBack: '1.1.0', notKept: '' });
  });

  it('keeps no other version, nothing but what was shown, and nothing that is not signed', async () => {
    const same = await sealedRelease(place, { version: '1.0.0' });
    const from = { folder: same };
    const { sha256 } = (await find(same)).installer;
    const other = updates.calls.keepInstaller({ from, sha256: 'another' });
    await expect(other).rejects.toThrow(texts.updates.otherInstaller);
    await expect(keep(await sealedRelease(place, { version: '1.1.0' }))).rejects.toThrow(
      texts.updates.notInstalled('1.1.0', '1.0.0'),
    );
    writeFileSync(join(same, deb('1.0.0')), 'the package 1.0.0 for debian');
    const changed = updates.calls.keepInstaller({ from, sha256 });
    await expect(changed).rejects.toThrow(texts.updates.changedFile(deb('1.0.0')));
    expect(existsSync(join(data, 'updates'))).toBe(false);
    expect(await notKept()).not.toBe('');
  });

  it('is never an installation of the version that runs', async () => {
    await expect(install(await sealedRelease(place, { version: '1.0.0' }))).rejects.toThrow(
      texts.updates.installed('1.0.0'),
    );
    expect(around.handed).toEqual([]);
  });
});
