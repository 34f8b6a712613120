import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { answersOfAll, withEverything } from '../kit/screens/full-desk.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const { keys, looks, showFile, common } = texts;
const panicKey = KeyBinding.parse({ key: 'F5', action: { do: 'panic' } });
const report = { counts: { rundowns: 1 }, replaces: {}, missing: [], missingApps: [], reads: [], wrong: [] };
const dropFolder = (path: string | null): void => stage.desk.tell({ dropFolder: { path, problem: '', files: [] } });

/** What was pressed last on the way to each state: a button, or a key where the name is `+` and the key. */
it.each([
  [keys.keys, [keys.mapKey, common.cancel], keys.keys],
  [keys.keys, [keys.mapKey, '+F9', common.cancel], keys.keys],
  [keys.keys, [keys.mapKey, '+F9', keys.map], keys.keys],
  [keys.keys, [keys.mapKey, '+F2', common.unmap], keys.keys],
  [keys.keys, [keys.unmapPanicOn('F5')], keys.keys],
  [looks.looks, [common.close], looks.looks],
  [texts.cues.showFile, [showFile.watch], showFile.showFile],
  [texts.cues.showFile, ['file', showFile.addToShow], showFile.showFile],
])('%s: %j leaves the focus with %s', async (sheet, presses, expected) => {
  ({ page } = await stage.page(undefined, (view) => ({
    ...withEverything(view),
    keys: [...withEverything(view).keys, panicKey],
  })));
  for (const [call, answer] of Object.entries(answersOfAll)) stage.desk.answers.set(call, () => answer);
  stage.desk.answers.set('unmapKey', () => void stage.desk.tell({ keys: withEverything(stage.desk.view).keys }));
  stage.desk.answers.set('setDropFolder', (request) => dropFolder((request as { path: string | null }).path));
  stage.desk.answers.set('readShow', () => report);
  stage.desk.answers.set('importShow', () => ({ left: [], lacking: [], files: [] }));
  if (sheet === texts.cues.showFile) await page.goto(`${page.url()}#rundown`);
  await page.getByRole('button', { name: sheet, exact: true }).click();
  for (const press of presses) {
    if (press.startsWith('+')) await page.keyboard.press(press.slice(1));
    else if (press === 'file') {
      const file = { name: 'a.overlayshow', mimeType: 'application/json', buffer: Buffer.from('{}') };
      await page.getByLabel(showFile.fileToOpen).setInputFiles(file);
    } else {
      if (press === showFile.watch) await page.getByLabel(showFile.folder).fill('/shows');
      await page.getByRole('button', { name: press, exact: true }).click();
    }
  }
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: now } = document;
      return now === document.body ? 'BODY' : (now?.getAttribute('aria-label') ?? now?.textContent.trim());
    });
  await expect.poll(focused).toBe(expected);
});
