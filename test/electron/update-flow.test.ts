import { texts as deskTexts } from '../../contract/texts/texts.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtHostFolders, builtShell } from '../kit/built.ts';
import { sealedRelease, testKey } from '../kit/desk/sealed-release.ts';
import { launchDouble, type Shell } from './launch-shell.ts';

// The shell as it is packed, with a key of releases in it, from a place away from all packages.
const work = mkdtempSync(join(tmpdir(), 'update-flow-'));
const data = join(work, 'data');
const stick = join(data, 'stick');
const archive = 'overlay-desk-1.1.0-linux-x64.tar.gz';
let shell: Shell;

beforeAll(async () => {
  for (const from of [...builtHostFolders, dirname(builtShell)]) {
    const to = join(work, 'app', 'dist', from.split('/').at(-1) ?? '');
    cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('.map') });
  }
  const facts = { version: '1.0.0', type: 'module', signed: true, changedAt: '2027-01-31T10:00:00.000Z' };
  writeFileSync(join(work, 'app', 'package.json'), JSON.stringify({ ...facts, releaseKeys: testKey.public }));
  writeFileSync(join(work, 'app', 'dist', 'licences.txt'), 'svelte (MIT)');
  mkdirSync(data);
  const files = { [archive]: 'the archive 1.1.0', [archive.replace('x64', 'arm64')]: 'the archive 1.1.0' };
  renameSync(await sealedRelease(work, { version: '1.1.0', files }), stick);
  shell = await launchDouble({ program: join(work, 'app', 'dist/electron/main.js'), cwd: '/', data });
});
afterAll(async () => {
  await shell.close();
  rmSync(work, { recursive: true });
});

const dialog = () => shell.page.getByRole('dialog', { name: texts.about.versionAndUpdates });
const button = (name: string) => shell.page.getByRole('button', { name, exact: true });
const row = (tally: string) => shell.page.getByRole('treeitem', { name: new RegExp(`^Lower Third, ${tally}`) });

async function choose(): Promise<void> {
  await button('Settings').click();
  await button(texts.about.versionAndUpdates).click();
  await dialog().getByText('Overlay Desk 1.0.0', { exact: true }).waitFor();
  await button('Choose a folder …').click();
}

it('refuses to install while a graphic is on air, and then copies, checks and hands over what is in the folder', async () => {
  await row('OUT').click();
  await button('Take In Lower Third').click();
  await row('ON AIR').waitFor();
  await choose();
  await dialog().getByText(deskTexts.updates.onAir('Lower Third')).waitFor();
  expect(await button('Install 1.1.0').isDisabled()).toBe(true);
  await button('Close').click();
  await shell.page.keyboard.press('Alt+1');
  await row('OUT').waitFor();
  await choose();
  await button('Install 1.1.0').click();
  const command = await dialog().getByLabel('Command').innerText();
  const copy = join(data, 'updates', '1.1.0', archive.replace('x64', process.arch));
  expect(command).toBe(`tar -xzf ${copy} -C ${dirname(dirname(process.execPath))}`);
  const hashes = readFileSync(join(stick, 'SHA256SUMS'), 'utf8');
  expect(hashes).toContain(createHash('sha256').update(readFileSync(copy)).digest('hex'));
  const [id = ''] = readdirSync(join(data, 'updates', 'copies'));
  const copied = readdirSync(join(data, 'updates', 'copies', id), { recursive: true }).sort();
  expect(copied).toEqual(expect.arrayContaining(['copy.json', 'service', 'service/service.db', 'show.overlayshow']));
  expect(JSON.parse(readFileSync(join(data, 'updates', 'copies', id, 'copy.json'), 'utf8'))).toMatchObject({
    version: '1.0.0',
  });
  await button('Close').click();
});

it('refuses a damaged folder, and everything is in the log', async () => {
  writeFileSync(join(stick, archive.replace('x64', process.arch)), 'the archive 1.1.1');
  await choose();
  await dialog()
    .getByText(`${archive.replace('x64', process.arch)} is not the signed file`)
    .waitFor();
  expect(await button('Install 1.1.0').count()).toBe(0);
  await button('Close').click();
  await button('Search log').click();
  await shell.page.getByText(`Install a version from ${stick}`).first().waitFor();
});
