import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyBlocks, KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { withEverything } from '../kit/screens/full-desk.ts';
import { ids } from '../kit/service/evening-news.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const bindings = [
  { key: 'KeyG', action: { do: 'go' } },
  { key: 'F2', action: { do: 'take', subComposition: ids.lowerThird, to: 'In', action: 'play' } },
  { key: 'Space', action: { do: 'takeCued' } },
].map((one) => KeyBinding.parse(one));

beforeEach(async () => {
  ({ page } = await stage.page(undefined, (view) => ({
    ...view,
    keys: [...view.keys.filter(({ key }) => key.startsWith('Digit')), ...bindings],
  })));
  await page.getByRole('treeitem', { name: /^Lower Third/ }).click();
});

const fired = (): string[] => stage.desk.requests('key').map((request) => (request as { key: string }).key);
const blocked = (): unknown[] => stage.desk.requests('blockedKey');
const mark = () => page.getByRole('button', { name: /, keyboard$/ });
const strip = () => page.getByRole('status', { name: 'Live keys' });
const field = () => page.getByLabel('Line 2', { exact: true });
const alerts = () => page.getByRole('alert').locator('p');

describe('an armed keyboard', () => {
  it('is what a screen begins with: it has a frame, and a strip that names its keys', async () => {
    expect(await mark().innerText()).toBe('ARMED');
    expect(await strip().innerText()).toBe('KEYS ARMED 1–7 graphics · G Go · Space Take Cued · F2 In Lower Third');
    await page.keyboard.press('g');
    await expect.poll(fired).toEqual(['KeyG']);
  });

  it('names no key whose graphic is gone, and none while the editor of keys takes them', async () => {
    const third = stage.desk.view.keys.find(({ key }) => key === 'Digit3')!;
    const isGone = { ...third, action: { ...third.action, subComposition: 'gone' } } as typeof third;
    stage.desk.tell({ keys: stage.desk.view.keys.map((one) => (one === third ? isGone : one)) });
    await expect.poll(() => strip().innerText()).toContain('ARMED 1–2, 4–7 graphics');
    await page.getByRole('button', { name: 'Keys', exact: true }).click();
    await page.getByRole('button', { name: texts.keys.mapKey, exact: true }).click();
    await expect.poll(() => strip().innerText()).toBe(texts.keys.strip.off);
  });

  it('says in a dialog and in the workshop that keys fire nothing', async () => {
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('g');
    await alerts().getByText(`Key G: ${keyBlocks.dialog}`).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Workshop' }).click();
    await page.keyboard.press('g');
    await alerts().getByText(`Key G: ${keyBlocks.workshop}`).waitFor();
    expect(fired()).toEqual([]);
    await expect.poll(blocked).toEqual([
      { key: 'KeyG', block: 'dialog' },
      { key: 'KeyG', block: 'workshop' },
    ]);
  });
});

describe('a safe keyboard', () => {
  it('fires function keys and chords only, moves nothing, and says so for the others', async () => {
    const place = await page.getByRole('button', { name: 'Take In Lower Third' }).boundingBox();
    await mark().click();
    expect(await mark().innerText()).toBe('SAFE');
    expect(await strip().innerText()).toBe('KEYS SAFE F2 In Lower Third');
    expect(await page.getByRole('button', { name: 'Take In Lower Third' }).boundingBox()).toEqual(place);
    for (const key of ['g', 'Space', 'x', 'F2', 'Alt+Digit1']) await page.keyboard.press(key);
    await expect.poll(fired).toEqual(['F2', 'Alt+Digit1']);
    await expect.poll(blocked).toEqual([
      { key: 'KeyG', block: 'safe' },
      { key: 'Space', block: 'safe' },
    ]);
    await alerts().getByText(`Key Space: ${keyBlocks.safe}`).waitFor();
    expect(await mark().innerText()).toBe('SAFE');
    await mark().click();
    await page.keyboard.press('g');
    await expect.poll(fired).toEqual(['F2', 'Alt+Digit1', 'KeyG']);
  });
});

describe('typing', () => {
  it('lets function keys and chords fire, and says nothing of what is typed', async () => {
    await field().fill('');
    await page.keyboard.type('go 1');
    for (const key of ['F2', 'Alt+Digit1', 'Control+a']) await page.keyboard.press(key);
    await expect.poll(fired).toEqual(['F2', 'Alt+Digit1']);
    expect(await field().inputValue()).toBe('go 1');
    expect(await strip().innerText()).toBe('TYPING: Escape arms the keys. F2 In Lower Third');
    expect(blocked()).toEqual([]);
  });

  it.each(['Enter', 'Escape'])(
    'keeps the rest of a word from firing where the field has lost the focus, until %s',
    async (key) => {
      await field().click();
      await page.keyboard.type('Bo');
      await page.getByRole('button', { name: 'Looks' }).focus();
      await page.keyboard.press('g');
      await alerts().getByText(`Key G: ${keyBlocks.typing}`).waitFor();
      expect(fired()).toEqual([]);
      await expect.poll(blocked).toEqual([{ key: 'KeyG', block: 'typing' }]);
      await page.getByRole('treeitem', { name: /^Lower Third/ }).click();
      await page.keyboard.press(key);
      await page.keyboard.press('g');
      await expect.poll(fired).toEqual(['KeyG']);
    },
  );

  it('ends with a button that the pointer presses, and not with a graphic that it chooses', async () => {
    await field().click();
    await page.keyboard.type('Bo');
    await page.getByRole('treeitem', { name: /^Lower Third/ }).click();
    await page.keyboard.press('g');
    await alerts().getByText(`Key G: ${keyBlocks.typing}`).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Rundown' }).click();
    expect(await mark().innerText()).toBe('ARMED');
    await page.keyboard.press('g');
    await expect.poll(fired).toEqual(['KeyG']);
  });

  it('begins with a field of a locked show, which takes no text, so that the word fires nothing', async () => {
    const lock = { locked: true, pin: false, by: 'Screen 2' };
    ({ page } = await stage.page(undefined, (view) => ({ ...withEverything(view), lock })));
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Rundown' }).click();
    await page.locator('[data-cue="a"]').click();
    const name = page.getByLabel(texts.common.name, { exact: true });
    expect(await name.isDisabled()).toBe(true);
    const { x, y } = (await name.boundingBox())!;
    await page.mouse.click(x + 5, y + 5);
    await page.keyboard.press('g');
    await alerts().getByText(`Key G: ${keyBlocks.typing}`).waitFor();
    expect(fired()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await expect.poll(fired).toEqual(['KeyG']);
  });

  it('ends with the button of a form that it was typed into', async () => {
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await page.keyboard.type('1234');
    await page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click();
    await expect.poll(() => mark().innerText()).toBe('ARMED');
  });

  it.each([
    ['removes', () => page.evaluate(() => document.activeElement?.remove())],
    ['disables', () => page.evaluate(() => document.activeElement?.setAttribute('disabled', ''))],
  ])(
    'stays where another screen %s the field with the cursor, also before a letter, and the focus with its row',
    async (_, take) => {
      await field().click();
      await take();
      const row = page.locator('.field').filter({ hasText: 'Line 2' });
      await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(await mark().innerText()).toBe('TYPING');
      await page.keyboard.press('g');
      await alerts().getByText(`Key G: ${keyBlocks.typing}`).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('g');
      await expect.poll(fired).toEqual(['KeyG']);
    },
  );

  it('ends with the focus where nothing was typed', async () => {
    await field().click();
    expect(await mark().innerText()).toBe('TYPING');
    await page.getByRole('treeitem', { name: /^Lower Third/ }).click();
    expect(await mark().innerText()).toBe('ARMED');
  });
});

it('a list counts as a field only while it is open', async () => {
  await page.getByRole('treeitem', { name: /^Match Clock/ }).click();
  const list = page.getByLabel('Format', { exact: true });
  await list.focus();
  await page.keyboard.press('g');
  await expect.poll(fired).toEqual(['KeyG']);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => stage.desk.requests('set')).toHaveLength(1);
  await expect.poll(fired).toEqual(['KeyG']);
});
