import { texts as deskTexts } from '../../contract/texts/texts.ts';
import { texts } from '../../renderer/texts/texts.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { About, DataCopy, UpdateOffer } from '../../contract/desk-api/update.ts';
import { OverlayError } from '../../contract/errors.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;
const about: About = {
  version: '1.1.0 UNSIGNED',
  changedAt: '2027-01-31T10:00:00.000Z',
  machine: 'Linux, x64',
  notUpdatable: '',
  asksForFolder: true,
  stepBack: '1.0.0',
  notKept: '',
};
const copy: DataCopy = { id: '00000001 x', at: '2027-01-30T10:00:00.000Z', version: '1.0.0', outgrown: true };
const sha256 = 'a1'.repeat(32);
const offer: UpdateOffer = {
  version: '1.2.0',
  released: '2027-02-10',
  expires: '2028-02-10',
  runs: false,
  notNow: [],
  copy: null,
  changes: '- Cues can be counted.\n- A panic is louder.',
  installer: { name: 'overlay-desk-1.2.0-linux-x64.deb', bytes: 104_857_600, sha256 },
};
const dialog = () => page.getByRole('dialog', { name: texts.about.versionAndUpdates });
const button = (name: string) => dialog().getByRole('button', { name, exact: true });

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  ({ page } = await stage.page());
  stage.desk.answers.set('about', () => about);
  stage.desk.answers.set('dataCopies', () => [copy]);
  stage.desk.answers.set('findUpdate', () => offer);
});

async function open(): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: texts.about.versionAndUpdates }).click();
  await dialog().getByRole('region', { name: 'Version', exact: true }).waitFor();
}
async function look(folder = '/media/stick'): Promise<void> {
  await dialog().getByLabel(texts.about.releaseFolder).fill(folder);
  await button('Look').click();
}

it('says which version runs, what it contains, and why it cannot be updated', async () => {
  const notUpdatable = deskTexts.updates.fromSources;
  stage.desk.answers.set('about', () => ({ ...about, version: '1.1.0 (not packaged)', changedAt: null, notUpdatable }));
  stage.desk.answers.set('licences', () => ({ text: 'svelte 5.57.3 (MIT)' }));
  await open();
  await dialog().getByText('Overlay Desk 1.1.0 (not packaged)').waitFor();
  await dialog().getByText(notUpdatable).waitFor();
  expect(await button('Look').count()).toBe(0);
  await button('Licences').click();
  await dialog().getByText('svelte 5.57.3 (MIT)').waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

it('shows what is in a folder, and installs exactly that', async () => {
  stage.desk.answers.set('installUpdate', () => ({ how: 'started' }));
  await open();
  await look();
  const shown = dialog().getByRole('region', { name: 'Version 1.2.0' });
  await shown.getByText('Version 1.2.0 of 2027-02-10').waitFor();
  expect(await shown.innerText()).toContain('until 2028-02-10');
  expect(await shown.innerText()).toContain('A panic is louder.');
  expect(await shown.innerText()).toContain(`overlay-desk-1.2.0-linux-x64.deb · 100.0 MiB\nSHA-256 ${sha256}`);
  await button('Install 1.2.0').click();
  await dialog().getByText('The installer runs, and the desk ends now.').waitFor();
  expect(await button('Install 1.2.0').count()).toBe(0);
  await expect
    .poll(() => stage.desk.requests('findUpdate'))
    .toEqual([{ from: { folder: '/media/stick' }, stepBack: false }]);
  await expect
    .poll(() => stage.desk.requests('installUpdate'))
    .toEqual([{ from: { folder: '/media/stick' }, stepBack: false, sha256, restore: null }]);
});

it('shows the command where the desk may not install, from the folder that the system asked for', async () => {
  stage.desk.answers.set('chooseUpdateFolder', () => ({ folder: '/mnt/share' }));
  stage.desk.answers.set('installUpdate', () => ({ how: 'command', command: 'sudo apt-get install /root/it.deb' }));
  await open();
  await button('Choose a folder …').click();
  await button('Install 1.2.0').click();
  await dialog().getByLabel('Command').getByText('sudo apt-get install /root/it.deb').waitFor();
  expect(await dialog().getByLabel(texts.about.releaseFolder).inputValue()).toBe('/mnt/share');
});

it('installs nothing while something is on air, and looks again', async () => {
  const notNow = [deskTexts.updates.onAir('Lower Third')];
  stage.desk.answers.set('findUpdate', () => ({ ...offer, notNow }));
  await open();
  await look();
  await dialog()
    .getByText(notNow[0] ?? '')
    .waitFor();
  expect(await button('Install 1.2.0').isDisabled()).toBe(true);
  stage.desk.answers.set('findUpdate', () => offer);
  await button('Look again').click();
  await expect.poll(() => button('Install 1.2.0').isEnabled()).toBe(true);
  expect(stage.desk.requests('installUpdate')).toEqual([]);
});

it('says why a folder is refused, and takes back what it showed before', async () => {
  await open();
  await look();
  await button('Install 1.2.0').waitFor();
  const refused = new OverlayError('update-refused', 'SHA256SUMS is not what the owner of the key has signed.');
  stage.desk.fail('findUpdate', refused);
  await look('/media/other');
  await dialog().getByText(refused.message).waitFor();
  expect(await button('Install 1.2.0').count()).toBe(0);
});

it('steps back to what was kept, with the data of then where the older version could not read what is there', async () => {
  const back = { ...offer, version: '1.0.0', copy };
  stage.desk.answers.set('findUpdate', () => back);
  stage.desk.answers.set('installUpdate', () => ({ how: 'started' }));
  await open();
  await button('Step back to 1.0.0').click();
  const restore = dialog().getByRole('checkbox', { name: 'Bring back the data of' });
  await expect.poll(() => restore.isChecked()).toBe(true);
  await button('Install 1.0.0').click();
  await dialog().getByText('The installer runs').waitFor();
  await expect
    .poll(() => stage.desk.requests('installUpdate'))
    .toEqual([{ from: { kept: '1.0.0' }, stepBack: true, sha256, restore: copy.id }]);
});

it('brings a copy back at the next start, unless the show is locked', async () => {
  await open();
  await button(texts.about.bringBack).click();
  await dialog().getByText(texts.about.comesBack).waitFor();
  await expect.poll(() => stage.desk.requests('restoreData')).toEqual([{ id: copy.id }]);
  stage.desk.tell({ lock: { locked: true, pin: false, by: '' } });
  await page.keyboard.press('Escape');
  await open();
  await expect.poll(() => button(texts.about.bringBack).isDisabled()).toBe(true);
});

it('says that there is no step back yet, and keeps the installer of the version that runs', async () => {
  const notKept = 'There is no step back from the next update yet. Look at the folder of 1.1.0, and keep it.';
  stage.desk.answers.set('about', () => ({ ...about, stepBack: null, notKept }));
  await open();
  await dialog().getByRole('region', { name: 'Another version' }).getByText(notKept).waitFor();
  await look();
  await dialog().getByRole('region', { name: 'Version 1.2.0' }).getByText(notKept).waitFor();
  stage.desk.answers.set('findUpdate', () => ({ ...offer, version: '1.1.0', runs: true }));
  stage.desk.answers.set('keepInstaller', () => ({ ...about, stepBack: null }));
  await look();
  await button(texts.about.keepInstaller('1.1.0')).click();
  await dialog().getByText('Its installer is kept for a step back to 1.1.0 after the next update.').waitFor();
  expect(await button('Install 1.1.0').count()).toBe(0);
  expect(await dialog().getByText(notKept).count()).toBe(0);
  await expect.poll(() => stage.desk.requests('keepInstaller')).toEqual([{ from: { folder: '/media/stick' }, sha256 }]);
});
