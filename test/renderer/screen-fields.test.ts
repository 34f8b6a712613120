import { texts } from '../../renderer/texts/texts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright';
import { OverlayError } from '../../contract/errors.ts';
import type { Field } from '../../contract/model/field.ts';
import type { ServiceCall } from '../../contract/desk-api/authoring.ts';
import { parseAddress } from '../../contract/model/address.ts';
import { ids } from '../kit/service/evening-news.ts';
import type { AskedCall } from '../kit/screens/scripted-desk.ts';
import { ScriptedWorkshop } from '../kit/screens/scripted-workshop.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

const png = Buffer.from('png');

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const open = async (name: string): Promise<void> => {
  ({ page } = await stage.page());
  await page.getByRole('treeitem', { name }).click();
};
const editor = (label: string): Locator => page.getByLabel(label, { exact: true });
/** What was asked of the service: that other desks are told who edits is no part of it. */
const asked = (): AskedCall[] => stage.desk.asked.filter(({ call }) => !['hold', 'release', 'typing'].includes(call));
const staged = (): unknown[] => stage.desk.requests('set');

describe('the cursor', () => {
  it('is told to the desk before the first keystroke, and as left before a press follows', async () => {
    await open('Lower Third');
    await editor('Line 1').pressSequentially('A');
    await editor('Line 2').focus();
    await page.getByRole('button', { name: /^Take In/ }).click();
    const [first, second] = ['line1', 'line2'].map((field) => ({ address: ids.lowerThird, field }));
    const order = (): unknown[] =>
      stage.desk.asked.flatMap(({ call, request }) => {
        if (call === 'typing') return [request];
        return call === 'set' || call === 'take' ? [call] : [];
      });
    await expect
      .poll(order)
      .toEqual([
        { ...first, now: true },
        'set',
        { ...first, now: false },
        { ...second, now: true },
        { ...second, now: false },
        'take',
      ]);
  });
});

describe('the editors of a sub-composition', () => {
  it('stage what each type of field holds, in its canonical form', async () => {
    await open('Ticker');
    await editor('Headlines').fill('One\nTwo');
    await editor('Speed').fill('2.50');
    await editor('Loop').uncheck();
    await page.getByRole('treeitem', { name: 'Match Clock' }).click();
    await editor('Format').selectOption({ label: 'With hours' });
    await page.getByRole('treeitem', { name: 'Full-frame Title' }).click();
    await editor('Picture').fill('pictures/one.png');
    await editor('Rows').fill('[1]');
    await editor('Sting').fill('https://sounds.example/a.wav');
    await editor('Dim').fill('55');
    await page.getByRole('treeitem', { name: 'Lower Third' }).click();
    await editor('Color').fill('rgba(1, 2, 3, 0.5)');
    await page.getByLabel('Swatch').fill('#0a0b0c');
    const [ticker, clock, title, third] = [ids.ticker, ids.clock, ids.title, ids.lowerThird];
    await expect.poll(staged).toEqual([
      { subComposition: ticker, field: 'text', value: 'One\nTwo' },
      { subComposition: ticker, field: 'speed', value: '2.50' },
      { subComposition: ticker, field: 'loop', value: false },
      { subComposition: clock, field: 'format', value: 'h:mm:ss' },
      { subComposition: title, field: 'picture', value: 'pictures/one.png' },
      { subComposition: title, field: 'rows', value: '[1]' },
      { subComposition: title, field: 'sound', value: 'https://sounds.example/a.wav' },
      { subComposition: title, field: 'dim', value: '55' },
      { subComposition: third, field: 'color', value: { a: 0.5, b: 3, g: 2, r: 1 } },
      { subComposition: third, field: 'color', value: { a: 0.5, b: 12, g: 11, r: 10 } },
    ]);
  });

  it('step a number by its arrow keys and by the buttons beside it', async () => {
    await open('Ticker');
    await editor('Speed').press('ArrowUp');
    await page
      .locator('.field', { has: editor('Speed') })
      .getByText('−')
      .click();
    await expect.poll(staged).toEqual([
      { subComposition: ids.ticker, field: 'speed', value: '1.6' },
      { subComposition: ids.ticker, field: 'speed', value: '1.5' },
    ]);
  });

  it('keep to themselves what the field cannot hold, and say why', async () => {
    await open('Full-frame Title');
    await editor('Dim').fill('140');
    await page.getByText('Not accepted: expected a number from 0 to 100').waitFor();
    await editor('Rows').fill('[1, ');
    await page.getByText('Not accepted: expected a string that holds JSON').waitFor();
    expect([await editor('Dim').inputValue(), await editor('Rows').inputValue(), staged()]).toEqual([
      '140',
      '[1, ',
      [],
    ]);
  });

  it('fire a button and run a timer at once', async () => {
    await open('Match Clock');
    await page.getByRole('button', { name: 'Flash', exact: true }).click();
    const timer = page.getByRole('group', { name: 'Match time' });
    for (const name of ['Run on', 'Pause', 'Reset', 'Run from 0'])
      await timer.getByRole('button', { name, exact: true }).click();
    const time = { subComposition: ids.clock, field: 'time' };
    await expect
      .poll(asked)
      .toEqual([
        { call: 'fire', request: { subComposition: ids.clock, field: 'flash' } },
        ...['play', 'pause', 'reset', 'start'].map((command) => ({ call: 'time', request: { ...time, command } })),
      ]);
  });

  it('takes a graphic with the time that was typed for its timer, and refuses what is no time', async () => {
    await open('Match Clock');
    const field = page.getByRole('textbox', { name: 'Set to' });
    await field.fill('soon');
    await field.press('Control+Enter');
    await page.getByText(texts.fields.notATime('soon')).waitFor();
    expect(asked()).toEqual([]);
    await field.fill('45:00');
    await field.press('Control+Enter');
    await expect.poll(() => asked().map(({ call }) => call)).toEqual(['set', 'take']);
    stage.desk.tellSub(ids.clock, { tally: 'ON AIR', state: 'In', onAir: 'yes', staged: {} });
    await page.getByRole('treeitem', { name: /^Match Clock, .*on air/i }).waitFor();
    await field.fill('45:30');
    await field.press('Control+Enter');
    await field.fill('46:00');
    await field.press('Enter');
    await expect.poll(() => asked().map(({ call }) => call)).toEqual(['set', 'take', 'set', 'set']);
  });

  it('keeps the cursor where a time was set, so that another time that is typed at once fires no key', async () => {
    await open('Match Clock');
    const keyboard = (): Promise<string> => page.getByRole('button', { name: /, keyboard$/ }).innerText();
    const gate = Promise.withResolvers<null>();
    stage.desk.answers.set('set', () => gate.promise);
    await page.getByRole('textbox', { name: 'Set to' }).focus();
    await page.keyboard.type('32:00\n');
    await expect.poll(asked).toHaveLength(1);
    // The service has not answered.
    await page.keyboard.type('31');
    gate.resolve(null);
    await expect.poll(() => page.getByRole('textbox', { name: 'Set to' }).inputValue()).toBe('31');
    await page.keyboard.type(':10\n');
    await expect.poll(() => stage.desk.requests('set').length).toBe(2);
    await page.keyboard.type('12');
    expect(await keyboard()).toBe('TYPING');
    const time = { subComposition: ids.clock, field: 'time' };
    expect(asked()).toEqual(['32:00', '31:10'].map((value) => ({ call: 'set', request: { ...time, value } })));
    await page.keyboard.press('Escape');
    await expect.poll(keyboard).toBe('ARMED');
  });

  it('gives back a time that the desk refuses', async () => {
    await open('Match Clock');
    stage.desk.answers.set('set', () => {
      throw new OverlayError('press-refused', 'Too late.');
    });
    const field = page.getByRole('textbox', { name: 'Set to' });
    await field.fill('32:00');
    await field.press('Enter');
    await page.getByText('Too late.').first().waitFor();
    await expect.poll(() => field.inputValue()).toBe('32:00');
  });

  it('Enter selects the text of the next field, as Tab does', async () => {
    await open('Lower Third');
    const fields = page.getByRole('group', { name: 'Fields of Lower Third' }).locator('input[type=text]');
    await fields.first().press('Enter');
    const selected = await fields.nth(1).evaluate((field: HTMLInputElement) => {
      const { selectionStart, selectionEnd, value } = field;
      return [document.activeElement === field, selectionStart, selectionEnd === value.length];
    });
    expect(selected).toEqual([true, 0, true]);
  });

  it('set and nudge a timer, and reset a field to its first value', async () => {
    await open('Match Clock');
    const timer = page.getByRole('group', { name: 'Match time' });
    await timer.getByRole('textbox', { name: 'Set to' }).fill('45:00');
    await page.keyboard.press('Enter');
    await timer.getByRole('button', { name: '+1 s' }).click();
    await timer.getByRole('textbox', { name: 'Set to' }).fill('soon');
    const set = timer.getByRole('button', { name: 'Set', exact: true });
    await set.click();
    await timer.getByText(texts.fields.notATime('soon')).waitFor();
    await timer.getByRole('textbox', { name: 'Set to' }).fill('46:00');
    await set.click();
    await expect.poll(() => timer.getByRole('textbox', { name: 'Set to' }).inputValue()).toBe('');
    expect(await set.evaluate((button) => document.activeElement === button)).toBe(true);
    await page.getByRole('treeitem', { name: 'Ticker' }).click();
    await editor('Speed').fill('2,50');
    await page.getByRole('button', { name: 'Reset Speed' }).click();
    const [time, speed] = [
      { subComposition: ids.clock, field: 'time' },
      { subComposition: ids.ticker, field: 'speed' },
    ];
    await expect.poll(asked).toEqual([
      { call: 'set', request: { ...time, value: '45:00' } },
      { call: 'step', request: { ...time, by: 1 } },
      { call: 'set', request: { ...time, value: '46:00' } },
      { call: 'set', request: { ...speed, value: '2.50' } },
      { call: 'set', request: { ...speed, value: '1.5' } },
    ]);
  });

  it('take a picture as a file, by drop or paste, and from the uploads', async () => {
    const workshop = new ScriptedWorkshop();
    await open('Full-frame Title');
    stage.desk.service = workshop.answer;
    const field = page.locator('.field', { has: editor('Picture') });
    await field.getByLabel('File for Picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
    await expect.poll(staged).toHaveLength(1);
    for (const [kind, member] of [
      ['drop', 'dataTransfer'],
      ['paste', 'clipboardData'],
    ] as const) {
      await editor('Picture').evaluate(
        (input, [type, part]) => {
          const data = new DataTransfer();
          data.items.add(new File(['png'], `${type}.png`, { type: 'image/png' }));
          const event = new Event(type, { bubbles: true, cancelable: true });
          Object.defineProperty(event, part, { value: data });
          input.dispatchEvent(event);
        },
        [kind, member] as const,
      );
      await expect.poll(() => workshop.changes.at(-1)?.body).toMatchObject({ name: `${kind}.png` });
    }
    await expect.poll(staged).toHaveLength(5);
    await field.getByRole('button', { name: 'Uploads' }).click();
    await field.getByRole('button', { name: 'drop.png' }).click();
    const target = { subComposition: ids.title, field: 'picture' };
    await expect
      .poll(staged)
      .toEqual(['a1', '', 'a2', '', 'a3', 'a2'].map((id) => ({ ...target, value: id && `/media/assets/${id}.png` })));
    const { app } = parseAddress(ids.title);
    expect(stage.desk.requests('service').map((call) => (call as ServiceCall).app)).toEqual([app, app, app, app]);
  });

  it('have no picture while a file is uploaded, and the one before again where it is refused', async () => {
    const gate = Promise.withResolvers<undefined>();
    await open('Full-frame Title');
    const before = { subComposition: ids.title, field: 'picture', value: '/media/assets/before.png' };
    stage.desk.tellSub(ids.title, { values: { ...stage.desk.view.subs[ids.title]!.values, picture: before.value } });
    await expect.poll(() => editor('Picture').inputValue()).toBe(before.value);
    stage.desk.service = async () => {
      await gate.promise;
      throw new OverlayError('body-too-large', 'Too large.');
    };
    const field = page.locator('.field', { has: editor('Picture') });
    await field.getByLabel('File for Picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
    await expect.poll(staged).toEqual([{ ...before, value: '' }]);
    gate.resolve(undefined);
    await field.getByText('Too large.').waitFor();
    await expect.poll(staged).toEqual([{ ...before, value: '' }, before]);
  });

  it('refuse a file that is no picture, and no file opens beside a field', async () => {
    const workshop = new ScriptedWorkshop();
    await open('Full-frame Title');
    stage.desk.service = workshop.answer;
    const field = page.locator('.field', { has: editor('Picture') });
    const sound = { name: 'beep.wav', mimeType: 'audio/wav', buffer: png };
    await field.getByLabel('File for Picture').setInputFiles(sound);
    await field.getByText(texts.workshop.noPictureFile('beep.wav')).waitFor();
    expect(staged()).toEqual([]);
    const refused = await page.getByRole('tree').evaluate((tree) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['png'], 'a.png', { type: 'image/png' }));
      return ['dragover', 'drop'].map(
        (type) => !tree.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })),
      );
    });
    expect(refused).toEqual([true, true]);
  });

  it('leave room for the time that is typed for a timer, however narrow the pane is', async () => {
    await open('Match Clock');
    const setTo = page.getByRole('textbox', { name: 'Set to' });
    const widths: number[] = [];
    for (const width of [960, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 768 });
      widths.push((await setTo.boundingBox())?.width ?? 0);
    }
    expect(Math.min(...widths)).toBeGreaterThan(70);
  });

  it('count a running timer by the desk’s clock', async () => {
    await open('Match Clock');
    const shown = page.getByRole('timer');
    expect(await shown.innerText()).toBe('1:23.4');
    const { values } = stage.desk.view.subs[ids.clock]!;
    const time = { UTC: Date.now() - 600_000, isRunning: true, value: 0 };
    stage.desk.tellSub(ids.clock, { values: { ...values, time } });
    await shown.getByText(/^10:0[01]\.\d$/).waitFor();
    const first = await shown.innerText();
    await expect.poll(() => shown.innerText()).not.toBe(first);
  });
});

describe('the editors of a widget', () => {
  const plain = { immediateUpdate: false, resetValue: '' };
  const model: Field[] = [
    { ...plain, id: 'inner', type: 'composition', title: 'Inner', index: 0, defaultValue: 'one' },
    { ...plain, id: 'wash', type: 'gradient', title: 'Wash', index: 1, defaultValue: '' },
    {
      ...plain,
      id: 'size',
      type: 'number',
      title: 'Size',
      index: 2,
      defaultValue: '5',
      min: '0',
      max: '12',
      step: '5',
      unit: 'px',
    },
  ];
  const openWidget = async (fields = model): Promise<void> => {
    ({ page } = await stage.page(undefined, (view) => {
      const [root] = view.model;
      const subcompositions = (root?.subcompositions ?? []).map((sub) =>
        sub.id === ids.ticker ? { ...sub, model: fields } : sub,
      );
      const ticker = { ...view.subs[ids.ticker]!, values: { inner: 'one', wash: '', size: '5' }, staged: {} };
      return { ...view, model: [{ ...root!, subcompositions }], subs: { ...view.subs, [ids.ticker]: ticker } };
    }));
    await page.getByRole('treeitem', { name: 'Ticker' }).click();
  };

  it('take the name of a composition and a gradient as lines of text', async () => {
    await openWidget();
    expect(await editor('Inner').inputValue()).toBe('one');
    await editor('Inner').fill('two');
    await editor('Wash').fill('linear-gradient(red, blue)');
    await expect.poll(staged).toEqual([
      { subComposition: ids.ticker, field: 'inner', value: 'two' },
      { subComposition: ids.ticker, field: 'wash', value: 'linear-gradient(red, blue)' },
    ]);
  });

  it('send no half number: what is sent at once waits for Enter, the next focus or a chord', async () => {
    model[2]!.immediateUpdate = true;
    await openWidget();
    const ends: [string, () => Promise<void>][] = [
      ['10', () => page.keyboard.press('Enter')],
      ['11', () => editor('Inner').focus()],
      ['12', () => page.keyboard.press('F9')],
    ];
    for (const [number, end] of ends) {
      await editor('Size').fill('');
      await editor('Size').pressSequentially(number);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      expect(staged().map((one) => (one as { value: string }).value)).not.toContain('1');
      await end();
      await expect.poll(() => staged().at(-1)).toMatchObject({ field: 'size', value: number });
    }
    const sent = staged().length;
    await editor('Size').fill('3');
    await page.keyboard.press('Escape');
    await expect.poll(() => editor('Size').inputValue()).not.toBe('3');
    expect(staged()).toHaveLength(sent);
    model[2]!.immediateUpdate = false;
  });

  it('leave the sum of a step to the desk where a value is sent at once', async () => {
    model[2]!.immediateUpdate = true;
    await openWidget();
    await editor('Size').press('ArrowUp');
    await editor('Size').press('ArrowDown');
    const step = { subComposition: ids.ticker, field: 'size' };
    await expect
      .poll(() => stage.desk.requests('step'))
      .toEqual([
        { ...step, by: 5 },
        { ...step, by: -5 },
      ]);
    expect(staged()).toEqual([]);
    model[2]!.immediateUpdate = false;
  });

  it('tell fields with the same title apart', async () => {
    await openWidget(['home', 'away'].map((id, index) => ({ ...model[2]!, id, title: 'Score', index })));
    expect(await page.getByRole('group', { name: 'Fields of Ticker' }).locator('label').allInnerTexts()).toEqual([
      'Score (home)',
      'Score (away)',
    ]);
  });

  it('say the limits and the unit of a number, and step it within them', async () => {
    await openWidget();
    expect(await page.getByText('px', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByText('0 to 12, step 5').isVisible()).toBe(true);
    await editor('Size').press('ArrowUp');
    await editor('Size').press('ArrowUp');
    await expect.poll(staged).toEqual([
      { subComposition: ids.ticker, field: 'size', value: '10' },
      { subComposition: ids.ticker, field: 'size', value: '12' },
    ]);
  });

  it('stay inside their part of the screen, however long the titles are', async () => {
    await openWidget();
    const fields = page.getByRole('group', { name: 'Fields of Ticker' });
    const long = 'A title that is far longer than this part of the screen is wide, '.repeat(3);
    stage.desk.tell({ model: JSON.parse(JSON.stringify(stage.desk.view.model).replaceAll('"Size"', `"${long}"`)) });
    await page.getByText(long).waitFor();
    expect(await fields.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });
});

describe('while an operator types', () => {
  it('nothing that the desk tells overwrites it', async () => {
    await open('Lower Third');
    const line2 = editor('Line 2');
    await line2.click();
    await page.keyboard.press('End');
    await page.keyboard.type(' at sea');
    const { values } = stage.desk.view.subs[ids.lowerThird]!;
    stage.desk.tellSub(ids.lowerThird, {
      values: { ...values, line1: 'Somebody', line2: 'Somebody else' },
      staged: {},
    });
    await page.getByRole('treeitem', { name: /^Lower Third, ON AIR$/ }).waitFor();
    expect([await editor('Line 1').inputValue(), await line2.inputValue()]).toEqual(['Somebody', 'Reporter at sea']);
    await page.keyboard.type('!');
    expect(await line2.inputValue()).toBe('Reporter at sea!');
    await line2.blur();
    stage.desk.tellSub(ids.lowerThird, { staged: { line2: 'Kept' } });
    await expect.poll(() => line2.inputValue()).toBe('Kept');
  });

  it.each([
    ['Ctrl+Enter', () => page.keyboard.press('Control+Enter'), ['update']],
    ['the next field', () => editor('Line 2').focus(), []],
    ['a button', () => page.getByRole('button', { name: 'Update Lower Third' }).click(), ['update']],
  ])('of two hands the words of each screen go with its own press: %s', async (_, press, calls) => {
    await open('Lower Third');
    await editor('Line 1').fill('One');
    await expect.poll(staged).toHaveLength(1);
    for (const words of ['One', 'Two']) stage.desk.tellSub(ids.lowerThird, { staged: { line1: words } });
    // Frames keep their order, so the words are here once this is.
    stage.desk.tell({ notices: [{ id: 'x', text: 'All told' }] });
    await page.getByText('All told').waitFor();
    await page.getByRole('treeitem', { name: /^Lower Third, ON AIR, 1 edit/ }).waitFor();
    expect(await editor('Line 1').inputValue()).toBe('One');
    await press();
    await expect.poll(() => asked().map(({ call }) => call)).toEqual(['set', 'set', ...calls]);
    expect(staged().at(-1)).toMatchObject({ field: 'line1', value: 'One' });
  });

  it('words that are on air are done: later words of others are shown under the cursor, and stay', async () => {
    await open('Lower Third');
    await editor('Line 1').fill('One');
    await expect.poll(staged).toHaveLength(1);
    const { values } = stage.desk.view.subs[ids.lowerThird]!;
    for (const line1 of ['One', 'Two'])
      stage.desk.tellSub(ids.lowerThird, { values: { ...values, line1 }, staged: {} });
    await expect.poll(() => editor('Line 1').inputValue()).toBe('Two');
    await editor('Line 1').press('Tab');
    expect(staged()).toHaveLength(1);
  });

  it('words under the cursor are edits again when another screen sends its own words in their field', async () => {
    await open('Lower Third');
    await editor('Line 1').fill('One');
    await expect.poll(staged).toHaveLength(1);
    for (const line1 of ['One', 'Theirs']) stage.desk.tellSub(ids.lowerThird, { staged: { line1 } });
    const { values } = stage.desk.view.subs[ids.lowerThird]!;
    stage.desk.tellSub(ids.lowerThird, { values: { ...values, line1: 'Theirs' }, staged: {} });
    await expect.poll(staged).toHaveLength(2);
    expect(staged().at(-1)).toMatchObject({ field: 'line1', value: 'One' });
    expect(await editor('Line 1').inputValue()).toBe('One');
  });

  it('the desk gets what was typed while it was gone, once it is back', async () => {
    await open('Lower Third');
    stage.removeDesk();
    await page.getByRole('status').getByText(texts.common.deskGone).first().waitFor();
    await editor('Line 1').fill('Half typed');
    const refused = page.getByText(/^Not accepted/);
    await refused.waitFor();
    stage.returnDesk();
    await expect.poll(() => staged().at(-1)).toMatchObject({ field: 'line1', value: 'Half typed' });
    await refused.waitFor({ state: 'detached' });
  });

  it('the show coming anew leaves the focus in the editor', async () => {
    await open('Lower Third');
    await editor('Line 2').fill('Half a wo');
    stage.desk.tell({ model: structuredClone(stage.desk.view.model), notices: [{ id: 'x', text: 'Here again' }] });
    await page.getByText('Here again').waitFor();
    await page.keyboard.type('rd');
    expect(await editor('Line 2').inputValue()).toBe('Half a word');
  });

  it('a show that is away for a moment takes neither the field nor the words, and nothing of it is committed', async () => {
    await open('Lower Third');
    const { model, subs } = stage.desk.view;
    const input = editor('Line 1');
    await input.fill('Chief Politic');
    await expect.poll(() => stage.desk.requests('typing').at(-1)).toMatchObject({ now: true });
    stage.desk.tell({ model: [], subs: {} });
    await input.waitFor({ state: 'detached' });
    await page.keyboard.type('x');
    stage.desk.tell({ model, subs });
    await expect.poll(() => input.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type('al');
    expect(await input.inputValue()).toBe('Chief Political');
    await expect.poll(() => staged().at(-1)).toMatchObject({ field: 'line1', value: 'Chief Political' });
    const order = stage.desk.asked.flatMap(({ call, request }) => (call === 'typing' ? [request] : []));
    expect(order.at(-1)).toMatchObject({ field: 'line1', now: true });
    expect(await page.getByText(/Something went wrong/).count()).toBe(0);
  });

  it('what is sent at once waits for a new press where its show was away', async () => {
    await open('Home');
    const { model, subs } = stage.desk.view;
    const input = editor('Score');
    await input.fill('1');
    stage.desk.tell({ model: [], subs: {} });
    await input.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Looks' }).focus();
    stage.desk.tell({ model, subs });
    await input.waitFor();
    await page.getByRole('treeitem', { name: 'Lower Third' }).click();
    await editor('Line 1').fill('A');
    await expect.poll(() => staged().at(-1)).toMatchObject({ field: 'line1' });
    expect(staged()).toHaveLength(1);
  });

  it('a hand that went elsewhere meanwhile has left the field', async () => {
    await open('Lower Third');
    const { model, subs } = stage.desk.view;
    await editor('Line 1').fill('Chief Politic');
    stage.desk.tell({ model: [], subs: {} });
    await editor('Line 1').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Looks' }).focus();
    stage.desk.tell({ model, subs });
    await editor('Line 1').waitFor();
    await expect.poll(staged).toMatchObject([{ value: 'Chief Politic' }, { value: 'Chief Politic' }]);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
  });

  it('Escape leaves the editor, a second one goes back to what is on air, and Put back or Ctrl+Z undoes that', async () => {
    await open('Lower Third');
    const set = (value: string) => ({
      call: 'set',
      request: { subComposition: ids.lowerThird, field: 'line1', value },
    });
    await editor('Line 1').press('Escape');
    expect(await editor('Line 1').inputValue()).toBe('Grace Hopper');
    await page.keyboard.press('Escape');
    await expect.poll(asked).toEqual([set('Ada Lovelace')]);
    stage.desk.tellSub(ids.lowerThird, { staged: {} });
    await page.getByRole('button', { name: 'Put back' }).waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(asked).toEqual([set('Ada Lovelace'), set('Grace Hopper')]);
    stage.desk.tellSub(ids.lowerThird, { staged: { line1: 'Grace Hopper' } });
    await page.getByText('edited', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    stage.desk.tellSub(ids.lowerThird, { staged: {} });
    await page.getByRole('button', { name: 'Put back' }).click();
    await expect.poll(asked).toHaveLength(4);
    expect(await editor('Line 1').inputValue()).toBe('Grace Hopper');
  });

  it('Ctrl+Enter updates a graphic on air, and its button says so', async () => {
    await open('Lower Third');
    const button = page.getByRole('button', { name: 'Update Lower Third' });
    expect(await button.innerText()).not.toContain('Ctrl+Enter');
    await editor('Line 1').focus();
    await button.getByText('Ctrl+Enter').waitFor();
    await editor('Line 1').press('Control+Enter');
    await expect.poll(asked).toEqual([{ call: 'update', request: { subComposition: ids.lowerThird } }]);
  });

  it('Ctrl+Enter asks once where another hand has put other words on air meanwhile', async () => {
    await open('Lower Third');
    const { values } = stage.desk.view.subs[ids.lowerThird]!;
    await editor('Line 1').fill('Eleanor Marche');
    const others = { ...values, line1: 'Ingrid Solheim', line2: 'Mayor of Northgate' };
    stage.desk.tellSub(ids.lowerThird, { values: others, setBy: { line1: '4 Ingrid', line2: '4 Ingrid' } });
    await page.getByText('On air: Ingrid Solheim').waitFor();
    const updates = () => asked().filter(({ call }) => call === 'update').length;
    await editor('Line 1').press('Control+Enter');
    await page.getByRole('alert').getByText(texts.fields.otherWords('Lower Third')).waitFor();
    expect(updates()).toBe(0);
    await editor('Line 1').press('Control+Enter');
    await expect.poll(updates).toBe(1);
    // The words of this screen, and those of data that is followed, are no reason to ask.
    await editor('Line 1').fill('Eleanor Marsh');
    stage.desk.tellSub(ids.lowerThird, {
      values: { ...others, line1: 'Eleanor Marche' },
      setBy: { line1: 'Screen 1', line2: 'Screen 1' },
    });
    await editor('Line 1').press('Control+Enter');
    await expect.poll(updates).toBe(2);
  });

  it('Ctrl+Enter takes In a graphic that is Out, with the last character that was typed', async () => {
    await open('Lower Third');
    stage.desk.tellSub(ids.lowerThird, { tally: 'OUT', state: 'Out1', staged: {} });
    await page.getByRole('treeitem', { name: /^Lower Third, OUT/i }).waitFor();
    await editor('Line 2').fill('');
    await page.getByRole('button', { name: 'Take In Lower Third' }).getByText('Ctrl+Enter').waitFor();
    await page.keyboard.type('ab');
    await page.keyboard.press('Control+Enter');
    const set = (value: string) => ({
      call: 'set',
      request: { subComposition: ids.lowerThird, field: 'line2', value },
    });
    const take = { subComposition: ids.lowerThird, to: 'In', action: 'play', expects: 'Out1' };
    await expect.poll(asked).toEqual([set(''), set('a'), set('ab'), { call: 'take', request: take }]);
  });

  it('Enter goes to the next text, leaves the last one, and is a new line in a text of several', async () => {
    await open('Lower Third');
    await editor('Line 1').press('Enter');
    const focused = (): Promise<string> =>
      page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '');
    expect(await focused()).toBe('Line 2');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Color');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('');
    await open('Ticker');
    await editor('Headlines').press('Enter');
    expect(await focused()).toBe('Headlines');
  });

  it('Enter alone sends nothing', async () => {
    await open('Lower Third');
    await editor('Line 2').press('Enter');
    await editor('Line 2').fill('x');
    await expect.poll(() => asked().map(({ call }) => call)).toEqual(['set']);
  });

  it('the valid beginning of a refused text does not stay staged', async () => {
    await open('Lower Third');
    const before = stage.desk.view.subs[ids.lowerThird]!.values.color;
    await editor('Color').fill('#ff0');
    await expect.poll(() => asked().length).toBe(1);
    stage.desk.tellSub(ids.lowerThird, { staged: { color: { a: 1, b: 0, g: 255, r: 255 } } });
    await editor('Color').pressSequentially('zz');
    await expect.poll(() => asked().at(-1)?.request).toMatchObject({ field: 'color', value: before });
    expect(await editor('Color').inputValue()).toBe('#ff0zz');
  });

  it('what the desk would not keep stays in the editor with the reason', async () => {
    await open('Lower Third');
    stage.desk.fail('set', new OverlayError('call-invalid', 'Lower Third has no such field.'));
    await editor('Line 2').fill('Anchor');
    await page.getByText(texts.common.notAccepted('Lower Third has no such field.')).waitFor();
    await page.getByRole('alert').getByText('Edit of Line 2, Lower Third: Lower Third has no such field.').waitFor();
    await editor('Line 2').blur();
    expect(await editor('Line 2').inputValue()).toBe('Anchor');
  });

  it('a switch that the desk would not throw goes back', async () => {
    await open('Ticker');
    stage.desk.fail('set', new OverlayError('not-connected'));
    await editor('Loop').click();
    await page.getByRole('alert').waitFor();
    expect(await editor('Loop').isChecked()).toBe(true);
  });

  it('Discard drops also what could not be kept', async () => {
    await open('Ticker');
    await editor('Speed').fill('fast');
    await page.getByRole('button', { name: 'Discard edits of Ticker' }).click();
    await expect.poll(() => editor('Speed').inputValue()).toBe('1.5');
  });
});

describe('what is being edited', () => {
  it('is held while an editor of it has the focus, also from one to the next, and released after that', async () => {
    await open('Lower Third');
    const held = (): string[] =>
      stage.desk.asked.filter(({ call }) => call === 'hold' || call === 'release').map(({ call }) => call);
    await editor('Line 1').focus();
    await editor('Line 2').focus();
    await expect.poll(held).toEqual(['hold']);
    await page.getByRole('treeitem', { name: 'Ticker' }).click();
    await expect.poll(held).toEqual(['hold', 'release']);
    await expect.poll(() => stage.desk.requests('release')).toEqual([{ address: ids.lowerThird }]);
  });
});
