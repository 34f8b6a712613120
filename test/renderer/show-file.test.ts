import { texts as deskTexts } from '../../contract/texts/texts.ts';
import { texts } from '../../renderer/texts/texts.ts';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cue } from '../../contract/desk-api/cue.ts';
import { ids } from '../kit/service/evening-news.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const names = (id: string, name: string) => ({ targets: [{ subComposition: id, name, state: 'In' as const }] });
const values = { speed: '2', crawl: '3', headline: 'Rain' };
const cues = Object.fromEntries(
  [
    { id: 'a', number: '1', steps: [names(ids.title, 'Full-frame Title')] },
    { id: 'b', number: '2', steps: [names('elsewhere/1', 'Ticker')] },
    { id: 'c', number: '3', steps: [names('elsewhere/2', 'Old Clock')] },
    { id: 'd', number: '4', steps: [{ targets: [{ subComposition: ids.ticker, name: 'Ticker', values }] }] },
    { id: 'e', number: '5', steps: [{ targets: [{ subComposition: ids.clock, name: 'Clock', values: {} }] }] },
  ].map((cue) => [cue.id, Cue.parse(cue)]),
);

const report = {
  counts: { compositions: 0, rundowns: 1, looks: 2, data: 0, keys: 31, controls: 0, layout: 1 },
  reads: [],
  missingApps: [],
  missing: [],
  replaces: {},
  wrong: [],
};
const oneVersion = [{ id: 'v2', at: 1_795_000_000_000, edit: 'Delete 3 cues' }];

async function open(versions: unknown = oneVersion): Promise<Locator> {
  ({ page } = await stage.page(undefined, (view) => ({
    ...view,
    activeRundown: 'r',
    rundowns: [{ id: 'r', name: 'Evening', groups: [{ id: 'g', name: '', cues: Object.keys(cues) }] }],
    cues,
    keys: [{ key: 'F9', action: { do: 'toggle' as const, subComposition: 'elsewhere/2', action: 'play' as const } }],
    absentApps: [
      { app: 'elsewhere', name: 'Arena (http://arena)', awaited: false },
      { app: 'late', name: 'Truck, Sports', awaited: true },
    ],
  })));
  stage.desk.answers.set('editRundown', () => []);
  stage.desk.answers.set('listVersions', () => versions);
  await page.getByRole('button', { name: 'Rundown', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Show file…' }).press('Enter');
  return page.getByRole('dialog', { name: 'Show file' });
}

describe('the show file', () => {
  it('lists earlier versions by what was edited, and goes back to one', async () => {
    const dialog = await open();
    await dialog.getByText('Delete 3 cues').waitFor();
    stage.desk.answers.set('readShow', () => report);
    stage.desk.answers.set('restoreVersion', () => null);
    await dialog.getByRole('button', { name: texts.showFile.goBackAsk }).press('Enter');
    await dialog.getByLabel('Keys (31)').uncheck();
    await dialog.getByRole('button', { name: texts.showFile.goBackToThese }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => stage.desk.requests('restoreVersion'))
      .toEqual([{ id: 'v2', parts: ['rundowns', 'looks', 'layout'] }]);
  });

  it.each<[string, () => unknown, (dialog: Locator) => Locator]>([
    ['the parts', () => report, (dialog) => dialog.getByRole('region', { name: /^Version of / })],
    ['the problem', () => Promise.reject(new Error('damaged')), (dialog) => dialog.getByRole('alert')],
  ])('brings %s of a version far down the list into sight', async (_, answer, of) => {
    const dialog = await open(
      Array.from({ length: 60 }, (_, at) => ({ id: `v${at}`, at: 1_795_000_000_000 - at, edit: `Edit ${at}` })),
    );
    stage.desk.answers.set('readShow', answer);
    await dialog.getByRole('button', { name: texts.showFile.goBackAsk }).last().press('Enter');
    const inSight = () =>
      of(dialog).evaluate((part) => {
        const { left, top } = part.getBoundingClientRect();
        return part.contains(document.elementFromPoint(left + 2, top + 2));
      });
    await expect.poll(inSight).toBe(true);
  });

  it('gives the focus to the parts of each version that is chosen', async () => {
    const dialog = await open([...oneVersion, { id: 'v1', at: 1_794_000_000_000, edit: 'Add 2 cues' }]);
    stage.desk.answers.set('readShow', () => ({ ...report }));
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const parts = dialog.getByRole('region', { name: /^Version of / });
    let shown: string | null = null;
    for (const which of [0, 1]) {
      await dialog.getByRole('button', { name: texts.showFile.goBackAsk }).nth(which).press('Enter');
      await expect.poll(() => parts.getAttribute('aria-label')).not.toBe(shown);
      shown = await parts.getAttribute('aria-label');
      await expect.poll(focused).toBe(shown);
    }
  });

  it('names what cues miss, and repairs it, all alike or one by one', async () => {
    const dialog = await open();
    stage.desk.answers.set('repairShow', () => null);
    await dialog.getByText('cue 3; key F9', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: texts.showFile.repair(1) }).press('Enter');
    const ticker = { from: 'elsewhere/1', to: ids.ticker, name: 'Ticker', fields: {} };
    await expect.poll(() => stage.desk.requests('repairShow')).toEqual([{ targets: [ticker], apps: [] }]);
    await dialog.getByLabel('In place of Old Clock').selectOption('Full-frame Title');
    const clock = { from: 'elsewhere/2', to: ids.title, name: 'Full-frame Title', fields: {} };
    await expect.poll(() => stage.desk.requests('repairShow').at(-1)).toEqual({ targets: [clock], apps: [] });
  });

  it('puts another app instance in the place of one that is gone, for everything that names it', async () => {
    const dialog = await open();
    stage.desk.answers.set('repairShow', () => null);
    const arena = dialog.getByRole('listitem').filter({ hasText: 'Arena (http://arena)' });
    expect((await arena.innerText()).replaceAll(/\s+/g, ' ')).toContain(
      'Connection Arena (http://arena) cue 2; cue 3; key F9 ',
    );
    await arena.getByLabel('In place of Arena').selectOption('Evening News: has 1 of 2');
    const targets = [{ from: 'elsewhere/1', to: ids.ticker, name: 'Ticker', fields: {} }];
    await expect.poll(() => stage.desk.requests('repairShow')).toEqual([{ targets, apps: [] }]);
  });

  it('names fields that are gone, and offers only those that take what the cues give', async () => {
    const dialog = await open();
    stage.desk.answers.set('repairShow', () => null);
    const line = dialog.getByRole('listitem').filter({ hasText: 'crawl of Ticker' });
    expect(await line.innerText()).toContain('cue 4');
    const offered = await line.getByRole('option').allInnerTexts();
    expect(offered).toEqual([texts.showFile.putInPlace, 'Headlines', 'Speed']);
    await line.getByLabel('In place of crawl of Ticker').selectOption('Speed');
    const repaired = { from: ids.ticker, to: ids.ticker, name: 'Ticker', fields: { crawl: 'speed' } };
    await expect.poll(() => stage.desk.requests('repairShow')).toEqual([{ targets: [repaired], apps: [] }]);
  });

  it('marks each cue that misses something, and none of those of which nobody can tell yet', async () => {
    await open();
    await page.keyboard.press('Escape');
    stage.desk.tell({ cues: { e: Cue.parse({ ...cues.e, steps: [names('late/7', 'Scores')] }) } });
    const missing = page.locator('[data-cue]').filter({ hasText: 'MISSING' });
    const labels = () => missing.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    await expect.poll(labels).toEqual(['2, missing', '3, missing', '4, missing']);
    await page.getByRole('button', { name: 'Show file…' }).press('Enter');
    const told = texts.showFile.notReported('Truck, Sports');
    await page.getByRole('dialog', { name: 'Show file' }).getByText(told).waitFor();
  });

  it('shows what a file from elsewhere has before anything of it is added', async () => {
    const dialog = await open();
    stage.desk.answers.set('readShow', () => ({
      counts: { compositions: 0, rundowns: 2, looks: 0, data: 1, keys: 31, controls: 0, layout: 1 },
      reads: [
        { source: 'Scores', from: '/arena/scores.csv', file: 'apart' },
        { source: 'Guests', from: '/arena/guests.csv', file: 'packed' },
      ],
      missingApps: [{ app: 'x', name: 'Arena', service: 'http://arena', usedBy: ['cue 7 Final'] }],
      missing: [],
      replaces: {},
      wrong: [deskTexts.settings.leftOut('keys[3]', 'key: expected a key such as F2')],
    }));
    stage.desk.answers.set('importShow', () => ({
      left: ['harbour.png'],
      lacking: ['keys', 'controls'],
      files: [
        { source: 'Guests', path: '/desk/source-files/guests.csv', problem: '' },
        { source: 'Scores', path: '/arena/scores.csv', problem: deskTexts.data.notInShow },
      ],
    }));
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Open…' }).press('Enter');
    const file = { name: 'arena.overlayshow', mimeType: 'application/json', buffer: Buffer.from('{}') };
    await (await chooser).setFiles(file);
    await dialog.getByText(texts.showFile.missingApp('Arena', 'http://arena', 'cue 7 Final')).waitFor();
    await dialog.getByText(deskTexts.settings.leftOut('keys[3]', 'key: expected a key such as F2')).waitFor();
    await dialog.getByText('reads /arena/scores.csv, a file that is not in this one: bring it along').waitFor();
    await dialog.getByText('reads /arena/guests.csv, a file that comes along').waitFor();
    const everything = dialog.getByLabel('Everything');
    await everything.press('Space');
    const ticked = () => dialog.getByRole('checkbox', { checked: true }).locator('..').allInnerTexts();
    expect(await ticked()).toEqual([
      'Everything',
      'Rundowns (2)',
      'Live data (1)',
      'Keys (31)',
      'Layout of the screen (1)',
    ]);
    await everything.press('Space');
    expect(await ticked()).toEqual([]);
    await dialog.getByLabel('Rundowns (2)').press('Space');
    await dialog.getByLabel('Layout of the screen (1)').press('Space');
    stage.desk.answers.set('readLayout', () => ({ sides: { right: 500 }, folded: [] }));
    const right = () => page.getByRole('region', { name: 'Cue', exact: true }).evaluate((side) => side.clientWidth);
    const before = await right();
    await dialog.getByRole('button', { name: texts.showFile.addToShow }).press('Enter');
    await expect.poll(right).not.toBe(before);
    await expect
      .poll(() => stage.desk.requests('importShow'))
      .toEqual([{ given: { file: btoa('{}') }, parts: ['rundowns', 'layout'] }]);
    await dialog
      .getByText(texts.showFile.added('arena.overlayshow', 'Rundowns (2), Layout of the screen (1)'))
      .waitFor();
    await expect.poll(() => stage.desk.requests('listVersions')).toHaveLength(2);
    const said = [texts.showFile.hasNone('Keys, Controllers'), texts.showFile.uploadThese('harbour.png')];
    await dialog.getByText(said.join(' '), { exact: true }).waitFor();
    const came = await dialog.getByRole('status', { name: texts.showFile.dataFiles }).innerText();
    expect(came.split(/\n+/)).toEqual([
      texts.showFile.dataFiles,
      'Guests reads /desk/source-files/guests.csv here.',
      texts.showFile.bringAlong('Scores', '/arena/scores.csv', deskTexts.data.notInShow),
    ]);
  });

  it('can be used at once, while the earlier versions are still read', async () => {
    const dialog = await open(new Promise(() => {}));
    expect(await dialog.getByRole('button', { disabled: true }).count()).toBe(0);
  });

  it('packs the show, and opens a large one by its path on the machine of the desk', async () => {
    const dialog = await open();
    stage.desk.answers.set('exportShow', () => ({
      delivery: { how: 'saved', file: 'show.overlayshow' },
      counts: { compositions: 1, rundowns: 2, looks: 0, data: 1, keys: 31, controls: 0, layout: 1 },
      media: ['harbour.png', 'sting.wav'],
      files: [
        { source: 'Guests', path: '/arena/guests.csv', problem: '' },
        { source: 'Scores', path: '/arena/scores.csv', problem: 'The file /arena/scores.csv is not there.' },
      ],
    }));
    await dialog.getByRole('button', { name: texts.showFile.pack }).press('Enter');
    await expect.poll(() => stage.desk.requests('exportShow')).toEqual([{ pack: true }]);
    const made = await dialog.getByRole('status', { name: 'Exported file' }).innerText();
    expect(made.split(/\n+/)).toEqual([
      'Saved as show.overlayshow',
      'In it: Compositions (1), Rundowns (2), Live data (1), Keys (31), Layout of the screen (1).',
      texts.showFile.media(2),
      texts.showFile.filesInIt('/arena/guests.csv (Guests)'),
      texts.showFile.notInIt('/arena/scores.csv', 'Scores', 'The file /arena/scores.csv is not there.'),
    ]);
    stage.desk.answers.set('readShow', () => ({
      counts: { compositions: 1, rundowns: 1, looks: 1, data: 2, keys: 26, controls: 0, layout: 0 },
      missingApps: [],
      missing: [],
      reads: [],
      replaces: { keys: ['F9'] },
      wrong: [],
    }));
    stage.desk.answers.set('readReplaced', () => ({ data: ['Ticker', 'Clock'], keys: ['F9'] }));
    await dialog.getByLabel(texts.showFile.filePath).fill('/media/stick/arena.overlayshow');
    await dialog.getByLabel(texts.showFile.filePath).press('Enter');
    await dialog.getByLabel('Compositions (1)').waitFor();
    // Keys are not chosen, so nothing of them is replaced.
    const replaced = dialog.getByText('replaced here');
    expect(await replaced.allInnerTexts()).toEqual([]);
    // Without the app instances of the pack, its live data goes to those of this desk.
    await dialog.getByLabel('Compositions (1)').uncheck();
    expect(await replaced.allInnerTexts()).toEqual([texts.showFile.replaces('Live data', 'Ticker; Clock')]);
    await dialog.getByLabel('Compositions (1)').check();
    const given = { path: '/media/stick/arena.overlayshow' };
    await expect.poll(() => stage.desk.requests('readShow')).toEqual([{ given }]);
    await dialog.getByRole('button', { name: texts.showFile.addToShow }).press('Enter');
    await expect
      .poll(() => stage.desk.requests('importShow'))
      .toEqual([{ given, parts: ['compositions', 'rundowns', 'looks', 'data'] }]);
  });
});
