import { texts as deskTexts } from '../../contract/texts/texts.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { errorTable } from '../../contract/errors.ts';
import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Cue, type CueView, type WrittenCue } from '../../contract/desk-api/cue.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import type { CheckedIngest, IngestFile } from '../../contract/desk-api/ingest.ts';
import { OverlayError } from '../../contract/errors.ts';
import { ids } from '../kit/service/evening-news.ts';
import { afterDoubleClick } from '../kit/screens/keyboard.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());
afterEach(() => stage.returnDesk());

const takesIn = (id: string, name: string): WrittenCue['steps'] => [
  { targets: [{ subComposition: id, name, state: 'In' }] },
];
const cues: Record<string, Cue> = Object.fromEntries(
  [
    { id: 'a', number: '1', name: 'Opener', steps: takesIn(ids.title, 'Full-frame Title') },
    {
      id: 'b',
      number: '2',
      name: 'Ada Lovelace',
      steps: takesIn(ids.lowerThird, 'Lower Third'),
      color: 'blue' as const,
    },
    { id: 'c', number: '2.5', steps: takesIn(ids.ticker, 'Ticker'), guarded: true as const },
  ].map((cue) => [cue.id, Cue.parse(cue)]),
);
const onAir: CueView = { state: 'ON AIR', onAir: 'yes', due: null, reason: '' };

/** The evening news with a rundown of three cues: the first is on air, the second is next. */
function withRundown(view: DeskView, more: Partial<DeskView> = {}): DeskView {
  return {
    ...view,
    rundowns: [{ id: 'r', name: 'Evening', groups: [{ id: 'g', name: '', cues: Object.keys(cues) }] }],
    activeRundown: 'r',
    positions: { r: { next: { cue: 'b', step: 0 }, fired: null, hold: false, marked: [] } },
    cues,
    cueViews: { a: onAir, b: { ...onAir, state: 'NEXT', onAir: 'no' } },
    keys: [...view.keys, { key: 'KeyG', action: { do: 'go' } }],
    ...more,
  };
}

async function open(more: Partial<DeskView> = {}): Promise<void> {
  ({ page } = await stage.page(undefined, (view) => withRundown(view, more)));
  stage.desk.answers.set('editRundown', () => []);
  await page.getByRole('button', { name: 'Rundown', exact: true }).click();
  await list().waitFor();
}

const list = (): Locator => page.getByRole('listbox', { name: 'Cues' });
const rows = (): Promise<string[]> =>
  list()
    .getByRole('option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
const cue = (id: string): Locator => page.locator(`[data-cue="${id}"]`);
const editor = (): Locator => page.getByRole('region', { name: 'Cue', exact: true });
const button = (name: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Go', exact: true }).getByRole('button', { name });

describe('the rundown', () => {
  it('deletes a whole rundown at the second press, by keyboard', async () => {
    await open();
    await page.getByRole('button', { name: 'Delete rundown' }).press('Enter');
    expect(stage.desk.requests('editRundown')).toEqual([]);
    await afterDoubleClick();
    await page.getByRole('button', { name: texts.cues.deleteRundownAsk('Evening') }).press('Enter');
    await expect.poll(() => stage.desk.requests('editRundown')).toEqual([{ edit: 'removeRundown', rundown: 'r' }]);
  });

  it('goes with what the operator sees as next, by button and by key', async () => {
    await open();
    await button(/^Go:/).click();
    await expect.poll(() => stage.desk.requests('go')).toEqual([{ rundown: 'r', next: { cue: 'b', step: 0 } }]);
    await page.keyboard.press('KeyG');
    await expect.poll(() => stage.desk.requests('key')).toEqual([{ key: 'KeyG', repeat: false }]);
  });

  it('marks all the chosen cues', async () => {
    await open();
    await cue('a').click();
    await cue('b').click({ modifiers: ['Control'] });
    await button(/^Mark /).click();
    await expect
      .poll(() => stage.desk.requests('markCue'))
      .toEqual([
        { cue: 'a', marked: true },
        { cue: 'b', marked: true },
      ]);
  });

  it('has every move, and what is done with the chosen cue', async () => {
    await open();
    await cue('a').click();
    for (const name of ['Back:', 'Skip:', 'To the top:', 'Hold:', 'Next: 1', 'Fire 1', 'End 1', 'Mark 1']) {
      await button(new RegExp(`^${name}`)).click();
    }
    await page.getByLabel(texts.cues.goToNumber).fill('2,5');
    await page.keyboard.press('Enter');
    const pressed = () => stage.desk.asked.map(({ call, request }) => [call, request]);
    await expect.poll(pressed).toEqual([
      ['skip', { rundown: 'r', by: -1 }],
      ['skip', { rundown: 'r', by: 1 }],
      ['rewind', { rundown: 'r' }],
      ['hold', { rundown: 'r', hold: true }],
      ['setNext', { cue: 'a' }],
      ['fireCue', { cue: 'a' }],
      ['endCue', { cue: 'a' }],
      ['markCue', { cue: 'a', marked: true }],
      ['jumpTo', { rundown: 'r', number: '2.5' }],
    ]);
  });

  it('sends the edits of a cue on air only by an update', async () => {
    await open({ cueViews: { a: { ...onAir, edited: true }, b: { ...onAir, state: 'NEXT', onAir: 'no' } } });
    await cue('b').click();
    expect(await button(/^Update 2/).getAttribute('aria-disabled')).toBe('true');
    await cue('a').click();
    await button(/^Update 1/).click();
    await expect.poll(() => stage.desk.requests('updateCue')).toEqual([{ cue: 'a' }]);
  });

  it('names the cue of a press where several are chosen', async () => {
    await open();
    await cue('b').click();
    await cue('a').click({ modifiers: ['Control'] });
    for (const name of [/^Fire 1/, /^End 1/, /^Update 1/]) {
      expect(await button(name).innerText()).toMatch(/ 1$/);
    }
    await button(/^Fire 1/).click();
    await expect.poll(() => stage.desk.requests('fireCue')).toEqual([{ cue: 'a' }]);
  });

  it('is edited by nobody while the show is locked, and still played', async () => {
    await open();
    stage.desk.answers.set('lockShow', () => {
      stage.desk.tell({ lock: { locked: true, pin: true, by: 'Ada' } });
      return null;
    });
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await page.keyboard.type('12345');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'LOCKED' }).waitFor();
    await expect.poll(() => stage.desk.requests('lockShow')).toEqual([{ pin: '12345' }]);
    await cue('a').click();
    await editor().getByTitle(texts.cues.showLocked).getByText(texts.lock.lockedMark).waitFor();
    for (const name of ['Add cue', 'Delete', 'Add group', 'Rename', 'New']) {
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
    }
    expect(await editor().getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
    await button(/^Go:/).click();
    await expect.poll(() => stage.desk.requests('go')).toHaveLength(1);

    stage.desk.answers.set('unlockShow', () => {
      throw new OverlayError('pin-wrong');
    });
    await page.getByRole('button', { name: 'LOCKED' }).click();
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await page.getByText(errorTable['pin-wrong'].operator).waitFor();
  });

  it('says first that a cue is guarded, and all of a long line in its title', async () => {
    const notes = 'Only after the anthem.';
    await open({ cues: { ...cues, c: Cue.parse({ ...cues.c, notes, disabled: true }) } });
    const line = cue('c').locator('.more');
    expect(await line.innerText()).toBe('guarded · disabled · Ticker');
    expect(await line.getAttribute('title')).toBe(`guarded · disabled · Ticker\n${notes}`);
  });

  it('has an editor whose head keeps its room beside a long name', async () => {
    const name = 'Ada Lovelace and all her guests of the evening, with the weather';
    await open({ cues: { ...cues, a: Cue.parse({ ...cues.a, name }) } });
    await page.setViewportSize({ width: 1280, height: 720 });
    await cue('a').click();
    const pane = (await editor().boundingBox())!;
    const preview = (await editor()
      .getByRole('button', { name: /^Preview/ })
      .boundingBox())!;
    expect(pane.x + pane.width - preview.x - preview.width).toBe(14);
  });

  it('makes only the rows in sight of two thousand cues, and goes to its end', async () => {
    const many = Array.from({ length: 2_000 }, (_, at) =>
      Cue.parse({ id: `m${at}`, number: String(at), steps: [{ targets: [] }] }),
    );
    await open({
      rundowns: [{ id: 'r', name: 'Long', groups: [{ id: 'g', name: '', cues: many.map(({ id }) => id) }] }],
      cues: Object.fromEntries(many.map((one) => [one.id, one])),
      cueViews: {},
      positions: { r: { next: { cue: 'm0', step: 0 }, fired: null, hold: false, marked: [] } },
    });
    expect((await rows()).length).toBeLessThan(60);
    await list().focus();
    await page.keyboard.press('End');
    await cue('m1999').waitFor();
    expect(await cue('m1999').getAttribute('aria-selected')).toBe('true');
  });
});

describe('the editor of a cue', () => {
  it('changes its name, its times and what it does', async () => {
    await open();
    await cue('b').click();
    await editor().getByLabel('Name', { exact: true }).fill('Grace Hopper');
    await editor().getByLabel('Delay, s').fill('1.5');
    await page.keyboard.press('Tab');
    await editor().getByLabel('Set a field of Lower Third').selectOption('line1');
    const step = cues.b!.steps[0]!;
    const [target] = step.targets;
    await expect
      .poll(() => stage.desk.requests('editRundown'))
      .toEqual([
        { edit: 'changeCues', cues: ['b'], change: { name: 'Grace Hopper' } },
        { edit: 'changeCues', cues: ['b'], change: { steps: [{ ...step, delay: 1_500 }] } },
        // What is staged in the show comes first.
        {
          edit: 'changeCues',
          cues: ['b'],
          change: { steps: [{ ...step, delay: 1_500, targets: [{ ...target, values: { line1: 'Grace Hopper' } }] }] },
        },
      ]);
  });

  it('sets a timer to a typed time, and takes a value back to its first one', async () => {
    const target = (more: object) => ({ subComposition: ids.clock, name: 'Match Clock', ...more });
    const clock = Cue.parse({ ...cues.c, steps: [{ targets: [target({ commands: { time: 'start' } })] }] });
    const ticker = Cue.parse({
      ...cues.b,
      steps: [{ targets: [{ subComposition: ids.ticker, name: 'Ticker', values: { speed: '7' } }] }],
    });
    await open({ cues: { ...cues, b: ticker, c: clock } });
    const asked = () => stage.desk.requests('editRundown').at(-1);
    await cue('c').click();
    await editor().getByLabel('Set Match time to').fill('45:00');
    await editor().getByLabel('Set Match time to').press('Tab');
    const runsFrom = { values: { time: '45:00' }, commands: { time: 'play' } };
    await expect.poll(asked).toMatchObject({ cues: ['c'], change: { steps: [{ targets: [runsFrom] }] } });
    await cue('b').click();
    await editor().getByRole('button', { name: 'Reset Speed' }).click();
    await expect
      .poll(asked)
      .toMatchObject({ cues: ['b'], change: { steps: [{ targets: [{ values: { speed: '1.5' } }] }] } });
  });

  it('stores what was typed in the cue that it was typed for, also where another one is chosen at once', async () => {
    const speed = Cue.parse({
      ...cues.c,
      steps: [{ targets: [{ ...cues.c!.steps[0]!.targets[0]!, values: { speed: '1' } }] }],
    });
    await open({ cues: { ...cues, c: speed } });
    await cue('c').click();
    await editor().getByLabel('Speed', { exact: true }).fill('7');
    await cue('a').click();
    await editor().getByText('Full-frame Title').waitFor();
    await expect
      .poll(() => stage.desk.requests('editRundown'))
      .toMatchObject([{ cues: ['c'], change: { steps: [{ targets: [{ name: 'Ticker', values: { speed: '7' } }] }] } }]);
  });

  it('starts each edit from the one before, though the desk has not answered', async () => {
    await open();
    const answer = Promise.withResolvers<string[]>();
    stage.desk.answers.set('editRundown', () => answer.promise);
    await cue('b').click();
    await editor().getByLabel('Delay, s').fill('1.5');
    await page.keyboard.press('Tab');
    await editor().getByLabel('Goes out after, s').fill('2');
    await page.keyboard.press('Tab');
    await expect
      .poll(() => stage.desk.requests('editRundown').at(-1))
      .toMatchObject({ change: { steps: [{ delay: 1_500, duration: 2_000 }] } });
    answer.resolve([]);
  });

  it('edits several alike', async () => {
    await open();
    await cue('a').click();
    await cue('c').click({ modifiers: ['Shift'] });
    await editor().getByLabel('Color').selectOption('red');
    await expect
      .poll(() => stage.desk.requests('editRundown'))
      .toEqual([{ edit: 'changeCues', cues: ['a', 'b', 'c'], change: { color: 'red' } }]);
  });

  it('guards and disables, by keyboard, one or several: those that differ become alike', async () => {
    await open({ cues: { ...cues, b: Cue.parse({ ...cues.b, guarded: true, disabled: true }) } });
    await cue('a').click();
    await cue('b').click({ modifiers: ['Shift'] });
    const [guarded, disabled] = [/^Guarded/, 'Disabled'].map((name) => editor().getByLabel(name));
    await guarded!.press('Space');
    await cue('b').click();
    await disabled!.press('Space');
    await expect
      .poll(() => stage.desk.requests('editRundown'))
      .toEqual([
        { edit: 'changeCues', cues: ['a', 'b'], change: { guarded: true } },
        { edit: 'changeCues', cues: ['b'], change: { disabled: false } },
      ]);
  });

  it('keeps a value that the field does not take, and says why', async () => {
    const speed = {
      ...cues.c!,
      steps: [{ ...cues.c!.steps[0]!, targets: [{ ...cues.c!.steps[0]!.targets[0]!, values: { speed: '1.5' } }] }],
    };
    await open({ cues: { ...cues, c: speed } });
    await cue('c').click();
    await editor().getByText('0 to 10, step 0.1', { exact: true }).waitFor();
    await editor().getByLabel('Speed', { exact: true }).fill('99');
    await editor().getByText('Not accepted: expected a number from 0 to 10').waitFor();
    await editor().getByLabel('Speed', { exact: true }).fill('7');
    await editor().getByText(texts.cues.notStored).waitFor();
    expect(stage.desk.requests('editRundown')).toEqual([]);
    await editor().getByLabel('Speed', { exact: true }).press('Enter');
    await expect.poll(() => stage.desk.requests('editRundown').length).toBe(1);
  });
});

describe('an edit of the rundown', () => {
  it('adds a cue after the chosen one, with what is selected and staged in the show', async () => {
    await open();
    await cue('a').click();
    await page.getByRole('button', { name: 'Add cue' }).click();
    await expect
      .poll(() => stage.desk.requests('editRundown'))
      .toMatchObject([
        {
          edit: 'addCues',
          group: 'g',
          before: 'b',
          cues: [
            {
              number: '3',
              name: 'Lower Third',
              steps: [{ targets: [{ state: 'In', values: { line1: 'Grace Hopper' } }] }],
            },
          ],
        },
      ]);
  });

  it('takes no words that another screen has not finished: of a new cue, a new graphic and a field that is set', async () => {
    await open();
    await cue('b').click();
    const editors = [{ hand: 'Screen 9', field: 'line1', words: true }];
    stage.desk.tellSub(ids.lowerThird, { staged: { line1: 'Mayor of Nort', line2: 'Whole' }, editors });
    stage.desk.tellSub(ids.title, { staged: { strap: 'Half a wo' }, editors: [{ ...editors[0]!, field: 'strap' }] });
    const made = async (press: () => Promise<unknown>): Promise<string> => {
      const before = stage.desk.requests('editRundown').length;
      await press();
      await expect.poll(() => stage.desk.requests('editRundown').length).toBe(before + 1);
      return JSON.stringify(stage.desk.requests('editRundown').at(-1));
    };
    expect(await made(() => page.getByRole('button', { name: 'Add cue' }).click())).toMatch(
      /"values":\{"line2":"Whole"\}/,
    );
    await cue('b').click();
    expect(
      await made(() => editor().getByLabel(texts.cues.addSubComposition).selectOption({ label: 'Full-frame Title' })),
    ).not.toContain('Half a wo');
  });

  it('goes on in its list after a notice is dismissed by the mouse', async () => {
    await open({ notices: [{ id: 'n', stays: true, text: 'Read this.' }] });
    await cue('b').click();
    const strip = page.getByRole('status', { name: texts.header.notices });
    await strip.getByRole('button').and(page.locator('[aria-disabled=false]')).click();
    await expect.poll(() => stage.desk.requests('dismissNotice')).toHaveLength(1);
    stage.desk.tell({ notices: [] });
    await strip.waitFor({ state: 'detached' });
    expect(await list().evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('moves and deletes by the keyboard', async () => {
    await open();
    await cue('a').click();
    await list().focus();
    await page.keyboard.press('Control+ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await expect
      .poll(() => stage.desk.requests('editRundown'))
      .toEqual([
        { edit: 'moveCues', cues: ['a'], group: 'g', before: 'c' },
        { edit: 'removeCues', cues: ['b'] },
      ]);
  });

  it('may be a whole file, which is shown before it is imported', async () => {
    await open();
    const wrong: CheckedIngest = {
      home: null,
      added: 7,
      changed: 0,
      same: 0,
      removed: 0,
      removes: [],
      kept: [],
      edited: [],
      renumbered: [{ cue: '4 Guest', number: '4.1' }],
      moreProblems: 0,
      columns: [
        { name: 'no', as: 'Number', values: ['1', '2', '3'], more: 4 },
        { name: 'what', as: '', values: ['Opener'], more: 0 },
      ],
      problems: [{ row: 3, text: deskTexts.ingest.noGraphic('Nobody') }],
      sample: [{ cue: '1 Opener', does: 'Title In' }],
      names: {},
      choices: [{ name: 'cue', as: 'Name' }],
    };
    let report = wrong;
    stage.desk.answers.set('checkIngest', () => report);
    stage.desk.answers.set('ingest', () => ({ rundown: 'r', report }));
    const pick = async (): Promise<void> => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import…' }).press('Enter');
      const file = { name: 'evening.csv', mimeType: 'text/csv', buffer: Buffer.from('no,what\n') };
      await (await chooser).setFiles(file);
    };
    await pick();
    const dialog = page.getByRole('dialog', { name: 'Import evening.csv' });
    await dialog.getByText('1 problem. Nothing can be imported.').waitFor();
    await dialog.getByText('your cues, which get new ones: 4 Guest (4.1).').waitFor();
    const text = await dialog.innerText();
    for (const part of ['Row 3', 'called Nobody', '1 · 2 · 3 and 4 more', 'not used', '1 Opener', 'and 6 more'])
      expect(text).toContain(part);
    expect(await dialog.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');

    report = { ...wrong, problems: [] };
    const read = Promise.withResolvers<null>();
    stage.desk.answers.set('checkIngest', () => read.promise.then(() => report));
    await pick();
    await dialog.waitFor();
    // Until the file is read, no key works what lies behind the dialog.
    expect(await dialog.evaluate((one) => one === document.activeElement)).toBe(true);
    read.resolve(null);
    await dialog.getByText('7 new.').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('Import');
    stage.desk.answers.set('checkIngest', (asked) => ({ ...report, names: (asked as IngestFile).columns ?? {} }));
    await dialog.getByLabel('Into').selectOption('Evening');
    await dialog.getByLabel('What the column what is').selectOption('Name');
    await dialog.getByLabel('What the column no is').selectOption('Leave out');
    await dialog.getByText('7 new.').waitFor();
    // The choices stay with the file.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await pick();
    await dialog.getByLabel('Into').selectOption('Evening');
    await dialog.getByText('7 new.').waitFor();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.waitFor({ state: 'detached' });
    const asked = { name: 'evening.csv', file: btoa('no,what\n'), into: 'r', columns: { what: 'cue', no: '' } };
    await expect.poll(() => stage.desk.requests('ingest')).toEqual([asked]);
  });

  it('goes into the rundown that has its cues, whichever is shown, unless the operator chooses another', async () => {
    const elsewhere = { id: 'late', name: 'Late', groups: [{ id: 'l', name: '', cues: [] }] };
    const here = { id: 'r', name: 'Evening', groups: [{ id: 'g', name: '', cues: Object.keys(cues) }] };
    await open({ rundowns: [here, elsewhere] });
    const report: CheckedIngest = {
      added: 0,
      changed: 1,
      same: 6,
      removed: 0,
      removes: [],
      kept: [],
      edited: [],
      renumbered: [],
      moreProblems: 0,
      columns: [],
      sample: [],
      problems: [],
      home: 'late',
      names: {},
      choices: [],
    };
    stage.desk.answers.set('checkIngest', () => report);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import…' }).press('Enter');
    const file = { name: 'late.csv', mimeType: 'text/csv', buffer: Buffer.from('no\n') };
    await (await chooser).setFiles(file);
    const dialog = page.getByRole('dialog', { name: 'Import late.csv' });
    await dialog.getByText('1 changed, 6 as they are.').waitFor();
    const into = dialog.getByLabel('Into');
    expect(await into.locator('option:checked').innerText()).toBe('Late');
    await into.selectOption('a new rundown');
    await dialog.getByText('1 changed, 6 as they are.').waitFor();
    expect(await into.locator('option:checked').innerText()).toBe('a new rundown');
    const asked = { name: 'late.csv', file: btoa('no\n') };
    await expect
      .poll(() => stage.desk.requests('checkIngest'))
      .toEqual([null, 'late', null].map((to) => ({ ...asked, into: to })));
  });

  it('says that it removes the cue that is NEXT, before it is imported', async () => {
    await open();
    const report = { added: 0, changed: 0, same: 2, removed: 1, kept: [], edited: [], renumbered: [], moreProblems: 0 };
    const read = { columns: [], sample: [], problems: [], home: 'r' };
    stage.desk.answers.set('checkIngest', () => ({ ...report, ...read, removes: ['b'] }));
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import…' }).press('Enter');
    await (await chooser).setFiles({ name: 'late.csv', mimeType: 'text/csv', buffer: Buffer.from('no\n') });
    const dialog = page.getByRole('dialog', { name: 'Import late.csv' });
    const warning = dialog.getByText('The import removes 2 Ada Lovelace, which is NEXT.');
    await warning.waitFor();
    stage.desk.tell({ positions: { r: { next: { cue: 'c', step: 0 }, fired: null, hold: false, marked: [] } } });
    await expect.poll(() => warning.count()).toBe(0);
    expect(await dialog.getByText('1 removed').count()).toBe(1);
  });

  it('is no file that is too large, and says so with the limit', async () => {
    await open();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import…' }).press('Enter');
    const file = { name: 'year.csv', mimeType: 'text/csv', buffer: Buffer.alloc(3 * 1024 * 1024, 'a') };
    await (await chooser).setFiles(file);
    const said = texts.cues.tooLarge('year.csv', '3.0', texts.cues.largest('2.0', 5000));
    await page.getByText(said).waitFor();
    expect(stage.desk.asked).toEqual([]);
  });

  it('is undone by its name', async () => {
    await open({ rundownEdits: { undo: 'Delete cue 3', redo: null, revision: 7 } });
    const undo = page.getByRole('button', { name: 'Undo edit' });
    expect(await undo.getAttribute('title')).toBe('Delete cue 3');
    await undo.click();
    await expect.poll(() => stage.desk.requests('undoEdit')).toEqual([{ seen: 7 }]);
  });
});
