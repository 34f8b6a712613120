import { texts } from '../../renderer/texts/texts.ts';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cue, cueName, idleCue, type WrittenCue } from '../../contract/desk-api/cue.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import type { FieldEditor } from '../../contract/desk-api/presence.ts';
import { sport, twoApps } from '../kit/desk/two-apps.ts';
import { ids } from '../kit/service/evening-news.ts';
import { afterDoubleClick } from '../kit/screens/keyboard.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

type Step = WrittenCue['steps'][number];
const ticker = (more: Partial<Step> = {}): Step[] => [
  { targets: [{ subComposition: ids.ticker, name: 'Ticker', state: 'In', values: { text: 'Storm' } }], ...more },
];
const cues: Record<string, Cue> = Object.fromEntries(
  [
    { id: 'a', number: '1', name: 'Opener', steps: ticker({ delay: 500, duration: 8_000 }) },
    { id: 'b', number: '2', name: 'Ada Lovelace', steps: ticker({ delay: 500, follow: { on: 'time', after: 2_000 } }) },
    {
      id: 'c',
      number: '3',
      name: 'Clock',
      steps: [{ targets: [{ subComposition: ids.clock, name: 'Match Clock', state: 'In' as const }] }],
    },
    { id: 'd', number: '4', name: 'Close', steps: ticker({ follow: { on: 'time', after: 2_000 } }) },
  ].map((cue) => [cue.id, Cue.parse(cue)]),
);

/** A rundown of a cue without a group and of two groups. */
async function open(more: Partial<DeskView> = {}): Promise<void> {
  ({ page } = await stage.page(undefined, (view) => ({
    ...view,
    rundowns: [
      {
        id: 'r',
        name: 'Evening',
        groups: [
          { id: 'g', name: '', cues: ['a'] },
          { id: 'news', name: 'News', cues: ['b', 'c'] },
          { id: 'end', name: 'End', cues: ['d'] },
        ],
      },
    ],
    activeRundown: 'r',
    positions: { r: { next: null, fired: null, hold: false, marked: [] } },
    cues,
    ...more,
  })));
  stage.desk.answers.set('editRundown', () => []);
  await page.getByRole('button', { name: 'Rundown', exact: true }).click();
  await list().focus();
}

const list = (): Locator => page.getByRole('listbox', { name: 'Cues' });
const cue = (id: string): Locator => page.locator(`[data-cue="${id}"]`);
const head = (id: string): Locator => page.locator(`[data-group="${id}"]`);
const editor = (): Locator => page.getByRole('region', { name: 'Cue', exact: true });
const edits = (): unknown[] => stage.desk.requests('editRundown');
const rows = (): Promise<(string | null)[]> =>
  list()
    .getByRole('option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
const chosen = (): Promise<(string | null)[]> =>
  list()
    .locator('[aria-selected="true"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

describe('groups, by keyboard', () => {
  it('are moved among each other', async () => {
    await open();
    await press('ArrowDown', 'ArrowDown');
    expect(await chosen()).toEqual(['Group News']);
    await press('Control+ArrowDown', 'Control+ArrowUp');
    await expect.poll(edits).toEqual([
      { edit: 'moveGroup', group: 'news', before: null },
      { edit: 'moveGroup', group: 'news', before: 'g' },
    ]);
  });

  it('are renamed, and Escape goes back to the list', async () => {
    await open();
    await press('ArrowDown', 'ArrowDown', 'Enter');
    await page.keyboard.type('Headlines');
    await press('Enter', 'Escape', 'ArrowDown');
    await expect.poll(edits).toEqual([{ edit: 'changeGroup', group: 'news', change: { name: 'Headlines' } }]);
    expect(await chosen()).toEqual(['2 Ada Lovelace']);
  });

  it('are folded and unfolded, which the show keeps', async () => {
    await open();
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowLeft');
    expect(await chosen()).toEqual(['Group News']);
    await press('ArrowLeft');
    expect(await rows()).toEqual(['1 Opener', 'Group News, folded', 'Group End', '4 Close']);
    expect(await head('news').innerText()).toContain('2 cues');
    await expect.poll(() => stage.desk.requests('setLayout')).toEqual([{ sides: {}, folded: ['rundown/news'] }]);
    await press('ArrowRight');
    expect(await rows()).toHaveLength(6);
  });

  it('are deleted with their cues at the second press', async () => {
    await open();
    await press('ArrowDown', 'ArrowDown', 'Delete');
    await page.getByRole('button', { name: texts.cues.deleteGroupWithCues('News', 2) }).waitFor();
    expect(edits()).toEqual([]);
    await afterDoubleClick();
    await press('Delete');
    await expect.poll(edits).toEqual([{ edit: 'removeGroup', group: 'news' }]);
  });

  it('take cues that are moved over their borders, or put into them', async () => {
    await open();
    await press('ArrowDown', 'Control+ArrowDown');
    await press('ArrowDown', 'ArrowDown', 'Control+ArrowUp');
    await press('ArrowDown', 'Control+ArrowDown');
    await expect.poll(edits).toEqual([
      { edit: 'moveCues', cues: ['a'], group: 'news', before: 'b' },
      { edit: 'moveCues', cues: ['b'], group: 'g', before: null },
      { edit: 'moveCues', cues: ['c'], group: 'end', before: 'd' },
    ]);
    await editor().getByLabel(texts.cues.inTheGroup).selectOption('End');
    await expect.poll(() => edits().at(-1)).toEqual({ edit: 'moveCues', cues: ['c'], group: 'end', before: null });
  });
});

describe('a half-typed text of the editor', () => {
  const field = (name: string): Locator => editor().getByRole('textbox', { name, exact: true });
  const typed = async (name: string, text: string): Promise<void> => {
    await field(name).selectText();
    await page.keyboard.type(text);
  };
  const planned = texts.cues.inSeconds(texts.cues.planned);

  it('is stored for its own cue or group when another row is chosen, also without a pointer', async () => {
    await open();
    await cue('a').click();
    await typed(texts.common.name, 'Half');
    await cue('b').click();
    await typed(planned, '7');
    // As a screen reader presses.
    await cue('c').dispatchEvent('click');
    await head('news').click();
    await typed(texts.cues.groupName, 'Heads');
    await head('end').dispatchEvent('click');
    await expect.poll(edits).toEqual([
      { edit: 'changeCues', cues: ['a'], change: { name: 'Half' } },
      { edit: 'changeCues', cues: ['b'], change: { planned: 7_000 } },
      { edit: 'changeGroup', group: 'news', change: { name: 'Heads' } },
    ]);
    expect(await field(texts.cues.groupName).inputValue()).toBe('End');
  });

  it('takes no text of another screen under the cursor, and is stored as it was typed', async () => {
    await open();
    await cue('a').click();
    for (const name of [texts.common.name, texts.cues.notes]) {
      await typed(name, 'Mine');
      const of = name === texts.common.name ? { name: 'Theirs' } : { notes: 'Theirs' };
      stage.desk.tell({ cues: { a: Cue.parse({ ...cues.a, ...of, number: '9' }) } });
      await expect.poll(() => field('Number').inputValue()).toBe('9');
      await page.keyboard.type(' too');
      expect(await field(name).inputValue()).toBe('Mine too');
      await press('Tab');
      await expect.poll(() => edits().at(-1)).toMatchObject({ change: { [Object.keys(of)[0]!]: 'Mine too' } });
    }
  });

  it('goes on while a desk that starts again has no graphics yet', async () => {
    await open();
    await cue('a').click();
    await typed('Headlines', 'Half');
    const { model, apps } = stage.desk.view;
    stage.desk.tell({ model: [], apps: [], cues: { a: Cue.parse({ ...cues.a, number: '9' }) } });
    await expect.poll(() => field('Number').inputValue()).toBe('9');
    stage.desk.tell({ model, apps, cues: { a: Cue.parse({ ...cues.a, number: '8' }) } });
    await expect.poll(() => field('Number').inputValue()).toBe('8');
    await page.keyboard.type(' a word');
    expect(await field('Headlines').inputValue()).toBe('Half a word');
    expect(edits()).toEqual([]);
    // Of an app instance that is gone, no fields stay.
    stage.desk.tell({ model: [], apps: [], absentApps: [{ app: apps[0]!.key, name: 'Gone', awaited: false }] });
    await field('Headlines').waitFor({ state: 'detached' });
  });

  it.each([texts.common.name, texts.cues.notes, 'Headlines'])(
    'says which words of another screen it replaced, and of whom: %s',
    async (name) => {
      await open();
      await cue('a').click();
      const steps = [{ targets: [{ subComposition: ids.ticker, name: 'Ticker', values: { text: 'Theirs' } }] }];
      const stored = { [texts.common.name]: { name: 'Theirs' }, [texts.cues.notes]: { notes: 'Theirs' } };
      const of = stored[name] ?? { steps };
      const change = { undo: 'Edit', redo: null, by: 'Screen 2', revision: 1 };
      await typed(name, 'Mine');
      stage.desk.tell({ cues: { a: Cue.parse({ ...cues.a, ...of, number: '9' }) }, rundownEdits: change });
      await expect.poll(() => field('Number').inputValue()).toBe('9');
      await press('Tab');
      await page
        .getByRole('alert')
        .getByText(texts.cues.replaced(name, 'Theirs', 'Screen 2'))
        .waitFor();
      await expect.poll(edits).toHaveLength(1);
    },
  );

  it('names the screen whose cursor is in it, moves nothing for it, and tells the desk of its own', async () => {
    const at = (field: string): { cue: string; field: string } => ({ cue: 'a', field });
    const headlines = `steps/0/${ids.ticker}/text`;
    const hand = (of: string, name: string): FieldEditor => ({ hand: name, field: of, words: false });
    await open();
    await cue('a').click();
    await field('Headlines').focus();
    await field(texts.cues.notes).focus();
    await expect
      .poll(() => stage.desk.requests('typing'))
      .toEqual([
        { ...at(headlines), now: true },
        { ...at(headlines), now: false },
        { ...at('notes'), now: true },
      ]);
    const places = (): Promise<number[][]> =>
      editor()
        .locator('input, textarea')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y, width }) => [x, y, width]));
    await page.setViewportSize({ width: 1024, height: 768 });
    const before = await places();
    const others = ['number', 'name', headlines, 'steps/0/delay'].map((one) => hand(one, 'Screen 2'));
    stage.desk.tell({ cueEditors: { a: [...others, hand('notes', 'Screen 1')], b: [hand('planned', 'Screen 3')] } });
    const marks = editor().locator('[data-mark="editing"]');
    await expect.poll(() => marks.allInnerTexts()).toHaveLength(4);
    expect(await places()).toEqual(before);
    expect(await field('Headlines').evaluate((box) => box.closest('.field')?.textContent)).toContain('Screen 2EDITS');
  });

  it.each([texts.common.name, texts.cues.notes, planned, 'Headlines'])(
    'waits where another screen locks the show, and is stored when it is left after that: %s',
    async (name) => {
      await open();
      await cue('a').click();
      const text = name === planned ? '12:30' : 'Mine';
      await typed(name, text);
      const lock = (locked: boolean): void => stage.desk.tell({ lock: { locked, pin: false, by: '' } });
      lock(true);
      const waits = editor().getByText(texts.cues.notStored);
      await expect.poll(() => field(name).isDisabled()).toBe(true);
      await waits.waitFor();
      lock(false);
      await expect.poll(() => field(name).isDisabled()).toBe(false);
      expect([await field(name).inputValue(), await waits.isVisible(), edits()]).toEqual([text, true, []]);
      await field(name).focus();
      const hasLines = name === texts.cues.notes || name === 'Headlines';
      await press(hasLines ? 'Tab' : 'Enter');
      await waits.waitFor({ state: 'detached' });
      await expect.poll(() => edits().length).toBe(1);
    },
  );

  it.each([
    ['Fire', 'Headlines'],
    ['another cue', 'Headlines'],
    ['Fire', texts.common.name],
    ['another cue', texts.common.name],
  ])('is not stored by a press elsewhere after a lock, which may have cut a word: %s, %s', async (by, name) => {
    await open();
    await cue('a').click();
    await typed(name, 'Mine');
    stage.desk.tell({ lock: { locked: true, pin: false, by: '' } });
    await page.getByText(texts.cues.cutByLock(name, 'Mine')).waitFor();
    stage.desk.tell({ lock: { locked: false, pin: false, by: '' } });
    await expect.poll(() => field(name).isDisabled()).toBe(false);
    if (by === 'Fire') await page.getByRole('button', { name: /^Fire 1/ }).click();
    else await cue('b').click();
    if (by === 'Fire') await expect.poll(() => stage.desk.asked.map(({ call }) => call)).toContain('fireCue');
    else await page.getByText(texts.cues.lostToLock(name, 'Mine')).waitFor();
    expect(edits()).toEqual([]);
  });

  it.each(['the graphic', 'the field'])(
    'is not stored, and brings nothing back, where another screen removes %s: a half word',
    async (what) => {
      await open();
      await cue('a').click();
      await typed('Headlines', 'Half');
      const [{ targets, ...step }] = cues.a!.steps as [Cue['steps'][number]];
      const left = what === 'the graphic' ? [] : targets.map((target) => ({ ...target, values: {} }));
      stage.desk.tell({ cues: { a: { ...cues.a!, steps: [{ ...step, targets: left }] } } });
      const name = what === 'the graphic' ? 'Ticker' : 'Headlines';
      await page.getByText(texts.cues.removedMeanwhile(name)).waitFor();
      await field('Headlines').waitFor({ state: 'detached' });
      expect(edits()).toEqual([]);
    },
  );

  it('is not stored by a touch elsewhere, such as that scrolls, while its field has the cursor', async () => {
    await open();
    await cue('a').click();
    await typed('Headlines', 'Mi');
    await list().dispatchEvent('pointerdown', { bubbles: true, pointerType: 'touch' });
    await page.keyboard.type('ne');
    await expect.poll(() => field('Headlines').inputValue()).toBe('Mine');
    expect(edits()).toEqual([]);
  });

  it('is stored by a press of Update with the mouse, before that is sent', async () => {
    await open({ cueViews: { a: { ...idleCue, state: 'ON AIR', onAir: 'yes' } } });
    await cue('a').click();
    const update = page.getByRole('button', { name: /^Update 1/ });
    await field('Headlines').focus();
    expect(await update.getAttribute('aria-disabled')).toBe('true');
    await typed('Headlines', 'Gale');
    await expect.poll(() => update.getAttribute('aria-disabled')).toBe('false');
    await update.click();
    const asked = () =>
      stage.desk.asked.map(({ call }) => call).filter((call) => /^(editRundown|updateCue)$/.test(call));
    await expect.poll(asked).toEqual(['editRundown', 'updateCue']);
  });

  it('is not sent by an Update while nothing of its cue is on air', async () => {
    await open({ cueViews: { a: { ...idleCue, state: 'DONE' } } });
    await cue('a').click();
    const update = page.getByRole('button', { name: /^Update 1/ });
    const idle = () => Promise.all(['aria-disabled', 'title'].map((name) => update.getAttribute(name)));
    expect(await idle()).toEqual(['true', texts.cues.notEdited]);
    await typed('Headlines', 'Gale');
    await expect.poll(idle).toEqual(['true', texts.cues.nothingOnAir]);
  });

  it.each([texts.common.name, 'Headlines'])(
    'says that it was not stored, where another cue is chosen in a locked show: %s',
    async (name) => {
      await open();
      await cue('a').click();
      await typed(name, 'Mine');
      stage.desk.tell({ lock: { locked: true, pin: false, by: '' } });
      await editor().getByText(texts.cues.notStored).waitFor();
      await cue('b').click();
      await page.getByText(texts.cues.lostToLock(name, 'Mine')).waitFor();
      expect(edits()).toEqual([]);
    },
  );

  it.each([
    ['yes', ['editRundown', 'updateCue']],
    ['no', ['editRundown']],
  ] as const)('is stored and sent by Ctrl+Enter only where the cue is on air: %s', async (onAir, calls) => {
    await open({ cueViews: { a: { ...idleCue, state: onAir === 'yes' ? 'ON AIR' : 'DONE', onAir } } });
    await cue('a').click();
    await typed('Headlines', 'Gale');
    await press('Control+Enter');
    await field('Headlines').blur();
    const some = ['editRundown', 'updateCue', 'fireCue'];
    const asked = () => stage.desk.asked.map(({ call }) => call).filter((call) => some.includes(call));
    await expect.poll(asked).toEqual(calls);
  });

  it('goes with the rundown that another screen deletes, and leaves no button to the next Enter', async () => {
    const evening = { id: 'r', name: 'Evening', groups: [{ id: 'g', name: '', cues: ['a'] }] };
    const late = { id: 'l', name: 'Late Show', groups: [{ id: 'h', name: '', cues: [] }] };
    await open({ rundowns: [evening, late] });
    await page.getByRole('combobox', { name: texts.cues.rundown, exact: true }).selectOption('Late Show');
    await page.getByRole('button', { name: texts.common.rename }).click();
    const name = page.getByLabel(texts.cues.rundownName);
    await page.keyboard.type('My');
    stage.desk.tell({ rundowns: [evening] });
    await name.waitFor({ state: 'detached' });
    await page.keyboard.type(' late words');
    await press('Enter', 'Enter');
    expect([edits(), await page.evaluate(() => document.activeElement?.matches('button, input'))]).toEqual([[], false]);
    expect(
      await page.getByRole('combobox', { name: texts.cues.rundown, exact: true }).locator('option:checked').innerText(),
    ).toContain('Evening');
  });

  it('writes a number as the desk stores it, and names the cue that has it already', async () => {
    await open();
    await cue('a').click();
    await typed('Number', '11,5');
    await press('Enter');
    await expect.poll(edits).toEqual([{ edit: 'changeCues', cues: ['a'], change: { number: '11.5' } }]);
    expect(await field('Number').inputValue()).toBe('11.5');
    await typed('Number', `0${cues.b!.number}`);
    await press('Enter');
    const taken = texts.cues.numberTaken(cueName(cues.b!));
    await editor().getByText(texts.common.notAccepted(taken)).waitFor();
    expect(edits()).toHaveLength(1);
  });

  it('says what a time is, and is dropped with its cue while it cannot be stored', async () => {
    await open();
    const refused = editor().getByText(texts.common.notAccepted(texts.cues.expectedTime));
    await cue('a').click();
    for (const text of ['-1', 'soon', '25:00:00']) {
      await typed(planned, text);
      await press('Enter');
      await expect.poll(() => refused.count()).toBe(1);
    }
    await cue('b').click();
    expect([await field(planned).inputValue(), await refused.count()]).toEqual(['', 0]);
    expect(edits()).toEqual([]);
  });

  it('moves no button when a text is refused, so that the press that left the field counts', async () => {
    await open();
    await cue('b').click();
    const buttons = (): Promise<number[]> =>
      editor()
        .getByRole('button')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    for (const name of ['Delay, s', 'Goes out after, s', 'After, s']) {
      await typed(name, 'soon');
      const places = await buttons();
      await press('Enter');
      await editor().getByText(texts.common.notAccepted(texts.cues.expectedTime)).waitFor();
      expect(await buttons()).toEqual(places);
      await field(name).press('Escape');
    }
    await typed('After, s', 'soon');
    await editor().getByRole('button', { name: texts.cues.addStep }).click();
    await expect.poll(() => edits().length).toBe(1);
  });

  it('is the stored one again at Escape, which returns to the list', async () => {
    await open();
    await cue('a').click();
    const fields = [texts.common.name, texts.cues.notes, planned, 'Headlines'];
    const stored = await Promise.all(fields.map((name) => field(name).inputValue()));
    for (const name of fields) {
      await typed(name, 'no');
      await press('Escape');
      expect(await list().evaluate((element) => element === document.activeElement)).toBe(true);
    }
    expect(await Promise.all(fields.map((name) => field(name).inputValue()))).toEqual(stored);
    expect(edits()).toEqual([]);
  });
});

describe('several chosen cues', () => {
  it('keep what is typed for them where another screen deletes one of them', async () => {
    await open();
    await cue('a').click();
    await cue('b').click({ modifiers: ['Control'] });
    await cue('c').click({ modifiers: ['Control'] });
    await editor().getByLabel(texts.cues.inSeconds(texts.cues.planned)).fill('12:30');
    const { a, c, d } = cues;
    const left = [
      { id: 'g', name: '', cues: ['a'] },
      { id: 'news', name: 'News', cues: ['c'] },
      { id: 'end', name: 'End', cues: ['d'] },
    ];
    stage.desk.tell({ cues: { a: a!, c: c!, d: d! }, rundowns: [{ id: 'r', name: 'Evening', groups: left }] });
    await expect.poll(() => cue('b').count()).toBe(0);
    await press('Enter');
    await expect.poll(edits).toMatchObject([{ edit: 'changeCues', cues: ['a', 'c'] }]);
  });

  it('show what they have alike, and are changed alike', async () => {
    await open();
    await cue('a').click();
    await cue('b').click({ modifiers: ['Control'] });
    const [delay, out] = ['Delay, s', 'Goes out after, s'].map((label) => editor().getByLabel(label));
    expect(await delay!.inputValue()).toBe('0.5');
    expect([await out!.inputValue(), await out!.getAttribute('placeholder')]).toEqual(['', 'mixed']);
    const follows = editor().getByLabel('What follows');
    expect(await follows.locator('option:checked').innerText()).toBe('mixed');
    await delay!.fill('1');
    await out!.fill('4');
    await press('Tab');
    await follows.selectOption(texts.cues.follows.go);
    await expect.poll(edits).toEqual(
      [{ delay: 1_000 }, { duration: 4_000 }, { follow: { on: 'go' } }].map((change) => {
        return { edit: 'changeCues', cues: ['a', 'b'], change };
      }),
    );
  });

  it('that follow after the same time show it', async () => {
    await open();
    await cue('b').click();
    await cue('d').click({ modifiers: ['Control'] });
    expect(await editor().getByLabel('What follows').locator('option:checked').innerText()).toBe('after a time');
    await editor().getByLabel('After, s', { exact: true }).fill('3');
    await press('Tab');
    const change = { follow: { on: 'time', after: 3_000 } };
    await expect.poll(edits).toEqual([{ edit: 'changeCues', cues: ['b', 'd'], change }]);
  });
});

describe('undo and redo of edits', () => {
  const rundownEdits = { undo: 'Delete 3 cues', redo: 'Change cue 2', revision: 7 };

  it('say what they would do, and go by keys in the list, and touch nothing on air', async () => {
    await open({ rundownEdits });
    const undo = page.getByRole('button', { name: 'Undo edit: Delete 3 cues' });
    expect(await undo.innerText()).toBe('Undo edit\nDelete 3 cues');
    await page.getByRole('button', { name: 'Redo edit: Change cue 2' }).waitFor();
    await press('Control+z', 'Control+Shift+z');
    const asked = () => stage.desk.asked.map(({ call, request }) => [call, request]);
    await expect.poll(asked).toEqual([
      ['undoEdit', { seen: 7 }],
      ['undoEdit', { redo: true, seen: 7 }],
    ]);
  });

  it('name the screen whose edit they would undo, if it is another one', async () => {
    for (const [by, words] of [
      ['Screen 2', 'Screen 2: Delete 3 cues'],
      ['Screen 1', 'Delete 3 cues'],
    ] as const) {
      await open({ rundownEdits: { ...rundownEdits, by } });
      const names = page.locator('.undo button').evaluateAll((all) => all.map((one) => one.ariaLabel));
      expect(await names).toEqual([`${texts.cues.undoEdit}: ${words}`, `${texts.cues.redoEdit}: Change cue 2`]);
    }
  });

  it('leave their keys to what these are mapped to', async () => {
    const undo = { key: 'Ctrl+KeyZ', action: { do: 'undo' as const, what: 'take' as const } };
    const take = { key: 'Space', action: { do: 'go' as const } };
    await open({ rundownEdits, keys: [undo, take] });
    await press('ArrowDown', 'Control+z', 'Space');
    await expect
      .poll(() => stage.desk.requests('key'))
      .toEqual([
        { key: 'Ctrl+KeyZ', repeat: false },
        { key: 'Space', repeat: false },
      ]);
    expect([stage.desk.requests('undoEdit'), await chosen()]).toEqual([[], ['1 Opener']]);
  });
});

describe('the keys of the list', () => {
  it('choose here and there with Alt and Space, all with Ctrl+A, and duplicate with Ctrl+D', async () => {
    await open();
    await press('ArrowDown', 'Alt+ArrowDown', 'Alt+ArrowDown', 'Alt+ArrowDown', 'Space');
    expect(await chosen()).toEqual(['1 Opener', '3 Clock']);
    await press('Control+d');
    await expect.poll(edits).toEqual([{ edit: 'duplicateCues', cues: ['a', 'c'] }]);
    await press('Control+a');
    expect(await chosen()).toEqual(['1 Opener', '2 Ada Lovelace', '3 Clock', '4 Close']);
  });

  it('numbers the chosen cues anew, by the form beside them', async () => {
    await open();
    await press('ArrowDown', 'Control+a');
    const form = page.getByRole('group', { name: /^Edit 4 cues/ });
    await form.getByLabel(texts.cues.firstNumber).fill('10');
    await form.getByLabel(texts.cues.numberStep).fill('5');
    await form.getByRole('button', { name: texts.cues.renumber }).click();
    await expect.poll(edits).toEqual([{ edit: 'renumberCues', cues: ['a', 'b', 'c', 'd'], first: 10, step: 5 }]);
  });

  it('bring a new cue into sight, however long the list is', async () => {
    const many = Array.from({ length: 60 }, (_, at) =>
      Cue.parse({ id: `m${at}`, number: String(at), steps: ticker() }),
    );
    const of = (cues: string[]) => [{ id: 'r', name: 'Evening', groups: [{ id: 'g', name: '', cues }] }];
    const all = many.map(({ id }) => id);
    await open({ rundowns: of(all), cues: Object.fromEntries(many.map((one) => [one.id, one])) });
    stage.desk.answers.set('editRundown', () => ['new']);
    const made = Cue.parse({ id: 'new', number: '60', name: 'Made', steps: ticker() });
    await page.getByRole('button', { name: 'Add cue', exact: true }).click();
    await expect.poll(edits).toHaveLength(1);
    stage.desk.tell({ cues: { new: made }, rundowns: of([...all, 'new']) });
    await cue('new').waitFor();
    const isInSight = () =>
      cue('new').evaluate((row) => {
        const list = row.closest('[role=listbox]')!.getBoundingClientRect();
        return row.getBoundingClientRect().bottom <= list.bottom + 1;
      });
    await expect.poll(isInSight).toBe(true);
  });

  it('copy and paste cues with all that they do, cut them, and say where there is nothing to paste', async () => {
    await open();
    await press('ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown');
    await press('Control+c', 'End', 'Control+v');
    await expect.poll(edits).toHaveLength(1);
    const [pasted] = edits() as { edit: string; group: string; cues: Record<string, unknown>[] }[];
    const { id, from, edited, ...opener } = stage.desk.view.cues.a!;
    expect([pasted?.edit, pasted?.cues[0]]).toEqual(['addCues', opener]);
    expect([id, from, edited]).toEqual(['a', undefined, undefined]);
    await press('Home', 'Control+x');
    await expect.poll(edits).toHaveLength(2);
    expect(edits().at(-1)).toEqual({ edit: 'removeCues', cues: ['a'] });
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'one word');
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }));
    });
    await page.getByRole('alert').getByText(texts.cues.nothingToPaste).waitFor();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'Number\tCue\n7\tSport');
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }));
    });
    await expect.poll(() => stage.desk.requests('checkIngest')).toHaveLength(1);
    expect(stage.desk.requests('checkIngest')[0]).toMatchObject({
      into: 'r',
      file: Buffer.from('Number\tCue\n7\tSport').toString('base64'),
    });
  });

  it('edit by a double click: the name of the cue is ready to be typed over', async () => {
    await open();
    await cue('b').dblclick();
    await page.keyboard.type('Grace');
    await press('Enter');
    await expect.poll(edits).toEqual([{ edit: 'changeCues', cues: ['b'], change: { name: 'Grace' } }]);
  });

  it('edit with Enter: the name of the cue is ready to be typed over', async () => {
    await open();
    await press('ArrowDown', 'Enter');
    await page.keyboard.type('Titles');
    await press('Enter');
    await expect.poll(edits).toEqual([{ edit: 'changeCues', cues: ['a'], change: { name: 'Titles' } }]);
  });

  it('find with Ctrl+F in what cues send and where, and go back to the list', async () => {
    await open();
    await press('Control+f');
    await page.keyboard.type('match clock');
    await expect.poll(rows).toEqual(['Group News', '3 Clock']);
    await press('Control+f');
    await page.keyboard.type('storm');
    await expect.poll(rows).toEqual(['1 Opener', 'Group News', '2 Ada Lovelace', 'Group End', '4 Close']);
    await press('Enter');
    expect(await chosen()).toEqual(['1 Opener']);
    await press('Control+f', 'Escape');
    expect(await rows()).toHaveLength(6);
  });

  it('edit nothing while the show is locked, and say so', async () => {
    await open({ lock: { locked: true, pin: false, by: '' }, rundownEdits: { undo: 'x', redo: 'y', revision: 1 } });
    await press('ArrowDown', 'Control+ArrowDown', 'Control+d', 'Control+z', 'Control+Shift+z', 'Delete', 'Enter');
    await press('ArrowDown', 'Delete', 'Delete');
    expect(await chosen()).toEqual(['Group News']);
    expect(stage.desk.asked).toEqual([]);
    expect(await page.getByRole('alert').innerText()).toContain(texts.cues.showLocked);
  });
});

describe('a drag', () => {
  it('moves cues in front of another one, and into a group by its head', async () => {
    await open();
    await cue('d').dragTo(cue('b'), { targetPosition: { x: 80, y: 5 } });
    await cue('a').dragTo(head('end'));
    await expect.poll(edits).toEqual([
      { edit: 'moveCues', cues: ['d'], group: 'news', before: 'b' },
      { edit: 'moveCues', cues: ['a'], group: 'end', before: null },
    ]);
  });

  it('moves cues behind another one by its lower half, and the mark shows where', async () => {
    await open();
    const row = (await cue('b').boundingBox())!;
    const from = (await cue('a').boundingBox())!;
    // The first move into a row enters it, and the second is over it.
    const over = async (...places: number[]): Promise<void> => {
      for (const y of places) await page.mouse.move(row.x + 80, row.y + y);
    };
    await page.mouse.move(from.x + 80, from.y + 10);
    await page.mouse.down();
    await over(3, 4, 5);
    await expect.poll(() => cue('b').getAttribute('data-over')).toBe('before');
    await over(row.height - 8, row.height - 7, row.height - 6);
    await expect.poll(() => cue('b').getAttribute('data-over')).toBe('after');
    await page.mouse.up();
    await expect.poll(edits).toEqual([{ edit: 'moveCues', cues: ['a'], group: 'news', before: 'c' }]);
  });

  it('moves nothing while the show is locked', async () => {
    await open({ lock: { locked: true, pin: false, by: '' } });
    await cue('d').dragTo(cue('b'));
    expect(edits()).toEqual([]);
  });
});

describe('the buttons under the list', () => {
  it('leave the focus in the list while it waits for the cues that were added', async () => {
    await open();
    stage.desk.answers.set('editRundown', () => ['later']);
    await cue('b').click();
    const duplicate = page.getByRole('button', { name: 'Duplicate' });
    await duplicate.press('Enter');
    await expect.poll(() => duplicate.isDisabled()).toBe(true);
    const isInList = () => document.activeElement?.closest('[role="listbox"]') !== null;
    await expect.poll(() => page.evaluate(isInList)).toBe(true);
  });

  it('duplicate, add a group, and loop the rundown and a group', async () => {
    await open();
    await page.getByRole('region', { name: 'Rundown', exact: true }).getByLabel('Loop').press('Space');
    await head('end').click();
    await editor().getByLabel('Loop').press('Space');
    await editor().getByLabel('Disabled').press('Space');
    await cue('b').click();
    await page.getByRole('button', { name: 'Duplicate' }).press('Enter');
    // Last, because keys wait for the field of the new group.
    await page.getByRole('button', { name: 'Add group' }).press('Enter');
    await expect.poll(edits).toEqual([
      { edit: 'changeRundown', rundown: 'r', change: { loop: true } },
      { edit: 'changeGroup', group: 'end', change: { loop: true } },
      { edit: 'changeGroup', group: 'end', change: { disabled: true } },
      { edit: 'duplicateCues', cues: ['b'] },
      { edit: 'addGroup', rundown: 'r', before: null, change: { name: 'Group' } },
    ]);
  });
});

describe('a locked show', () => {
  const lock = (): void => stage.desk.tell({ lock: { locked: true, pin: false, by: 'Ada' } });

  it('moves nothing in the editor of a cue, and its fields look read-only', async () => {
    await open();
    await cue('b').click();
    const name = editor().getByLabel('Name', { exact: true });
    const ground = () => name.evaluate((field) => getComputedStyle(field).backgroundColor);
    const preview = editor().getByRole('button', { name: /^Preview/ });
    const places = () => Promise.all([name, preview].map((one) => one.boundingBox()));
    const [before, editable] = [await places(), await ground()];
    lock();
    await editor().getByTitle(texts.cues.showLocked).waitFor();
    expect(await places()).toEqual(before);
    expect(await ground()).not.toBe(editable);
  });

  it('gives the room of the edit buttons to the list, which stays scrolled, and moves no Go', async () => {
    const many = Array.from({ length: 60 }, (_, at) =>
      Cue.parse({ id: `m${at}`, number: String(at), steps: ticker() }),
    );
    await open({
      rundowns: [{ id: 'r', name: 'Evening', groups: [{ id: 'g', name: '', cues: many.map(({ id }) => id) }] }],
      cues: Object.fromEntries(many.map((one) => [one.id, one])),
    });
    await list().evaluate((rows) => (rows.scrollTop = 520));
    const go = page.getByRole('region', { name: 'Go', exact: true });
    const places = () => go.getByRole('button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    const height = async () => (await list().boundingBox())!.height;
    const before = { places: await places(), height: await height() };
    lock();
    await page.getByRole('button', { name: 'Rename', exact: true }).waitFor({ state: 'detached' });
    expect(await height()).toBeGreaterThan(before.height + 40);
    expect(await list().evaluate((rows) => rows.scrollTop)).toBe(520);
    expect(await places()).toEqual(before.places);
    expect(await page.getByRole('button', { name: 'Show file…' }).isVisible()).toBe(true);
  });
});

describe('a cue of a show with several app instances', () => {
  it('says which one each sub-composition is of, and offers those of each apart', async () => {
    ({ page } = await stage.page(undefined, (view) => ({
      ...twoApps(view),
      rundowns: [{ id: 'r', name: 'Evening', groups: [{ id: 'g', name: '', cues: ['a'] }] }],
      activeRundown: 'r',
      cues,
    })));
    stage.desk.answers.set('editRundown', () => []);
    await page.getByRole('button', { name: 'Rundown', exact: true }).click();
    await page.getByRole('option', { name: /^1 Opener/ }).click();
    const editor = page.getByRole('region', { name: 'Cue', exact: true });
    expect(await editor.getByRole('group').filter({ hasText: 'Ticker' }).locator('legend').innerText()).toMatch(
      /^Ticker\s*Evening News$/,
    );
    const add = editor.getByLabel('Add a graphic');
    const groups = await add
      .locator('optgroup')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptGroupElement).label));
    expect(groups).toEqual(['Evening News', 'Sport']);
    await add.locator('optgroup').last().locator('option', { hasText: 'League Table' }).waitFor({ state: 'attached' });
    await add.selectOption(sport.table);
    await expect
      .poll(() => JSON.stringify(stage.desk.requests('editRundown')))
      .toContain(`"subComposition":"${sport.table}"`);
  });
});
