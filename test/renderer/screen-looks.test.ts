import { texts } from '../../renderer/texts/texts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright';
import type { LookDrift } from '../../contract/desk-api/look.ts';
import { ids } from '../kit/service/evening-news.ts';
import { afterDoubleClick } from '../kit/screens/keyboard.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';
import { sport, twoApps } from '../kit/desk/two-apps.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const looks = [{ name: 'Opening', ids: [ids.lowerThird, ids.ticker, ids.title] }];
const sheet = (): Locator => page.getByRole('region', { name: 'Looks' });
const button = (name: string): Locator => sheet().getByRole('button', { name, exact: true });
const asked = (): string[] => stage.desk.asked.map(({ call }) => call);

async function open(differences: LookDrift[] = [], size = { width: 1440, height: 900 }): Promise<void> {
  ({ page } = await stage.page(size, (view) => ({ ...twoApps(view), looks })));
  stage.desk.answers.set('compareLook', () => differences);
  await page.getByRole('button', { name: 'Looks' }).click();
}

const differences: LookDrift[] = [
  { id: ids.lowerThird, what: 'state', field: null, look: 'Out1', air: 'In' },
  { id: ids.lowerThird, what: 'value', field: 'line1', look: 'Grace Hopper', air: 'Ada Lovelace' },
  { id: ids.ticker, what: 'value', field: 'speed', look: '2.5', air: '1.5' },
  { id: ids.title, what: 'gone', field: 'strap', look: 'x', air: null },
];
const table = async (): Promise<string[]> =>
  (await sheet().locator('tbody tr').allInnerTexts()).map((row) => row.replace(/\s*[\t\n]\s*/g, ' | '));

describe('looks', () => {
  it('are kept from a selection, which begins with what is on air, of all apps', async () => {
    await open();
    await button(texts.looks.saveALook).click();
    await sheet().getByLabel('Ticker').check();
    await sheet().getByLabel(texts.looks.lookName).fill(' Half time ');
    await sheet().getByRole('button', { name: 'Save (3)' }).click();
    await expect
      .poll(() => stage.desk.requests('saveLook'))
      .toEqual([{ name: 'Half time', ids: [ids.lowerThird, ids.ticker, sport.lineup] }]);
    // The form is done, and the next letter is a key of the show.
    await button(texts.looks.saveALook).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /, keyboard$/ }).innerText()).toBe('ARMED');
  });

  it('have the moments before the last takes beside them, which are recalled after their differences are seen', async () => {
    await open(differences);
    const moment = '20:01:05, before Take In Ticker';
    stage.desk.answers.set('listMoments', () => [moment]);
    await button(texts.looks.moments).click();
    await button(`Recall ${moment}`).click();
    await sheet()
      .getByRole('group')
      .getByRole('button', { name: `Recall ${moment}` })
      .click();
    await expect.poll(() => stage.desk.requests('recallLook')).toEqual([{ look: moment }]);
    await expect.poll(() => stage.desk.requests('compareLook')).toEqual([{ name: moment }]);
    await button(texts.looks.moments).click();
    await expect.poll(() => button(`Recall ${moment}`).count()).toBe(0);
  });

  it('give their place to the moments, so that buttons of a moment are in sight in a low window', async () => {
    const moments = Array.from({ length: 8 }, (_, at) => `20:01:0${8 - at}, before Take In Ticker`);
    await open([], { width: 1280, height: 720 });
    stage.desk.answers.set('listMoments', () => moments);
    const before = await button(texts.looks.moments).boundingBox();
    await button(texts.looks.moments).click();
    const first = (await button(`Recall ${moments[0]}`).boundingBox())!;
    const list = (await sheet().getByRole('list').first().boundingBox())!;
    expect(first.y + first.height).toBeLessThan(list.y + list.height);
    expect(await button(texts.looks.moments).boundingBox()).toEqual(before);
  });

  it('keep their rows in place, and show the whole comparison, with many moments in a low window', async () => {
    const moments = Array.from({ length: 8 }, (_, at) => `20:01:0${8 - at}, before Take In Ticker`);
    await open(differences, { width: 1280, height: 720 });
    stage.desk.answers.set('listMoments', () => moments);
    await button(texts.looks.moments).click();
    const last = sheet()
      .getByRole('listitem')
      .getByRole('button', { name: `Recall ${moments.at(-1)}` });
    await last.scrollIntoViewIfNeeded();
    const before = await last.boundingBox();
    await last.click();
    const compared = sheet().getByRole('group', { name: 'compared with air' });
    await compared.waitFor();
    expect(await last.boundingBox()).toEqual(before);
    const [box, around] = [(await compared.boundingBox())!, (await sheet().boundingBox())!];
    expect(box.height).toBeGreaterThan(250);
    expect(box.y + box.height).toBeLessThan(around.y + around.height);
    for (const caption of [`Recall ${moments.at(-1)}`, 'Cancel']) {
      const pressed = (await compared.getByRole('button', { name: caption }).boundingBox())!;
      expect(pressed.y + pressed.height).toBeLessThan(box.y + box.height);
    }
  });

  it('that are kept once more say that they replace', async () => {
    await open();
    await button(texts.looks.saveALook).click();
    await sheet().getByLabel(texts.looks.lookName).fill('Opening');
    expect(await sheet().getByRole('button', { name: 'Replace (2)' }).count()).toBe(1);
  });

  it('are not kept without a name, or with nothing in them', async () => {
    await open();
    await button(texts.looks.saveALook).click();
    await sheet().getByRole('button', { name: 'Save (2)' }).click({ force: true });
    await sheet().getByLabel('Lower Third').uncheck();
    await sheet().getByLabel('Line-up').uncheck();
    await sheet().getByLabel(texts.looks.lookName).fill('Empty');
    await sheet().getByLabel(texts.looks.lookName).press('Enter');
    await button('Compare Opening').click();
    await expect.poll(asked).toEqual(['compareLook']);
  });

  it('are compared with the air as a table, with what would be seen on air', async () => {
    await open(differences);
    await button('Compare Opening').click();
    await sheet().getByText('has 4 differences, 2 visible on air.').waitFor();
    expect(await table()).toEqual([
      'Evening News: Lower Third | State | Out 1 | In',
      'Evening News: Lower Third | Line 1 | Grace Hopper | Ada Lovelace',
      'Evening News: Ticker | Speed | 2.5 | 1.5',
      'Evening News: Full-frame Title | strap is gone | x | not in this show',
    ]);
    expect(await sheet().getByRole('button', { name: 'Recall Opening' }).count()).toBe(1);
  });

  it('are compared again while the comparison is open and the air changes', async () => {
    await open(differences);
    await button('Compare Opening').click();
    await expect.poll(table).toHaveLength(4);
    stage.desk.answers.set('compareLook', () => differences.slice(0, 1));
    const { values } = stage.desk.view.subs[ids.lowerThird]!;
    stage.desk.tellSub(ids.lowerThird, { values: { ...values, line1: 'Grace Hopper' } });
    await expect.poll(table).toHaveLength(1);
    expect(asked()).toEqual(['compareLook', 'compareLook']);
  });

  it('are compared in the times of timers, and whether they run', async () => {
    const timer = { UTC: Date.now() + 3_600_000, isRunning: false, value: 83_400 };
    await open([{ id: ids.clock, what: 'value', field: 'time', look: timer, air: { ...timer, isRunning: true } }]);
    await button('Compare Opening').click();
    await expect
      .poll(table)
      .toEqual([
        expect.stringMatching(/^Evening News: Match Clock \| Match time \| 1:23\.4, paused \| -\d+:\d\d\.\d, running$/),
      ]);
  });

  it('that match air are not recalled, and say so', async () => {
    await open();
    await button('Recall Opening').click();
    await sheet().getByText(`Opening ${texts.looks.matchesAir}`).waitFor();
    expect(await button('Recall Opening').count()).toBe(1);
    await sheet().getByRole('group').getByRole('button', { name: texts.common.close }).click();
    expect(asked()).toEqual(['compareLook']);
  });

  it('have names of two lines', async () => {
    const moment = '20:01:05, before Take Out 1 Full-frame Title, Ticker';
    await open();
    stage.desk.answers.set('listMoments', () => [moment]);
    await button(texts.looks.moments).click();
    const size = (name: Element) => [name.scrollWidth - name.clientWidth, name.scrollHeight - name.clientHeight];
    expect(await sheet().getByText(moment).evaluate(size)).toEqual([0, 0]);
  });

  it('are recalled after a second press where the air differs, and not by a key that is still down', async () => {
    await open(differences);
    await button('Recall Opening').focus();
    await page.keyboard.down('Enter');
    await sheet().getByText('has 4 differences').waitFor();
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect(stage.desk.requests('recallLook')).toEqual([]);
    const compared = sheet().getByRole('group', { name: 'Opening compared with air' });
    await compared.getByRole('button', { name: 'Recall Opening' }).hover();
    await expect.poll(() => stage.desk.previewed.at(-1)).toEqual({ do: 'recallLook', look: 'Opening' });
    await compared.getByRole('button', { name: 'Recall Opening' }).click();
    await expect.poll(() => stage.desk.requests('recallLook')).toEqual([{ look: 'Opening' }]);
    // No field opened, so the keys fire.
    await button(texts.looks.saveALook).waitFor();
    expect(await page.evaluate(() => document.activeElement?.matches('input'))).toBe(false);
    await sheet().getByRole('table').waitFor({ state: 'detached' });
  });

  it('are deleted by a second press', async () => {
    await open();
    await button('Delete Opening').click();
    await afterDoubleClick();
    await sheet().getByText('Really?').click();
    await expect.poll(() => stage.desk.requests('deleteLook')).toEqual([{ name: 'Opening' }]);
  });

  it('the form opens in its field for a name, and Escape closes the sheet and gives the focus and the keys back', async () => {
    await open();
    await button(texts.looks.saveALook).click();
    await page.keyboard.press('KeyT');
    expect(await page.getByRole('textbox', { name: texts.looks.lookName }).inputValue()).toBe('t');
    await page.keyboard.press('Escape');
    await sheet().waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Looks');
    await page.keyboard.press('KeyT');
    await expect.poll(() => stage.desk.requests('key')).toEqual([{ key: 'KeyT', repeat: false }]);
  });
});
