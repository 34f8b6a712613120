import { texts } from '../../renderer/texts/texts.ts';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cue, type CueView } from '../../contract/desk-api/cue.ts';
import { DataLink, type LinkView } from '../../contract/desk-api/data-link.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { type RowPageQuery, Source } from '../../contract/desk-api/source.ts';
import { OverlayError } from '../../contract/errors.ts';
import { twoApps } from '../kit/desk/two-apps.ts';
import { ids } from '../kit/service/evening-news.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';
import { readyBackup } from '../kit/desk/backup-view.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const cues = Object.fromEntries(
  ['a', 'b', 'c', 'z'].map((id) => [id, Cue.parse({ id, name: `Cue ${id}`, steps: [{ targets: [] }] })]),
);
const evening = (shown: string[]): DeskView['rundowns'] => [
  { id: 'r', name: 'Day', groups: [{ id: 'g', name: '', cues: shown }] },
  { id: 's', name: 'Late night special', groups: [{ id: 'h', name: '', cues: ['z'] }] },
];
const nextIs = (cue: string): DeskView['positions'][string] => ({
  next: { cue, step: 0 },
  fired: null,
  hold: false,
  marked: [],
});
const idle: CueView = { state: 'NEXT', onAir: 'no', due: null, reason: '' };

const squad = Source.parse({ id: 'd', name: 'Squad', from: { kind: 'push' }, key: 'number' });
const linkOf = (subComposition: string, name: string): DataLink =>
  DataLink.parse({ subComposition, name, source: 'd', row: { key: '2' }, fields: {} });
const linked: LinkView = {
  mode: 'stage',
  row: { key: '2' },
  place: 1,
  stale: false,
  edited: [],
  problem: '',
  fields: {},
};

/** A screen of the evening news with two rundowns and live data. */
async function open(asTold: (view: DeskView) => DeskView = (view) => view): Promise<void> {
  ({ page } = await stage.page({ width: 1280, height: 720 }, (view) =>
    asTold({
      ...view,
      rundowns: evening(['a', 'b', 'c']),
      activeRundown: 'r',
      cues,
      cueViews: {},
      positions: { r: nextIs('b'), s: nextIs('z') },
      sources: [squad],
      dataLinks: [linkOf(ids.clock, 'Match Clock')],
      linkViews: { [ids.clock]: linked },
      sourceViews: { d: { id: 'd', state: 'LIVE', error: '', note: '', rows: 3, columns: ['number', 'name'] } },
      sourceAges: { d: 1 },
    }),
  ));
}

const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const go = (name: RegExp): Promise<void> => page.getByRole('navigation').getByRole('button', { name }).click();

/** A press during which something else happens. */
async function press(one: Locator, meanwhile: () => Promise<unknown>): Promise<void> {
  await one.hover();
  await page.mouse.down();
  await meanwhile();
  await page.mouse.up();
}

describe('a press counts for what was shown when it went down:', () => {
  it('Go names the cue that was next then', async () => {
    await open();
    await go(/^Rundown/);
    await press(button(/^Go: Cue b/), () => {
      stage.desk.tell({ positions: { ...stage.desk.view.positions, r: nextIs('c') } });
      return button(/^Go: Cue c/).waitFor();
    });
    await expect.poll(() => stage.desk.requests('go')).toEqual([{ rundown: 'r', next: { cue: 'b', step: 0 } }]);
  });

  it('a take names the state that was shown then', async () => {
    await open();
    await page.getByRole('treeitem', { name: 'Match Clock' }).click();
    await press(button('Take In Match Clock'), () => {
      stage.desk.tellSub(ids.clock, { tally: 'ON AIR', state: 'In' });
      return page.getByRole('treeitem', { name: 'Match Clock, ON AIR' }).waitFor();
    });
    const take = { subComposition: ids.clock, to: 'In', action: 'play', expects: 'Out1' };
    await expect.poll(() => stage.desk.requests('take')).toEqual([take]);
  });

  it('Cue does not uncue what was cued elsewhere meanwhile', async () => {
    await open();
    await page.getByRole('treeitem', { name: 'Match Clock' }).click();
    await press(button('Cue Match Clock'), () => {
      stage.desk.tellSub(ids.clock, { tally: 'CUED' });
      return button('Uncue Match Clock').waitFor();
    });
    await expect.poll(() => stage.desk.requests('cue')).toEqual([{ subComposition: ids.clock, cued: true }]);
  });

  it('Dismiss leaves the alert that came meanwhile', async () => {
    await open();
    const alert = page.locator('main > div > [role="alert"]');
    stage.desk.fail('key', new OverlayError('call-invalid', 'The first.'));
    await page.keyboard.press('Digit1');
    await alert.getByText('The first.').waitFor();
    await press(alert.getByRole('button', { name: 'Dismiss' }), async () => {
      stage.desk.fail('key', new OverlayError('call-invalid', 'The second.'));
      await page.keyboard.press('Digit2');
      await alert.getByText('and 1 more').waitFor();
    });
    await alert.getByText('and 1 more').waitFor({ state: 'detached' });
    expect(await alert.innerText()).toContain('The second.');
  });

  it('a row of data is the one that was there then, by its key', async () => {
    await open();
    const give = (names: string[]) =>
      stage.desk.answers.set('sourceRows', (query) => ({
        from: (query as RowPageQuery).from,
        total: names.length,
        columns: ['number', 'name'],
        rows: names.map((name) => [name, `Player ${name}`]),
      }));
    give(['1', '2', '3']);
    await go(/^Data/);
    await press(page.getByRole('option', { name: 'Row 3: 3' }), () => {
      give(['9', '1', '2', '3']);
      stage.desk.tell({ sourceAges: { d: 2 } });
      return page.getByRole('option', { name: 'Row 3: 2' }).waitFor();
    });
    await expect
      .poll(() => stage.desk.requests('chooseRow'))
      .toEqual([{ subComposition: ids.clock, row: { key: '3' } }]);
  });

  it('a cue is chosen that another screen moves down meanwhile', async () => {
    await open();
    await go(/^Rundown/);
    await press(page.locator('[data-cue="b"]'), () => {
      stage.desk.tell({ rundowns: evening(['z', 'a', 'b', 'c']) });
      return page.locator('[data-cue="z"]').waitFor();
    });
    await page.locator('[data-cue="b"][aria-selected="true"]').waitFor();
    expect(await page.locator('[data-cue][aria-selected="true"]').count()).toBe(1);
  });
});

describe('nothing moves under the pointer, and nothing comes over it,', () => {
  it('when the outputs are lost and an alarm comes', async () => {
    await open();
    const preview = button('Preview');
    const shown = await preview.getAttribute('aria-pressed');
    await press(preview, () => {
      stage.desk.tellApp({ outputs: [] });
      stage.desk.tell({ notices: [{ id: 'alarm', text: 'The backup is gone.', alarm: true, stays: true }] });
      return Promise.all([button('NO OUTPUT').waitFor(), page.getByRole('alert').getByText('ALARM').waitFor()]);
    });
    await expect.poll(() => preview.getAttribute('aria-pressed')).not.toBe(shown);
  });

  it('when another rundown becomes the active one', async () => {
    await open();
    await press(page.getByRole('navigation').getByRole('button', { name: 'Data' }), () => {
      stage.desk.tell({ activeRundown: 's' });
      return page.getByRole('navigation').getByText('Late night special').waitFor();
    });
    await expect.poll(() => page.getByRole('region', { name: 'Sources' }).count()).toBe(1);
  });

  it('when a cue is armed beside an open sheet', async () => {
    await open();
    await button('Looks').click();
    await button(texts.looks.saveALook).click();
    await page.getByLabel(texts.looks.lookName).fill('Opening');
    await press(button(/^Save \(/), () => {
      stage.desk.tell({ cueViews: { a: { ...idle, state: 'ARMED' } } });
      return page.getByRole('status', { name: 'Armed' }).waitFor();
    });
    await expect.poll(() => stage.desk.requests('saveLook')).toHaveLength(1);
  });

  it('when live data has a problem', async () => {
    await open();
    await page.getByRole('treeitem', { name: 'Match Clock' }).click();
    await press(button('Flash'), () => {
      stage.desk.tell({
        linkViews: { [ids.clock]: { ...linked, problem: 'Squad has no row 2.', edited: ['format'] } },
      });
      return page.getByText('Squad has no row 2.').waitFor();
    });
    await expect.poll(() => stage.desk.requests('fire')).toEqual([{ subComposition: ids.clock, field: 'flash' }]);
  });

  it('when the backup drifts, and can be repaired', async () => {
    const backup = { ...readyBackup, key: 'van' };
    await open((view) => twoApps({ ...view, apps: view.apps.map((app) => ({ ...app, backup })) }));
    await page.locator('.backup > button').click();
    // It is held, and the hand that holds it is never quite still.
    const places = () => Promise.all([button(/^Fail over/), button('Close')].map((one) => one.boundingBox()));
    const before = await places();
    const drift = Array.from({ length: 30 }, (_, at) => `Ticker ${at}: the main is In, the backup Out.`);
    stage.desk.tellApp({ backup: { ...backup, state: 'drift', waits: true, drift } });
    await button('Repair').waitFor();
    expect(await places()).toEqual(before);
  });
});
