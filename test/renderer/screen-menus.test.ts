import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cue, type CueView } from '../../contract/desk-api/cue.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { ids } from '../kit/service/evening-news.ts';
import { afterDoubleClick } from '../kit/screens/keyboard.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const { common, cues: words, keys, take } = texts;
/** The characters of `typed` are keys that go, and so is F2. */
const typed = 'Bo g 1';
const bindings = [
  ...['Shift+KeyB', 'KeyO', 'Space', 'KeyG', 'Digit1', 'F2'].map((key) => ({ key, action: { do: 'go' } })),
  { key: 'KeyP', action: { do: 'panic' } },
  { key: 'F6', action: { do: 'fireCue', cue: 'b' } },
].map((one) => KeyBinding.parse(one));
const steps = [{ targets: [{ subComposition: ids.ticker, name: 'Ticker', state: 'In' as const }] }];
const cues = Object.fromEntries(
  ['Opener', 'Ada', 'Score', 'Guest'].map((name, at) => {
    const id = 'abcd'[at] ?? '';
    return [id, Cue.parse({ id, number: String(at + 1), name, steps, ...(id === 'c' && { guarded: true }) })];
  }),
);
const idle: CueView = { state: 'IDLE', onAir: 'no', due: null, reason: '' };
const groups = [
  { id: 'g', name: 'News', cues: ['a', 'b', 'c'] },
  { id: 'h', name: 'Late', cues: ['d'] },
];

async function open(where: 'show' | 'rundown', size?: { width: number; height: number }): Promise<void> {
  const asTold = (view: DeskView): DeskView => ({
    ...view,
    keys: bindings,
    rundowns: [{ id: 'r', name: 'Evening', groups }],
    activeRundown: 'r',
    positions: { r: { next: { cue: 'b', step: 0 }, fired: null, hold: false, marked: [] } },
    cues,
    cueViews: { a: { ...idle, state: 'ON AIR', onAir: 'yes', edited: true }, b: { ...idle, state: 'NEXT' } },
  });
  ({ page } = await stage.page(size, asTold));
  stage.desk.answers.set('editRundown', () => []);
  if (where === 'rundown') await page.goto(`${page.url()}#rundown`);
}

const graphic = (name: string | RegExp): Locator => page.getByRole('treeitem', { name });
const cue = (id: string): Locator => page.locator(`[data-cue="${id}"]`);
const group = (id: string): Locator => page.locator(`[data-group="${id}"]`);
const list = (): Locator => page.getByRole('listbox', { name: words.cues });
const menu = (): Locator => page.getByRole('menu');
const item = (name: string | RegExp): Locator =>
  menu()
    .locator('[role^=menuitem]')
    .and(page.getByLabel(name, { exact: true }));
const captions = (): Promise<string[]> => menu().locator('[role^=menuitem]').allInnerTexts();
const rightClick = async (row: Locator): Promise<void> => {
  await row.click({ button: 'right' });
  await menu().waitFor();
};
const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement);
const asked = (): unknown[] => stage.desk.asked.map(({ call, request }) => [call, request]);

/** What the desk was asked by this. */
async function asks(press: () => Promise<unknown>): Promise<unknown[]> {
  const before = stage.desk.asked.length;
  await press();
  await expect.poll(() => stage.desk.asked.length).toBeGreaterThan(before);
  return asked().slice(before);
}

/** Each kind of row, and what has the focus beside its menu. */
const kinds = {
  'a graphic': { where: 'show', row: () => graphic(/^Lower Third/), back: () => graphic(/^Lower Third/) },
  'a cue': { where: 'rundown', row: () => cue('b'), back: list },
  'a group': { where: 'rundown', row: () => group('g'), back: list },
} as const;
const each = Object.entries(kinds);

describe.each(each)('the menu of %s', (_kind, { where, row, back }) => {
  it('opens by a right click, which chooses the row, moves nothing and fires nothing', async () => {
    await open(where);
    await rightClick(row());
    expect(await row().getAttribute('aria-selected')).toBe('true');
    expect(await hasFocus(menu())).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    expect(asked()).toEqual([]);
  });

  it.each(['Shift+F10', 'ContextMenu'])('opens by %s, and is gone through by arrows, Home and End', async (key) => {
    await open(where);
    await row().click();
    await page.keyboard.press(key);
    await menu().waitFor();
    const all = menu().locator('[role^=menuitem]');
    const last = (await all.count()) - 1;
    const places = [
      ['ArrowDown', 0],
      ['ArrowDown', 1],
      ['ArrowUp', 0],
      ['ArrowUp', last],
      ['ArrowDown', 0],
      ['End', last],
      ['Home', 0],
    ] as const;
    for (const [move, place] of places) {
      await page.keyboard.press(move);
      expect([move, await hasFocus(all.nth(place))]).toEqual([move, true]);
    }
    expect(asked()).toEqual([]);
  });

  it.each(['Escape', 'Tab', 'a click on nothing'])('is closed by %s, and the list has the focus again', async (way) => {
    await open(where);
    await rightClick(row());
    await page.keyboard.press('End');
    if (way.startsWith('a click'))
      await page
        .getByRole('region', { name: texts.screen.program, exact: true })
        .click({ position: { x: 400, y: 10 } });
    else await page.keyboard.press(way);
    await menu().waitFor({ state: 'detached' });
    expect(await hasFocus(back())).toBe(true);
    expect(asked()).toEqual([]);
  });

  it('keeps letters and digits from the show, and says so; function keys and a panic work', async () => {
    await open(where);
    await rightClick(row());
    await page.keyboard.type(typed);
    await page.getByRole('button', { name: keys.mark(keys.states.safe) }).waitFor();
    const fired = () => stage.desk.requests('key').map((request) => (request as { key: string }).key);
    for (const key of ['F2', 'p']) await page.keyboard.press(key);
    await expect.poll(fired).toEqual(['F2', 'KeyP']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: keys.mark(keys.states.armed) }).waitFor();
    await page.keyboard.press('g');
    await expect.poll(fired).toEqual(['F2', 'KeyP', 'KeyG']);
  });
});

describe('an item sends what its button sends:', () => {
  it.each([
    'Take In Lower Third',
    'Take Out 1 Lower Third',
    'Take Out 2 Lower Third',
    'Update Lower Third',
    'Cue Lower Third',
  ])('%s', async (name) => {
    await open('show');
    await graphic(/^Lower Third/).click();
    const byButton = await asks(() => page.getByRole('button', { name, exact: true }).click());
    await rightClick(graphic(/^Lower Third/));
    expect(await asks(() => item(name).click())).toEqual(byButton);
    await menu().waitFor({ state: 'detached' });
  });

  it.each([
    'Next: 1 Opener',
    'Fire 1 Opener',
    words.updateCueName('1 Opener'),
    'End 1 Opener',
    'Mark 1 Opener',
    words.duplicate,
    common.delete,
  ])('%s', async (name) => {
    await open('rundown');
    await cue('a').click();
    const byButton = await asks(() => page.getByRole('button', { name, exact: true }).last().click());
    await cue('a').click();
    await page.keyboard.press('Shift+F10');
    await item(name).waitFor();
    for (let at = 0; !(await hasFocus(item(name))); at += 1) await page.keyboard.press('ArrowDown');
    expect(await asks(() => page.keyboard.press('Enter'))).toEqual(byButton);
    await menu().waitFor({ state: 'detached' });
  });

  it('switches a cue and a group, and shows how they are', async () => {
    await open('rundown');
    await rightClick(cue('a'));
    const change = { edit: 'changeCues', cues: ['a'], change: { disabled: true } };
    expect(await asks(() => item(common.disabled).click())).toEqual([['editRundown', change]]);
    await rightClick(group('g'));
    const loop = { edit: 'changeGroup', group: 'g', change: { loop: true } };
    expect(await asks(() => item(common.loop).click())).toEqual([['editRundown', loop]]);
    stage.desk.tell({ rundowns: [{ id: 'r', name: 'Evening', groups: [{ ...groups[0]!, loop: true }, groups[1]!] }] });
    await rightClick(group('g'));
    await expect.poll(() => item(common.loop).getAttribute('aria-checked')).toBe('true');
    expect(await item(common.disabled).getAttribute('aria-checked')).toBe('false');
  });

  it('a press counts for what was shown when it went down', async () => {
    await open('show');
    await rightClick(graphic('Match Clock'));
    await item('Take In Match Clock').hover();
    await page.mouse.down();
    stage.desk.tellSub(ids.clock, { tally: 'ON AIR', state: 'In' });
    await page.locator('.menu .lamp[data-tally="ON AIR"]').waitFor();
    await page.mouse.up();
    const request = { subComposition: ids.clock, to: 'In', action: 'play', expects: 'Out1' };
    await expect.poll(() => stage.desk.requests('take')).toEqual([request]);
  });

  it('previews the press under the pointer', async () => {
    await open('show');
    await rightClick(graphic('Match Clock'));
    await item('Take Out Match Clock').hover();
    const shown = page.getByRole('region', { name: texts.preview.preview }).locator('.caption span');
    await expect.poll(() => shown.innerText()).toBe('Take Out Match Clock');
    await page.keyboard.press('Escape');
    await expect.poll(() => shown.innerText()).not.toBe('Take Out Match Clock');
  });
});

describe('a menu says', () => {
  it('the key of an item, and why an item is idle; an idle item sends nothing and stays', async () => {
    await open('rundown');
    await rightClick(cue('b'));
    expect(await captions()).toEqual([
      'Next',
      'Fire\nF6',
      `Update\n${words.notEdited}`,
      `End\n${words.nothingToEnd}`,
      'Mark',
      'Preview',
      'Rename\nEnter',
      'Duplicate\nCtrl+D',
      'Disabled',
      'Delete\nDelete',
    ]);
    await item('End 2 Ada').click({ force: true });
    expect(await item('End 2 Ada').getAttribute('title')).toBe(words.nothingToEnd);
    expect(asked()).toEqual([]);
    await menu().waitFor();
  });

  it('the present state while it is open', async () => {
    await open('show');
    await rightClick(graphic('Match Clock'));
    expect((await captions()).slice(2)).toEqual([`Update\n${take.noEdits}`, 'Cue', 'Add cue\nEvening', 'Map a key']);
    stage.desk.tellSub(ids.clock, { tally: 'CUED', staged: { period: '2' } });
    await expect
      .poll(captions)
      .toEqual(['Take In', 'Take Out', 'Update (1)', 'Uncue', 'Add cue\nEvening', 'Map a key']);
  });

  it('that the show is locked, in place of the edits; the head of a group opens no menu then', async () => {
    await open('rundown');
    await rightClick(cue('a'));
    stage.desk.tell({ lock: { locked: true, pin: true, by: 'Ada' } });
    await page.getByText(words.showLocked, { exact: true }).first().waitFor();
    expect(await captions()).toEqual(['Next', 'Fire', 'Update', 'End', 'Mark', 'Preview']);
    await group('g').click({ button: 'right' });
    await page.getByRole('alert').getByText(words.showLocked).waitFor();
    expect(await menu().count()).toBe(0);
  });
});

describe('a menu closes, and the list has the focus,', () => {
  it('when its graphic goes', async () => {
    await open('show');
    await rightClick(graphic('Match Clock'));
    const [root] = stage.desk.view.model;
    const subcompositions = root!.subcompositions.filter(({ id }) => id !== ids.clock);
    stage.desk.tell({ model: [{ ...root!, subcompositions }] });
    await menu().waitFor({ state: 'detached' });
    expect(await hasFocus(page.getByRole('tree', { name: texts.tree.subCompositions }))).toBe(true);
  });

  it('when its cue goes', async () => {
    await open('rundown');
    await rightClick(cue('c'));
    stage.desk.tell({ rundowns: [{ id: 'r', name: 'Evening', groups: [{ ...groups[0]!, cues: ['a', 'b'] }] }] });
    await menu().waitFor({ state: 'detached' });
    expect(await hasFocus(list())).toBe(true);
  });
});

it('stays open for the second press of a guarded cue', async () => {
  await open('rundown');
  await rightClick(cue('c'));
  stage.desk.answers.set('fireCue', () => stage.desk.tell({ cueViews: { c: { ...idle, state: 'ARMED' } } }));
  await item('Fire 3 Score').click();
  await page.locator('.menu [data-tally=ARMED]').waitFor();
  await item('Fire 3 Score').click();
  await menu().waitFor({ state: 'detached' });
  await expect.poll(() => stage.desk.requests('fireCue')).toEqual([{ cue: 'c' }, { cue: 'c' }]);
});

it('acts on several chosen cues, and asks before it deletes them', async () => {
  await open('rundown');
  await cue('a').click();
  await cue('b').click({ modifiers: ['Control'] });
  await rightClick(cue('a'));
  expect((await captions())[1]).toBe('Fire 1');
  expect(await asks(() => item('Mark 1 Opener').click())).toEqual([
    ['markCue', { cue: 'a', marked: true }],
    ['markCue', { cue: 'b', marked: true }],
  ]);
  await rightClick(cue('b'));
  await item(common.delete).click();
  await item(words.deleteCuesAsk(2)).waitFor();
  expect(stage.desk.requests('editRundown')).toEqual([]);
  await afterDoubleClick();
  const removal = { edit: 'removeCues', cues: ['a', 'b'] };
  expect(await asks(() => item(words.deleteCuesAsk(2)).click())).toEqual([['editRundown', removal]]);
  await menu().waitFor({ state: 'detached' });
  await rightClick(cue('d'));
  expect((await captions())[1]).toBe('Fire');
});

it('goes into the editor of a cue, adds one in a group, and adds a graphic to the rundown', async () => {
  await open('rundown');
  await rightClick(cue('a'));
  await item(common.rename).click();
  await expect.poll(() => hasFocus(page.getByLabel(common.name, { exact: true }))).toBe(true);
  await rightClick(group('h'));
  const [[, inGroup]] = (await asks(() => item(words.addCue).click())) as [[string, object]];
  expect(inGroup).toMatchObject({ edit: 'addCues', group: 'h', before: 'd' });
  await open('show');
  await rightClick(graphic('Match Clock'));
  const [[, added]] = (await asks(() => item('Add cue Match Clock').click())) as [[string, object]];
  expect(added).toMatchObject({ edit: 'addCues', group: 'h', cues: [{ name: 'Match Clock' }] });
  await list().waitFor();
});

it('asks for the key of a graphic in the sheet of the keys', async () => {
  await open('show');
  await rightClick(graphic('Match Clock'));
  await item(keys.mapKey).click();
  await page.getByRole('region', { name: keys.keys }).getByText(keys.pressKey).waitFor();
  await page.keyboard.press('g');
  await page.getByRole('form', { name: keys.mapKey }).waitFor();
  expect(asked()).toEqual([]);
});

it('gives a press outside of it to what is pressed', async () => {
  await open('rundown');
  await rightClick(cue('a'));
  await page.getByRole('button', { name: /^Go:/ }).click();
  await menu().waitFor({ state: 'detached' });
  await expect.poll(() => stage.desk.requests('go')).toEqual([{ rundown: 'r', next: { cue: 'b', step: 0 } }]);
  await rightClick(cue('a'));
  await page.getByRole('button', { name: keys.mark(keys.states.safe) }).click();
  await page.getByRole('button', { name: keys.mark(keys.states.armed) }).waitFor();
  expect(await menu().count()).toBe(0);
});

it.each([
  [1440, 900],
  [1024, 768],
  [900, 500],
])('stays inside of a window of %d by %d, below the header', async (width, height) => {
  await open('rundown', { width, height });
  const rows = (await list().boundingBox())!;
  const header = (await page.getByRole('region', { name: texts.screen.head }).boundingBox())!;
  for (const [x, y] of [
    [rows.x + 20, rows.y + 10],
    [rows.x + rows.width - 12, rows.y + Math.min(rows.height, 150) - 8],
  ] as const) {
    await page.mouse.click(x, y, { button: 'right' });
    await menu().waitFor();
    const box = (await page.locator('.menu').boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.y).toBeGreaterThanOrEqual(header.y + header.height);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    await page.keyboard.press('Escape');
    await menu().waitFor({ state: 'detached' });
  }
});

it('opens by a finger that stays, and the finger presses nothing when it is lifted', async () => {
  await open('rundown');
  const { x, y, height } = (await cue('c').boundingBox())!;
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: x + 120, y: y + height / 2 }],
  });
  await menu().waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
  expect(await cue('c').getAttribute('aria-selected')).toBe('true');
  expect(await hasFocus(menu())).toBe(true);
  await item('Next: 3 Score').waitFor();
  expect(asked()).toEqual([]);
});
