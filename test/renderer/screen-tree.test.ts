import { texts } from '../../renderer/texts/texts.ts';
import { errorTable } from '../../contract/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright';
import { OverlayError } from '../../contract/errors.ts';
import { ids } from '../kit/service/evening-news.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;
let problems: string[];

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const open = async (): Promise<void> => {
  ({ page, problems } = await stage.page());
};
const focused = (): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);

describe('the tree of sub-compositions', () => {
  it('is one tab stop, gone through by arrows, Home, End and Page Up, the fields following', async () => {
    await open();
    await page.getByRole('treeitem', { name: 'Ticker' }).click();
    expect(await page.locator('[role=treeitem][tabindex="0"]').count()).toBe(1);
    const visited: (string | null)[] = [];
    for (const key of [
      'ArrowDown',
      'ArrowRight',
      'ArrowLeft',
      'ArrowLeft',
      'ArrowDown',
      'Home',
      'End',
      'PageUp',
      'ArrowDown',
    ]) {
      await page.keyboard.press(key);
      visited.push(await focused());
    }
    const [score, home, title] = ['Score Bug, REQUESTED', 'Home, FAILED', 'Full-frame Title, OUT'];
    const lower = 'Lower Third, ON AIR, 1 edit not sent';
    expect(visited).toEqual([
      score,
      home,
      score,
      score,
      'Match Clock, OUT',
      'Evening News, CONNECTED',
      title,
      'Evening News, CONNECTED',
      lower,
    ]);
    expect(await page.getByRole('treeitem', { selected: true }).getAttribute('aria-label')).toBe(lower);
    expect(await page.getByRole('group', { name: 'Fields of Lower Third' }).isVisible()).toBe(true);
  });

  it('has the same graphic selected after a reload', async () => {
    await open();
    await page.getByRole('treeitem', { name: 'Match Clock' }).click();
    await page.reload();
    await expect
      .poll(() => page.getByRole('treeitem', { selected: true }).getAttribute('aria-label'))
      .toBe('Match Clock, OUT');
  });

  it('takes no letter for a name: one of a word may be a key that fires', async () => {
    await open();
    await page.getByRole('treeitem', { name: 'Ticker' }).click();
    await page.keyboard.type('lo');
    expect(await page.getByRole('treeitem', { selected: true }).getAttribute('aria-label')).toBe('Ticker, CUED');
  });

  it('leads to the first field of the graphic by Enter, its text ready to be typed over', async () => {
    await open();
    await page.getByRole('treeitem', { name: 'Ticker' }).click();
    for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key);
    await page.keyboard.type('Ada');
    await expect.poll(() => page.getByLabel('Line 1', { exact: true }).inputValue()).toBe('Ada');
  });

  it('chooses no other graphic where the chosen one leaves the show: a press would be for that one', async () => {
    await open();
    await page.getByRole('treeitem', { name: 'Ticker' }).click();
    const [root, ...others] = stage.desk.view.model;
    const left = root!.subcompositions.filter(({ id }) => id !== ids.ticker);
    stage.desk.tell({ model: [{ ...root!, subcompositions: left }, ...others] });
    await page.getByRole('treeitem', { name: 'Ticker' }).waitFor({ state: 'detached' });
    const chosen = page.getByRole('treeitem', { selected: true });
    expect(await chosen.getAttribute('aria-label')).toBe('Evening News, CONNECTED');
    expect(await page.getByRole('button', { name: /^Take (In|Out)/ }).count()).toBe(0);
  });

  it('shows a branch folded away and back by a click on its arrow', async () => {
    await open();
    const row = page.getByRole('treeitem', { name: 'Score Bug' });
    await row.locator('.fold').click();
    await page.getByRole('treeitem', { name: 'Home' }).waitFor({ state: 'detached' });
    expect(await row.getAttribute('aria-expanded')).toBe('false');
    await row.locator('.fold').click();
    await page.getByRole('treeitem', { name: 'Home' }).waitFor();
    expect(problems).toEqual([]);
  });
});

describe('a row of the tree', () => {
  it.each([
    [1024, 768],
    [1280, 720],
    [1440, 900],
  ])('at %d by %d gives each mark its own room, and cuts its keys and its layer', async (width, height) => {
    ({ page } = await stage.page({ width, height }));
    const row = page.getByRole('treeitem', { name: 'Match Clock' });
    const staged = { format: 'h:mm:ss' };
    stage.desk.tellSub(ids.clock, { changed: { at: 1 }, drift: { state: 'In' }, staged });
    await row.locator('[data-mark="drift"]').waitFor();
    await expectRoom(row);
    stage.desk.tellSub(ids.clock, { changed: null, drift: null, holder: 'Screen 2', restored: true, staged });
    await row.locator('[data-mark="restored"]').waitFor();
    await expectRoom(row);
  });

  async function expectRoom(row: Locator): Promise<void> {
    expect(await row.locator('kbd').allInnerTexts()).toEqual(['6', 'Alt+6']);
    const facts = row.getByTitle(['6: In', 'Alt+6: Out', texts.tree.layer('Full frame')].join('\n'), { exact: true });
    expect(await facts.evaluate((line) => getComputedStyle(line).textOverflow)).toBe('ellipsis');
    const parts = [facts, ...(await row.locator('[data-mark]').all()), row.locator('[data-tally]')];
    const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
    expect(boxes[0]!.width).toBeGreaterThan(0);
    for (const [at, { x }] of boxes.slice(1).entries()) {
      expect(x, String(at)).toBeGreaterThanOrEqual(boxes[at]!.x + boxes[at]!.width);
    }
  }
});

describe('taking', () => {
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  it('asks for just what the button says, of the sub-composition that is chosen', async () => {
    await open();
    const id = ids.lowerThird;
    const jump = 'no animation';
    for (const name of ['Take In Lower Third', 'Take Out 1 Lower Third', 'Take Out 2 Lower Third']) await press(name);
    for (const name of ['Jump In Lower Third', 'Jump Out Lower Third']) await press(`${name}: ${jump}`);
    for (const name of ['Update Lower Third', 'Discard edits of Lower Third', 'Cue Lower Third']) await press(name);
    await press('Take Cued (1): Ticker');
    await expect
      .poll(() => stage.desk.asked)
      .toEqual([
        { call: 'take', request: { subComposition: id, to: 'In', action: 'play', expects: 'In' } },
        { call: 'take', request: { subComposition: id, to: 'Out1', action: 'play', expects: 'In' } },
        { call: 'take', request: { subComposition: id, to: 'Out2', action: 'play', expects: 'In' } },
        { call: 'take', request: { subComposition: id, to: 'In', action: 'jump', expects: 'In' } },
        { call: 'take', request: { subComposition: id, to: 'Out', action: 'jump', expects: 'In' } },
        { call: 'update', request: { subComposition: id } },
        { call: 'discard', request: { subComposition: id } },
        { call: 'cue', request: { subComposition: id, cued: true } },
        { call: 'takeCued', request: {} },
      ]);
  });

  it('has one Take Out where there is one way out, and Uncue where it is cued', async () => {
    await open();
    await page.getByRole('treeitem', { name: 'Ticker' }).click();
    await press('Take Out Ticker');
    await press('Uncue Ticker');
    const id = ids.ticker;
    await expect
      .poll(() => stage.desk.asked)
      .toEqual([
        { call: 'take', request: { subComposition: id, to: 'Out', action: 'play', expects: 'Out1' } },
        { call: 'cue', request: { subComposition: id, cued: false } },
      ]);
  });

  it('leaves every button where it is whatever the tally says', async () => {
    await open();
    const places = (): Promise<number[][]> =>
      page
        .getByRole('region', { name: 'Take' })
        .getByRole('button')
        .evaluateAll((all) =>
          all.map((button) => {
            const { left, top, width, height } = button.getBoundingClientRect();
            return [left, top, width, height];
          }),
        );
    const before = await places();
    const failure = 'The service could not write to its disk, so nothing was changed. '.repeat(4);
    stage.desk.tellSub(ids.lowerThird, { tally: 'FAILED', failure, staged: {} });
    await page.getByRole('treeitem', { name: 'Lower Third, FAILED' }).waitFor();
    expect(await places()).toEqual(expect.arrayContaining(before));
  });

  it('says aloud what failed, until it is waved away', async () => {
    await open();
    stage.desk.fail('take', new OverlayError('not-connected'));
    await press('Take In Lower Third');
    await press('Take In Lower Third');
    const alert = page.getByRole('alert');
    await alert.getByText('(2 times)').waitFor();
    expect(await alert.innerText()).toContain(`Take In Lower Third: ${errorTable['not-connected'].operator}`);
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    expect(await alert.count()).toBe(0);
  });
});

describe('a tree of thousands', () => {
  it('makes the rows in sight alone, leads by keys to the last one, and keeps the tab stop that is scrolled away', async () => {
    ({ page } = await stage.page(undefined, (view) => {
      const [root] = view.model;
      const graphics = Array.from({ length: 5_000 }, (_, at) => ({
        ...root!.subcompositions[0]!,
        id: `${ids.lowerThird}${at}`,
        name: `Title ${at}`,
      }));
      return { ...view, model: [{ ...root!, subcompositions: [...root!.subcompositions, ...graphics] }] };
    }));
    const made = () => page.getByRole('treeitem').count();
    expect(await made()).toBeLessThan(60);
    await page.getByRole('treeitem', { name: 'Ticker' }).click();
    await page.keyboard.press('End');
    await expect.poll(focused).toMatch(/^Title 4999/);
    const last = page.getByRole('treeitem', { name: 'Title 4999' });
    expect([await last.getAttribute('aria-posinset'), await last.getAttribute('aria-setsize')]).toEqual([
      '5005',
      '5005',
    ]);
    await page.getByRole('tree').evaluate((tree) => (tree.scrollTop = 0));
    await page.getByRole('treeitem', { name: 'Ticker' }).waitFor();
    expect([await focused(), await made()]).toEqual([expect.stringMatching(/^Title 4999/), expect.any(Number)]);
    expect(await made()).toBeLessThan(60);
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toMatch(/^Title 4998/);
    await expect.poll(() => page.getByRole('treeitem', { name: 'Title 4998' }).isVisible()).toBe(true);
  });
});
