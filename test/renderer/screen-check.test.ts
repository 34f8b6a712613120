import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { CheckLine } from '../../contract/desk-api/show-check.ts';
import { OverlayError } from '../../contract/errors.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());
afterEach(() => page.close());

const line = (about: CheckLine['about'], result: CheckLine['result'], todo = ''): CheckLine => ({
  ...{ about, result, todo },
  name: about === 'disk' ? '' : 'News',
  found: `It is ${result}.`,
});
const sheet = () => page.getByRole('dialog', { name: 'Check the show' });
const shown = async (): Promise<string[]> =>
  (await sheet().getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());

it('shows the worst first, each with what to do, and again on request', async () => {
  ({ page } = await stage.page());
  const lines = [line('show', 'good'), line('disk', 'look', 'Make room.'), line('backup', 'failed', 'Look at it.')];
  stage.desk.answers.set('checkShow', () => ({ opening: false, lines }));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await sheet().getByText('Not ready: 1 failed, 1 to look at.').waitFor();
  expect(await shown()).toEqual([
    'Backup News It is failed. Look at it.',
    'Disk It is look. Make room.',
    'Show News It is good.',
  ]);
  const [asked] = stage.desk.requests('checkShow') as { keyboard: { browser: boolean } }[];
  expect(asked?.keyboard.browser).toBe(true);
  stage.desk.answers.set('checkShow', () => ({ opening: false, lines: [line('show', 'good')] }));
  await sheet().getByRole('button', { name: 'Check again' }).click();
  await sheet().getByText('Ready.').waitFor();
  expect(await shown()).toEqual(['Show News It is good.']);
  await page.keyboard.press('Escape');
  await sheet().waitFor({ state: 'detached' });
});

it('says why it could not check', async () => {
  ({ page } = await stage.page());
  stage.desk.fail('checkShow', new OverlayError('not-connected'));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const { message } = new OverlayError('not-connected');
  await sheet().getByText(message).waitFor();
  expect(await sheet().getByRole('status').innerText()).toBe(message);
});
