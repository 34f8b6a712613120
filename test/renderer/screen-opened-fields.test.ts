import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Cue } from '../../contract/desk-api/cue.ts';
import type { DeskChange, DeskView } from '../../contract/desk-api/desk-api.ts';
import { OverlayError } from '../../contract/errors.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { ids } from '../kit/service/evening-news.ts';
import { answersOfAll, withEverything } from '../kit/screens/full-desk.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';
import { ScriptedWorkshop } from '../kit/screens/scripted-workshop.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

/** Every character of `typed` is the key of something that changes the air; so is F2, which fires from text too. */
const typed = 'Bo g 1';

/** A way to a state of the screen: the buttons to press, by name and place among those of that name. */
type Way = { name: string; at: number }[];

const idOf = ({ name, at }: Way[number]): string => `${name} ${at}`;
const inWords = (way: Way): string => way.map(({ name }) => name).join(' > ');

/** What the screen offers: its buttons, and what tells one state of it from another. */
async function offered(): Promise<{ buttons: Way; state: string }> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('button, summary')].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert], nav'),
    );
    const nameOf = (one: Element): string => (one.getAttribute('aria-label') ?? one.textContent).trim();
    const names = shown.map(nameOf);
    const isIdle = (one: Element): boolean =>
      one.matches(':disabled, [aria-disabled=true], [tabindex="-1"], .help *, #help-sheet *');
    const buttons = shown.flatMap((one, at) =>
      isIdle(one)
        ? []
        : [{ name: names[at] ?? '', at: names.slice(0, at).filter((name) => name === names[at]).length }],
    );
    const fields = document.querySelectorAll('input, textarea, select').length;
    return { buttons, state: [...names, fields].join('\n') };
  });
}

/** Presses a button as a mouse does, and returns the names of the text fields that appear. */
async function press({ name, at }: Way[number]): Promise<string[]> {
  return page.evaluate(
    async ([wanted, place]) => {
      const fields = (): HTMLElement[] =>
        [...document.querySelectorAll<HTMLElement>('input, textarea')].filter(
          (one) =>
            one.checkVisibility({ visibilityProperty: true }) &&
            !one.matches('[type=checkbox], [type=radio], [type=range], [type=color], [type=file]'),
        );
      const before = new Set(fields());
      const button = [...document.querySelectorAll<HTMLElement>('button, summary')].filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) &&
          !one.closest('[inert], nav') &&
          (one.getAttribute('aria-label') ?? one.textContent).trim() === wanted,
      )[place];
      button?.focus();
      button?.click();
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 20));
      return fields()
        .filter((one) => !before.has(one))
        .map((one) => one.getAttribute('aria-label') ?? one.closest('label')?.textContent.trim() ?? one.outerHTML);
    },
    [name, at] as const,
  );
}

const fired = (): unknown[] =>
  stage.desk.asked.filter(({ call }) => call === 'key' || call === 'take' || call === 'go' || call === 'fire');

/** Shows a page of the screen as it is at first, with something chosen in it. */
async function start(where: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#${where}`);
  await page.reload();
  const first = { rundown: '[data-cue="a"]', data: '[role=option]', workshop: '.workshop li button' }[where];
  if (first !== undefined) await page.locator(first).first().click();
  else await page.getByRole('treeitem', { name: /^Lower Third/ }).click();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
}

/** Presses every button of the state at the end of `way`, and then what each of them brings. Returns what opened. */
async function walk(where: string, way: Way, known: readonly string[]): Promise<string[]> {
  const begin = async (): Promise<{ buttons: Way; state: string }> => {
    await start(where);
    for (const button of way) await press(button);
    return offered();
  };
  const opened: string[] = [];
  const began = await begin();
  const here = [...known, ...began.buttons.map(idOf)];
  for (const button of began.buttons) {
    if (known.includes(idOf(button))) continue;
    const fields = await press(button);
    const after = await offered();
    if (fields.length > 0) {
      const before = fired().length;
      await page.keyboard.type(typed);
      const name = inWords([...way, button]);
      opened.push(name);
      expect(fired().slice(before), name).toEqual([]);
    }
    if (after.state === began.state && fields.length === 0) continue;
    const brings = after.buttons.some((one) => !here.includes(idOf(one)));
    // No key fires in the workshop, so its own parts are not walked.
    if (brings && way.length < (where === 'workshop' ? 0 : 2))
      opened.push(...(await walk(where, [...way, button], here)));
    await begin();
  }
  return opened;
}

it.each([
  ['', ['Settings', 'Settings > Add a client', 'Looks > Save a look', 'Fields of data', 'Sign on', 'Search log']],
  ['rundown', ['Rename', 'Add step']],
  ['data', ['Add source']],
  ['workshop', ['Revisions']],
])('types into the field that a press on the page "%s" opens, and fires nothing', async (where, some) => {
  ({ page } = await stage.page(undefined, withEverything));
  stage.desk.service = new ScriptedWorkshop().answer;
  for (const [call, answer] of Object.entries(answersOfAll)) stage.desk.answers.set(call, () => answer);
  // What every page has is walked once.
  await start('');
  const known = where === '' ? [] : (await offered()).buttons.map(idOf);
  const opened = await walk(where, [], known);
  // On a busy machine an answer, and the field that it opens, may come after the walk has gone on.
  if (!some.every((name) => opened.includes(name))) opened.push(...(await walk(where, [], known)));
  expect(opened).toEqual(expect.arrayContaining(some));
});

it('closes a field by Escape without what was typed, and gives the focus back', async () => {
  ({ page } = await stage.page(undefined, withEverything));
  await start('rundown');
  const rename = page.getByRole('button', { name: 'Rename' });
  await rename.click();
  await page.keyboard.type(typed);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Rundown', exact: true }).waitFor();
  expect(await rename.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(stage.desk.requests('editRundown')).toEqual([]);
});

it('goes back into the field of a form that is open already, when its button is pressed again', async () => {
  ({ page } = await stage.page(undefined, withEverything));
  await start('data');
  const button = page.getByRole('button', { name: texts.data.addSource });
  for (let time = 0; time < 2; time += 1) {
    await button.click();
    await page.keyboard.type(typed);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(typed);
    await page.keyboard.press('Escape');
  }
  expect(fired()).toEqual([]);
});

it('shows a new group although a search hides what does not match, and opens its name', async () => {
  ({ page } = await stage.page(undefined, withEverything));
  await start('rundown');
  const { rundowns } = stage.desk.view;
  stage.desk.answers.set('editRundown', () => {
    const [one] = rundowns;
    const groups = [...one!.groups, { id: 'h', name: 'Group', cues: [] }];
    stage.desk.tell({ rundowns: [{ ...one!, groups }] });
    return ['h'];
  });
  await page.getByLabel(texts.cues.findCues, { exact: true }).fill('zz9');
  await page.getByRole('button', { name: texts.cues.addGroup, exact: true }).click();
  const name = page.getByLabel(texts.cues.groupName, { exact: true });
  const hasCursor = () => name.evaluate((field) => field === document.activeElement);
  await expect.poll(hasCursor).toBe(true);
  await page.keyboard.type(typed);
  expect(fired()).toEqual([]);
  // It opens once: a key that is meant for the show must not rename it.
  for (const tab of ['Show', 'Rundown']) await page.getByRole('button', { name: tab, exact: true }).click();
  await name.waitFor();
  expect(await hasCursor()).toBe(false);
});

/** Buttons whose field opens only after the desk has answered: the call, and what the desk changes and answers. */
const later = [
  {
    where: 'rundown',
    name: 'Add cue',
    call: 'editRundown',
    field: 'Name',
    change: (): DeskChange => ({
      cues: {
        b: Cue.parse({
          id: 'b',
          number: '2',
          name: 'Lower Third',
          steps: [{ targets: [{ subComposition: ids.ticker, name: 'Ticker', state: 'In' }] }],
        }),
      },
      rundowns: [{ id: 'r', name: 'Evening', groups: [{ id: 'g', name: 'News', cues: ['a', 'b'] }] }],
    }),
    answer: ['b'],
  },
  {
    where: 'rundown',
    name: texts.cues.new,
    call: 'editRundown',
    field: texts.cues.rundownName,
    change: ({ rundowns }: DeskView): DeskChange => ({
      rundowns: [...rundowns, { id: 'n', name: 'Rundown 2', groups: [{ id: 'm', name: '', cues: [] }] }],
    }),
    answer: ['n'],
  },
  {
    where: 'rundown',
    name: texts.cues.addGroup,
    call: 'editRundown',
    field: texts.cues.groupName,
    change: ({ rundowns }: DeskView): DeskChange => ({
      rundowns: rundowns.map((one) => ({ ...one, groups: [...one.groups, { id: 'h', name: 'Group', cues: [] }] })),
    }),
    answer: ['h'],
  },
  {
    where: '',
    name: texts.data.linkData,
    call: 'editSources',
    field: 'Row by number',
    change: ({ dataLinks, linkViews }: DeskView): DeskChange => ({
      dataLinks: [...dataLinks, { ...dataLinks[0]!, subComposition: ids.ticker, name: 'Ticker' }],
      linkViews: { [ids.ticker]: linkViews[ids.lowerThird]! },
    }),
    answer: null,
  },
];

it('types into the field that a choice in a list opens, before the desk has answered, and fires nothing', async () => {
  ({ page } = await stage.page(undefined, withEverything));
  await start('rundown');
  const answer = Promise.withResolvers();
  stage.desk.answers.set('editRundown', () => answer.promise);
  const follows = page.getByLabel(texts.cues.whatFollows);
  await follows.focus();
  await follows.selectOption(texts.cues.follows.time);
  await page.keyboard.type('7');
  expect([
    fired(),
    await page.getByLabel(texts.cues.inSeconds(texts.cues.after), { exact: true }).inputValue(),
  ]).toEqual([[], '7']);
  answer.resolve([]);
});

it('a field that its hand has left gives no focus to the button that opened it', async () => {
  ({ page } = await stage.page(undefined, withEverything));
  await start('rundown');
  const [add] = later;
  stage.desk.answers.set('editRundown', () => add?.answer);
  const { rundowns } = stage.desk.view;
  stage.desk.tell(add!.change(stage.desk.view));
  await page.getByRole('button', { name: 'Add cue', exact: true }).click();
  const name = page.getByLabel('Name', { exact: true });
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('listbox').evaluate((list) => list === document.activeElement)).toBe(true);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  stage.desk.tell({ rundowns });
  await name.waitFor({ state: 'detached' });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80))).not.toContain('<button');
});

describe.each(later)('$name, whose field opens after the answer of the desk', (button) => {
  let answer: PromiseWithResolvers<unknown>;
  beforeEach(async () => {
    ({ page } = await stage.page(undefined, withEverything));
    await start(button.where);
    if (button.where === '') await page.getByRole('treeitem', { name: 'Ticker' }).click();
    answer = Promise.withResolvers();
    // A busy browser may ask only after the answer is refused.
    answer.promise.catch(() => undefined);
    stage.desk.answers.set(button.call, () => answer.promise);
    await page.getByRole('button', { name: button.name, exact: true }).click();
    await page.keyboard.type(`${typed}\n`);
  });
  const states = () => page.getByRole('button', { name: /, keyboard$/ }).innerText();
  const hasFocus = () =>
    page.getByLabel(button.field, { exact: true }).evaluate((field) => field === document.activeElement);

  it.each(['before', 'after'])(
    'fires nothing that is typed until then, with the change %s the answer',
    async (order) => {
      const change = (): void => stage.desk.tell(button.change(stage.desk.view));
      if (order === 'before') change();
      answer.resolve(button.answer);
      if (order === 'after') {
        await page.keyboard.type(typed);
        change();
      }
      await expect.poll(hasFocus).toBe(true);
      await page.keyboard.type(typed);
      await page.keyboard.press('F2');
      await expect.poll(fired).toEqual([{ call: 'key', request: { key: 'F2', repeat: false } }]);
      expect(stage.desk.requests(button.call)).toHaveLength(1);
    },
  );

  it('arms the keys again after a refusal', async () => {
    answer.reject(new OverlayError('call-invalid', 'Refused.'));
    await expect.poll(states).toBe('ARMED');
    expect(fired()).toEqual([]);
    await page.keyboard.press('g');
    await expect.poll(fired).toEqual([{ call: 'key', request: { key: 'KeyG', repeat: false } }]);
  });
});
