import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { answersOfAll, withEverything } from '../kit/screens/full-desk.ts';
import { afterDoubleClick } from '../kit/screens/keyboard.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';
import { ScriptedWorkshop } from '../kit/screens/scripted-workshop.ts';

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
  [texts.cues.showFile, ['file', showFile.addToShow], showFile.openAsk],
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
      await page.getByRole('button', { name: showFile.openAsk }).focus();
      await page.getByLabel(showFile.fileToOpen).setInputFiles(file);
    } else {
      if (press === showFile.watch) await page.getByLabel(showFile.folder).fill('/shows');
      await page.getByRole('button', { name: press, exact: true }).click();
    }
  }
  await expect.poll(focused).toBe(expected);
});

const focused = () =>
  page.evaluate(() => {
    const { activeElement: now } = document;
    return now === document.body ? 'BODY' : (now?.getAttribute('aria-label') ?? now?.textContent.trim());
  });

describe('what goes away on a page, or does nothing meanwhile, leaves the focus beside it', () => {
  const { workshop, data } = texts;
  let service: ScriptedWorkshop;

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const press = (name: string) => button(name).last().click();
  const elements = () => page.getByRole('tree', { name: workshop.elements });
  const choose = (name: string) => elements().getByRole('treeitem', { name }).click();
  const open = async (): Promise<void> => {
    await press('Workshop');
    await page.getByRole('button', { name: 'Evening 2026' }).click();
    await elements().waitFor();
  };
  const edit = async (): Promise<void> => {
    await choose('words');
    await page.getByRole('spinbutton', { name: 'Size', exact: true }).fill('72');
  };

  const ways: Record<string, [way: () => Promise<unknown>, expected: string | RegExp]> = {
    'opening a composition': [open, /^Evening 2026/],
    Save: [async () => (await open(), await edit(), await press(common.save)), common.save],
    'Put it on now': [
      async () => {
        await open();
        await press(workshop.put);
        await afterDoubleClick();
        await press(workshop.putNow);
        await page.getByText(workshop.did.put).waitFor();
      },
      workshop.put,
    ],
    'adding a design': [
      async () => {
        await open();
        await press(common.add);
        await page.getByRole('dialog').getByRole('button', { name: /^Bug/ }).click();
        await press(common.add);
        await button('Bug').waitFor();
      },
      common.add,
    ],
    'adding one OGraf graphic of several': [
      async () => {
        await open();
        const choosing = page.waitForEvent('filechooser');
        await press(workshop.importOgraf);
        await (await choosing).setFiles({ name: 'pack.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') });
        await press('Strap');
        await button('OGraf Third').waitFor();
      },
      workshop.importOgraf,
    ],
    'adding an element': [
      async () => {
        await open();
        await page.getByLabel(workshop.addElement).selectOption('Text');
      },
      /^Evening 2026/,
    ],
    'deleting the last element': [
      async () => {
        await open();
        await choose('words');
        await press(workshop.deleteElement);
        await press(workshop.deleteElement);
        await page.getByText(workshop.nothingDrawn).waitFor();
      },
      workshop.deleteElement,
    ],
    'Delete on the last element': [
      async () => {
        await open();
        await choose('words');
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Delete');
        await expect.poll(focused).toBe(workshop.elements);
        await page.keyboard.press('Delete');
        await page.getByText(workshop.nothingDrawn).waitFor();
      },
      workshop.elements,
    ],
    'Take theirs': [
      async () => {
        await open();
        await edit();
        service.storeElsewhere(1, (content) => structuredClone(content));
        await press(common.save);
        await press(workshop.settling.theirs);
      },
      common.save,
    ],
    'Looks, Compare, Escape': [
      async () => {
        await press(looks.looks);
        await press(common.of(looks.compare, 'Studio'));
        await page.getByRole('group', { name: looks.comparedWithAir('Studio') }).waitFor();
        await page.keyboard.press('Escape');
      },
      looks.looks,
    ],
    'the menu of a graphic, Escape': [
      async () => {
        await page.getByRole('treeitem', { name: /^Ticker/ }).click({ button: 'right' });
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
      },
      /^Ticker/,
    ],
    'the menu of a cue that another screen deletes': [
      async () => {
        await press('Rundown');
        await page.locator('[data-cue="a"]').click({ button: 'right' });
        await page.keyboard.press('ArrowDown');
        stage.desk.tell({ rundowns: [{ id: 'r', name: 'Evening', groups: [] }] });
        await page.getByRole('menu').waitFor({ state: 'detached' });
      },
      texts.cues.cues,
    ],
    'Unlink the data': [
      async () => {
        await page.getByRole('treeitem', { name: /^Lower Third/ }).click();
        await press(data.fieldsOfData);
        stage.desk.answers.set(
          'editSources',
          () => void stage.desk.tell({ dataLinks: [], linkViews: {}, sources: [] }),
        );
        await press(data.unlinkData);
        await afterDoubleClick();
        await press(data.unlinkAsk);
      },
      texts.screen.fields,
    ],
    'End the test': [
      async () => {
        const tell = (testing: object | null): void =>
          stage.desk.tell({ controllers: { ...stage.desk.view.controllers, testing } as DeskView['controllers'] });
        tell({ endsAt: Date.now() + 60_000, last: null });
        stage.desk.answers.set('stopTesting', () => tell(null));
        await press(keys.endTest);
      },
      texts.screen.head,
    ],
    'removing a source': [
      async () => {
        const [squad] = stage.desk.view.sources;
        const others = { ...squad!, id: 't', name: 'Table' };
        stage.desk.tell({ sources: [squad!, others] });
        await press('Data');
        await press(common.remove);
        await afterDoubleClick();
        stage.desk.answers.set('editSources', () => void stage.desk.tell({ sources: [others] }));
        await press(data.removeAsk('Squad'));
      },
      data.source,
    ],
  };

  it.each(Object.keys(ways))('%s', async (name) => {
    ({ page } = await stage.page(undefined, withEverything));
    for (const [call, answer] of Object.entries(answersOfAll)) stage.desk.answers.set(call, () => answer);
    service = new ScriptedWorkshop();
    service.graphics = { a: 'Bug', b: 'Strap' };
    stage.desk.service = service.answer;
    const [way, expected] = ways[name]!;
    await way();
    await expect.poll(focused).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
  });
});
