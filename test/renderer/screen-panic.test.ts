import { texts as deskTexts } from '../../contract/texts/texts.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { errorTable } from '../../contract/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright';
import type { AsRunLine } from '../../contract/desk-api/as-run.ts';
import { OverlayError } from '../../contract/errors.ts';
import { ids } from '../kit/service/evening-news.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';
import { sport, twoApps } from '../kit/desk/two-apps.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const open = async (): Promise<void> => {
  ({ page } = await stage.page(undefined, twoApps));
};
const all = (): Locator => page.getByRole('button', { name: texts.panic.panicAll });
const ofNews = (): Locator => page.getByRole('button', { name: texts.panic.panicApp('Evening News') });
const panics = (): unknown[] => stage.desk.requests('panic');
const shout = (): Locator => page.getByLabel('Panic', { exact: true }).locator('p');
const shouted = async (): Promise<string[]> =>
  (await shout().allInnerTexts()).map((line) => line.replace(/\s+/g, ' ').replace(/\d\d:\d\d:\d\d/, 'TIME'));

/** Held down until it fires: until the desk was asked. */
async function hold(button: Locator): Promise<void> {
  const before = panics().length;
  await button.hover();
  await page.mouse.down();
  await expect.poll(panics).toHaveLength(before + 1);
  await page.mouse.up();
}

/** By the keyboard, as often as it needs. */
async function pressUntilPanic(): Promise<void> {
  await expect
    .poll(async () => {
      await all().press('Enter');
      return panics().length;
    })
    .toBe(1);
}

const at = '2026-03-04T18:31:00.000Z';
function line(of: Partial<AsRunLine>): AsRunLine {
  const trigger = { kind: 'screen', detail: '' } as const;
  const plain = { at, showAt: null, operator: '', trigger, action: 'Panic', items: [], reason: '', milliseconds: 21 };
  return { ...plain, kind: 'panic', app: null, targets: [], result: 'confirmed', revision: 8, ...of };
}
const newsOut = line({
  app: { key: 'embedded-1', name: 'Evening News' },
  targets: [
    { address: ids.lowerThird, id: 'lower-third', name: 'Lower Third' },
    { address: ids.scoreBug, id: 'score-bug', name: 'Score Bug' },
  ],
});
const sportUnknown = line({
  app: { key: sport.key, name: 'Sport' },
  targets: [{ address: sport.lineup, id: 'line-up', name: 'Line-up' }],
  result: 'unknown',
  reason: errorTable['deadline-passed'].operator,
  milliseconds: 2_000,
  revision: null,
});
const ended = (...lines: AsRunLine[]): void => stage.desk.tell({ asRun: [...lines, ...stage.desk.view.asRun] });

describe('panic', () => {
  it('fires when it is held, for the app that is chosen or for the whole show', async () => {
    await open();
    await hold(ofNews());
    await hold(all());
    await expect.poll(panics).toEqual([{ app: 'embedded-1' }, {}]);
  });

  it('pressed shortly asks for a second press, by mouse and by key', async () => {
    await open();
    await all().click();
    await page.locator('[data-state="armed"]').waitFor();
    expect(panics()).toEqual([]);
    await pressUntilPanic();
  });

  it('pressed twice at once says that the second press was too fast, and waits for another', async () => {
    await open();
    // In one turn of the page: no machine is slow enough to make two presses of them.
    await all().evaluate((button) => {
      for (const type of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup']) {
        button.dispatchEvent(new PointerEvent(type, { bubbles: true }));
      }
    });
    const tooFast = page.getByText(texts.guard.short.tooFast);
    await tooFast.waitFor();
    expect(panics()).toEqual([]);
    await pressUntilPanic();
    await expect.poll(() => tooFast.count()).toBe(0);
  });

  it('held by a key fires once, however often the key repeats', async () => {
    await open();
    await all().focus();
    await page.keyboard.down('Space');
    await page.keyboard.down('Space');
    await expect.poll(panics).toHaveLength(1);
    await page.keyboard.down('Space');
    await page.keyboard.up('Space');
    await expect.poll(panics).toEqual([{}]);
  });

  it('shows what it did in each app as that ends, and stays until it is dismissed', async () => {
    await open();
    await hold(all());
    expect(await shouted()).toEqual([
      'PANIC TIME',
      `Evening News: ${texts.panic.pending}`,
      `Sport: ${texts.panic.pending}`,
    ]);
    ended(newsOut);
    const news = `Evening News: ${texts.panic.confirmed('Lower Third, Score Bug', 21)}`;
    await expect.poll(shouted).toEqual(['PANIC TIME', news, `Sport: ${texts.panic.pending}`]);
    ended(sportUnknown);
    await expect
      .poll(shouted)
      .toEqual([
        'PANIC TIME',
        news,
        `Sport: ${texts.panic.unknown('Line-up', errorTable['deadline-passed'].operator)}`,
      ]);
    expect(await page.getByRole('alert', { name: 'Panic' }).count()).toBe(1);
    ended(
      ...Array.from({ length: 60 }, (_, number) =>
        line({ kind: 'take', action: `Take ${number}`, at: '2026-03-04T18:32:00.000Z' }),
      ),
    );
    await page.getByRole('table', { name: 'As run' }).getByText('Take 0').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await shout().first().waitFor({ state: 'detached' });
    expect(await shouted()).toEqual([]);
  });

  it('leaves a guarded way back until it is used, and says what does not come back', async () => {
    await open();
    await hold(ofNews());
    ended(newsOut);
    stage.desk.tell({
      undoable: { 'Screen 1': { take: null, values: null, panic: { press: 7, words: 'Lower Third (Panic)' } } },
    });
    const back = page.getByRole('button', { name: 'Bring back Lower Third (Panic)' });
    await back.click();
    await page.locator('[data-state="armed"]').waitFor();
    expect(stage.desk.requests('undo')).toEqual([]);
    await expect
      .poll(async () => {
        await back.press('Enter');
        return stage.desk.requests('undo');
      })
      .toEqual([{ what: 'panic', press: 7 }]);
    expect(await shouted()).toContain(texts.panic.bringsBack('Lower Third (Panic)'));
    stage.desk.tell({ undoable: { 'Screen 1': { take: null, values: null, panic: null } } });
    await back.waitFor({ state: 'detached' });
    // Other graphics are on air now, and the result would cover them.
    await expect.poll(shouted).toEqual([]);
  });

  it('covers no button and no word of a dialog such as the lock', async () => {
    await open();
    await hold(all());
    ended(newsOut);
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const [inside, result] = [await dialog.boundingBox(), await shout().first().boundingBox()];
    expect((inside?.y ?? 0) + (inside?.height ?? 0)).toBeLessThan(result?.y ?? 0);
  });

  it('gives the focus back to the part of before once it is dismissed', async () => {
    await open();
    await page.getByRole('tree').focus();
    await pressUntilPanic();
    await page.getByLabel('Panic', { exact: true }).getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('button, body'))).toBe(false);
  });

  it('goes when a graphic comes in again, also where it had no way back', async () => {
    await open();
    await hold(ofNews());
    for (const id of [ids.lowerThird, ids.scoreBug])
      stage.desk.tellSub(id, { tally: 'OUT', state: 'Out1', onAir: 'no' });
    ended(newsOut);
    await expect.poll(shouted).toHaveLength(2);
    await page.getByRole('treeitem', { name: 'Lower Third, OUT' }).waitFor();
    stage.desk.tellSub(ids.lowerThird, { tally: 'ON AIR', state: 'In', onAir: 'yes' });
    await expect.poll(shouted).toEqual([]);
  });

  it('stays with its way back of one app when a graphic of another app comes in', async () => {
    await open();
    await hold(all());
    for (const id of [ids.lowerThird, ids.scoreBug, sport.lineup])
      stage.desk.tellSub(id, { tally: 'OUT', state: 'Out1', onAir: 'no' });
    ended(
      newsOut,
      line({
        app: { key: sport.key, name: 'Sport' },
        targets: [{ address: sport.lineup, id: 'line-up', name: 'Line-up' }],
      }),
    );
    stage.desk.tell({
      undoable: {
        'Screen 1': { take: null, values: null, panic: { press: 7, words: 'Lower Third; Line-up (Panic)' } },
      },
    });
    await page.getByRole('button', { name: 'Bring back Lower Third; Line-up (Panic)' }).waitFor();
    await page.getByRole('treeitem', { name: 'Lower Third, OUT' }).waitFor();
    stage.desk.tellSub(ids.lowerThird, { tally: 'ON AIR', state: 'In', onAir: 'yes' });
    stage.desk.tell({
      undoable: { 'Screen 1': { take: null, values: null, panic: { press: 7, words: 'Line-up (Panic)' } } },
    });
    await page.getByRole('treeitem', { name: 'Lower Third, ON AIR' }).waitFor();
    expect(await page.getByRole('button', { name: 'Bring back Line-up (Panic)' }).count()).toBe(1);
  });

  it('is read in whole lines on a tablet, and its buttons stay where they are while the text grows', async () => {
    ({ page } = await stage.page({ width: 1024, height: 768 }, twoApps));
    await hold(ofNews());
    stage.desk.tell({
      undoable: { 'Screen 1': { take: null, values: null, panic: { press: 7, words: 'Lower Third (Panic)' } } },
    });
    const back = page.getByRole('button', { name: 'Bring back Lower Third (Panic)' });
    const before = await back.boundingBox();
    ended(newsOut);
    await page.getByText(texts.panic.confirmed('Lower Third, Score Bug', 21)).waitFor();
    const widths = await shout().evaluateAll((lines) => lines.map((one) => one.getBoundingClientRect().width));
    expect(Math.min(...widths)).toBeGreaterThan(300);
    expect(await back.boundingBox()).toEqual(before);
  });

  it('with nothing believed to be on air asks all the same', async () => {
    await open();
    stage.desk.tellSub(ids.lowerThird, { tally: 'OUT', state: 'Out1' });
    stage.desk.tellSub(ids.scoreBug, { tally: 'OUT', requested: null });
    await page.getByRole('treeitem', { name: 'Score Bug, OUT' }).waitFor();
    await hold(ofNews());
    await expect.poll(shouted).toEqual(['PANIC TIME', `Evening News: ${texts.panic.pending}`]);
  });

  it('of a desk that controls no app says so', async () => {
    await open();
    stage.desk.tell({ apps: [], model: [], subs: {} });
    await ofNews().waitFor({ state: 'detached' });
    await hold(all());
    await expect.poll(shouted).toEqual(['PANIC TIME', texts.panic.noApp]);
  });

  it('can be pressed while the desk is gone, and says that it was not sent', async () => {
    await open();
    stage.removeDesk();
    await page.getByRole('treeitem', { name: 'Lower Third, UNKNOWN' }).waitFor();
    await all().click();
    await page.locator('[data-state="armed"]').waitFor();
    await expect
      .poll(async () => {
        if ((await shouted()).length === 0) await all().click();
        return shouted();
      })
      .toEqual([
        'PANIC TIME',
        `Evening News: NOT SENT: ${errorTable['desk-gone'].operator}`,
        `Sport: NOT SENT: ${errorTable['desk-gone'].operator}`,
      ]);
    stage.returnDesk();
  });

  it('that was not confirmed is an alarm over everything, until it is dismissed at the desk', async () => {
    await open();
    const text = deskTexts.panic.look(`Sport: ${deskTexts.panic.notInTime}`);
    stage.desk.tell({ notices: [{ id: 'panic arena-1', text, stays: true, alarm: true }] });
    const alarm = page.getByRole('alert').filter({ hasText: 'ALARM' });
    await alarm.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => stage.desk.requests('dismissNotice')).toEqual([{ id: 'panic arena-1' }]);
    expect(await alarm.isVisible()).toBe(true);
    stage.desk.tell({ notices: [] });
    await alarm.waitFor({ state: 'detached' });
  });

  it('that failed to be asked is told as an alarm of its own', async () => {
    await open();
    stage.desk.fail('panic', new OverlayError('internal'));
    await hold(ofNews());
    await expect
      .poll(shouted)
      .toEqual(['PANIC TIME', expect.stringMatching(/^Evening News: NOT SENT: The service failed/)]);
  });
});

describe('undo', () => {
  it('says what it would do, and does just that', async () => {
    await open();
    const take = 'Lower Third to Out 1 (Take In)';
    stage.desk.tell({ undoable: { 'Screen 1': { take: { press: 7, words: take }, values: null, panic: null } } });
    await page.getByRole('button', { name: `Undo take: ${take}` }).click();
    await page.getByRole('button', { name: `Undo change: ${texts.take.nothingToUndo}` }).click({ force: true });
    await expect.poll(() => stage.desk.requests('undo')).toEqual([{ what: 'take', press: 7 }]);
  });
});

describe('a desk that does not answer', () => {
  const never = (): Promise<never> => new Promise(() => undefined);

  it('makes a panic an alarm after two seconds', async () => {
    await open();
    stage.desk.answers.set('panic', never);
    await hold(all());
    await expect
      .poll(shouted)
      .toContainEqual(expect.stringContaining(texts.panic.unknown('', texts.panic.notAnswered)));
  });

  it('says so after a press', async () => {
    await open();
    stage.desk.answers.set('take', never);
    await page.getByRole('button', { name: 'Take In Lower Third' }).click();
    await page.getByText(texts.state.notAnswered).waitFor();
    expect(stage.desk.requests('take')).toHaveLength(1);
  });
});
