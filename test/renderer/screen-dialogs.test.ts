import { texts } from '../../renderer/texts/texts.ts';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';
import { ScriptedWorkshop } from '../kit/screens/scripted-workshop.ts';
import { twoApps } from '../kit/desk/two-apps.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

/** With a panic on a key, and nothing that would have a dialog open by itself. */
const told = (view: DeskView): DeskView => ({
  ...twoApps(view),
  keys: [...view.keys, { key: 'F12', action: { do: 'panic' } }, { key: 'KeyP', action: { do: 'panic' } }],
});
const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const panic = (): Locator => button(/^Panic: take everything out/);
const panics = (): unknown[] => stage.desk.requests('panic');
const keys = (): unknown[] => stage.desk.requests('key').map((asked) => (asked as { key: string }).key);

async function open(): Promise<void> {
  ({ page } = await stage.page(undefined, told));
  const service = new ScriptedWorkshop();
  service.keep('Other', service.kept.get(1)!.content);
  stage.desk.service = service.answer;
}
async function workshop(): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Workshop' }).click();
  await page.getByRole('region', { name: 'Compositions' }).getByRole('button', { name: 'Evening 2026' }).click();
  await page.getByRole('tree', { name: 'Elements' }).waitFor();
}

/** Everything that can lie over the screen: how it is opened, and what is there then. */
const over: { what: string; open: () => Promise<void>; there: () => Locator }[] = [
  {
    what: 'the dialog of connections',
    open: () => button('Connections').click(),
    there: () => page.getByRole('dialog', { name: 'Connections' }),
  },
  {
    what: 'the settings, in the text that finds one',
    // Beside two panics the bar has no room for its button.
    open: async () => {
      await button('Connections').click();
      await button('Settings').click();
    },
    there: () => page.getByRole('dialog', { name: 'Settings' }),
  },
  {
    what: 'the form of a connection, in a text',
    open: async () => {
      await button('Connections').click();
      await button('Add a connection').click();
      await page.getByLabel('Name', { exact: true }).fill('Arena');
    },
    there: () => page.getByRole('button', { name: texts.connections.saveAndOpen }),
  },
  {
    what: 'the sheet of keys',
    open: () => button('Keys').click(),
    there: () => page.getByRole('region', { name: 'Keys' }),
  },
  {
    what: 'the looks',
    open: () => button('Looks').click(),
    there: () => page.getByRole('region', { name: 'Looks' }),
  },
  {
    what: 'the log, in its search',
    open: async () => {
      await button('Search log').click();
      await page.getByRole('dialog', { name: 'As-run log' }).getByRole('textbox').first().focus();
    },
    there: () => page.getByRole('dialog', { name: 'As-run log' }),
  },
  {
    what: 'the sign-on',
    open: () => button('Sign on').click(),
    there: () => page.getByLabel(texts.asRun.signedOnAsLabel),
  },
  {
    what: 'the sheet of the backup',
    open: () => page.locator('.backup > button').click(),
    there: () => page.getByRole('region', { name: /^Backup of/ }),
  },
  {
    what: 'the outputs',
    open: () => page.locator('.outputs > button').click(),
    there: () => page.getByRole('region', { name: 'Outputs' }),
  },
  {
    what: 'the gallery of the workshop',
    open: async () => {
      await workshop();
      await button('New').click();
    },
    there: () => page.getByRole('dialog', { name: 'New composition' }),
  },
  {
    what: 'the revisions of the workshop',
    open: async () => {
      await workshop();
      await button('Revisions').click();
    },
    there: () => page.getByRole('dialog', { name: 'Revisions' }),
  },
  {
    what: 'the question about unsaved edits',
    open: async () => {
      await workshop();
      await page.getByRole('tree', { name: 'Elements' }).getByRole('treeitem', { name: 'words' }).click();
      await page.getByRole('spinbutton', { name: 'Size', exact: true }).fill('2');
      await page.getByRole('region', { name: 'Compositions' }).getByRole('button', { name: 'Other 2026' }).click();
    },
    there: () => page.getByRole('alertdialog'),
  },
];

describe.each(over)('over the screen: $what', ({ open: begin, there }) => {
  it('is closed by Escape, wherever the focus is', async () => {
    await open();
    await begin();
    await there().waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Escape');
    await expect.poll(() => there().count()).toBe(0);
  });

  it('panic is pressed by mouse where it always is, and by its key', async () => {
    await open();
    await begin();
    await there().waitFor();
    await panic().hover();
    await page.mouse.down();
    await expect.poll(panics).toEqual([{}]);
    await page.mouse.up();
    await page.keyboard.press('F12');
    await expect.poll(keys).toEqual(['F12']);
    expect(await there().isVisible()).toBe(true);
  });
});

describe('what a panic did', () => {
  it('is seen above a dialog, and dismissed there', async () => {
    await open();
    await button('Connections').click();
    await panic().hover();
    await page.mouse.down();
    const shout = page.getByLabel('Panic', { exact: true }).filter({ hasText: texts.panic.pending });
    await shout.getByRole('button', { name: 'Dismiss' }).click();
    await shout.waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog', { name: 'Connections' }).isVisible()).toBe(true);
  });
});

describe('while a dialog is open', () => {
  it('no other key is one of the show, wherever the focus is', async () => {
    await open();
    await button('Connections').click();
    for (const key of ['1', 'p', 't']) await page.keyboard.press(key);
    await panic().focus();
    for (const key of ['1', 'p', 't']) await page.keyboard.press(key);
    await page.keyboard.press('F12');
    await expect.poll(keys).toEqual(['F12']);
  });

  it('what lies behind it is not worked, by mouse or by key, and is when it is closed', async () => {
    await open();
    await button('Connections').click();
    const ticker = page.getByRole('treeitem', { name: 'Ticker' });
    const { x, y } = (await ticker.boundingBox())!;
    await page.mouse.click(x + 60, y + 8);
    await ticker.focus();
    expect(await page.locator('[role="tree"] :focus').count()).toBe(0);
    expect(await ticker.getAttribute('aria-selected')).toBe('false');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await ticker.click();
    expect(await ticker.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('1');
    await expect.poll(keys).toEqual(['Digit1']);
  });

  it('a panic on Escape is a panic also over a sheet', async () => {
    ({ page } = await stage.page(undefined, (view) => ({
      ...twoApps(view),
      keys: [{ key: 'Escape', action: { do: 'panic' } }],
    })));
    await button('Search log').click();
    await page.keyboard.press('Escape');
    await expect.poll(keys).toEqual(['Escape']);
    expect(await page.getByRole('dialog', { name: 'As-run log' }).isVisible()).toBe(true);
  });

  it('a panic on Escape is a panic, and closes nothing', async () => {
    ({ page } = await stage.page(undefined, (view) => ({
      ...twoApps(view),
      keys: [{ key: 'Escape', action: { do: 'panic' }, guard: { kind: 'hold', milliseconds: 600 } }],
    })));
    await button('Connections').click();
    await page.keyboard.press('Escape');
    await expect.poll(keys).toEqual(['Escape']);
    await expect.poll(() => stage.desk.requests('keyUp')).toEqual([{ key: 'Escape' }]);
    expect(await page.getByRole('dialog', { name: 'Connections' }).isVisible()).toBe(true);
  });
});
