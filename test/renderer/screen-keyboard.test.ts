import { texts } from '../../renderer/texts/texts.ts';
import type { Frame, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';
import { ScriptedWorkshop } from '../kit/screens/scripted-workshop.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const panic: KeyBinding = { key: 'F12', action: { do: 'panic' } };
const withPanic = (view: DeskView): DeskView => ({ ...view, keys: [...view.keys, panic] });
const calls = (): string[] =>
  stage.desk.asked
    .filter(({ call }) => call === 'key' || call === 'keyUp')
    .map(({ call, request }) => `${call} ${(request as { key: string }).key}`);
const keys = (): string[] => calls().filter((call) => call.startsWith('key '));
const elsewhere = () => page.getByText('KEYBOARD ELSEWHERE');

/** The frame of this screen with such an address, once its page is there. */
async function frameAt(address: RegExp): Promise<Frame> {
  const find = (): Frame | undefined => page.frames().find((frame) => address.test(frame.url()));
  await expect.poll(() => find() !== undefined).toBe(true);
  const frame = find()!;
  await frame.waitForLoadState();
  return frame;
}

/** The page inside the frame focuses a field of its own, as a graphic with a form would. */
const steal = (frame: Frame): Promise<void> =>
  frame.evaluate(() => {
    document.body.append(Object.assign(document.createElement('input'), { id: 'thief' }));
    document.querySelector<HTMLElement>('#thief')?.blur();
    document.querySelector<HTMLElement>('#thief')?.focus();
  });
const focusIsHere = (): Promise<boolean> =>
  page.evaluate(() => document.hasFocus() && document.activeElement?.tagName !== 'IFRAME');

const thieves: { where: string; open: () => Promise<Frame> }[] = [
  { where: 'the program picture', open: () => frameAt(/^http:\/\/127.*\/onair.*[?&]monitor=/) },
  {
    where: 'the program picture of a service elsewhere',
    open: () => {
      stage.desk.tellApp({ app: { id: 7, name: 'Sport', onairUrl: stage.elsewhere, mediaUrl: '' } });
      return frameAt(/^http:\/\/graphics/);
    },
  },
  { where: 'the preview of the next press', open: () => frameAt(/[?&]preview=/) },
  {
    where: 'the preview of the workshop',
    open: async () => {
      const service = new ScriptedWorkshop();
      stage.desk.service = service.answer;
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Workshop' }).click();
      await page.getByRole('region', { name: 'Compositions' }).getByRole('button', { name: 'Evening 2026' }).click();
      return frameAt(/\/preview\//);
    },
  },
];

describe.each(thieves)('a page that focuses a field in $where', ({ open }) => {
  it('gets none of twenty keys', async () => {
    ({ page } = await stage.page(undefined, withPanic));
    const frame = await open();
    for (let key = 0; key < 20; key++) {
      await steal(frame);
      await expect.poll(focusIsHere).toBe(true);
      await page.keyboard.press('F12');
    }
    await expect.poll(keys).toEqual(Array.from({ length: 20 }, () => 'key F12'));
    expect(await elsewhere().count()).toBe(0);
  });
});

describe('a page that focuses a field in the program picture', () => {
  it('leaves the operator in the text that is being written', async () => {
    ({ page } = await stage.page());
    const frame = await frameAt(/\/onair/);
    const line = page.getByLabel('Line 2', { exact: true });
    await line.fill('Good ');
    await steal(frame);
    await expect.poll(focusIsHere).toBe(true);
    await page.keyboard.type('evening');
    expect(await line.inputValue()).toBe('Good evening');
  });
});

describe('a screen without the keyboard', () => {
  it('says KEYBOARD ELSEWHERE until it has it again, and moves nothing', async () => {
    ({ page } = await stage.page());
    const take = page.getByRole('button', { name: 'Take In Lower Third' });
    const place = await take.boundingBox();
    const hasKeyboard = (has: boolean): Promise<void> =>
      page.evaluate((answer) => void (document.hasFocus = () => answer), has);
    await hasKeyboard(false);
    await elsewhere().waitFor();
    expect(await take.boundingBox()).toEqual(place);
    await hasKeyboard(true);
    await elsewhere().waitFor({ state: 'detached' });
  });

  it('says so also while a key of another one is armed', async () => {
    ({ page } = await stage.page(undefined, withPanic));
    await page.evaluate(() => void (document.hasFocus = () => false));
    await elsewhere().waitFor();
    stage.desk.tell({ guarded: [{ key: 'F12', state: 'armed', until: Date.now() + 3_000 }] });
    const armed = await page.getByRole('status', { name: texts.guard.keys }).boundingBox();
    const words = await elsewhere().boundingBox();
    expect(armed!.y + armed!.height).toBeLessThan(words!.y);
  });
});

describe('a key that is down', () => {
  const open = async (...bindings: KeyBinding[]): Promise<void> => {
    ({ page } = await stage.page(undefined, (view) => ({ ...view, keys: bindings })));
  };

  it('repeats and comes up by the name with which it was pressed, whatever the modifiers are by then', async () => {
    const guard = { kind: 'hold', milliseconds: 600 } as const;
    await open({ key: 'F2', action: { do: 'takeCued' }, guard }, { key: 'Shift+F2', action: { do: 'panic' }, guard });
    await page.keyboard.down('F2');
    await page.keyboard.down('Shift');
    await page.keyboard.down('F2');
    await page.keyboard.up('F2');
    await expect.poll(calls).toEqual(['key F2', 'key F2', 'keyUp F2']);
  });

  it('comes up also when it was unmapped meanwhile, so that a panic goes on no longer than it is held', async () => {
    const hold = { kind: 'hold', milliseconds: 600 } as const;
    await open({ key: 'F12', action: { do: 'panic' }, guard: hold });
    await page.keyboard.down('F12');
    stage.desk.tell({ guarded: [{ key: 'F12', state: 'held', until: Date.now() + 600 }] });
    stage.desk.tell({ keys: [] });
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.getByText(texts.keys.noKeys).waitFor();
    await page.keyboard.up('F12');
    await expect.poll(calls).toEqual(['key F12', 'keyUp F12']);
  });

  it('counts as up when Meta goes down, because its release may never be heard', async () => {
    await open({ key: 'F2', action: { do: 'takeCued' }, guard: { kind: 'hold', milliseconds: 600 } });
    await page.keyboard.down('F2');
    await page.keyboard.down('Meta');
    await expect.poll(calls).toEqual(['key F2', 'keyUp F2']);
  });

  it.each(['Space', 'Enter'])('and mapped, as %s, presses no button that has the focus', async (key) => {
    await open({ key, action: { do: 'takeCued' } });
    for (const name of ['Take In Lower Third', /^Panic: take everything out/]) {
      await page.getByRole('button', { name }).focus();
      await page.keyboard.down(key);
      await page.keyboard.down(key);
      await page.keyboard.up(key);
    }
    await expect.poll(calls).toEqual([...Array(2)].flatMap(() => [`key ${key}`, `key ${key}`, `keyUp ${key}`]));
    expect(stage.desk.asked.filter(({ call }) => call === 'take' || call === 'panic')).toEqual([]);
  });
});

describe('the captions of keys', () => {
  const captions = async (): Promise<string[]> => {
    await page.getByRole('button', { name: 'Keys' }).click();
    return page.getByRole('region', { name: 'Keys' }).locator('kbd').allInnerTexts();
  };
  /** The page is loaded again in a browser that tells this layout, or none. */
  const reloadWith = async (printed: [string, string][]): Promise<void> => {
    ({ page } = await stage.page());
    await page.addInitScript((keys) => {
      const value = { getLayoutMap: () => Promise.resolve(new Map(keys)) };
      Object.defineProperty(navigator, 'keyboard', { value: keys.length > 0 ? value : undefined });
    }, printed);
    await page.reload();
    await page.getByRole('treeitem').first().waitFor();
  };
  // What tells the layout outlives a test.
  afterEach(() => page.close());
  const untold = () => page.getByText('This browser hides the layout of the keyboard');

  it('are those of the keyboard in use', async () => {
    const french: [string, string][] = [
      ['Digit1', '&'],
      ['KeyB', 'b'],
      ['KeyT', 't'],
    ];
    await reloadWith(french);
    expect((await captions()).slice(0, 2)).toEqual(['&', 'Alt+&']);
    expect(await untold().count()).toBe(0);
  });

  it('are those of an American keyboard in a browser that tells none, and the sheet says so', async () => {
    await reloadWith([]);
    expect((await captions()).slice(0, 2)).toEqual(['1', 'Alt+1']);
    expect(await untold().isVisible()).toBe(true);
  });
});
