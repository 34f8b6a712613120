import { texts as deskTexts } from '../../contract/texts/texts.ts';
import { texts } from '../../renderer/texts/texts.ts';
import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Cue, type CueView } from '../../contract/desk-api/cue.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { errorTable, OverlayError } from '../../contract/errors.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());
afterEach(() => stage.returnDesk());

const idle: CueView = { state: 'NEXT', onAir: 'no', due: null, reason: '' };
const last = Cue.parse({ id: 'a', number: '99', name: 'Everything out', guarded: true, steps: [{ targets: [] }] });

async function open(size?: { width: number; height: number }, more: Partial<DeskView> = {}): Promise<void> {
  ({ page } = await stage.page(size, (view) => ({
    ...view,
    ...more,
    rundowns: [{ id: 'r', name: 'Evening', groups: [{ id: 'g', name: '', cues: ['a'] }] }],
    activeRundown: 'r',
    positions: { r: { next: { cue: 'a', step: 0 }, fired: null, hold: false, marked: [] } },
    cues: { a: last },
    cueViews: { a: idle },
  })));
  await page.getByRole('button', { name: 'Rundown', exact: true }).click();
}

const alert = (): Locator => page.locator('main > div > [role="alert"]');
const armed = (): Locator => page.getByRole('status', { name: 'Armed' });

/** The names of the buttons, the fields and the pictures that something lies over. */
const covered = (one: Locator): Promise<string[]> =>
  one.evaluate((strip) => {
    const { left, top, right, bottom } = strip.getBoundingClientRect();
    const all = document.querySelectorAll('button, input, select, iframe, [role="option"]');
    // The newest line of the log gives its place to the alert.
    const line = document.querySelector('[aria-label="As run"] table') ?? document.body;
    /** What of an element can be seen: the rest is scrolled away. */
    const seen = (other: Element): { left: number; top: number; right: number; bottom: number } => {
      let { left, top, right, bottom } = other.getBoundingClientRect();
      for (let one = other.parentElement; one; one = one.parentElement) {
        if (getComputedStyle(one).overflow === 'visible') continue;
        const around = one.getBoundingClientRect();
        [left, top] = [Math.max(left, around.left), Math.max(top, around.top)];
        [right, bottom] = [Math.min(right, around.right), Math.min(bottom, around.bottom)];
      }
      return { left, top, right, bottom };
    };
    return [...all, line].flatMap((other) => {
      if (getComputedStyle(other).visibility === 'hidden') return [];
      if (strip.contains(other) || other.contains(strip)) return [];
      const box = seen(other);
      const overlaps =
        Math.max(box.left, left) < Math.min(box.right, right) && Math.max(box.top, top) < Math.min(box.bottom, bottom);
      return overlaps ? [other.getAttribute('aria-label') ?? other.textContent] : [];
    });
  });

/** Where everything that can be pressed stands. */
const places = (): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, input, select')].flatMap((one) => {
      if (one.closest('[role="alert"]')) return [];
      const { left, top } = one.getBoundingClientRect();
      return [`${one.getAttribute('aria-label') ?? one.textContent} ${Math.round(left)} ${Math.round(top)}`];
    }),
  );

describe('an alert', () => {
  it.each([
    [1024, 768],
    [1280, 720],
    [1440, 900],
    [1920, 1080],
  ])('at %d by %d covers nothing, and moves nothing that is pressed', async (width, height) => {
    await open({ width, height });
    const before = await places();
    stage.desk.fail(
      'skip',
      new OverlayError('press-refused', `It was refused. ${'All of it can be read. '.repeat(8)}`),
    );
    await page.getByRole('button', { name: /^Back:/ }).click();
    await alert().waitFor();
    expect(await covered(alert())).toEqual([]);
    expect(await places()).toEqual(before);
    await alert().getByRole('button', { name: 'Dismiss' }).click();
    expect(await alert().count()).toBe(0);
  });

  it('leaves the notice that it names beside it, to be dismissed', async () => {
    await open({ width: 1280, height: 720 }, { notices: [{ id: 'n', text: 'NEXT moved.', stays: true }] });
    stage.desk.fail('skip', new OverlayError('press-refused', deskTexts.cues.nextMoved));
    await page.getByRole('button', { name: /^Back:/ }).click();
    await alert().waitFor();
    await page.getByRole('button', { name: texts.header.dismissNotice('NEXT moved.') }).click();
    await expect.poll(() => stage.desk.requests('dismissNotice')).toEqual([{ id: 'n' }]);
    expect(await covered(alert())).toEqual([]);
  });

  it('takes no press in the first moment before another notice: the operator has not read it', async () => {
    const notice = (id: string, text: string) => ({ id, text, stays: true as const });
    await open({ width: 1280, height: 720 }, { notices: [notice('a', 'Read.')] });
    const dismiss = page.getByRole('status', { name: texts.header.notices }).getByRole('button');
    await dismiss.waitFor();
    // Presses at once when the button refuses, however long the way from here to the page takes.
    await page.evaluate(() =>
      new MutationObserver((_, observer) => {
        const button = document.querySelector<HTMLElement>('.notice button[aria-disabled="true"]');
        if (!button) return;
        observer.disconnect();
        button.click();
        document.title = 'pressed';
      }).observe(document.body, { subtree: true, attributes: true, childList: true }),
    );
    stage.desk.tell({ notices: [notice('a', 'Read.'), notice('next r', 'NEXT moved.')] });
    await expect.poll(() => page.title()).toBe('pressed');
    await expect.poll(() => dismiss.getAttribute('aria-disabled')).toBe('false');
    expect(stage.desk.requests('dismissNotice')).toEqual([]);
    await dismiss.click();
    await expect.poll(() => stage.desk.requests('dismissNotice')).toEqual([{ id: 'next r' }]);
  });

  it('has all of its words on hover, and those of the ones behind it', async () => {
    const notices = ['first', 'second', 'third'].map((id) => ({ id, text: `The ${id} one.`, stays: true as const }));
    await open({ width: 1280, height: 720 }, { notices });
    stage.desk.fail('skip', new OverlayError('press-refused', deskTexts.cues.nextMoved));
    await page.getByRole('button', { name: /^Back:/ }).click();
    await alert().waitFor();
    const titles = (one: Locator): Promise<string[]> =>
      one.locator('[title]').evaluateAll((all) => all.map((element) => (element as HTMLElement).title));
    const strip = page.getByRole('status', { name: texts.header.notices });
    expect([await titles(alert()), await titles(strip)]).toEqual([
      [expect.stringContaining(deskTexts.cues.nextMoved)],
      ['The third one.', 'The second one.\nThe first one.'],
    ]);
  });

  it.each(['button', 'key'])(
    'of a refused Go goes once a Go by the %s works, and that of another press stays',
    async (by) => {
      await open(undefined, { keys: [{ key: 'KeyG', action: { do: 'go' } }] });
      stage.desk.fail('skip', new OverlayError('not-connected'));
      await page.getByRole('button', { name: /^Back:/ }).click();
      await alert().waitFor();
      stage.desk.fail('key', new OverlayError('press-refused', deskTexts.cues.nextMoved));
      await page.keyboard.press('g');
      await alert().getByText(deskTexts.cues.nextMoved).waitFor();
      stage.desk.fail('key', undefined);
      if (by === 'key') await page.keyboard.press('g');
      else await page.getByRole('button', { name: /^Go:/ }).click();
      await alert().getByText(errorTable['not-connected'].operator).waitFor();
      expect(await page.getByText(deskTexts.cues.nextMoved).count()).toBe(0);
    },
  );

  it('is above a dialog that is open, and covers none of its buttons', async () => {
    await open({ width: 1024, height: 768 }, { keys: [{ key: 'Escape', action: { do: 'panic' } }] });
    await page.getByRole('button', { name: 'Connections' }).click();
    stage.desk.fail('key', new OverlayError('not-connected'));
    await page.getByRole('dialog', { name: 'Connections' }).waitFor();
    await page.keyboard.press('Escape');
    await alert().waitFor();
    expect(await covered(alert())).toEqual([]);
  });
});

describe('the log', () => {
  it('shows its newest line on a low window too, while something must be read', async () => {
    await open({ width: 1280, height: 720 }, { notices: [{ id: 'n', text: 'Read this.', stays: true }] });
    await page.getByRole('status', { name: texts.header.notices }).waitFor();
    const newest = page.locator('[aria-label="As run"] tbody tr').first();
    const inside = await newest.evaluate((row) => {
      const [line, lines] = [row.getBoundingClientRect(), row.closest('table')?.parentElement?.getBoundingClientRect()];
      return lines !== undefined && line.top >= lines.top && line.bottom <= lines.bottom;
    });
    expect(inside).toBe(true);
  });
});

describe('a guarded cue', () => {
  it('that was pressed once says ARMED, which is no error, for as long as it is so', async () => {
    await open();
    stage.desk.fail('go', new OverlayError('cue-armed', deskTexts.cues.guarded('99', 3)));
    await page.getByRole('button', { name: /^Go:/ }).click();
    stage.desk.tell({ cueViews: { a: { ...idle, state: 'ARMED' } } });
    await armed().waitFor();
    expect(await armed().innerText()).toBe(texts.alerts.pressAgain('ARMED 99 Everything out'));
    expect([await covered(armed()), await alert().count()]).toEqual([[], 0]);
    stage.desk.tell({ cueViews: { a: { ...idle, state: 'REQUESTED' } } });
    await armed().waitFor({ state: 'detached' });
    expect(await alert().count()).toBe(0);
  });
});

describe('a cue with a row that is not whole', () => {
  it('says so in its row, beside Go and where it is armed', async () => {
    const why = 'Role: role is not there in row 2.';
    await open();
    const told = (state: CueView['state'], isRead: boolean): void =>
      stage.desk.tell({ cueViews: { a: { ...idle, state, incomplete: { isRead, why } } } });
    told('NEXT', false);
    await expect.poll(() => page.getByText(texts.data.noneYet, { exact: true }).count()).toBe(2);
    told('ARMED', true);
    await expect.poll(() => page.getByText(texts.data.partial, { exact: true }).count()).toBe(2);
    await armed().getByText(texts.alerts.lacksData(why)).waitFor();
  });
});

describe('the notices in the bar at the top', () => {
  const notice = (id: number): { id: string; text: string } => ({
    id: String(id),
    text: `Table ${id}: the file of the season results is missing or cannot be read on this machine.`,
  });

  it.each([
    [1024, 768],
    [1280, 720],
    [1440, 900],
  ])(
    'at %d by %d are whole lines: the first two, and how many more, with all their words under the pointer',
    async (width, height) => {
      await open({ width, height });
      for (const count of [1, 2, 4]) {
        const notices = Array.from({ length: count }, (_, at) => notice(at + 1));
        stage.desk.tell({ notices });
        const lines = page.locator('header').first().getByRole('status').filter({ hasText: 'Table 1' }).locator('p');
        const more = notices.slice(2);
        const firstTwo = notices.slice(0, 2).map(({ text }) => text);
        await expect
          .poll(() => lines.allTextContents())
          .toEqual([...firstTwo, ...(more.length > 0 ? [texts.common.andMore(more.length)] : [])]);
        const cut = await lines.evaluateAll((all) => {
          const bar = all[0]!.closest('section')!.getBoundingClientRect();
          const isCut = ({ top, bottom }: DOMRect): boolean => top < bar.top || bottom > bar.bottom;
          return all.filter((line) => {
            const around = line.parentElement!;
            return isCut(line.getBoundingClientRect()) || around.scrollHeight > around.clientHeight;
          }).length;
        });
        expect(cut, `${count} notices`).toBe(0);
        await lines.first().hover();
        const whole = page
          .locator('header')
          .first()
          .getByText(/^Table/)
          .and(page.locator('li'));
        await expect.poll(() => whole.allTextContents()).toEqual(notices.map(({ text }) => text));
        const beyond = await whole.evaluateAll(
          (all) => all.filter((one) => one.scrollHeight > one.clientHeight).length,
        );
        expect(beyond).toBe(0);
        await page.mouse.move(width / 2, height / 2);
      }
    },
  );
});
