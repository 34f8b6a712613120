import { texts } from '../../renderer/texts/texts.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyPresets } from '../../renderer/keys/key-presets.ts';
import { ids } from '../kit/service/evening-news.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  ({ page } = await stage.page());
  await page.getByRole('button', { name: 'Keys' }).click();
});

const sheet = () => page.getByRole('region', { name: 'Keys', exact: true });
const form = () => page.getByRole('form', { name: 'Map a key' });
const presses = () => stage.desk.asked.filter(({ call }) => call === 'key').map(({ request }) => request);

/** Presses a key where the editor waits for one. */
async function learn(key: string): Promise<void> {
  await sheet().getByRole('button', { name: 'Map a key' }).click();
  await sheet().getByText(texts.keys.pressKey).waitFor();
  await page.keyboard.press(key);
  await form().waitFor();
}

describe('a key', () => {
  it('is mapped by pressing it, which fires nothing, and choosing what it does', async () => {
    await page.getByRole('treeitem', { name: 'Match Clock' }).click();
    await learn('Control+Shift+KeyK');
    expect(await form().locator('kbd').innerText()).toBe('Ctrl+Shift+K');
    await form().getByLabel('Action').selectOption({ label: 'Flash' });
    await form().getByLabel('Guard').selectOption('must be held 0.6 s');
    await form().getByRole('button', { name: 'Map' }).click();
    const action = { do: 'fire', subComposition: ids.clock, field: 'flash' };
    await expect
      .poll(() => stage.desk.requests('mapKeys'))
      .toEqual([{ keys: [{ key: 'Ctrl+Shift+KeyK', action, guard: { kind: 'hold', milliseconds: 600 } }] }]);
    await form().waitFor({ state: 'detached' });
    expect(presses()).toEqual([]);
  });

  it('takes the place of a wrong one while its form is open, and fires nothing', async () => {
    await page.getByRole('treeitem', { name: 'Match Clock' }).click();
    await learn('KeyB');
    for (const next of ['KeyG', 'Digit1', 'F5']) {
      await page.keyboard.press(next);
      await expect.poll(() => form().locator('kbd').first().innerText()).toBe(next.replace(/^(Key|Digit)/, ''));
    }
    await form().getByLabel('Action').focus();
    await page.keyboard.press('Digit2');
    await expect.poll(() => form().locator('kbd').first().innerText()).toBe('2');
    expect(presses()).toEqual([]);
  });

  it('does something else when it is held, which has a line of its own and is unmapped by itself', async () => {
    await page.getByRole('treeitem', { name: 'Match Clock' }).click();
    await learn('Digit1');
    await form().getByLabel('Action').selectOption({ label: 'Flash' });
    await form().getByLabel('Trigger').selectOption('held for 0.6 s');
    expect(await form().getByText('Replaces').count()).toBe(0);
    await form().getByRole('button', { name: 'Map' }).click();
    const long = {
      key: 'Digit1',
      press: 'long' as const,
      action: { do: 'fire' as const, subComposition: ids.clock, field: 'flash' },
    };
    await expect.poll(() => stage.desk.requests('mapKeys')).toEqual([{ keys: [long] }]);
    stage.desk.tell({ keys: [...stage.desk.view.keys, long] });
    await expect
      .poll(() => sheet().locator('.keys').innerText())
      .toMatch(/1 pressed\s+In\s+Lower Third\s+1 held\s+Flash/);
    await learn('Digit1');
    await form().getByLabel('Trigger').selectOption('held for 0.6 s');
    await form().getByText('Replaces').waitFor();
    await form().getByRole('button', { name: 'Unmap' }).click();
    await expect.poll(() => stage.desk.requests('unmapKey')).toEqual([{ key: 'Digit1', press: 'long' }]);
  });

  it('that does something by another press too says so, and when its plain press fires', async () => {
    const takeCued = { do: 'takeCued' as const };
    stage.desk.tell({
      keys: [
        { key: 'F7', action: { do: 'go' } },
        { key: 'F7', press: 'long', action: takeCued },
        { key: 'F8', action: { do: 'hold' }, guard: { kind: 'hold', milliseconds: 900 } },
        { key: 'F9', press: 'release', action: takeCued },
      ],
    });
    const said = async () => (await form().innerText()).replaceAll(/\s+/g, ' ');
    const waits = 'The plain press fires when the key comes up.';
    await learn('F7');
    expect(await said()).toMatch(/Replaces: Go Also: held, Take Cued The plain press/);
    await form().getByLabel('Trigger').selectOption('held for 0.6 s');
    await expect.poll(said).toMatch(/Replaces: Take Cued Also: pressed, Go The plain press/);
    await form().getByLabel('Trigger').selectOption('released');
    await expect.poll(said).toMatch(/Also: pressed, Go ; held, Take Cued The plain press/);
    await form().getByRole('button', { name: 'Cancel' }).click();
    await learn('F9');
    expect(await said()).toContain('Also: released, Take Cued');
    expect(await said()).not.toContain(waits);
    await form().getByLabel('Trigger').selectOption(texts.keys.presses.double);
    // Nothing is mapped to its plain press.
    expect(await said()).not.toContain(waits);
    await form().getByRole('button', { name: 'Cancel' }).click();
    await learn('F8');
    expect(await said()).not.toContain('Also');
  });

  it('begins with what it does now, by the press that is chosen, until an action is chosen', async () => {
    stage.desk.tell({
      keys: [
        { key: 'F7', action: { do: 'go' } },
        { key: 'F7', press: 'long', action: { do: 'takeCued' } },
        { key: 'F8', action: { do: 'hold' }, guard: { kind: 'hold', milliseconds: 900 } },
      ],
    });
    const does = () => form().getByLabel('Action').locator('option:checked').innerText();
    await learn('F7');
    expect(await does()).toBe('Go');
    await form().getByLabel('Trigger').selectOption('held for 0.6 s');
    await expect.poll(does).toBe('Take Cued');
    await form().getByLabel('Action').selectOption({ label: 'Fire marked' });
    await form().getByLabel('Trigger').selectOption('pressed');
    expect(await does()).toBe('Fire marked');
    await form().getByRole('button', { name: 'Cancel' }).click();
    // What is mapped again stays guarded as it was.
    await learn('F8');
    await form().getByRole('button', { name: 'Map', exact: true }).click();
    await expect
      .poll(() => stage.desk.requests('mapKeys'))
      .toEqual([{ keys: [{ key: 'F8', action: { do: 'hold' }, guard: { kind: 'hold', milliseconds: 900 } }] }]);
  });

  it('is unmapped by itself, and not with the others of a row', async () => {
    stage.desk.tell({ keys: [{ key: 'F7', action: { do: 'go' } }] });
    await learn('F7');
    const unmap = form().getByRole('button', { name: 'Unmap' });
    expect(await unmap.count()).toBe(1);
    const row = form().getByLabel('Keys in a row for the next cues');
    await row.fill('3');
    await unmap.waitFor({ state: 'detached' });
    await row.fill('1');
    await unmap.waitFor();
  });

  it('that is mapped twice by one press says which mapping does not count', async () => {
    const go = { do: 'go' as const };
    stage.desk.tell({
      keys: [
        { key: 'F7', action: go },
        { key: 'F8', action: go },
        { key: 'F7', press: 'long', action: go },
        { key: 'F7', action: { do: 'takeCued' } },
      ],
    });
    await expect
      .poll(async () => (await sheet().locator('.keys').innerText()).split(/\s*\n\s*/))
      .toEqual([
        'F7 pressed',
        'Go',
        'F7 held',
        'Go',
        'F7 pressed',
        'Take Cued',
        texts.keys.mappedTwice('F7'),
        'F8',
        'Go',
      ]);
  });

  it('is the first of a row of the next cues, which ends before a panic', async () => {
    const panic = { key: 'F10', action: { do: 'panic' as const }, guard: { kind: 'arm' as const } };
    stage.desk.tell({ keys: [...stage.desk.view.keys, panic] });
    await learn('F7');
    await form().getByLabel('Action').selectOption({ label: 'Go' });
    const row = form().getByLabel('Keys in a row for the next cues');
    await expect.poll(() => row.getAttribute('max')).toBe('3');
    await row.fill('3');
    await form().getByRole('button', { name: 'Map' }).click();
    await expect
      .poll(() => stage.desk.requests('mapKeys'))
      .toEqual([
        {
          keys: [
            { key: 'F7', action: { do: 'go' } },
            { key: 'F8', action: { do: 'go', ahead: 1 } },
            { key: 'F9', action: { do: 'go', ahead: 2 } },
          ],
        },
      ]);
  });

  it('says which of its row a browser keeps to itself', async () => {
    await learn('F9');
    await form().getByLabel('Action').selectOption({ label: 'Go' });
    expect(await form().getByText('keep this key').count()).toBe(0);
    await form().getByLabel('Keys in a row for the next cues').fill('4');
    await form().getByText(`F11: ${texts.keys.kept.someBrowsers}`).waitFor();
  });

  it('that is mapped already shows what it did, fires nothing, and is unmapped', async () => {
    await learn('Digit1');
    expect((await form().innerText()).replaceAll(/\s+/g, ' ')).toContain('Replaces: In Lower Third');
    await form().getByRole('button', { name: 'Unmap' }).click();
    await expect.poll(() => stage.desk.requests('unmapKey')).toEqual([{ key: 'Digit1' }]);
    expect(presses()).toEqual([]);
  });

  it('is not taken from the desk once it was pressed, or when mapping was called off', async () => {
    await sheet().getByRole('button', { name: 'Map a key' }).click();
    await sheet().getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('treeitem', { name: 'Match Clock' }).click();
    await page.keyboard.press('KeyT');
    await expect.poll(presses).toMatchObject([{ key: 'KeyT' }]);
  });

  it('is waited for during 15 seconds, and then works again', async () => {
    ({ page } = await stage.page(undefined, undefined, true));
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.clock.install();
    // A clock that goes on by itself would make the machine wait too.
    await page.clock.pauseAt(Date.now() + 60_000);
    await sheet().getByRole('button', { name: 'Map a key' }).click();
    await sheet().getByText(texts.keys.pressKey).waitFor();
    await page.clock.fastForward(14_000);
    expect(await sheet().getByRole('button', { name: 'Cancel' }).count()).toBe(1);
    await page.clock.fastForward(1_000);
    await sheet().getByRole('button', { name: 'Map a key' }).waitFor();
    await page.getByRole('treeitem', { name: 'Match Clock' }).click();
    await page.keyboard.press('KeyT');
    await expect.poll(presses).toMatchObject([{ key: 'KeyT' }]);
  });

  it('is not one of the modifiers alone', async () => {
    await sheet().getByRole('button', { name: 'Map a key' }).click();
    await page.keyboard.down('Shift');
    expect(await form().count()).toBe(0);
    await page.keyboard.press('F9');
    expect(await form().locator('kbd').innerText()).toBe('Shift+F9');
  });

  it('that a browser keeps to itself is named', async () => {
    await sheet().getByRole('button', { name: 'Map a key' }).click();
    // No real press of it arrives: it would close the page.
    await page.evaluate(() => {
      const press = { code: 'KeyW', key: 'w', ctrlKey: true, bubbles: true };
      document.body.dispatchEvent(new KeyboardEvent('keydown', press));
    });
    await expect.poll(() => form().innerText()).toContain(texts.keys.kept.browser);
  });
});

describe('a panic', () => {
  beforeEach(async () => {
    ({ page } = await stage.page(undefined, (view) => ({
      ...view,
      keys: [...view.keys, { key: 'F12', action: { do: 'panic' } }],
    })));
    await page.getByRole('button', { name: 'Keys' }).click();
    await sheet().getByRole('button', { name: 'Map a key' }).click();
    await sheet().getByText(texts.keys.pressKey).waitFor();
  });

  it('works while the editor waits for a key', async () => {
    await page.keyboard.press('F12');
    await expect.poll(presses).toMatchObject([{ key: 'F12' }]);
    expect(await form().count()).toBe(0);
  });

  it('works in a dialog that was opened meanwhile, where the editor waits no more', async () => {
    await page.getByRole('button', { name: 'Connections' }).click();
    await page.getByRole('dialog', { name: 'Connections' }).waitFor();
    await page.keyboard.press('F12');
    await expect.poll(presses).toMatchObject([{ key: 'F12' }]);
    await page.getByRole('button', { name: 'Close' }).click();
    await sheet().getByRole('button', { name: 'Map a key' }).waitFor();
  });

  it('is unmapped by a button of its own', async () => {
    await sheet().getByRole('button', { name: 'Cancel' }).click();
    await sheet().getByRole('button', { name: 'Unmap panic on F12' }).click();
    await expect.poll(() => stage.desk.requests('unmapKey')).toEqual([{ key: 'F12' }]);
  });
});

describe('a key that works in every program', () => {
  it('is tried with another program in front, and says whether it was heard', async () => {
    ({ page } = await stage.page(undefined, (view) => ({
      ...view,
      keys: [...view.keys, { key: 'F13', action: { do: 'go' }, global: true }],
    })));
    await page.getByRole('button', { name: 'Keys' }).click();
    await sheet().getByText(texts.keys.notHeard('F13')).waitFor();
    await sheet().getByRole('button', { name: texts.keys.tryGlobalKeys }).click();
    await expect.poll(() => stage.desk.requests('tryGlobalKeys')).toEqual([{ try: true }]);
    stage.desk.tell({ globalKeys: { trying: true, heard: [] } });
    await sheet().getByText('They fire nothing for 15 seconds, except a panic.').waitFor();
    stage.desk.tell({ globalKeys: { trying: false, heard: ['F13'] } });
    await sheet().getByText(texts.keys.allHeard).waitFor();
  });
});

describe('keys as in another program', () => {
  it('leave a panic where it is', async () => {
    ({ page } = await stage.page(undefined, (view) => ({
      ...view,
      keys: [...view.keys, { key: 'F12', action: { do: 'panic' } }],
    })));
    await page.getByRole('button', { name: 'Keys' }).click();
    await sheet().getByText(texts.keys.presets).click();
    await sheet().getByText('(F12 stays a panic)').waitFor();
    await sheet()
      .getByRole('button', { name: texts.keys.mapPreset('Sofie') })
      .click();
    const sofie = keyPresets.find(({ name }) => name === 'Sofie')?.keys ?? [];
    const left = sofie.filter(({ key }) => key !== 'F12');
    expect(left).toHaveLength(sofie.length - 1);
    await expect.poll(() => stage.desk.requests('mapKeys')).toEqual([{ keys: left }]);
  });

  it('are mapped all at once, and say whose place they take', async () => {
    const action = { do: 'hold' as const };
    stage.desk.tell({
      keys: [
        { key: 'F9', action },
        { key: 'F12', press: 'long', action },
      ],
    });
    await sheet().getByText(texts.keys.presets).click();
    await sheet()
      .getByRole('button', { name: texts.keys.mapPreset('Sofie') })
      .click();
    await sheet().getByText('(replaces F9)').waitFor();
    const sofie = keyPresets.find(({ name }) => name === 'Sofie');
    await expect.poll(() => stage.desk.requests('mapKeys')).toEqual([{ keys: sofie?.keys }]);
  });
});

it('on paper there are the keys and what they do, and nothing else', async () => {
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const text = await page.locator('body').innerText();
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/^Keys 1 In Lower Third Alt\+1 Out Lower Third .* T Take Cued$/);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await page.getByRole('region', { name: texts.keys.onPaper }).count()).toBe(0);
  expect(await sheet().isVisible()).toBe(true);
});

it('a key is not offered for every program in a browser, which cannot hear it', async () => {
  await learn('Control+KeyG');
  expect(await form().getByRole('checkbox').count()).toBe(0);
});
