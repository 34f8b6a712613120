import { texts as deskTexts } from '../../contract/texts/texts.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { errorTable } from '../../contract/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import type { AsRunLine } from '../../contract/desk-api/as-run.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { OverlayError } from '../../contract/errors.ts';
import { twoApps } from '../kit/desk/two-apps.ts';
import { ids } from '../kit/service/evening-news.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';
import { guardedKeys } from '../kit/screens/guarded-keys.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const open = async (): Promise<void> => {
  ({ page } = await stage.page());
};
const tallies = (): Promise<string[]> => page.getByRole('treeitem').locator('[data-tally]').allInnerTexts();
const allUnknown = Array.from({ length: 7 }, () => 'UNKNOWN');
const keys = (): unknown[] => stage.desk.requests('key');

describe('keys on the screen', () => {
  it('go to the desk wherever the focus is, also on a button and in the tree, each once', async () => {
    await open();
    await page.keyboard.press('Digit1');
    await page.getByRole('treeitem', { name: 'Ticker' }).click();
    await page.keyboard.press('Alt+Digit2');
    await page
      .getByRole('button', { name: 'Cue Ticker' })
      .or(page.getByRole('button', { name: 'Uncue Ticker' }))
      .focus();
    await page.keyboard.press('KeyT');
    await expect.poll(keys).toEqual([
      { key: 'Digit1', repeat: false },
      { key: 'Alt+Digit2', repeat: false },
      { key: 'KeyT', repeat: false },
    ]);
  });

  it('that work the tree do so and are not the desk’s, and those that are mapped find no name in it', async () => {
    await open();
    await page.getByRole('treeitem', { name: 'Ticker' }).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('KeyT');
    expect(await page.getByRole('treeitem', { selected: true }).getAttribute('aria-label')).toBe(
      'Score Bug, REQUESTED',
    );
    await expect.poll(keys).toEqual([{ key: 'KeyT', repeat: false }]);
  });

  it('that are held down say that they repeat', async () => {
    await open();
    await page.keyboard.down('Digit1');
    await page.keyboard.down('Digit1');
    await page.keyboard.up('Digit1');
    await expect.poll(keys).toEqual([
      { key: 'Digit1', repeat: false },
      { key: 'Digit1', repeat: true },
    ]);
  });

  it('that work the button with the focus press it once and are not the desk’s', async () => {
    await open();
    await page.getByRole('button', { name: 'Take In Lower Third' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await expect.poll(() => stage.desk.asked.map(({ call }) => call)).toEqual(['take', 'take']);
  });

  it('are kept from the browser only where they are mapped', async () => {
    await open();
    await page.evaluate(() => {
      window.addEventListener('keydown', (event) => (document.title += ` ${event.code}:${event.defaultPrevented}`));
    });
    await page.keyboard.press('Digit1');
    await page.keyboard.press('KeyX');
    expect(await page.title()).toBe('Overlay Desk Digit1:true KeyX:false');
  });

  it('that failed are told of by name', async () => {
    await open();
    stage.desk.fail('key', new OverlayError('not-connected'));
    await page.keyboard.press('Digit1');
    const alert = page.getByRole('alert').locator('p');
    await alert.waitFor();
    expect(await alert.innerText()).toBe(`Key 1: ${errorTable['not-connected'].operator}`);
  });

  it('are all on the Keys sheet, with what they do', async () => {
    await open();
    await page.getByRole('button', { name: 'Keys' }).click();
    const listed = (await page.getByRole('region', { name: 'Keys' }).locator('.keys').innerText()).split(/\s*\n\s*/);
    expect(listed.slice(0, 3)).toEqual(['1', 'In', 'Lower Third']);
    expect(listed.slice(-5)).toEqual(['B', 'Flash', 'Match Clock', 'T', 'Take Cued']);
  });
});

describe('keys that have a guard', () => {
  const open = async (): Promise<void> => {
    ({ page } = await stage.page(undefined, (view) => ({ ...view, keys: guardedKeys })));
  };

  it('tell the desk that they came up, also when a modifier came up first or the window went away', async () => {
    await open();
    await page.keyboard.press('F2');
    await page.keyboard.down('F3');
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await page.keyboard.up('F3');
    await page.keyboard.press('KeyX');
    await expect
      .poll(() => stage.desk.asked.map(({ call, request }) => `${call} ${(request as { key: string }).key}`))
      .toEqual(['key F2', 'keyUp F2', 'key F3', 'keyUp F3', 'key KeyX']);
  });

  it('are named on every page with what they will do, which moves nothing and takes no press', async () => {
    const keys: KeyBinding[] = [
      { key: 'F4', action: { do: 'recallLook', look: 'Evening' }, guard: { kind: 'arm' } },
      { key: 'Escape', action: { do: 'panic' }, guard: { kind: 'hold', milliseconds: 600 } },
    ];
    ({ page } = await stage.page(undefined, (view) => ({ ...view, keys })));
    const strip = page.getByRole('status', { name: texts.guard.keys });
    const panic = page.getByRole('button', { name: /^Panic/ });
    for (const name of ['Show', 'Rundown', 'Data', 'Workshop']) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name, exact: true }).click();
      const places = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('section, button')].map((one) => one.getBoundingClientRect()),
        );
      // The shelf asks the service, which refuses here: the page is whole with the button that comes then.
      if (name === 'Workshop') await page.getByRole('button', { name: 'Try again' }).waitFor();
      expect(await strip.count()).toBe(0);
      const before = await places();
      const until = Date.now() + 3_000;
      stage.desk.tell({
        guarded: [
          { key: 'F4', state: 'armed', until },
          { key: 'Escape', state: 'held', until },
        ],
      });
      await strip.waitFor();
      expect((await strip.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
        /^F4 Look Evening press again ARMED [0-3]\.\d s Esc Panic all apps keep holding HOLD$/,
      );
      expect(await places()).toEqual(before);
      expect(await strip.evaluate((one) => getComputedStyle(one).pointerEvents)).toBe('none');
      expect(await panic.isVisible()).toBe(true);
      stage.desk.tell({ guarded: [] });
      await strip.waitFor({ state: 'detached' });
    }
  });

  it('show on the sheet how they are guarded', async () => {
    await open();
    await page.getByRole('button', { name: 'Keys' }).click();
    const listed = (await page.getByRole('region', { name: 'Keys' }).locator('.keys').innerText()).split(/\s*\n\s*/);
    expect(listed).toEqual([
      'F2',
      'In',
      'Ticker',
      'hold 0.6 s',
      'F3',
      'Panic',
      'all apps',
      'press twice',
      'T',
      'Take Cued',
    ]);
  });

  it('refused by a guard are marked at what they were about, until something newer is asked of it', async () => {
    await open();
    const why = deskTexts.guard.changed('Ticker', 'In', 'Out');
    stage.desk.fail('key', new OverlayError('press-refused', why));
    await page.keyboard.press('F2');
    await page.getByRole('treeitem', { name: 'Ticker, CUED, last press refused' }).click();
    await page.getByRole('region', { name: 'Take' }).getByText(why).waitFor();
    await page.getByRole('button', { name: 'Take In Ticker' }).click();
    await page.getByRole('treeitem', { name: /^Ticker, CUED$/ }).waitFor();
    await expect.poll(() => stage.desk.requests('take')).toHaveLength(1);
  });
});

it('a graphic inside a graphic that is Out is HIDDEN, is not counted, and says when it comes on air', async () => {
  await open();
  stage.desk.tellSub(ids.scoreBug, { tally: 'OUT', state: 'Out1', requested: null });
  stage.desk.tellSub(ids.home, { tally: 'HIDDEN', state: 'In' });
  await page.getByRole('treeitem', { name: 'Home, HIDDEN' }).click();
  await page.getByRole('region', { name: 'Take' }).getByText(texts.take.hiddenIn('Score Bug')).waitFor();
  const count = page.getByRole('status', { name: texts.header.onAirCount }).locator('b').first();
  expect(await count.innerText()).toBe('1');
  await page.getByRole('treeitem', { name: 'Score Bug, OUT' }).click();
  await page.getByRole('region', { name: 'Take' }).getByText(texts.take.brings('Home')).waitFor();
  await page.getByRole('treeitem', { name: 'Home, HIDDEN' }).click();
  stage.desk.tellSub(ids.home, { tally: 'UNKNOWN', state: 'In' });
  stage.desk.tellConnection({ status: 'lost' });
  await page.getByRole('region', { name: 'Take' }).getByText(texts.take.lastConfirmed(texts.take.in)).waitFor();
  stage.desk.tellConnection({ status: 'live' });
  stage.desk.tellSub(ids.home, { tally: 'ON AIR', state: 'In' });
  await expect.poll(() => count.innerText()).toBe('2');
});

it.each([
  [1440, 900],
  [1024, 768],
])('no button of the Take pane moves when another screen types, at %i by %i', async (width, height) => {
  await open();
  await page.setViewportSize({ width, height });
  await page.getByRole('treeitem', { name: /^Lower Third/ }).click();
  const buttons = page.getByRole('region', { name: 'Take' }).getByRole('button');
  const places = (): Promise<number[][]> =>
    buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map((box) => [box.y, box.height]));
  stage.desk.tellSub(ids.lowerThird, { staged: { line1: 'New' } });
  await page.getByText(texts.take.updateCount(1)).waitFor();
  const before = await places();
  stage.desk.tellSub(ids.lowerThird, { editors: [{ field: 'line1', hand: 'Screen 2', words: true }] });
  await page.getByText(texts.take.withoutShort('Screen 2')).first().waitFor();
  expect(await places()).toEqual(before);
});

describe('when it is no longer known what is on air', () => {
  it('the desk gone leaves nothing but UNKNOWN, and the picture as it was; its return shows the truth', async () => {
    await open();
    stage.removeDesk();
    await page.getByRole('status').getByText(texts.common.deskGone).first().waitFor();
    expect(await tallies()).toEqual(allUnknown);
    expect(await page.getByText('1 on air').count()).toBe(0);
    const picture = page.frameLocator('iframe[title="Program picture"]');
    expect(await picture.getByText('Ada Lovelace').isVisible()).toBe(true);
    expect(await page.getByText('NOT CONFIRMED').isVisible()).toBe(true);
    const [band, frame] = await Promise.all(
      [page.getByText('NOT CONFIRMED'), page.getByTitle('Program picture')].map((one) => one.boundingBox()),
    );
    expect(band!.y + band!.height).toBeLessThanOrEqual(frame!.y);
    stage.desk.tellSub(ids.ticker, { tally: 'ON AIR', state: 'In' });
    stage.desk.beat();
    stage.returnDesk();
    await page.getByRole('treeitem', { name: 'Ticker, ON AIR' }).waitFor();
    expect(await page.getByText(texts.common.deskGone).count()).toBe(0);
  });

  it('a press on a button while the desk is gone is told to have failed', async () => {
    await open();
    stage.removeDesk();
    await page.getByRole('treeitem', { name: 'Lower Third, UNKNOWN' }).waitFor();
    await page.getByRole('button', { name: 'Take In Lower Third' }).click();
    await page.getByRole('alert').getByText(`Take In Lower Third: ${errorTable['desk-gone'].operator}`).waitFor();
    stage.returnDesk();
    await page.getByRole('treeitem', { name: 'Lower Third, ON AIR' }).waitFor();
    expect(stage.desk.requests('take')).toEqual([]);
  });

  it('a desk that says live and confirms nothing for 5 s is not believed', async () => {
    ({ page } = await stage.page(undefined, undefined, true));
    const start = await stage.stopTime(page);
    await expect.poll(async () => (await tallies())[0]).toBe('ON AIR');
    await page.clock.fastForward(4_000);
    await expect.poll(() => page.locator('.age').getAttribute('data-level')).toBe('warn');
    expect((await tallies())[0]).toBe('ON AIR');
    await page.clock.fastForward(2_000);
    await expect.poll(() => page.locator('.age').getAttribute('data-level')).toBe('alarm');
    expect(await tallies()).toEqual(allUnknown);
    stage.desk.tellConnection({ confirmedAt: start + 6_000 });
    await page.getByRole('treeitem', { name: 'Lower Third, ON AIR' }).waitFor();
  });

  it('the age of the last confirmed answer counts up', async () => {
    await open();
    const age = page.getByText(/^confirmed \d\.\d s ago$/);
    const first = await age.innerText();
    await expect.poll(() => age.innerText()).not.toBe(first);
  });
});

describe('the bar at the top', () => {
  it.each([
    [960, 700],
    [1024, 768],
    [1280, 720],
    [1366, 768],
    [1440, 900],
    [1600, 900],
    [1920, 1080],
  ])('at %d by %d has all of it in sight beside two Panics, and none of it moves', async (width, height) => {
    ({ page } = await stage.page({ width, height }, twoApps));
    const header = page.locator('header').first();
    /** Where each part is, and which go beyond the bar. */
    const parts = () =>
      header.evaluate((bar) => {
        const { right: end } = bar.closest('section')!.getBoundingClientRect();
        const seen = [...bar.querySelectorAll('button, time, .count')].filter(
          (part) => part.clientWidth > 0 && !part.closest('dialog'),
        );
        const places = seen.map((part) => Math.round(part.getBoundingClientRect().left));
        const cut = seen.filter((part) => {
          const own = part.matches('button, time') && part.scrollWidth > part.clientWidth;
          return own || part.getBoundingClientRect().right > end;
        });
        return { places, cut: cut.map(({ textContent }) => textContent.trim()) };
      });
    const before = await parts();
    expect(before.cut).toEqual([]);
    const { apps } = stage.desk.view;
    const failed = { id: 'c', name: 'Arena', base: '', email: '', hasSecret: true, certificates: [], apps: null };
    stage.desk.tell({
      lock: { locked: true, pin: false, by: 'Ada' },
      connections: [
        {
          ...failed,
          kind: 'token',
          status: 'failed',
          reason: 'refused',
          proxy: { use: 'none', address: '', user: '', hasSecret: false },
        },
      ],
    });
    const rundown = (id: string) => ({ id, name: `Rundown of the evening ${id}`, groups: [] });
    stage.desk.tell({ rundowns: [rundown('1'), rundown('2')], activeRundown: '1' });
    stage.desk.tellApp({ connection: { ...apps[0]!.connection, status: 'lost' } });
    await header.getByText('LOCKED').waitFor();
    await header.getByText('UNKNOWN').waitFor();
    await header.getByText('Rundown of the evening 1').waitFor();
    expect(await parts()).toEqual(before);
    await header.getByRole('button', { name: 'LOCKED' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await parts()).toEqual(before);
  });
});

describe('the screen as a whole', () => {
  it('goes on working where one part of it fails', async () => {
    const broken = { targets: null } as unknown as AsRunLine;
    ({ page } = await stage.page(undefined, (view) => ({ ...view, asRun: [broken] })));
    await page.getByText('As run cannot be shown because of a fault in this screen.').waitFor();
    await page.getByRole('button', { name: 'Take In Lower Third' }).click();
    await expect.poll(() => stage.desk.requests('take')).toHaveLength(1);
  });

  it.each([
    [1440, 900],
    [1280, 720],
    [1920, 1080],
    [1024, 768],
  ])('at %d by %d fits without scrolling, every button large enough and in sight', async (width, height) => {
    ({ page } = await stage.page({ width, height }));
    const small = await page.getByRole('button').evaluateAll((all) =>
      all.flatMap((button) => {
        const { left, top, right, bottom } = button.getBoundingClientRect();
        const inSight = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        const cut = button.scrollWidth > button.clientWidth;
        return inSight && !cut && bottom - top >= 40 && right - left >= 40 ? [] : [button.getAttribute('aria-label')];
      }),
    );
    const whole = await page.evaluate(() => [document.body.scrollWidth, document.body.scrollHeight]);
    expect({ small, whole }).toEqual({ small: [], whole: [width, height] });
  });
});
