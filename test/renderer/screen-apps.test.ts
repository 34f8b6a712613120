import { texts } from '../../renderer/texts/texts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { ids } from '../kit/service/evening-news.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';
import { sport, twoApps } from '../kit/desk/two-apps.ts';

let stage: ScreenStage;
let page: Page;
let problems: string[];

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const open = async (): Promise<void> => {
  ({ page, problems } = await stage.page(undefined, twoApps));
};
const row = (name: string | RegExp) => page.getByRole('treeitem', { name });
const names = (): Promise<(string | null)[]> =>
  page.getByRole('treeitem').evaluateAll((rows) => rows.map((element) => element.getAttribute('aria-label')));
const count = (): Promise<string> =>
  page
    .getByRole('status', { name: 'On air' })
    .innerText()
    .then((text) => text.replace(/\s+/g, ' '));
const lose = (): void =>
  stage.desk.tellConnection({ status: 'lost', reason: 'Nobody answers at graphics.example.' }, sport.key);

describe('several apps side by side', () => {
  it('one lost is UNKNOWN with the reason and since when; the other goes on', async () => {
    await open();
    lose();
    await row(/^Sport, LOST, since \d\d:\d\d:\d\d$/).waitFor();
    expect((await names()).slice(-3)).toEqual([
      expect.stringMatching(/^Sport, LOST/),
      'Line-up, UNKNOWN',
      'League Table, UNKNOWN',
    ]);
    expect(await row('Lower Third, ON AIR').count()).toBe(1);
    expect(await count()).toBe('1 on air Sport UNKNOWN');
    await row('Lower Third').click();
    await page.getByRole('button', { name: 'Take In Lower Third' }).click();
    await expect.poll(() => stage.desk.requests('take')).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it.each([
    [1280, 720],
    [1440, 900],
  ])('leave the notices room for words, and no button over an edge, at %i by %i', async (width, height) => {
    const long = (view: DeskView): DeskView => {
      const two = twoApps(view);
      const notices = [{ id: 'n', text: 'Evening News: No output page draws this show.' }];
      return {
        ...two,
        notices,
        apps: two.apps.map((app) => ({ ...app, name: `This desk: ${app.name} of the evening` })),
      };
    };
    ({ page } = await stage.page({ width, height }, long));
    const notices = page.getByRole('status').filter({ hasText: 'No output page draws' });
    await notices.waitFor();
    expect((await notices.boundingBox())?.width).toBeGreaterThan(110);
    for (const name of ['Show', 'Rundown']) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name }).click();
      const button = page.getByRole('button', { name: 'Preview', exact: true });
      const over = (shown: Element) =>
        shown.getBoundingClientRect().right - shown.parentElement!.getBoundingClientRect().right;
      expect(await button.evaluate(over)).toBeLessThanOrEqual(0);
    }
  });

  it('the picture, the outputs and the connection are those of the app that is chosen', async () => {
    await open();
    const shown = async (): Promise<unknown[]> => [
      new URL((await page.locator('iframe[title="Program picture"]').getAttribute('src')) ?? '').searchParams.get(
        'app',
      ),
      await page.locator('.outputs > button').innerText(),
      await page.locator('.health .of').innerText(),
    ];
    expect(await shown()).toEqual([null, '1 output', 'Evening News']);
    await row('League Table').click();
    await page.locator('.health .of').getByText('Sport').waitFor();
    expect(await shown()).toEqual(['sport', 'NO OUTPUT', 'Sport']);
    expect(await page.getByRole('meter', { name: 'Requests left' }).getAttribute('aria-valuenow')).toBe('480');
  });

  it('the picture of a lost app stays, also after another one was looked at', async () => {
    await open();
    await row('League Table').click();
    const picture = page.frameLocator('iframe[title="Program picture"]').getByText('Ada Lovelace');
    await picture.waitFor();
    lose();
    await page.getByText('NOT CONFIRMED').waitFor();
    await row('Ticker').click();
    await page.getByText('NOT CONFIRMED').waitFor({ state: 'detached' });
    await row('League Table').click();
    await page.getByText('NOT CONFIRMED').waitFor();
    expect(await picture.isVisible()).toBe(true);
  });

  it('the picture of a service elsewhere is seen as well; one of no connected service is told of in words', async () => {
    await open();
    const elsewhere = { id: 7, name: 'Sport', onairUrl: stage.elsewhere, mediaUrl: '' };
    stage.desk.tellApp({ app: elsewhere }, sport.key);
    await row('League Table').click();
    const picture = page.frameLocator('iframe[title="Program picture"]');
    await picture.frameLocator('iframe').getByText('Ada Lovelace').waitFor();
    const foreign = { ...elsewhere, onairUrl: 'https://evil.example/onair' };
    stage.desk.tellApp({ app: foreign }, sport.key);
    await picture.getByText('This picture is of no service that the desk is connected to.').waitFor();
    expect(await picture.locator('iframe').count()).toBe(0);
    await row('Ticker').click();
    await picture.getByText('Ada Lovelace').waitFor();
  });

  it('an app of which nothing is known yet has its row, to be chosen, with why', async () => {
    ({ page } = await stage.page(undefined, (view) => {
      const two = twoApps(view);
      return { ...two, model: view.model, subs: view.subs };
    }));
    stage.desk.tellConnection({ status: 'connecting', reason: 'Asking for the show.', confirmedAt: null }, sport.key);
    await row('Sport, CONNECTING').click();
    const health = page.getByRole('region', { name: 'Connection' });
    await health.getByText('Asking for the show.').waitFor();
    expect(await health.innerText()).toMatch(/^CONNECTING\s+Sport\s+NO BACKUP\s+never confirmed/);
    await row('Sport, CONNECTING').press('Home');
    expect(await row(/./).and(page.locator('[aria-selected="true"]')).getAttribute('aria-label')).toBe(
      'Evening News, CONNECTED',
    );
  });

  it('a polled app is believed for longer than a live one, which confirms by itself', async () => {
    ({ page } = await stage.page(undefined, twoApps, true));
    await stage.stopTime(page);
    await row('Evening News, CONNECTED').waitFor();
    await page.clock.fastForward(7_000);
    await row('Evening News, STALE').waitFor();
    expect(await row('Sport, POLLED').count()).toBe(1);
    await page.clock.fastForward(9_000);
    await row('Sport, STALE').waitFor();
  });
});

describe('drift, changes elsewhere and other editors', () => {
  const drift = { state: 'Out1', payload: { line1: 'Grace Hopper' } } as const;

  it('says what was requested and what is confirmed, and is sent again or dismissed with one press', async () => {
    await open();
    stage.desk.tellSub(ids.lowerThird, { drift, staged: {} });
    await row('Lower Third, ON AIR, drift from what was requested').waitFor();
    await page.getByText(texts.take.drift('Out 1, Line 1 “Grace Hopper”', 'In, Line 1 “Ada Lovelace”')).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect
      .poll(() => stage.desk.asked)
      .toEqual([
        { call: 'sendAgain', request: { subComposition: ids.lowerThird } },
        { call: 'dismiss', request: { address: ids.lowerThird } },
      ]);
  });

  it('changed elsewhere is marked until it was seen, and a desk that edits is named', async () => {
    await open();
    stage.desk.tellSub(ids.ticker, { changed: { at: Date.now() }, holder: 'Gallery B' });
    const ticker = row('Ticker, CUED, changed elsewhere, Gallery B is editing');
    const mark = ticker.locator('[data-mark="editing"]');
    // A row has no text before its first frame (`content-visibility`).
    await expect.poll(async () => (await mark.innerText()).replace(/\s+/g, ' ')).toBe('Gallery B EDITS');
    await ticker.click();
    await page.getByText(/^Changed elsewhere at \d\d:\d\d:\d\d\.$/).waitFor();
    await page.getByRole('button', { name: 'Seen' }).click();
    await expect.poll(() => stage.desk.requests('seen')).toEqual([{ address: ids.ticker }]);
    stage.desk.tellSub(ids.ticker, { changed: null });
    await page.getByText(texts.take.editing('Gallery B')).waitFor();
    await page.getByRole('button', { name: 'Take over' }).click();
    await expect.poll(() => stage.desk.requests('takeOver')).toEqual([{ address: ids.ticker }]);
  });

  it('each mark has a word and a shape of its own, and nothing moves for them', async () => {
    await open();
    const placed = (): Promise<unknown[]> =>
      page.locator('.row, .row .name, .row .tally, .row kbd, .take button').evaluateAll((all) =>
        all.map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [element.textContent, x, y, width, height];
        }),
      );
    await row('Match Clock').click();
    const before = (await placed()).filter((one) => !String((one as unknown[])[0]).includes('Match Clock'));
    stage.desk.tellSub(ids.ticker, { drift, changed: { at: Date.now() }, holder: 'Gallery B' });
    stage.desk.tellSub(ids.clock, { holder: 'Gallery B', changed: { at: Date.now() } });
    await row('Match Clock, OUT, changed elsewhere, Gallery B is editing').waitFor();
    expect(await placed()).toEqual(
      expect.arrayContaining(before.filter((one) => !String((one as unknown[])[0]).includes('Ticker'))),
    );
    const marks = row(/^Ticker/).locator('[data-mark]');
    expect(await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('title')))).toEqual([
      texts.tally.drift.description,
      'changed elsewhere',
      'Gallery B is editing',
    ]);
    const shapes = await marks.locator('svg').evaluateAll((all) => all.map((shape) => shape.innerHTML));
    expect(new Set(shapes).size).toBe(3);
  });
});
