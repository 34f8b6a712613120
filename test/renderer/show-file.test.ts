import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Cue } from '../../contract/desk-api/cue.ts';
import { ids } from '../kit/service/evening-news.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());
afterEach(() => page.close());

const names = (id: string, name: string) => ({ targets: [{ subComposition: id, name, state: 'In' as const }] });
const cues = Object.fromEntries(
  [
    { id: 'a', number: '1', steps: [names(ids.title, 'Full-frame Title')] },
    { id: 'b', number: '2', steps: [names('elsewhere/1', 'Ticker')] },
    { id: 'c', number: '3', steps: [names('elsewhere/2', 'Old Clock')] },
  ].map((cue) => [cue.id, Cue.parse(cue)]),
);

async function open(): Promise<Locator> {
  ({ page } = await stage.page(undefined, (view) => ({
    ...view,
    activeRundown: 'r',
    rundowns: [{ id: 'r', name: 'Evening', groups: [{ id: 'g', name: '', cues: Object.keys(cues) }] }],
    cues,
    keys: [{ key: 'F9', action: { do: 'toggle' as const, subComposition: 'elsewhere/2', action: 'play' as const } }],
  })));
  stage.desk.answers.set('editRundown', () => []);
  stage.desk.answers.set('listVersions', () => [{ id: 'v2', at: 1_795_000_000_000, edit: 'Delete 3 cues' }]);
  await page.getByRole('button', { name: 'Rundown', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Show file…' }).press('Enter');
  return page.getByRole('dialog', { name: 'Show file' });
}

describe('the show file', () => {
  it('lists earlier versions by what was edited, and goes back to one', async () => {
    const dialog = await open();
    await dialog.getByText('Delete 3 cues').waitFor();
    const counts = { compositions: 0, rundowns: 1, looks: 2, data: 0, keys: 31, controls: 0 };
    stage.desk.answers.set('readShow', () => ({ counts, reads: [], missingApps: [], missing: [], wrong: [] }));
    stage.desk.answers.set('restoreVersion', () => null);
    await dialog.getByRole('button', { name: 'Go back to it…' }).press('Enter');
    await dialog.getByLabel('Keys (31)').uncheck();
    await dialog.getByRole('button', { name: 'Go back to these' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(stage.desk.requests('restoreVersion')).toEqual([{ id: 'v2', parts: ['rundowns', 'looks'] }]);
  });

  it('names what cues miss, and repairs it, all alike or one by one', async () => {
    const dialog = await open();
    stage.desk.answers.set('repairShow', () => null);
    await dialog.getByText('cue 3; key F9').waitFor();
    await dialog.getByRole('button', { name: 'Repair 1 by id or name' }).press('Enter');
    const ticker = { from: 'elsewhere/1', to: ids.ticker, name: 'Ticker', fields: {} };
    await expect.poll(() => stage.desk.requests('repairShow')).toEqual([{ targets: [ticker] }]);
    await dialog.getByLabel('In place of Old Clock').selectOption({ value: ids.title });
    const clock = { from: 'elsewhere/2', to: ids.title, name: 'Full-frame Title', fields: {} };
    await expect.poll(() => stage.desk.requests('repairShow').at(-1)).toEqual({ targets: [clock] });
  });

  it('shows what a file from elsewhere has before anything of it is added', async () => {
    const dialog = await open();
    stage.desk.answers.set('readShow', () => ({
      counts: { compositions: 0, rundowns: 2, looks: 0, data: 1, keys: 31, controls: 0 },
      reads: [{ source: 'Scores', from: '/arena/scores.csv' }],
      missingApps: [{ app: 'x', name: 'Arena', service: 'http://arena' }],
      missing: [],
      wrong: ['keys[3]: key: expected a key such as F2. It is left out.'],
    }));
    stage.desk.answers.set('importShow', () => ({ left: ['harbour.png'], lacking: ['keys', 'controls'] }));
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Open…' }).press('Enter');
    const file = { name: 'arena.overlayshow', mimeType: 'application/json', buffer: Buffer.from('{}') };
    await (await chooser).setFiles(file);
    await dialog.getByText('This desk has no app instance Arena (http://arena).').waitFor();
    await dialog.getByText('keys[3]: key: expected a key such as F2. It is left out.').waitFor();
    await dialog.getByText('reads /arena/scores.csv').waitFor();
    await dialog.getByRole('button', { name: 'Add to this show' }).press('Enter');
    await expect
      .poll(() => stage.desk.requests('importShow'))
      .toEqual([{ given: { file: btoa('{}') }, parts: ['rundowns'] }]);
    const said = [
      'The file has none of these, so those that are here stay: Keys, Controllers.',
      'The file does not have these, so upload them: harbour.png.',
    ];
    await dialog.getByText(said.join(' '), { exact: true }).waitFor();
  });

  it('packs the show, and opens a large one by its path on the machine of the desk', async () => {
    const dialog = await open();
    stage.desk.answers.set('exportShow', () => ({ how: 'saved', file: 'show.overlayshow' }));
    await dialog.getByRole('button', { name: 'Pack and go' }).press('Enter');
    await expect.poll(() => stage.desk.requests('exportShow')).toEqual([{ pack: true }]);
    stage.desk.answers.set('readShow', () => ({
      ...{
        counts: { compositions: 1, rundowns: 1, looks: 0, data: 0, keys: 0, controls: 0 },
        missingApps: [],
        ...{ missing: [], reads: [], wrong: [] },
      },
    }));
    await dialog.getByLabel('Path of the show file').fill('/media/stick/arena.overlayshow');
    await dialog.getByLabel('Path of the show file').press('Enter');
    await dialog.getByText('Compositions (1)').waitFor();
    const given = { path: '/media/stick/arena.overlayshow' };
    expect(stage.desk.requests('readShow')).toEqual([{ given }]);
    await dialog.getByRole('button', { name: 'Add to this show' }).press('Enter');
    await expect
      .poll(() => stage.desk.requests('importShow'))
      .toEqual([{ given, parts: ['compositions', 'rundowns'] }]);
  });
});
