import { afterAll, beforeAll, expect, it } from 'vitest';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

it('a reload keeps the theme, which can follow the system', async () => {
  const { page } = await stage.page(undefined, undefined, true);
  const reload = async (): Promise<string> => {
    await page.reload();
    await page.getByRole('treeitem').first().waitFor();
    return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  };
  const keep = (theme: string) => page.evaluate((kept) => localStorage.setItem('theme', kept), theme);
  const dark = await reload();
  await keep('light');
  const light = await reload();
  expect(light).not.toBe(dark);
  await keep('system');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await reload()).toBe(dark);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await reload()).toBe(light);
});
