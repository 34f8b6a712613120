import { texts } from '../../renderer/texts/texts.ts';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DataLink, type LinkView, type ShownSource } from '../../contract/desk-api/data-link.ts';
import type { DeskView, SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import { type RowPageQuery, Source } from '../../contract/desk-api/source.ts';
import { ids } from '../kit/service/evening-news.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const squad = Source.parse({ id: 's', name: 'Squad', from: { kind: 'push' }, key: 'number' });
const scores = Source.parse({ id: 'h', name: 'Scores', from: { kind: 'http', url: 'https://scores.example/1' } });
const known: ShownSource = { id: 's', state: 'LIVE', error: '', note: '', rows: 30, columns: ['number', 'name'] };
const link = DataLink.parse({
  subComposition: ids.lowerThird,
  name: 'Lower Third',
  source: 's',
  row: { key: '2' },
  fields: { line1: { path: 'name' } },
});
const linked: LinkView = {
  mode: 'stage',
  row: { key: '2' },
  place: 1,
  stale: false,
  edited: [],
  problem: '',
  fields: { line1: { value: 'Player 2' } },
};

function withData(view: DeskView): DeskView {
  return {
    ...view,
    sources: [squad, scores],
    dataLinks: [link],
    linkViews: { [ids.lowerThird]: linked },
    sourceViews: {
      s: known,
      h: { ...known, id: 'h', state: 'BROKEN', error: 'scores.example answers with 404.', rows: 0, columns: [] },
    },
    sourceAges: { s: Date.now() },
  };
}

async function open(): Promise<void> {
  ({ page } = await stage.page(undefined, withData));
  stage.desk.answers.set('sourceRows', (query) => {
    const { from, count } = query as RowPageQuery;
    const places = Array.from({ length: Math.min(count, 30 - from) }, (_, at) => from + at + 1);
    const rows = places.map((place) => [String(place), `Player ${place}`]);
    return { from, total: 30, columns: ['number', 'name'], rows };
  });
  stage.desk.answers.set('editSources', () => 'new');
}

const region = (name: string): Locator => page.getByRole('region', { name, exact: true });
const pressed = () => stage.desk.asked.filter(({ call }) => call !== 'sourceRows' && call !== 'editing');

describe('the data page', () => {
  it('shows the sources, the rows of one, and whose row is which; a row is chosen by mouse and by key', async () => {
    await open();
    await page.getByRole('button', { name: 'Data', exact: true }).click();
    const sources = region('Sources').getByRole('option');
    expect(await sources.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      'Squad, CURRENT',
      'Scores, BROKEN',
    ]);
    expect(await sources.last().innerText()).toContain('scores.example answers with 404.');
    await sources.last().click();
    const reason = region('Rows').getByText('scores.example answers with 404.');
    expect(await reason.evaluate((line) => getComputedStyle(line).whiteSpace)).toBe('normal');
    await sources.first().click();
    const table = region('Rows').getByRole('listbox', { name: 'Rows' });
    const rows = table.getByRole('option');
    await rows.first().waitFor();
    expect(await rows.nth(1).getAttribute('aria-selected')).toBe('true');
    expect(await rows.nth(1).innerText()).toContain('▶ 2');
    await rows.nth(2).click();
    await table.focus();
    for (const key of ['ArrowDown', 'Enter', 'End', 'Enter']) await page.keyboard.press(key);
    const subComposition = ids.lowerThird;
    await expect
      .poll(pressed)
      .toEqual(['3', '4', '30'].map((key) => ({ call: 'chooseRow', request: { subComposition, row: { key } } })));
    expect(await rows.count()).toBeLessThan(31);
  });

  it('edits a source, adds one, and keeps its secret', async () => {
    await open();
    await page.getByRole('button', { name: 'Data', exact: true }).click();
    await region('Sources').getByRole('listbox').focus();
    await page.keyboard.press('ArrowDown');
    const form = region('Source');
    await form.getByLabel('Poll every, s').fill('2');
    await form.getByLabel('Stale after').fill('30');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByLabel(/^Secret/).fill('Bearer 1');
    await page.keyboard.press('Tab');
    await region('Sources').getByRole('button', { name: 'Add source' }).click();
    await form.getByLabel('Name', { exact: true }).fill('File');
    await form.getByLabel('Path of the file').fill('/show/a.csv');
    await page.keyboard.press('Enter');
    const { id: _, ...plain } = Source.parse({ id: 'x', name: 'File', from: { kind: 'file', path: '/show/a.csv' } });
    await expect.poll(pressed).toEqual([
      {
        call: 'editSources',
        request: {
          edit: 'changeSource',
          source: { ...scores, from: { ...scores.from, every: 2_000 }, staleAfter: 30_000 },
        },
      },
      { call: 'setSourceSecret', request: { source: 'h', secret: 'Bearer 1', header: 'authorization' } },
      { call: 'editSources', request: { edit: 'addSource', source: plain } },
    ]);
  });
});

it('a half-filled new source stays at another page and when Add source is pressed again, and has the focus', async () => {
  await open();
  await page.getByRole('button', { name: 'Data', exact: true }).click();
  const add = region('Sources').getByRole('button', { name: 'Add source' });
  const name = region('Source').getByLabel('Name', { exact: true });
  await add.click();
  await name.fill('File');
  await region('Source').getByLabel('Path of the file').fill('/show/a.csv');
  for (const where of ['Show', 'Data']) await page.getByRole('button', { name: where, exact: true }).click();
  await add.click();
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await name.inputValue()).toBe('File');
  expect(await region('Source').getByLabel('Path of the file').inputValue()).toBe('/show/a.csv');
});

describe('the data of a sub-composition', () => {
  it('asks before it replaces words of a graphic that another graphic hides', async () => {
    await open();
    stage.desk.tellSub(ids.lowerThird, { tally: 'HIDDEN', state: 'In' });
    await page.getByRole('treeitem', { name: /^Lower Third/ }).click();
    const data = region('Data of Lower Third');
    await data.getByRole('button', { name: texts.data.modeNames.live.word, exact: true }).click();
    await data.getByText(texts.data.followReplaces('"Ada Lovelace"')).waitFor();
    expect(pressed()).toEqual([]);
  });

  it('goes on, changes what it does, and says what is late, edited and wrong', async () => {
    await open();
    await page.getByRole('treeitem', { name: /^Lower Third/ }).click();
    const data = region('Data of Lower Third');
    expect(await data.innerText()).toContain('2 of 30');
    await data.getByRole('button', { name: 'Next row' }).click();
    const follow = data.getByRole('button', { name: texts.data.modeNames.live.word, exact: true });
    await follow.click();
    await data.getByText(texts.data.followReplaces('"Ada Lovelace"')).waitFor();
    await expect.poll(() => pressed().map(({ call }) => call)).toEqual(['nextRow']);
    // A double click only asks.
    await expect
      .poll(async () => {
        if (pressed().length === 1) await follow.click();
        return pressed().length;
      })
      .toBe(2);
    const stale = { ...linked, stale: true, edited: ['line1'], fields: { line1: { problem: 'name is not there.' } } };
    const broken: ShownSource = { ...known, state: 'BROKEN', error: 'squad.csv is missing.' };
    stage.desk.tell({ linkViews: { [ids.lowerThird]: stale }, sourceViews: { s: broken } });
    await data.getByText('STALE DATA').waitFor();
    expect(await data.innerText()).toContain('name is not there.');
    const row = page.getByRole('treeitem', { name: /Lower Third.*its data is late or broken/ });
    await row.getByTitle('Squad: squad.csv is missing.').waitFor();
    stage.desk.tell({ linkViews: { [ids.lowerThird]: { ...stale, stale: false, mode: 'live' } } });
    await row.getByTitle('name is not there.').waitFor();
    stage.desk.tell({ linkViews: { [ids.lowerThird]: stale } });
    await data.getByText('STALE DATA').and(data.getByTitle('Squad: squad.csv is missing.')).waitFor();
    await data.getByRole('button', { name: texts.data.followData }).click();
    const subComposition = ids.lowerThird;
    await expect.poll(pressed).toEqual([
      { call: 'nextRow', request: { subComposition, by: 1 } },
      { call: 'dataMode', request: { subComposition, mode: 'live' } },
      { call: 'dataMode', request: { subComposition, mode: 'stage' } },
    ]);
  });

  it.each<[string, Partial<SubCompositionView>, LinkView['fields'], LinkView['mode']]>([
    ['is out', { tally: 'OUT', state: 'Out1', onAir: 'no' }, linked.fields, 'live'],
    ['shows these words already', {}, { line1: { value: 'Ada Lovelace' } }, 'live'],
    ['is on air, by another mode', {}, linked.fields, 'hold'],
  ])('is not asked about where the graphic %s', async (_, sub, fields, mode) => {
    await open();
    await page.getByRole('treeitem', { name: /^Lower Third/ }).click();
    stage.desk.tellSub(ids.lowerThird, sub);
    stage.desk.tell({ linkViews: { [ids.lowerThird]: { ...linked, fields, problem: texts.data.stale } } });
    await region('Data of Lower Third').getByText(texts.data.stale).waitFor();
    const { word } = texts.data.modeNames[mode];
    await region('Data of Lower Third').getByRole('button', { name: word, exact: true }).click();
    await expect.poll(pressed).toEqual([{ call: 'dataMode', request: { subComposition: ids.lowerThird, mode } }]);
  });

  it('is left by Escape, which arms the keys', async () => {
    await open();
    await page.getByRole('treeitem', { name: /^Lower Third/ }).click();
    const data = region('Data of Lower Third');
    await data.getByRole('button', { name: texts.data.fieldsOfData }).click();
    const row = data.getByLabel(/^Row by/);
    await row.click();
    const hasFocus = () => row.evaluate((one) => one === document.activeElement);
    expect(await hasFocus()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(hasFocus).toBe(false);
    await page.getByText('ARMED', { exact: true }).first().waitFor();
  });

  it('is linked field by field', async () => {
    await open();
    await page.getByRole('treeitem', { name: /^Lower Third/ }).click();
    const data = region('Data of Lower Third');
    await data.getByRole('button', { name: texts.data.fieldsOfData }).click();
    await data.getByLabel(/^Format of/).fill('upper(value)');
    await page.keyboard.press('Tab');
    const fields = { line1: { path: 'name', format: 'upper(value)' } };
    await expect
      .poll(pressed)
      .toEqual([{ call: 'editSources', request: { edit: 'linkData', link: { ...link, fields } } }]);
    await data.getByLabel(texts.data.absentOf('Line 1')).selectOption(texts.data.absent.keep);
    const keeps = { line1: { path: 'name', absent: 'keep' } };
    await expect
      .poll(() => pressed().at(-1))
      .toEqual({ call: 'editSources', request: { edit: 'linkData', link: { ...link, fields: keeps } } });
  });
});

it('a locked show edits no source', async () => {
  await open();
  await page.getByRole('button', { name: 'Data', exact: true }).click();
  await page.getByRole('option', { name: /^Squad/ }).click();
  stage.desk.tell({ lock: { locked: true, pin: false, by: '' } });
  for (const name of [texts.data.addSource, texts.common.save, texts.common.remove]) {
    await expect.poll(() => page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
  }
});
