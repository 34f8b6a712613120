import { texts } from '../../renderer/texts/texts.ts';
import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Cue, type CueView, type WrittenCue } from '../../contract/desk-api/cue.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { ids } from '../kit/service/evening-news.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;
let problems: string[];

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());
afterEach(() => stage.returnDesk());

const takesIn = (id: string, name: string, values = {}): WrittenCue['steps'] => [
  { targets: [{ subComposition: id, name, state: 'In', values }] },
];
const cues: Record<string, Cue> = Object.fromEntries(
  [
    { id: 'a', number: '1', name: 'Opener', steps: takesIn(ids.title, 'Full-frame Title') },
    { id: 'b', number: '2', name: 'Ada Lovelace', steps: takesIn(ids.lowerThird, 'Lower Third') },
    { id: 'c', number: '3', name: 'News', steps: takesIn(ids.ticker, 'Ticker', { speed: '1' }) },
    { id: 'x', number: '1', name: 'Other show', steps: takesIn(ids.title, 'Full-frame Title') },
  ].map((cue) => [cue.id, Cue.parse(cue)]),
);
const onAir: CueView = { state: 'ON AIR', onAir: 'yes', due: null, reason: '' };
const group = (id: string, all: string[]) => ({ id, name: '', cues: all });

async function open(more: Partial<DeskView> = {}, ownClock = false): Promise<void> {
  const asTold = (view: DeskView): DeskView => ({
    ...view,
    rundowns: [
      { id: 'r', name: 'Evening', groups: [group('g', ['a', 'b', 'c'])] },
      { id: 's', name: 'Late', groups: [group('h', ['x'])] },
    ],
    activeRundown: 'r',
    positions: {
      r: { next: { cue: 'b', step: 0 }, fired: null, hold: false, marked: [] },
      s: { next: { cue: 'x', step: 0 }, fired: null, hold: false, marked: [] },
    },
    cues,
    cueViews: { a: onAir, b: { ...onAir, state: 'NEXT', onAir: 'no' } },
    keys: [...view.keys, { key: 'KeyG', action: { do: 'go' } }, { key: 'KeyK', action: { do: 'skip', by: 1 } }],
    ...more,
  });
  ({ page, problems } = await stage.page(undefined, asTold, ownClock));
  stage.desk.answers.set('editRundown', () => []);
  await page.getByRole('button', { name: 'Rundown', exact: true }).click();
  await page.getByRole('listbox', { name: 'Cues' }).waitFor();
}

const cue = (id: string): Locator => page.locator(`[data-cue="${id}"]`);
const editor = (): Locator => page.getByRole('region', { name: 'Cue', exact: true });
const button = (name: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Go', exact: true }).getByRole('button', { name });
const keyOn = (name: RegExp): Promise<string[]> => button(name).locator('kbd').allInnerTexts();
const fireName = (): Promise<string | null> => button(/^Fire(?! marked)/).getAttribute('aria-label');

describe('the chosen cue', () => {
  it('Fire never fires a cue that is not shown as chosen', async () => {
    await open();
    await cue('a').click();
    await cue('b').click({ modifiers: ['Control'] });
    await cue('b').click({ modifiers: ['Control'] });
    expect(await cue('b').getAttribute('aria-selected')).toBe('false');
    expect(await fireName()).not.toContain('Ada Lovelace');
  });

  it('Fire never fires a cue of a rundown that is not shown', async () => {
    await open();
    await cue('a').click();
    await page.getByRole('combobox', { name: 'Rundown' }).selectOption('s');
    await cue('x').waitFor();
    expect(await fireName()).not.toContain('Opener');
  });

  it('Fire never fires a cue that a search hides', async () => {
    await open();
    await cue('a').click();
    await page.getByLabel('Find cues').fill('Ada');
    await expect.poll(() => cue('a').count()).toBe(0);
    expect(await fireName()).not.toContain('Opener');
  });

  it('is the first result of a search after Enter; without a result the field keeps the focus', async () => {
    await open();
    const field = page.getByLabel('Find cues');
    await field.fill('Nobody');
    await field.press('Enter');
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    await field.fill('Ada');
    await field.press('Enter');
    await expect.poll(() => cue('b').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Good');
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Good');
    expect(stage.desk.requests('key').filter((one) => (one as { key: string }).key.length === 4)).toEqual([]);
  });

  it('two Delete keys delete what the first one asked about, and nothing else', async () => {
    await open();
    await cue('a').click();
    await cue('b').click({ modifiers: ['Shift'] });
    await page.getByRole('listbox', { name: 'Cues' }).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Delete 2?' }).waitFor();
    // Not these: others.
    await cue('b').click();
    await cue('c').click({ modifiers: ['Shift'] });
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Delete 2?' }).waitFor();
    expect(stage.desk.requests('editRundown')).toEqual([]);
  });
});

it('a digit that is typed in the list begins the number to go to', async () => {
  await open();
  await page.getByRole('listbox', { name: 'Cues' }).focus();
  await page.keyboard.type('0.5');
  await page.keyboard.press('Enter');
  await expect.poll(() => stage.desk.requests('jumpTo')).toEqual([{ rundown: 'r', number: '0.5' }]);
});

describe('digits', () => {
  const taken = {
    key: 'Digit2',
    action: { do: 'take' as const, subComposition: ids.title, to: 'In' as const, action: 'play' as const },
  };
  const rundown = (): Locator => page.getByRole('region', { name: 'Rundown', exact: true });

  it('in the list are the number of a cue, and never a take that they are mapped to; then the keys work again', async () => {
    await open({ keys: [taken, { key: 'KeyG', action: { do: 'go' } }] });
    await rundown().getByText('Digits fire their keys.').waitFor();
    await cue('a').click();
    await rundown().getByText(texts.cues.digitsType).waitFor();
    await page.keyboard.type('205');
    await page.keyboard.press('Enter');
    await expect.poll(() => stage.desk.requests('jumpTo')).toEqual([{ rundown: 'r', number: '205' }]);
    await page.keyboard.press('KeyG');
    await expect.poll(() => stage.desk.requests('key')).toEqual([{ key: 'KeyG', repeat: false }]);
  });

  it('that were typed by mistake are given up by Escape, and the keys work again', async () => {
    await open({ keys: [taken, { key: 'KeyG', action: { do: 'go' } }] });
    await cue('a').click();
    await page.keyboard.type('2');
    await page.keyboard.press('Escape');
    expect(await page.getByLabel(texts.cues.goToNumber).inputValue()).toBe('');
    await page.keyboard.press('KeyG');
    await expect.poll(() => stage.desk.requests('key')).toEqual([{ key: 'KeyG', repeat: false }]);
    expect(stage.desk.requests('jumpTo')).toEqual([]);
  });

  it('outside of the list take what they are mapped to', async () => {
    await open({ keys: [taken] });
    await button(/^Hold/).focus();
    await page.keyboard.press('2');
    await expect.poll(() => stage.desk.requests('key')).toEqual([{ key: 'Digit2', repeat: false }]);
  });
});

describe('keys that buttons show', () => {
  it('the key on Go fires the rundown of that button', async () => {
    await open();
    await page.getByRole('combobox', { name: 'Rundown' }).selectOption('s');
    await cue('x').waitFor();
    // The desk carries out `go` without a rundown in the active one, which is another one.
    expect(await keyOn(/^Go:/)).toEqual([]);
    stage.desk.tell({ keys: [{ key: 'KeyL', action: { do: 'go', rundown: 's' } }] });
    await expect.poll(() => keyOn(/^Go:/)).toEqual(['L']);
  });

  it('are those of the active rundown on Go, Back, Skip and Hold, and no other', async () => {
    await open({
      keys: [
        { key: 'KeyA', action: { do: 'go', ahead: 1 } },
        { key: 'KeyG', action: { do: 'go' } },
        { key: 'KeyJ', action: { do: 'skip', by: -1 } },
        { key: 'KeyM', action: { do: 'skip', by: 5 } },
        { key: 'KeyK', action: { do: 'skip', by: 1 } },
        { key: 'KeyH', action: { do: 'hold' } },
      ],
    });
    const shown = await Promise.all([/^Go:/, /^Back:/, /^Skip:/, /^Hold:/, /^To the top:/].map(keyOn));
    expect(shown).toEqual([['G'], ['J'], ['K'], ['H'], []]);
  });
});

describe('the active rundown', () => {
  const line = (): Locator => page.getByRole('region', { name: 'Rundown', exact: true }).getByRole('status');
  const words = async (): Promise<string> => (await line().innerText()).replaceAll(/\s+/g, ' ').trim();
  const show = (id: string) => page.getByRole('combobox', { name: 'Rundown' }).selectOption(id);
  const preview = (): Locator => page.getByRole('region', { name: 'Preview' });

  it('is not another one because the screen shows another one, which looks like nothing that a key fires', async () => {
    await open();
    expect(await words()).toBe('ACTIVE Keys, pads and OSC fire this rundown.');
    await show('s');
    expect(await words()).toBe('NOT ACTIVE Keys, pads and OSC fire Evening, next 2 Ada Lovelace. Make active');
    expect(await page.getByRole('region', { name: 'Go', exact: true }).innerText()).toContain('NOT ACTIVE');
    await expect.poll(() => preview().innerText()).toContain('NOT ACTIVE');
    await expect.poll(() => preview().innerText()).toContain('Go in Late: 1 Other show');
    expect(stage.desk.asked.map(({ call }) => call).filter((call) => call !== 'preview')).toEqual([]);
  });

  it('becomes the one that is shown by a press, and only when the desk says so', async () => {
    await open();
    await show('s');
    await line().getByRole('button', { name: 'Make active' }).click();
    await expect.poll(() => stage.desk.requests('makeActive')).toEqual([{ rundown: 's' }]);
    expect(await words()).toContain('NOT ACTIVE');
    stage.desk.tell({ activeRundown: 's' });
    await expect.poll(words).toBe('ACTIVE Keys, pads and OSC fire this rundown.');
    expect(await keyOn(/^Go:/)).toEqual(['G']);
    await expect.poll(() => preview().innerText()).not.toContain('NOT ACTIVE');
  });

  it('can be mapped, and so can every other', async () => {
    await open();
    await show('s');
    await page.getByRole('button', { name: 'Keys', exact: true }).click();
    await page.getByRole('button', { name: 'Map a key' }).click();
    await page.keyboard.press('F6');
    const form = page.getByRole('form', { name: 'Map a key' });
    const offered = form.locator('optgroup[label="Rundown Late, active or not"] option');
    expect(await offered.allInnerTexts()).toEqual([
      'Make active',
      'Go',
      'Skip',
      'Back',
      'Hold',
      'Fire marked',
      'Update cue fired last',
      'End cue fired last',
    ]);
    await form.getByLabel('Action').selectOption(JSON.stringify({ do: 'makeActive', rundown: 's' }));
    await form.getByRole('button', { name: 'Map' }).click();
    const keys = [{ key: 'F6', action: { do: 'makeActive', rundown: 's' } }];
    await expect.poll(() => stage.desk.requests('mapKeys')).toEqual([{ keys }]);
    stage.desk.tell({ keys: [...keys, { key: 'KeyG', action: { do: 'go' } }] as never });
    const sheet = page.locator('#key-sheet');
    await expect.poll(() => sheet.innerText()).toMatch(/F6\s+Make active\s+Late\s+G\s+Go\s+active rundown/);
  });
});

describe('the editor', () => {
  it('goes without an error when its cue is deleted elsewhere while a value is typed', async () => {
    await open();
    await cue('c').click();
    await editor().getByLabel('Speed', { exact: true }).fill('7');
    stage.desk.tell({ rundowns: [{ id: 'r', name: 'Evening', groups: [group('g', ['a', 'b'])] }] });
    await expect.poll(() => cue('c').count()).toBe(0);
    expect(problems).toEqual([]);
    await cue('a').click();
    await editor().getByText('Full-frame Title').waitFor();
  });

  it('shows both parts of a step that works one sub-composition twice', async () => {
    const [target] = Cue.parse({ id: 'b', steps: takesIn(ids.lowerThird, 'Lower Third') }).steps[0]!.targets;
    const twice = Cue.parse({ ...cues.b, steps: [{ targets: [target, { ...target, state: 'Out2' }] }] });
    await open({ cues: { ...cues, b: twice } });
    await cue('b').click();
    await expect.poll(() => editor().getByLabel('State of Lower Third').count()).toBe(2);
    expect(problems).toEqual([]);
  });
});

describe('what is believed', () => {
  it('a cue says UNKNOWN where its service was confirmed too long ago, as its sub-composition does', async () => {
    await open({}, true);
    await stage.stopTime(page);
    await expect.poll(() => cue('a').getAttribute('aria-label')).not.toContain('UNKNOWN');
    await page.clock.fastForward(6_000);
    await expect.poll(() => cue('a').getAttribute('aria-label')).toContain('UNKNOWN');
  });

  it('a screen reader learns which cue the arrows come to', async () => {
    await open();
    const list = page.getByRole('listbox', { name: 'Cues' });
    await list.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const active = await page.evaluate(
      () =>
        document.activeElement?.getAttribute('aria-activedescendant') ??
        document.activeElement?.getAttribute('data-cue'),
    );
    expect(active).toBeTruthy();
  });
});

it('the list stays where the operator works when an edit comes', async () => {
  const many = Array.from({ length: 500 }, (_, at) =>
    Cue.parse({ id: `m${at}`, number: String(at), steps: [{ targets: [] }] }),
  );
  const outline = (order: string[]) => [{ id: 'r', name: 'Long', groups: [group('g', order)] }];
  const order = many.map(({ id }) => id);
  await open({
    rundowns: outline(order),
    cues: Object.fromEntries(many.map((one) => [one.id, one])),
    cueViews: {},
    positions: { r: { next: { cue: 'm0', step: 0 }, fired: null, hold: false, marked: [] } },
  });
  await page.getByRole('listbox', { name: 'Cues' }).focus();
  await page.keyboard.press('End');
  await cue('m499').waitFor();
  await page.keyboard.press('Control+ArrowUp');
  stage.desk.tell({ rundowns: outline([...order.slice(0, 498), 'm499', 'm498']) });
  await expect.poll(() => page.locator('[data-cue="m499"] + *, [data-cue="m498"]').count()).toBeGreaterThan(0);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await cue('m499').count()).toBe(1);
});

describe('the list keeps the focus, so digits type a number and fire nothing', () => {
  const without = (...all: string[]): void =>
    stage.desk.tell({
      rundowns: stage.desk.view.rundowns.map((one) => (one.id === 'r' ? { ...one, groups: [group('g', all)] } : one)),
    });
  const ways: [string, () => Promise<void> | void][] = [
    ['Delete on the cue', () => page.keyboard.press('Delete')],
    ['the button that deletes it', () => page.getByRole('button', { name: texts.common.delete, exact: true }).click()],
    ['another hand', () => undefined],
  ];

  it.each(ways)('where the cue is deleted by %s', async (_, remove) => {
    await open();
    await cue('b').click();
    await remove();
    without('a', 'c');
    await expect.poll(() => cue('b').count()).toBe(0);
    await page.keyboard.type('2');
    expect(await page.getByPlaceholder(texts.cues.numberHint).inputValue()).toBe('2');
    expect(stage.desk.requests('key')).toEqual([]);
  });

  it('where the cue is moved', async () => {
    await open();
    await cue('b').click();
    without('a', 'c', 'b');
    await expect.poll(() => page.locator('[data-cue]').last().getAttribute('data-cue')).toBe('b');
    await page.keyboard.type('2');
    expect(stage.desk.requests('key')).toEqual([]);
  });
});
