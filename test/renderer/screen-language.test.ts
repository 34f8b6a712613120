import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as de from '../../renderer/texts/de.ts';
import * as en from '../../renderer/texts/en.ts';
import { answersOfAll, withEverything } from '../kit/screens/full-desk.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';
import { ScriptedWorkshop } from '../kit/screens/scripted-workshop.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  ({ page } = await stage.page(undefined, withEverything));
  stage.desk.service = new ScriptedWorkshop().answer;
  for (const [call, answer] of Object.entries(answersOfAll)) stage.desk.answers.set(call, () => answer);
});

const speak = async (language: 'en' | 'de'): Promise<void> => {
  stage.desk.tell({ language });
  await page.locator(`html[lang=${language}]`).waitFor();
};

/** The plain texts of a catalogue by their path, `cues.add`. */
function plainTexts(part: object, path = ''): Map<string, string> {
  const all = Object.entries(part).flatMap(([key, text]: [string, unknown]): [string, string][] => {
    if (typeof text === 'string') return [[`${path}${key}`, text]];
    return typeof text === 'object' && text !== null ? [...plainTexts(text, `${path}${key}.`)] : [];
  });
  return new Map(all);
}

/** English texts that German says otherwise everywhere. A German word such as “Name” may be a text of both. */
function onlyEnglish(): Set<string> {
  const german = new Set(plainTexts(de).values());
  return new Set([...plainTexts(en).values()].filter((text) => text !== '' && !german.has(text)));
}

/** All that the page says: texts, titles, labels and placeholders. The manual is English in all languages. */
const said = (): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if ((node instanceof Element ? node : node.parentElement)?.closest('[lang=en]')) continue;
      if (node instanceof Text) texts.push(node.data);
      else if (node instanceof Element)
        for (const name of ['title', 'aria-label', 'placeholder', 'aria-description', 'alt'])
          texts.push(node.getAttribute(name) ?? '');
    }
    return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '');
  });

/** Words of elements and fields in the composition of the workshop. */
const ofComposition = ['Group', 'Clock'];

/** What the page still says in English, except words of the show, such as the title of a field. */
async function english(): Promise<string[]> {
  const ofShow = JSON.stringify([stage.desk.view, ofComposition]);
  const words = new Set([...onlyEnglish()].filter((text) => !ofShow.includes(JSON.stringify(text))));
  return [...new Set((await said()).filter((text) => words.has(text)))];
}

describe('the language of the desk', () => {
  it('is chosen in the settings, and every screen follows at once, with what is typed and open', async () => {
    await page.getByRole('button', { name: en.settings.settings }).click();
    const find = page.getByPlaceholder(en.settings.find);
    await find.fill('sprache');
    await page.getByLabel(en.settings.language.label).selectOption('de');
    await expect.poll(() => stage.desk.requests('setLanguage')).toEqual([{ language: 'de' }]);
    await speak('de');
    await page.getByRole('dialog', { name: de.settings.settings }).waitFor();
    expect(await page.getByPlaceholder(de.settings.find).inputValue()).toBe('sprache');
    expect(await english()).toEqual([]);
    await speak('en');
    await page.getByRole('dialog', { name: en.settings.settings }).waitFor();
  });

  it('is spoken by a screen that is loaded again', async () => {
    await speak('de');
    await page.reload();
    await page.getByRole('button', { name: de.settings.settings }).waitFor();
    expect(await english()).toEqual([]);
  });

  it.each(['', 'rundown', 'data', 'workshop'])(
    'leaves no other words on the page %s and in what it opens',
    async (where) => {
      const start = async (): Promise<void> => {
        await page.goto(`${new URL(page.url()).origin}/#${where}`);
        await page.reload();
        await page.locator('html[lang=de]').waitFor();
        const first = { rundown: '[data-cue="a"]', data: '[role=option]', workshop: '.workshop li button' }[where];
        await page
          .locator(first ?? '[role=treeitem]')
          .nth(first === undefined ? 1 : 0)
          .click();
      };
      await speak('de');
      await start();
      const left: Record<string, string[]> = { page: await english() };
      const openers = page.locator(':is([aria-expanded=false], [aria-haspopup]):not([role]):not([inert] *):visible');
      const count = await openers.count();
      for (let at = 0; at < count; at += 1) {
        const opener = openers.nth(at);
        const name = (await opener.getAttribute('aria-label')) ?? (await opener.innerText());
        await opener.click();
        left[name] = await english();
        await start();
      }
      expect(Object.keys(left).length).toBeGreaterThan(where === 'workshop' ? 1 : 5);
      expect(Object.fromEntries(Object.entries(left).filter(([, words]) => words.length > 0))).toEqual({});
    },
  );
});
