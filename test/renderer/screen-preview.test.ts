import { texts } from '../../renderer/texts/texts.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cue } from '../../contract/desk-api/cue.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { OverlayError } from '../../contract/errors.ts';
import { parseAddress } from '../../contract/model/address.ts';
import { sport, twoApps } from '../kit/desk/two-apps.ts';
import { ids } from '../kit/service/evening-news.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;
beforeAll(async () => void (stage = await ScreenStage.open()));
afterAll(() => stage.close());

/** A desk that answers each preview in this way; without an answer: it takes the lower third In, in the app of the show. */
async function open(asTold?: (view: DeskView) => DeskView, answer?: () => unknown): Promise<void> {
  const { app, id } = parseAddress(ids.lowerThird);
  // The screen asks as soon as it is there.
  ({ page } = await stage.page(undefined, (view) => {
    stage.desk.answers.set('preview', answer ?? (() => [{ app, changes: [{ id, state: 'In', action: 'play' }] }]));
    return asTold?.(view) ?? view;
  }));
}

const preview = () => page.getByRole('region', { name: 'Preview' });
const picture = () => page.frameLocator('iframe[title="Preview of the next press"]').locator('body');
const asked = () => stage.desk.previewed.at(-1);

describe('the preview', () => {
  it('shows what the next press makes: the selected one In, what is cued, the button that is pointed at', async () => {
    await open();
    await page.getByRole('treeitem', { name: /^Ticker/ }).click();
    await expect.poll(asked).toEqual({ do: 'takeCued' });
    await page.getByRole('button', { name: 'Take In Ticker' }).hover();
    await expect.poll(asked).toMatchObject({ do: 'take', subComposition: ids.ticker, to: 'In' });
    await expect.poll(() => preview().innerText()).toContain('Take In Ticker');
    await expect.poll(() => picture().innerText()).toBe(`${parseAddress(ids.lowerThird).id} In at end`);
  });

  it('shows what an undo and a look would make, by keyboard as by mouse', async () => {
    await open((view) => ({
      ...view,
      looks: [{ name: 'Opening', ids: [ids.lowerThird] }],
      undoable: {
        'Screen 1': { take: { press: 7, words: 'Lower Third to Out 1 (Take In)' }, values: null, panic: null },
      },
    }));
    await page.getByRole('button', { name: /^Undo take/ }).focus();
    await expect.poll(asked).toEqual({ do: 'undo', what: 'take' });
    await expect.poll(() => preview().innerText()).toContain('Undo take: Lower Third to Out 1 (Take In)');
    await page.getByRole('button', { name: 'Looks' }).click();
    await page.getByRole('button', { name: 'Recall Opening' }).focus();
    await expect.poll(asked).toEqual({ do: 'recallLook', look: 'Opening' });
    await expect.poll(() => preview().innerText()).toContain('Recall Opening');
    await expect.poll(() => picture().innerText()).toBe(`${parseAddress(ids.lowerThird).id} In at end`);
  });

  it('goes back to the next press when the button that is pointed at has nothing left to do', async () => {
    const undoable = { take: { press: 7, words: 'Lower Third to Out 1 (Take In)' }, values: null, panic: null };
    await open((view) => ({ ...view, undoable: { 'Screen 1': undoable } }));
    await page.getByRole('treeitem', { name: /^Ticker/ }).click();
    await page.getByRole('button', { name: /^Undo take/ }).hover();
    await expect.poll(asked).toEqual({ do: 'undo', what: 'take' });
    stage.desk.tell({ undoable: { 'Screen 1': { ...undoable, take: null } } });
    await expect.poll(asked).toEqual({ do: 'takeCued' });
  });

  it('is stepped through its animation, and played', async () => {
    await open();
    const slider = page.getByRole('slider', { name: texts.preview.afterPress });
    await expect.poll(() => slider.isEnabled()).toBe(true);
    await slider.fill('300');
    await expect.poll(() => picture().innerText()).toMatch(/In at 300$/);
    await preview().getByRole('button', { name: 'Play' }).click();
    // News of the desk asks for the end again, so the last request may be another one.
    const times = () =>
      picture().evaluate(() => (globalThis as unknown as { asked: { at?: unknown }[] }).asked.map(({ at }) => at));
    await expect.poll(times).toContain('play');
  });

  it('shows the next cue of the rundown', async () => {
    const steps = [{ targets: [{ subComposition: ids.title, name: 'Title', state: 'In' as const }] }];
    await open((view) => ({
      ...view,
      activeRundown: 'r',
      rundowns: [{ id: 'r', name: 'Evening', groups: [{ id: 'g', name: '', cues: ['a'] }] }],
      positions: { r: { next: { cue: 'a', step: 0 }, fired: null, hold: false, marked: [] } },
      cues: { a: Cue.parse({ id: 'a', number: '1', name: 'Opener', steps }) },
    }));
    await page.getByRole('button', { name: 'Rundown', exact: true }).click();
    await expect.poll(asked).toEqual({ do: 'go', rundown: 'r' });
    await expect.poll(() => preview().innerText()).toContain('Go: 1 Opener');
  });

  it('shows the chosen cue on request and says so, until another cue is next', async () => {
    const steps = [{ targets: [{ subComposition: ids.title, name: 'Title', state: 'In' as const }] }];
    const position = (cue: string) => ({ r: { next: { cue, step: 0 }, fired: null, hold: false, marked: [] } });
    await open((view) => ({
      ...view,
      activeRundown: 'r',
      rundowns: [{ id: 'r', name: 'Evening', groups: [{ id: 'g', name: '', cues: ['a', 'b', 'c'] }] }],
      positions: position('a'),
      cues: {
        a: Cue.parse({ id: 'a', number: '1', name: 'Opener', steps }),
        b: Cue.parse({ id: 'b', number: '2', name: 'Guest', steps }),
        c: Cue.parse({ id: 'c', number: '3', name: 'Closer', steps }),
      },
    }));
    await page.getByRole('button', { name: 'Rundown', exact: true }).click();
    await page.getByRole('option', { name: '2 Guest' }).click();
    await page.getByRole('button', { name: 'Preview 2 Guest, next stays' }).click();
    await expect.poll(asked).toEqual({ do: 'fireCue', cue: 'b' });
    expect(await preview().getByTitle('Chosen, not next: 2 Guest').innerText()).toContain('2 Guest');
    await page.getByRole('option', { name: '3 Closer' }).click();
    await expect.poll(asked).toEqual({ do: 'fireCue', cue: 'c' });
    expect(stage.desk.requests('setNext')).toEqual([]);
    stage.desk.tell({ positions: position('b') });
    await expect.poll(asked).toEqual({ do: 'go', rundown: 'r' });
    await expect.poll(() => preview().innerText()).toContain('Go: 2 Guest');
  });

  describe('of a press that changes several app instances', () => {
    const changes = (id: string) => [{ id, state: 'In' as const, action: 'play' as const }];
    const both = () => [
      { app: 'embedded-1', changes: changes('lower-third') },
      { app: sport.key, changes: [...changes('table'), { id: 'line-up', payload: { text: 'Final' } }] },
    ];

    const of = (name: string) =>
      page.frameLocator(`iframe[title="Preview of the next press: ${name}"]`).locator('body');
    const shown = async () => (await preview().locator('iframe').all()).length;

    it('shows the picture of each, small, beside each other, and one alone where it is picked', async () => {
      await open(twoApps, both);
      await page.getByRole('treeitem', { name: /^Ticker/ }).click();
      await expect.poll(() => of('Evening News').innerText()).toBe('lower-third In at end');
      await expect.poll(() => of('Sport').innerText()).toBe('table In,line-up values at end');
      const places = await preview()
        .locator('iframe')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
      const [news, arena] = [places[0]!, places[1]!];
      expect([news.top, news.width]).toEqual([arena.top, arena.width]);
      expect(news.right).toBeLessThanOrEqual(arena.left);
      await preview().getByRole('slider').fill('300');
      await expect.poll(() => of('Sport').innerText()).toMatch(/ at 300$/);

      await preview().getByRole('button', { name: 'Sport' }).press('Enter');
      await expect.poll(shown).toBe(1);
      await expect.poll(() => of('Sport').innerText()).toBe('table In,line-up values at 300');
      const apps = preview().getByRole('group', { name: texts.preview.apps });
      expect(await apps.getByRole('button').allInnerTexts()).toEqual(['All 2', 'Evening News', 'Sport']);
      await apps.getByRole('button', { name: 'All 2' }).press('Enter');
      await expect.poll(shown).toBe(2);
    });

    it.each([3, 5, 7])('has room for %i of them, whatever they are called and whether they are lost', async (count) => {
      const long = ['The graphics of the second hall of the arena', 'Donaudampfschifffahrtsgesellschaftskapitän'];
      const answer = () =>
        Array.from({ length: count }, (_, at) => ({
          app: at === 0 ? 'embedded-1' : `arena-${at - 1}`,
          changes: changes('lower-third'),
        }));
      await open((view) => {
        const two = twoApps(view);
        const [news, arena] = [two.apps[0]!, two.apps[1]!];
        const others = Array.from({ length: count - 1 }, (_, at) => {
          const lost = { ...arena.connection, ...(at === 1 && { status: 'lost' as const }) };
          return { ...arena, key: `arena-${at}`, name: long[at] ?? `Hall ${at}`, app: news.app, connection: lost };
        });
        return { ...two, apps: [news, ...others] };
      }, answer);
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.getByRole('treeitem', { name: /^Ticker/ }).click();
      const names = preview().getByTitle(/^Show .+ alone$/);
      await expect.poll(() => names.count()).toBe(count);
      /** What of the preview goes beyond its frame, or higher than one line. */
      const beyond = () =>
        preview().evaluate((region) => {
          const frame = region.querySelector('.frame')!.getBoundingClientRect();
          const all = [...region.querySelectorAll('.frame button, .frame iframe, .frame p')];
          return all.flatMap((one) => {
            const { right, bottom, height } = one.getBoundingClientRect();
            const fits = right <= frame.right && bottom <= frame.bottom && (one.tagName !== 'BUTTON' || height <= 30);
            return fits ? [] : [one.textContent];
          });
        });
      expect(await beyond()).toEqual([]);
      const lost = preview().getByRole('status');
      const why = /^Nothing is confirmed of Donaudampf.+, so the result is unknown\.$/;
      expect(await lost.getAttribute('title')).toMatch(why);
      expect(await lost.innerText()).toBe('UNKNOWN');
      const whole = await lost.evaluate((p) => p.scrollHeight <= p.clientHeight && p.scrollWidth <= p.clientWidth);
      expect(whole).toBe(true);
      await names.nth(1).press('Enter');
      const apps = preview().getByRole('group', { name: texts.preview.apps });
      await apps.getByRole('button', { name: long[0]!, pressed: true }).waitFor();
      const { height } = (await apps.boundingBox())!;
      expect(height).toBeLessThanOrEqual(30);
    });

    it('hides nothing of another press because one was picked before', async () => {
      await open(twoApps, both);
      await page.getByRole('treeitem', { name: /^Ticker/ }).click();
      await preview().getByRole('button', { name: 'Sport' }).press('Enter');
      await expect.poll(shown).toBe(1);
      await page.getByRole('button', { name: 'Take In Ticker' }).hover();
      await expect.poll(shown).toBe(2);
    });

    it('says of one whose service is on another machine why there is none, and what the press makes there', async () => {
      const elsewhere = { onairUrl: stage.elsewhere, mediaUrl: stage.elsewhere };
      await open((view) => {
        const two = twoApps(view);
        const [news, arena] = [two.apps[0]!, two.apps[1]!];
        return { ...two, apps: [news, { ...arena, app: { id: 7, name: 'Sport', ...elsewhere } }] };
      }, both);
      await page.getByRole('treeitem', { name: /^Ticker/ }).click();
      await expect.poll(shown).toBe(1);
      await expect
        .poll(() => preview().getByRole('status').innerText())
        .toBe(texts.preview.elsewhere('Sport', 'League Table In, Line-up with new values'));
    });
  });

  it('says why there is nothing to see: the press would be refused, or nothing is confirmed', async () => {
    await open();
    stage.desk.answers.set('preview', () => {
      throw new OverlayError('press-refused', 'Nobody knows whether it is on air.');
    });
    await page.getByRole('button', { name: /^Take In/ }).hover();
    await expect.poll(() => preview().innerText()).toContain('Nobody knows whether it is on air.');
    stage.desk.tellApp({ connection: { ...stage.desk.view.apps[0]!.connection, status: 'lost' } });
    await expect.poll(() => preview().innerText()).toContain('Nothing is confirmed, so the result is unknown.');
  });

  it('is put away, and the program has its room', async () => {
    await open();
    await page.setViewportSize({ width: 1280, height: 720 });
    const program = () => page.locator('iframe[title="Program picture"]').evaluate((frame) => frame.clientWidth);
    const beside = await program();
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    expect(await preview().count()).toBe(0);
    expect(await program()).toBeGreaterThan(beside);
  });

  it.each([
    ['Show', 1280, 720],
    ['Show', 1440, 900],
    ['Rundown', 1280, 720],
    ['Rundown', 1024, 768],
  ])('has its caption above its own picture, as the program has: %s at %d by %d', async (name, width, height) => {
    await open();
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name, exact: true }).click();
    /** How far to the right of its picture a caption begins, and whether it ends above the picture. */
    const captionOf = async (heading: string): Promise<unknown> => {
      const words = page.getByText(heading, { exact: true });
      const caption = (await words.boundingBox())!;
      const frame = (await words.locator('xpath=ancestor::section[1]').locator('.frame').boundingBox())!;
      const above = frame.y - caption.y - caption.height;
      return {
        left: Math.round(caption.x - frame.x),
        isAbove: above >= 0 && above < 20,
        isInside: caption.width < frame.width,
      };
    };
    const right = { left: 0, isAbove: true, isInside: true };
    expect(await captionOf(texts.preview.heading)).toEqual(right);
    expect(await captionOf(texts.program.heading)).toEqual(right);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await preview().waitFor({ state: 'detached' });
    expect(await captionOf(texts.program.heading)).toEqual(right);
  });
});
