import { texts as deskTexts } from '../../contract/texts/texts.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { errorTable } from '../../contract/errors.ts';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AsRunEntry, AsRunPage } from '../../contract/desk-api/as-run.ts';
import { OverlayError } from '../../contract/errors.ts';
import { asRunLineOf } from '../kit/desk/as-run-lines.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;
let problems: string[];

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  ({ page, problems } = await stage.page());
});
afterEach(() => expect(problems).toEqual([]));

const line = (seq: number, of: Partial<AsRunEntry> = {}): AsRunEntry => ({ ...asRunLineOf(), seq, before: 'x', ...of });
const pageOf = (lines: AsRunEntry[], of: Partial<AsRunPage> = {}): AsRunPage => ({
  lines,
  next: null,
  searchedTo: lines.at(-1)?.at ?? null,
  problems: [],
  ...of,
});
const sheet = () => page.getByRole('dialog', { name: 'As-run log' });
const open = () => page.getByRole('button', { name: 'Search log' }).click();
const rows = async (): Promise<string[][]> => {
  const all = await sheet().getByRole('table').getByRole('row').all();
  return Promise.all(all.slice(1).map((row) => row.getByRole('cell').allInnerTexts()));
};
/** Where every part of the screen stands that is not the sheet. */
const places = () =>
  page.locator('section').evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())));

it.each([
  [1024, 768],
  [1440, 900],
])('the newest line says of what and how it ended beside the rundown, at %i by %i', async (width, height) => {
  const trigger = { kind: 'pad', detail: 'RtMidi Output Client: Launchpad Mini note 1/36', hand: 'Launchpad' } as const;
  stage.desk.tell({ asRun: [{ ...asRunLineOf(), trigger, action: 'Cue 20 Good night and good luck Out' }] });
  await page.setViewportSize({ width, height });
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Rundown' }).click();
  const strip = page.getByRole('table', { name: texts.asRun.asRun });
  const ends = await strip.getByRole('cell').evaluateAll((cells) => {
    const edge = cells[0]!.closest('section')!.getBoundingClientRect().right;
    return cells.map((cell) => [cell.textContent.trim(), cell.getBoundingClientRect().right <= edge]);
  });
  expect(ends).toEqual(
    expect.arrayContaining([
      ['Lower Third', true],
      [texts.asRun.results.confirmed, true],
    ]),
  );
});

describe('the search in the as-run log', () => {
  it('shows the newest lines when it opens, with who, by what, of what and why, and moves nothing', async () => {
    stage.desk.answers.set('searchAsRun', () =>
      pageOf([line(2, { result: 'failed', reason: errorTable['not-connected'].operator }), line(1)]),
    );
    const before = await places();
    await open();
    await sheet().getByText(texts.asRun.foundAll(2)).waitFor();
    const [failed, confirmed] = await rows();
    expect(failed?.slice(1).map((text) => text.trim())).toEqual([
      'Ada',
      'Key F2',
      'Take In',
      'Evening News',
      'Lower Third',
      'failed',
      '4',
      errorTable['not-connected'].operator,
    ]);
    expect(confirmed?.[0]).toMatch(/^2026-01-0\d \d\d:04:05$/);
    await expect.poll(() => stage.desk.requests('searchAsRun')).toEqual([{ query: {}, next: null, size: 100 }]);
    expect(await places()).toEqual(before);
  });

  it('asks for what is filled in, and for everything again when it is cleared', async () => {
    stage.desk.answers.set('searchAsRun', () => pageOf([]));
    await open();
    await sheet().getByLabel('Text').fill('Lovelace');
    await sheet().getByLabel('Target', { exact: true }).fill('Lower');
    await sheet().getByLabel('Operator').fill('ada');
    await sheet().getByLabel('Outcome').selectOption('failed');
    await sheet().getByLabel('Trigger').selectOption('key');
    await page.keyboard.press('Enter');
    await sheet().getByRole('button', { name: 'Search' }).click();
    await sheet().getByText(texts.asRun.nothingFound).waitFor();
    await sheet().getByRole('button', { name: 'Clear' }).click();
    const query = { text: 'Lovelace', target: 'Lower', operator: 'ada', results: ['failed'], triggers: ['key'] };
    await expect
      .poll(() => stage.desk.requests('searchAsRun').slice(-2))
      .toEqual([
        { query, next: null, size: 100 },
        { query: {}, next: null, size: 100 },
      ]);
  });

  it('goes on through pages that are short until it has enough, says how far it looked, and goes on when asked', async () => {
    const answers: Record<string, AsRunPage> = {
      '': pageOf([line(300)], { next: 'a' }),
      a: pageOf([], { next: 'b' }),
      b: pageOf(
        Array.from({ length: 99 }, (_, at) => line(299 - at)),
        { next: 'c' },
      ),
      c: pageOf([line(7)]),
    };
    stage.desk.answers.set('searchAsRun', (request) => answers[(request as { next: string | null }).next ?? '']);
    await open();
    await sheet()
      .getByText(/^100 found, searched back to 2026-01-0/)
      .waitFor();
    expect(await rows()).toHaveLength(100);
    await sheet().getByRole('button', { name: 'Older' }).click();
    await sheet().getByText(texts.asRun.foundAll(101)).waitFor();
    expect(await sheet().getByRole('button', { name: 'Older' }).isDisabled()).toBe(true);
    await expect
      .poll(() => stage.desk.requests('searchAsRun'))
      .toEqual([
        { query: {}, next: null, size: 100 },
        { query: {}, next: 'a', size: 99 },
        { query: {}, next: 'b', size: 99 },
        { query: {}, next: 'c', size: 100 },
      ]);
  });

  it('says what is wrong with the log, and why it cannot be read', async () => {
    stage.desk.answers.set('searchAsRun', () => pageOf([line(5)], { problems: ['x: lines 3 to 4 are cut out.'] }));
    await open();
    const wrong = sheet().getByRole('list', { name: texts.asRun.problems });
    await wrong.getByText('x: lines 3 to 4 are cut out.').waitFor();
    stage.desk.fail('searchAsRun', new OverlayError('internal', 'The as-run log cannot be read: EIO'));
    await sheet().getByRole('button', { name: 'Search' }).click();
    await sheet().getByRole('status').getByText('The as-run log cannot be read: EIO').waitFor();
    expect(await rows()).toEqual([[texts.asRun.searchFailed]]);
  });

  it('makes a file of what it finds, and says where it is', async () => {
    stage.desk.answers.set('searchAsRun', () => pageOf([line(1)]));
    stage.desk.answers.set('exportAsRun', () => ({ how: 'saved', file: '/home/ada/as-run 2026-01-02.csv' }));
    await open();
    await sheet().getByLabel('Text').fill('take');
    await sheet().getByRole('button', { name: 'Search' }).click();
    await sheet().getByText('1 found').waitFor();
    await sheet().getByRole('button', { name: 'Export CSV' }).click();
    await sheet().getByText('Saved as /home/ada/as-run 2026-01-02.csv.').waitFor();
    await expect.poll(() => stage.desk.requests('exportAsRun')).toEqual([{ query: { text: 'take' }, format: 'csv' }]);
  });

  it('lets the browser save a file from the host', async () => {
    stage.desk.answers.set('searchAsRun', () => pageOf([line(1)]));
    stage.desk.answers.set('exportAsRun', () => ({ how: 'download', href: '/download/x' }));
    await open();
    const fetched = page.waitForEvent('download');
    await sheet().getByRole('button', { name: 'Export JSONL' }).click();
    expect(new URL((await fetched).url()).pathname).toBe('/download/x');
    await sheet().getByText(texts.asRun.browserSaves).waitFor();
    problems = problems.filter((problem) => !problem.includes('404'));
  });

  it('is closed by its button and by Escape, and keys go to the desk while it is open', async () => {
    stage.desk.answers.set('searchAsRun', () => pageOf([]));
    await open();
    await sheet().getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Digit1');
    await expect.poll(() => stage.desk.requests('key')).toEqual([{ key: 'Digit1', repeat: false }]);
    await page.keyboard.press('Escape');
    expect(await sheet().count()).toBe(0);
    await open();
    await sheet().getByRole('button', { name: 'Close' }).click();
    expect(await sheet().count()).toBe(0);
  });

  it.each([
    [1440, 900],
    [1024, 768],
    [1280, 720],
  ])('has every button in sight at %d by %d', async (width, height) => {
    stage.desk.answers.set('searchAsRun', () => pageOf([line(1)], { problems: ['x: lines 3 to 4 are cut out.'] }));
    await page.setViewportSize({ width, height });
    await open();
    await sheet().getByText('1 found').waitFor();
    for (const button of await sheet().getByRole('button').all()) {
      const box = (await button.boundingBox())!;
      expect([box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height]).toEqual(
        Array.from({ length: 4 }, () => true),
      );
      expect(box.height).toBeGreaterThanOrEqual(36);
    }
  });
});

describe('the support bundle', () => {
  it('is asked for with one press, and a refusal is told', async () => {
    stage.desk.answers.set('searchAsRun', () => pageOf([]));
    await open();
    stage.desk.fail(
      'supportBundle',
      new OverlayError('secret-found', deskTexts.log.noBundle('log.txt', deskTexts.log.authorization)),
    );
    await sheet().getByRole('button', { name: 'Support bundle' }).click();
    const told = page.getByRole('alert');
    await told.getByText(`Support bundle: ${deskTexts.log.noBundle('log.txt', deskTexts.log.authorization)}`).waitFor();
    await expect.poll(() => stage.desk.requests('supportBundle')).toEqual([{}]);
  });
});

describe('the operator', () => {
  it('signs on by name, and off', async () => {
    await page.getByRole('button', { name: 'Sign on' }).click();
    await page.getByLabel(texts.asRun.signedOnAsLabel).fill('  Grace Hopper ');
    await page.keyboard.press('Enter');
    stage.desk.tell({ operator: 'Grace Hopper' });
    await page.getByRole('button', { name: 'Grace Hopper' }).click();
    expect(await page.getByLabel(texts.asRun.signedOnAsLabel).inputValue()).toBe('Grace Hopper');
    await page.getByRole('button', { name: 'Sign off' }).click();
    await expect.poll(() => stage.desk.requests('signOn')).toEqual([{ name: 'Grace Hopper' }, { name: '' }]);
  });

  it('whose name cannot be kept is told of', async () => {
    stage.desk.fail('signOn', new OverlayError('internal', 'settings.json could not be written: ENOSPC'));
    await page.getByRole('button', { name: 'Sign on' }).click();
    await page.getByLabel(texts.asRun.signedOnAsLabel).fill('Grace');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Sign on as Grace: settings.json could not be written: ENOSPC').waitFor();
    expect(await page.getByLabel(texts.asRun.signedOnAsLabel).inputValue()).toBe('Grace');
  });
});
