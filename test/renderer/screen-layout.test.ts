import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Cue } from '../../contract/desk-api/cue.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import type { Layout } from '../../contract/desk-api/layout.ts';
import { ids } from '../kit/service/evening-news.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());
afterEach(() => stage.returnDesk());

/** A screen of a desk whose show has this layout. */
async function open(layout: Layout): Promise<void> {
  ({ page } = await stage.page(undefined, (view) => {
    stage.desk.answers.set('readLayout', () => layout);
    return view;
  }));
}

const border = (side: 'left' | 'right') => page.getByRole('separator', { name: `Width of the ${side} side` });
const width = async (name: string): Promise<number> => {
  const box = await page.getByRole('region', { name, exact: true }).boundingBox();
  return Math.round(box?.width ?? 0);
};
const kept = () => stage.desk.requests('setLayout');

describe('the layout of a screen', () => {
  it('begins as the show has it: the sides, and the branches that are folded', async () => {
    await open({ sides: { show: 400, right: 300 }, folded: [ids.scoreBug] });
    await expect.poll(() => width('Graphics')).toBe(400);
    expect(await width('Fields')).toBe(300);
    await page.getByRole('treeitem', { name: 'Score Bug', expanded: false }).waitFor();
    expect(await page.getByRole('treeitem', { name: 'Home' }).count()).toBe(0);
    expect(kept()).toEqual([]);
  });

  it('is arranged by keys alone, goes back to its own width, and is kept', async () => {
    ({ page } = await stage.page());
    const before = await width('Graphics');
    await border('left').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => width('Graphics')).toBe(before + 32);
    expect(await border('left').getAttribute('aria-valuenow')).toBe(String(before + 32));
    await border('right').focus();
    const fields = await width('Fields');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => width('Fields')).toBe(fields - 16);
    await expect.poll(() => kept().at(-1)).toEqual({ sides: { show: before + 32, right: fields - 16 }, folded: [] });
    await border('left').press('Enter');
    await expect.poll(() => width('Graphics')).toBe(before);
    await expect.poll(() => kept().at(-1)).toEqual({ sides: { right: fields - 16 }, folded: [] });
    await page.getByRole('treeitem', { name: 'Score Bug' }).click();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => kept().at(-1)).toEqual({ sides: { right: fields - 16 }, folded: [ids.scoreBug] });
  });

  it('is dragged, is kept once, and leaves the picture a third of the screen', async () => {
    ({ page } = await stage.page());
    const box = await border('left').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 6, (box?.y ?? 0) + 200];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const by of [40, 80, 2_000]) await page.mouse.move(x + by, y);
    await page.mouse.up();
    const window = page.viewportSize()!.width;
    await expect.poll(() => width('Graphics')).toBe(Math.round(window * 0.33));
    await expect.poll(kept).toEqual([{ sides: { show: 1_200 }, folded: [] }]);
    expect(await width('Program')).toBeGreaterThan(window * 0.3);
  });

  it.each(['Show', 'Rundown', 'Data'])(
    'shows one picture that can be seen in the smallest window, on the page %s',
    async (name) => {
      await open({ sides: {}, folded: [] });
      await page.setViewportSize({ width: 960, height: 600 });
      await page.getByRole('button', { name, exact: true }).press('Enter');
      const program = page.getByRole('region', { name: 'Program', exact: true });
      expect(await program.getByRole('region', { name: 'Preview' }).isVisible()).toBe(false);
      const box = await program.getByTitle('Program picture').boundingBox();
      expect(box?.height).toBeGreaterThan(60);
      await page.getByRole('button', { name: 'Search log' }).click();
      await page.setViewportSize({ width: 1280, height: 720 });
      expect(await program.getByRole('region', { name: 'Preview' }).isVisible()).toBe(true);
    },
  );

  it('has a width of its own for the rundown', async () => {
    await open({ sides: { rundown: 420 }, folded: [] });
    const show = await width('Graphics');
    await page.getByRole('button', { name: 'Rundown', exact: true }).press('Enter');
    await expect.poll(() => width('Rundown')).toBe(420);
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
    await expect.poll(() => width('Graphics')).toBe(show);
  });
});

/** A rundown of 30 cues, and 30 graphics. */
function long(view: DeskView): DeskView {
  const cues = Array.from({ length: 30 }, (_, at) =>
    Cue.parse({ id: `c${at}`, number: String(at + 1), steps: [{ targets: [] }] }),
  );
  const [root, ...others] = view.model;
  const graphics = Array.from({ length: 30 }, (_, at) => ({
    ...root!.subcompositions[0]!,
    id: `${ids.lowerThird}${at}`,
    name: `Title ${at}`,
  }));
  return {
    ...view,
    model: [{ ...root!, subcompositions: [...root!.subcompositions, ...graphics] }, ...others],
    rundowns: [{ id: 'r', name: 'Evening', groups: [{ id: 'g', name: '', cues: cues.map(({ id }) => id) }] }],
    activeRundown: 'r',
    positions: { r: { next: { cue: 'c0', step: 0 }, fired: null, hold: false, marked: [] } },
    cues: Object.fromEntries(cues.map((cue) => [cue.id, cue])),
  };
}

describe('the room of what an operator watches', () => {
  /** Shares of the screen in percent, and rows that are wholly in sight. */
  it.each([
    { width: 1280, height: 720, show: 18, rundown: 10, cues: 10, rows: 12 },
    { width: 1440, height: 900, show: 25, rundown: 15, cues: 14, rows: 16 },
    { width: 1920, height: 1080, show: 30, rundown: 18, cues: 18, rows: 20 },
  ])('at $width by $height is that of the pictures and the lists', async ({ width, height, ...least }) => {
    ({ page } = await stage.page({ width, height }, long));
    const share = async (): Promise<number> => {
      const pictures = page.getByRole('region', { name: 'Program', exact: true }).locator('.frame');
      await expect.poll(() => pictures.count()).toBe(2);
      const areas = await pictures.evaluateAll((all) => all.map((one) => one.clientWidth * one.clientHeight));
      return (100 * areas.reduce((sum, area) => sum + area, 0)) / (width * height);
    };
    const inSight = (role: 'treeitem' | 'option', list: 'tree' | 'listbox'): Promise<number> =>
      page
        .getByRole(list)
        .first()
        .evaluate((around, of) => {
          const { top, bottom } = around.getBoundingClientRect();
          const rows = [...around.querySelectorAll(`[role=${of}]`)].map((row) => row.getBoundingClientRect());
          return rows.filter((row) => row.top >= top && row.bottom <= bottom).length;
        }, role);
    expect(await share()).toBeGreaterThanOrEqual(least.show);
    expect(await inSight('treeitem', 'tree')).toBeGreaterThanOrEqual(least.rows);
    await page.getByRole('button', { name: 'Rundown', exact: true }).click();
    await page.getByRole('listbox', { name: 'Cues' }).waitFor();
    expect(await share()).toBeGreaterThanOrEqual(least.rundown);
    expect(await inSight('option', 'listbox')).toBeGreaterThanOrEqual(least.cues);
  });
});
