import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cue } from '../../contract/desk-api/cue.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { ids } from '../kit/service/evening-news.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

async function open(): Promise<void> {
  ({ page } = await stage.page(undefined, (view) => {
    const cues = Array.from({ length: 60 }, (_, at) =>
      Cue.parse({
        id: `c${at}`,
        number: String(at + 1),
        name: `Guest ${at + 1}`,
        steps: [{ targets: [{ subComposition: ids.lowerThird, name: 'Lower Third', state: 'In' }] }],
      }),
    );
    return {
      ...view,
      rundowns: [
        { id: 'r', name: 'Evening', groups: [] },
        { id: 's', name: 'Late', groups: [{ id: 'g', name: '', cues: cues.map(({ id }) => id) }] },
      ],
      activeRundown: 'r',
      cues: Object.fromEntries(cues.map((cue) => [cue.id, cue])),
    };
  }));
}

const field = () => page.getByRole('combobox', { name: texts.find.find });
const options = () => page.getByRole('listbox', { name: texts.find.find }).getByRole('option');
async function find(text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field().waitFor();
  await page.keyboard.type(text);
}
/** The desk hears of a chord that is not mapped, and does nothing. */
const fired = (): unknown[] =>
  stage.desk.asked.filter(
    ({ call, request }) =>
      ['key', 'take', 'go', 'fire', 'fireCue'].includes(call) && (request as { key?: string }).key !== 'Ctrl+KeyK',
  );
const focused = (): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);

describe('Find', () => {
  it('selects a graphic by a part of its name, the focus on its row, and fires nothing', async () => {
    await open();
    await page.getByRole('button', { name: 'Data', exact: true }).click();
    await find('1 thir');
    expect(await options().count()).toBe(0);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('thir');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: /^Lower Third/, selected: true }).waitFor();
    await expect.poll(focused).toMatch(/^Lower Third/);
    expect(fired()).toEqual([]);
  });

  it('chooses a cue of any rundown, its row in sight, and makes no rundown active', async () => {
    await open();
    await find('guest 57');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: /^57 Guest 57/, selected: true }).waitFor();
    expect(await page.getByRole('option', { name: /^57 Guest 57/ }).isVisible()).toBe(true);
    await expect.poll(focused).toBe('Cues');
    expect([fired(), stage.desk.requests('makeActive')]).toEqual([[], []]);
  });

  it('opens pages, sheets and dialogs, by the arrows or the mouse', async () => {
    await open();
    await find('looks');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: texts.looks.looks }).waitFor();
    await find('e');
    await page.keyboard.press('ArrowDown');
    const second = await options().nth(1).getAttribute('data-id');
    expect(await options().and(page.locator('[aria-selected=true]')).getAttribute('data-id')).toBe(second);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('workshop');
    await options().first().click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#workshop');
    await find('check');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: texts.check.checkShow }).waitFor();
  });

  it('says that nothing is found, closes by Escape, and gives the focus back', async () => {
    await open();
    const take = page.getByRole('button', { name: 'Take In Lower Third' });
    await take.focus();
    await find('zzz');
    await page.getByText(texts.find.nothing).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
    await expect.poll(focused).toMatch(/^Take In Lower Third/);
    await page.getByRole('button', { name: texts.find.find, exact: true }).click();
    expect(await field().inputValue()).toBe('');
    expect(fired()).toEqual([]);
  });

  it('leaves a mapped key to the desk', async () => {
    await open();
    stage.desk.tell({ keys: [{ key: 'Ctrl+KeyK', action: { do: 'takeCued' } }] });
    await page.getByRole('treeitem', { name: 'Ticker' }).click();
    await page.keyboard.press('Control+k');
    await expect.poll(() => stage.desk.requests('key')).toHaveLength(1);
    expect(await field().count()).toBe(0);
  });
});
