import { texts } from '../../renderer/texts/texts.ts';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManual } from '../../build/manual/manual.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;
let problems: string[];

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const open = async (...how: Parameters<ScreenStage['page']>): Promise<void> => {
  ({ page, problems } = await stage.page(...how));
};
const sheet = (): Locator => page.getByRole('region', { name: 'Help', exact: true });
const chapter = (name: string): Locator => sheet().getByRole('heading', { level: 1, name, exact: true });
const presses = (): unknown[] => stage.desk.asked.filter(({ call }) => call === 'key').map(({ request }) => request);

/** How far (px) a heading is below the top of the sheet. */
async function below(heading: Locator): Promise<number> {
  const [inside, around] = [await heading.boundingBox(), await sheet().boundingBox()];
  return (inside?.y ?? Infinity) - (around?.y ?? 0);
}

function isUncovered(one: Element): boolean {
  const { left, top } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + 10, top + 10));
}

describe('the help', () => {
  it('has the whole manual, and opens at the chapter of its page', async () => {
    await open();
    await page.getByRole('button', { name: 'Help' }).click();
    const titles = [...readManual().matchAll(/<h1 [^>]*>([^<]*)/g)].map(([, title]) => title);
    await expect.poll(() => sheet().getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(titles);
    await expect.poll(() => below(chapter('What the desk shows, and what to do'))).toBeLessThan(100);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Rundown' }).click();
    await page.keyboard.press('F1');
    await expect.poll(() => below(chapter('Cues and the rundown'))).toBeLessThan(100);
    expect(
      await sheet()
        .getByRole('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  it('follows its links without a new address, so that the page stays the one it is', async () => {
    await open();
    await page.getByRole('button', { name: 'Data', exact: true }).click();
    await page.keyboard.press('F1');
    const address = page.url();
    await sheet().getByRole('navigation').getByRole('link', { name: 'Main and backup' }).click();
    await expect.poll(() => below(chapter('Main and backup'))).toBeLessThan(100);
    expect(page.url()).toBe(address);
  });

  it('leaves the keys with the show, also right after a click into it', async () => {
    await open();
    await page.keyboard.press('F1');
    await chapter('Keys').click();
    await page.keyboard.press('Digit1');
    await expect.poll(presses).toContainEqual({ key: 'Digit1', repeat: false });
    expect(await sheet().isVisible()).toBe(true);
  });

  it('goes to a passage by some of its words, and fires nothing while they are typed', async () => {
    await open();
    await page.keyboard.press('F1');
    const asked = presses().length;
    await sheet().getByRole('button', { name: 'Find in help' }).click();
    await chapter('Keys').waitFor();
    await page.keyboard.type('takes in again panic');
    await sheet()
      .getByRole('button', { name: /takes in again what the panic took out/ })
      .waitFor();
    await page.keyboard.press('Enter');
    const passage = sheet().getByRole('paragraph').filter({ hasText: 'takes in again what the panic took out' });
    await expect.poll(() => passage.evaluate((one) => one.dataset.found)).toBe('');
    // In sight, below what was found.
    await expect.poll(() => passage.evaluate(isUncovered)).toBe(true);
    await page.keyboard.type(' zzz');
    await sheet().getByText(texts.help.nothing).waitFor();
    expect(presses().length).toBe(asked);
  });

  it('closes by F1 and by Escape', async () => {
    await open();
    for (const key of ['F1', 'Escape']) {
      await page.keyboard.press('F1');
      await expect.poll(() => sheet().count()).toBe(1);
      await page.keyboard.press(key);
      await expect.poll(() => sheet().count()).toBe(0);
    }
  });

  it('is there over a dialog and in the workshop too', async () => {
    await open();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('dialog', { name: texts.check.checkShow }).waitFor();
    await page.keyboard.press('F1');
    // It would not be clicked if the dialog lay above it.
    await sheet().getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Workshop' }).click();
    await page.keyboard.press('F1');
    await expect.poll(() => below(chapter('The workshop'))).toBeLessThan(100);
  });

  it('gives F1 to the show if the show has mapped it', async () => {
    await open(undefined, (view) => ({ ...view, keys: [{ key: 'F1', action: { do: 'undo', what: 'take' } }] }));
    await page.keyboard.press('F1');
    await expect.poll(presses).toEqual([{ key: 'F1', repeat: false }]);
    expect(await sheet().count()).toBe(0);
  });

  it('leaves room for panic on the smallest window', async () => {
    await open({ width: 960, height: 600 });
    const panic = await page.getByRole('button', { name: /^Panic/i }).boundingBox();
    expect((panic?.x ?? 0) + (panic?.width ?? Infinity)).toBeLessThanOrEqual(960);
    await page.getByRole('button', { name: 'Help' }).click();
    await expect.poll(() => sheet().count()).toBe(1);
  });
});
