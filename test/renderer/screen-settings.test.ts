import { texts } from '../../renderer/texts/texts.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  ({ page } = await stage.page(undefined, (view) => ({ ...view, deskName: 'Gallery 1' })));
  await page.getByRole('button', { name: 'Settings' }).click();
});

const dialog = () => page.getByRole('dialog', { name: texts.settings.settings });
const change = (what: string) => dialog().getByRole('button', { name: texts.common.of(texts.common.change, what) });
const port = () => dialog().getByLabel('Port', { exact: true });

describe('the settings', () => {
  it('are found by their words, and what is typed in a hidden one stays', async () => {
    await port().fill('9100');
    await dialog().getByLabel(texts.settings.find).fill('guard');
    await change(texts.keys.guardTimeLabel).waitFor();
    await port().waitFor({ state: 'hidden' });
    await dialog().getByLabel(texts.settings.find).fill('no such setting');
    await dialog().getByText(texts.settings.nothing).waitFor();
    await dialog().getByLabel(texts.settings.find).fill('');
    await port().waitFor();
    expect(await port().inputValue()).toBe('9100');
  });

  it('show this screen in another theme, at once and after a reload', async () => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await dialog().getByLabel(texts.settings.theme.label).selectOption('light');
    await expect.poll(ground).not.toBe(dark);
    const light = await ground();
    await page.reload();
    await page.getByRole('button', { name: 'Settings' }).waitFor();
    expect(await ground()).toBe(light);
    await page.getByRole('button', { name: 'Settings' }).click();
    await dialog().getByLabel(texts.settings.theme.label).selectOption('dark');
    await expect.poll(ground).toBe(dark);
  });

  it('take a name for the desk and a guard time, and refuse what is none', async () => {
    const set = async (what: string, text: string): Promise<void> => {
      await change(what).click();
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
      await dialog()
        .getByRole('button', { name: texts.common.of(texts.common.close, what) })
        .click();
    };
    await set(texts.connections.deskNameLabel, 'OB van');
    await expect.poll(() => stage.desk.requests('nameDesk')).toEqual([{ name: 'OB van' }]);
    await set(texts.keys.guardTimeLabel, '400');
    await expect.poll(() => stage.desk.requests('setGuardTime')).toEqual([{ milliseconds: 400 }]);
    await change(texts.keys.guardTimeLabel).click();
    await page.keyboard.type('soon');
    await page.keyboard.press('Tab');
    await dialog()
      .getByText(/0 to \d+ milliseconds/)
      .waitFor();
    expect(stage.desk.requests('setGuardTime')).toHaveLength(1);
  });
});
