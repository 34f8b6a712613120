import { texts } from '../../renderer/texts/texts.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CheckLine } from '../../contract/desk-api/show-check.ts';
import { OverlayError } from '../../contract/errors.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const line = (about: CheckLine['about'], result: CheckLine['result'], todo = ''): CheckLine => ({
  about,
  result,
  todo,
  name: about === 'disk' ? '' : 'News',
  found: `It is ${result}.`,
});
const sheet = () => page.getByRole('dialog', { name: texts.check.checkShow });
const shown = async (): Promise<string[]> =>
  (await sheet().getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());

it('shows the worst first, each with what to do, and again on request', async () => {
  ({ page } = await stage.page());
  const lines = [line('show', 'good'), line('disk', 'look', 'Make room.'), line('backup', 'failed', 'Look at it.')];
  stage.desk.answers.set('checkShow', () => ({ opening: false, lines }));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await sheet().getByText(texts.check.notReady(1, 1)).waitFor();
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

it.each([1280, 1440, 1920])('shows a long address whole, within the dialog, at %i px', async (width) => {
  ({ page } = await stage.page({ width, height: (width * 9) / 16 }));
  const url = `http://overlay-backup.studio-two.example:8080/onair?${'composition=evening-news&'.repeat(6)}aspect=16:9`;
  const backup = { ...line('backup', 'look'), addresses: [{ output: '', url, both: false }] };
  stage.desk.answers.set('checkShow', () => ({ opening: false, lines: [backup] }));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const address = sheet().getByText(url);
  await address.waitFor();
  const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth;
  expect([await address.evaluate(isCut), await sheet().locator('.body').evaluate(isCut)]).toEqual([false, false]);
});

it('says why it could not check', async () => {
  ({ page } = await stage.page());
  stage.desk.fail('checkShow', new OverlayError('not-connected'));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const { message } = new OverlayError('not-connected');
  await sheet().getByText(message).waitFor();
  expect(await sheet().getByRole('status').innerText()).toBe(message);
});

it('shows what is the same of two app instances of one name, each on a line of its own', async () => {
  let problems: string[];
  ({ page, problems } = await stage.page());
  const lines = [line('show', 'look'), line('show', 'look')];
  stage.desk.answers.set('checkShow', () => ({ opening: false, lines }));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await sheet().getByText('2 to look at').waitFor();
  expect(await shown()).toEqual(['Show News It is look.', 'Show News It is look.']);
  expect(problems).toEqual([]);
});

it('takes nothing else away where it has a fault itself, which is in the log of the desk', async () => {
  ({ page } = await stage.page());
  stage.desk.answers.set('checkShow', () => ({ opening: false, lines: [null] }));
  stage.desk.answers.set('reportError', () => ({ id: 'f00d' }));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('button', { name: 'Show Check again' }).waitFor();
  await page.getByText('The log of the desk says why, under the id f00d.').waitFor();
  const reported = stage.desk.requests('reportError') as { message: string }[];
  expect(reported.map(({ message }) => message.startsWith('Check: TypeError'))).toEqual([true]);
  for (const name of ['Lock', 'Keys', /^Panic: take everything out/, 'Connections'])
    expect(await page.getByRole('button', { name, exact: true }).isVisible(), String(name)).toBe(true);
  await page.getByRole('button', { name: 'Rundown', exact: true }).click();
  await page.getByRole('listbox', { name: 'Cues' }).waitFor();
  stage.desk.answers.set('checkShow', () => ({ opening: false, lines: [line('show', 'good')] }));
  await page.getByRole('button', { name: 'Show Check again' }).click();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await sheet().getByText('Ready.').waitFor();
});

it('a dialog that fails takes nothing else away, and can be opened again', async () => {
  ({ page } = await stage.page());
  stage.desk.answers.set('listVersions', () => [null]);
  await page.getByRole('button', { name: 'Rundown', exact: true }).click();
  await page.getByRole('button', { name: 'Show file…' }).click();
  await page.getByRole('button', { name: 'Show Show file again' }).waitFor();
  expect(await page.getByRole('button', { name: /^Panic: take everything out/ }).isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('treeitem').first().waitFor();
});

it('a header that fails leaves Panic, which takes everything out', async () => {
  ({ page } = await stage.page(undefined, (view) => ({ ...view, rundowns: null as never })));
  await page.getByText('Show cannot be shown because of a fault in this screen.').waitFor();
  const panic = page.getByRole('button', { name: texts.panic.panicAll });
  await panic.hover();
  await page.mouse.down();
  await expect.poll(() => stage.desk.requests('panic')).toHaveLength(1);
  await page.mouse.up();
});
