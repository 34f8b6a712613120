import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConnectionView } from '../../contract/desk-api/connections.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { texts } from '../../contract/texts/texts.ts';
import * as de from '../../renderer/texts/de.ts';
import * as en from '../../renderer/texts/en.ts';
import { texts as screenTexts } from '../../renderer/texts/texts.ts';
import { answersOfAll, withEverything } from '../kit/screens/full-desk.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';
import { ScriptedWorkshop } from '../kit/screens/scripted-workshop.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const words = screenTexts.connections;
const account: ConnectionView = {
  id: 'c',
  name: 'Van',
  kind: 'account',
  base: 'https://van.example',
  email: 'operator@van.example',
  proxy: { use: 'environment', address: '', user: '', hasSecret: false },
  hasSecret: true,
  certificates: [],
  status: 'open',
  reason: '',
  apps: [],
};

/** Keys with long names, several panics, an output in trouble, and a notice that stays. */
function withLongWords(view: DeskView): DeskView {
  const all = withEverything(view);
  const keys = [
    ...['F5', 'Escape', 'Ctrl+Shift+F12'].map((key) => ({ key, action: { do: 'panic' } })),
    { key: 'Shift+F9', action: { do: 'skip', by: -1 } },
    { key: 'Ctrl+Shift+F10', action: { do: 'skip', by: 1 } },
  ].map((one) => KeyBinding.parse(one));
  const missing = [{ source: `/media/assets/${'56d4af65'.repeat(8)}.wav`, reason: 'it cannot be decoded' }];
  const trouble = {
    dropped: 41,
    dropping: true,
    behind: true,
    engine: { name: 'Chromium 128', tooOld: false },
    missing,
  };
  return {
    ...all,
    keys: [...all.keys, ...keys],
    notices: [{ id: 'n', text: texts.app.preparedBefore('2 edits'), stays: true }],
    apps: all.apps.map((app) => ({ ...app, outputs: (app.outputs ?? []).map((one) => ({ ...one, ...trouble })) })),
  };
}

/**
 * The words on the screen that are cut, unless a title has all of them. What can be scrolled to is not cut. A mark (an
 * icon) explains itself in its title, and the bar of notices shows them whole under the pointer.
 */
function cutWords(): Promise<string[]> {
  return page.evaluate(() => {
    const plain = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();
    const cutBy = (texts: DOMRect[], part: HTMLElement): boolean => {
      const { overflowX, overflowY } = getComputedStyle(part);
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const [wide, high] = [overflowX, overflowY].map((way) => part.matches('button') || /hidden|clip/.test(way));
      // Letters reach a little beyond their line.
      return texts.some(
        (text) =>
          (wide && (text.right > right + 1 || text.left < left - 1)) ||
          (high && (text.bottom > bottom + 3 || text.top < top - 3)),
      );
    };
    const isCut = (node: Node): boolean => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const texts = [...range.getClientRects()].filter(({ width }) => width > 0);
      for (let part = node.parentElement; part !== null; part = part.parentElement) {
        const style = getComputedStyle(part);
        if (['inline', 'contents'].includes(style.display)) continue;
        if (/auto|scroll/.test(style.overflowX + style.overflowY) || style.position === 'fixed') return false;
        if (part.offsetWidth <= 2 || style.clipPath !== 'none') return false;
        if (cutBy(texts, part)) return true;
      }
      return false;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const [text, around] = [plain(node.textContent), node.parentElement!];
      const isShown = around.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const isExempt = around.closest('[inert], option, textarea, .notices, .mark[title]') !== null;
      if (text === '' || !isShown || isExempt || !isCut(node)) continue;
      const titles = [...document.querySelectorAll('[title]')].filter(
        (one) => one.contains(node) || around.contains(one),
      );
      if (!titles.some((one) => plain(one.getAttribute('title')).includes(text))) cut.push(text);
    }
    const sheets = [...document.querySelectorAll<HTMLElement>('.sheet')];
    for (const sheet of sheets)
      if (sheet.scrollWidth > sheet.clientWidth + 1) cut.push('a sheet that scrolls sideways');
    const strip = document.querySelector('.strip')?.getBoundingClientRect();
    for (const button of document.querySelectorAll<HTMLElement>('.sheet button')) {
      const { bottom, right } = button.getBoundingClientRect();
      if (strip && button.checkVisibility() && bottom > strip.top && right > strip.left)
        cut.push(`${button.innerText}, covered`);
    }
    return cut;
  });
}

async function start(where: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#${where}`);
  await page.reload();
  await page.locator(`html[lang=${stage.desk.view.language}]`).waitFor();
  const first = { rundown: '[data-cue="a"]', data: '[role=option]', workshop: '.workshop li button' }[where];
  await page
    .locator(first ?? '[role=treeitem]')
    .nth(first === undefined ? 1 : 0)
    .click();
}

it.each([
  [1024, 768, 'en'],
  [1280, 720, 'en'],
  [1024, 768, 'de'],
  [1440, 900, 'de'],
] as const)('at %d by %d, in %s, nothing cuts words that no title has', async (width, height, language) => {
  ({ page } = await stage.page({ width, height }, (view) => ({ ...withLongWords(view), language })));
  stage.desk.service = new ScriptedWorkshop().answer;
  for (const [call, answer] of Object.entries(answersOfAll)) stage.desk.answers.set(call, () => answer);
  const cut: Record<string, string[]> = {};
  for (const where of ['', 'rundown', 'data', 'workshop']) {
    await start(where);
    cut[where] = await cutWords();
    const openers = page.locator('[aria-expanded=false]:not([role]):not([inert] *):visible');
    for (let at = 0; at < (await openers.count()); at += 1) {
      const opener = openers.nth(at);
      const name = (await opener.getAttribute('aria-label')) ?? (await opener.innerText());
      const id = await opener.getAttribute('aria-controls');
      await opener.click();
      if (id) await page.locator(`[id="${id}"]`).waitFor();
      cut[`${where} > ${name}`] = await cutWords();
      await start(where);
    }
  }
  for (const row of ['[role=treeitem]', '[data-cue]', '[data-group]']) {
    await start(row === '[role=treeitem]' ? '' : 'rundown');
    await page.locator(row).last().click({ button: 'right' });
    await page.getByRole('menu').waitFor();
    cut[`the menu of ${row}`] = await cutWords();
  }
  await start('workshop');
  const { workshop, common } = { en, de }[language];
  for (const name of [workshop.new, common.add]) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Quote' }).waitFor();
    // A card may have scrolled under the foot of the dialog.
    cut[name] = (await cutWords()).filter((words) => !words.endsWith(', covered'));
    await start('workshop');
  }
  expect(Object.keys(cut).length).toBeGreaterThan(20);
  expect(Object.fromEntries(Object.entries(cut).filter(([, words]) => words.length > 0))).toEqual({});
});

it('asks whether a connection goes without covering a word of its row, however long its name is', async () => {
  const names = [4, 10, 16, 22, 28, 34, 40].map((length) =>
    'Graphics of the van outside of the stadium'.slice(0, length),
  );
  const connections = names.map((name) => ({ ...account, id: name, name }));
  ({ page } = await stage.page(undefined, (view) => ({ ...view, connections })));
  await page.getByRole('button', { name: words.connections, exact: true }).click();
  for (const name of names) {
    const row = page.getByRole('article', { name, exact: true });
    await row.getByRole('button', { name: words.removeAsk }).click();
    await row.getByRole('button', { name: words.keep, exact: true }).waitFor();
    const covered = await row.evaluate((article) => {
      const isOver = (one: DOMRect, other: DOMRect): boolean =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
      const over = (text: Element): boolean => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const buttons = [...article.querySelectorAll('button')];
        return buttons.some((button) => isOver(range.getBoundingClientRect(), button.getBoundingClientRect()));
      };
      return [...article.querySelectorAll('.line > :not(button)')].filter(over).map((text) => text.textContent);
    });
    expect([name, covered]).toEqual([name, []]);
  }
});
