import { texts as deskTexts } from '../../contract/texts/texts.ts';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupView } from '../../contract/desk-api/backup.ts';
import { backupState } from '../../renderer/backup/backup-state.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { afterDoubleClick } from '../kit/screens/keyboard.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';
import { sport, twoApps } from '../kit/desk/two-apps.ts';
import { readyBackup as ready } from '../kit/desk/backup-view.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const app = 'embedded-1';
const sheet = (): Locator => page.getByRole('region', { name: 'Backup of Evening News' });
const shows = (): Promise<string> =>
  page
    .locator('.backup > button')
    .innerText()
    .then((text) => text.replace(/\s+/g, ' ').trim());

async function open(backup: BackupView | null): Promise<void> {
  ({ page } = await stage.page(undefined, twoApps));
  stage.desk.tellApp({ backup });
  await page.getByRole('treeitem', { name: 'Ticker' }).click();
  await page.locator('.backup > button').getByText(backupState(backup).word).waitFor();
  await page.locator('.backup > button').click();
}

it('every state of the link and of the backup fits beside the other on a small screen', async () => {
  ({ page } = await stage.page({ width: 1280, height: 720 }));
  const pairs = Object.values(texts.health.links).flatMap((link) =>
    Object.values(texts.backup.states).map((backup) => [link, backup]),
  );
  const crossing = await page.evaluate((all) => {
    const [link, backup] = ['.health .state b', '.health .backup button span'].map((one) =>
      document.querySelector(one),
    );
    const button = document.querySelector('.health .backup button');
    if (!link || !backup || !button) return ['The states are not there.'];
    return all.filter(([ofLink = '', ofBackup = '']) => {
      link.textContent = ofLink;
      backup.textContent = ofBackup;
      const isCut = backup.scrollWidth > backup.clientWidth || button.scrollHeight > button.clientHeight;
      return isCut || link.getBoundingClientRect().right > button.getBoundingClientRect().left;
    });
  }, pairs);
  expect([crossing, pairs.length]).toEqual([[], 64]);
});

describe('main and backup of an app', () => {
  it('lists the drift, and fails over by a guarded press', async () => {
    await open({ ...ready, state: 'drift', drift: ['Ticker: the main is In, the backup Out.'], after: 3_000 });
    expect(await shows()).toBe('BACKUP DRIFT Van');
    expect(await sheet().getByRole('list', { name: 'Drift' }).innerText()).toBe(
      'Ticker: the main is In, the backup Out.',
    );
    const over = sheet().getByRole('button', { name: texts.backup.failOverToBackup('Evening News') });
    await over.hover();
    await page.mouse.down();
    await expect.poll(() => stage.desk.requests('failOver')).toEqual([{ app }]);
    await page.mouse.up();
  });

  it('says why the desk did not fail over', async () => {
    await open(ready);
    stage.desk.answers.set('failOver', () => ({ result: 'failed', reason: 'Van cannot be reached.', apps: [] }));
    const over = sheet().getByRole('button', { name: texts.backup.failOverToBackup('Evening News') });
    await over.hover();
    await page.mouse.down();
    const alert = page.getByRole('alert').locator('p');
    await alert.waitFor();
    expect(await alert.innerText()).toBe('Fail over, Evening News: Van cannot be reached.');
    await page.mouse.up();
  });

  it('in drift since the desk started is repaired by one press', async () => {
    await open({ ...ready, state: 'drift', drift: ['Ticker: Out, and In in the main.'], waits: true });
    await sheet().getByRole('button', { name: 'Repair' }).click();
    await expect.poll(() => stage.desk.requests('repairBackup')).toEqual([{ app }]);
    stage.desk.tellApp({ backup: ready });
    await expect.poll(() => sheet().getByRole('button', { name: 'Repair' }).count()).toBe(0);
  });

  it('counts down to an automatic fail-over, shows it in the tree, and fails back', async () => {
    await open({ ...ready, failsOverAt: Date.now() + 60_000, after: 60_000 });
    await page
      .locator('.backup > button')
      .getByText(/^fails over in [56]\d\.\d s$/)
      .waitFor();
    stage.desk.tellApp({ backup: { ...ready, inUse: 'backup' } });
    await page
      .getByRole('treeitem', { name: /^Evening News/ })
      .getByText('ON BACKUP')
      .waitFor();
    const back = sheet().getByRole('button', { name: texts.backup.failBackToMain('Evening News') });
    await back.hover();
    await page.mouse.down();
    await expect.poll(() => stage.desk.requests('failBack')).toEqual([{ app }]);
    await page.mouse.up();
  });

  it('does not fail over by a press whose button has gone before it was held for long enough', async () => {
    ({ page } = await stage.page(undefined, twoApps, true));
    stage.desk.tellApp({ backup: ready });
    await page.getByRole('treeitem', { name: 'Ticker' }).click();
    await page.locator('.backup > button').getByText('Van').waitFor();
    await page.locator('.backup > button').click();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    // A finger gives a button no focus, which it would lose with the button.
    const finger = { button: 0, pointerType: 'touch' };
    const over = sheet().getByRole('button', { name: texts.backup.failOverToBackup('Evening News') });
    await over.dispatchEvent('pointerdown', finger);
    stage.desk.tellApp({ backup: { ...ready, inUse: 'backup' } });
    const back = sheet().getByRole('button', { name: texts.backup.failBackToMain('Evening News') });
    await back.dispatchEvent('pointerdown', finger);
    await page.clock.runFor(600);
    await expect.poll(() => stage.desk.requests('failBack')).toEqual([{ app }]);
    expect(stage.desk.requests('failOver')).toEqual([]);
  });

  it('that is not proved says why, and its address is copied by a button', async () => {
    const url =
      'http://box.local:8830/onair/5f0c2b51?aspect=16:9&backup=http%3A%2F%2Fvan.local%3A8830%2Fonair%2F8c4d4e0a';
    await open({
      ...ready,
      addresses: [{ output: '', url, both: true }],
      unproved: [deskTexts.outputs.none],
    });
    expect(await shows()).toBe('NOT PROVED Van');
    await sheet().getByText('Van is in sync. No output page draws this show.').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await sheet().getByRole('button', { name: 'Copy: Address of the picture, main and backup' }).click();
    await sheet().getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    expect(await page.getByLabel(texts.program.address, { exact: true }).innerText()).toBe(url);
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await sheet().getByRole('button', { name: 'Copy: Address of the picture, main and backup' }).click();
    await sheet().getByText('Press Ctrl+C').waitFor();
    expect(await page.evaluate(() => String(getSelection()))).toBe(url);
  });

  it('says at once that it is being made, and takes no second press meanwhile', async () => {
    await open(null);
    const made = Promise.withResolvers<undefined>();
    stage.desk.answers.set('makeBackup', () => made.promise);
    await sheet().getByRole('button', { name: texts.backup.makeBackup }).click();
    expect(await sheet().getByRole('button', { name: texts.backup.making }).isDisabled()).toBe(true);
    made.resolve(undefined);
    await expect.poll(() => sheet().getByRole('button', { name: texts.backup.makeBackup }).isEnabled()).toBe(true);
  });

  it('is copied by a button that keeps the focus while it works, so further Enters fail nothing over', async () => {
    await open(ready);
    const copied = Promise.withResolvers<undefined>();
    stage.desk.answers.set('copyContent', () => copied.promise);
    await sheet().getByRole('button', { name: texts.backup.copyComposition }).focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.textContent.trim());
    await expect.poll(focused).toBe(texts.backup.copying);
    copied.resolve(undefined);
    await expect.poll(focused).toBe(texts.backup.copyComposition);
    expect(stage.desk.asked.map(({ call }) => call)).toEqual(['copyContent']);
  });

  it('is made, selected among the other app instances, timed, and removed', async () => {
    await open(null);
    expect(await shows()).toBe('NO BACKUP');
    await sheet().getByRole('button', { name: texts.backup.makeBackup }).click();
    await sheet()
      .getByRole('button', { name: texts.backup.useAsBackup('Sport') })
      .click();
    await afterDoubleClick();
    await sheet()
      .getByRole('button', { name: texts.backup.useAsBackupAsk('Sport', 1) })
      .click();
    stage.desk.tellApp({ backup: ready });
    await sheet().getByRole('button', { name: texts.backup.copyComposition }).click();
    await sheet().getByRole('button', { name: 'Change Fail over automatically' }).click();
    const after = sheet().getByRole('textbox');
    await after.fill('2.5');
    await after.press('Tab');
    await after.fill('');
    await after.press('Tab');
    await sheet().getByRole('button', { name: texts.backup.removeBackup }).click();
    await afterDoubleClick();
    await sheet()
      .getByRole('button', { name: texts.backup.removeBackupAsk(ready.name) })
      .click();
    await expect
      .poll(() => stage.desk.asked)
      .toEqual([
        { call: 'makeBackup', request: { app } },
        { call: 'setBackup', request: { app, backup: sport.key, after: null } },
        { call: 'copyContent', request: { app } },
        { call: 'setBackup', request: { app, backup: 'van-1', after: 2_500 } },
        { call: 'setBackup', request: { app, backup: 'van-1', after: null } },
        { call: 'setBackup', request: { app, backup: null, after: null } },
      ]);
  });
});

it('takes a decimal comma, and refuses beside the field what is no time within its range', async () => {
  await open({ ...ready, after: 3_000 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await sheet().getByRole('button', { name: 'Change Fail over automatically' }).click();
  expect(await sheet().evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(false);
  const after = sheet().getByRole('textbox');
  const close = sheet().getByRole('button', { name: 'Close Fail over automatically' });
  const place = await close.boundingBox();
  for (const text of ['abc', '700', '-1']) {
    await after.fill(text);
    await after.press('Tab');
    await sheet().getByText('Not accepted: 0 to 600 s, or empty').waitFor();
    expect(await close.boundingBox()).toEqual(place);
    await close.click();
    expect(await sheet().innerText()).toMatch(/after, s\s+3\s/);
    await sheet().getByRole('button', { name: 'Change Fail over automatically' }).click();
  }
  await after.fill('12,5');
  await after.press('Tab');
  await expect
    .poll(() => stage.desk.asked)
    .toEqual([{ call: 'setBackup', request: { app, backup: 'van-1', after: 12_500 } }]);
});

it('a low window has all its buttons, and the address, in sight', async () => {
  const unproved = ['The backup and the main share one machine, so both can fail at once.'];
  const url = `http://192.0.2.7:8890/onair/${'i6tdva-EcPXPf3Y1'.repeat(12)}`;
  await open({ ...ready, unproved, addresses: [{ output: '', url, both: true }] });
  await page.setViewportSize({ width: 1280, height: 720 });
  const cut = await sheet().evaluate((dialog) => {
    const { bottom, right } = dialog.getBoundingClientRect();
    const isCut = (one: Element): boolean => {
      const box = one.getBoundingClientRect();
      const parent = one.parentElement?.closest('.stack')?.getBoundingClientRect();
      return box.bottom > Math.min(bottom, parent?.bottom ?? bottom) || box.right > right;
    };
    return [...dialog.querySelectorAll('button')].filter(isCut).map((one) => one.textContent);
  });
  expect(cut).toEqual([]);
});

it('a locked show leaves only what goes on air', async () => {
  await open(ready);
  stage.desk.tell({ lock: { locked: true, pin: false, by: '' } });
  const isDisabled = (name: string): Promise<boolean> => sheet().getByRole('button', { name }).isDisabled();
  await expect.poll(() => isDisabled(texts.backup.removeBackup)).toBe(true);
  expect(await isDisabled(texts.backup.copyComposition)).toBe(true);
  expect(await isDisabled(texts.backup.failOverToBackup('Evening News'))).toBe(false);
});
