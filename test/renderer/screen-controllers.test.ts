import { texts } from '../../renderer/texts/texts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright';
import {
  ControllerBinding,
  type ControllersView,
  type PicturedControl,
  type TestedControl,
} from '../../contract/desk-api/controller.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import { ids } from '../kit/service/evening-news.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

const device = 'BeatStep';
const control = 'note 1/36';

let stage: ScreenStage;
let page: Page;

/** The controllers of a view with one device, and what of it is not as usual. */
const withDevice = ({ controllers }: DeskView, more: Partial<ControllersView['devices'][number]>): ControllersView => {
  const usual = { name: device, could: [], profile: 'MIDI controller', trouble: '', last: null, brightness: null };
  return { ...controllers, devices: [{ ...usual, page: 1, pages: 1, fine: false, asleep: false, ...more }] };
};

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  ({ page } = await stage.page(undefined, (view) => ({
    ...view,
    controllers: withDevice(view, { fine: true, brightness: 0.5 }),
    mappedControls: [{ device, control, action: { do: 'panic' }, guard: { kind: 'hold', milliseconds: 600 } }],
  })));
  await page.getByRole('button', { name: 'Keys' }).click();
});

/** The desk tests its controls, of which this one was used last. */
const test = (last: TestedControl | null) =>
  stage.desk.tell({
    controllers: { ...stage.desk.view.controllers, testing: { endsAt: Date.now() + 42_000, last } },
  });
const banner = () => page.getByRole('region', { name: texts.keys.testOfControls });

const sheet = () => page.getByRole('region', { name: texts.keys.controllersAndPanels });
const form = () => page.getByRole('form', { name: 'Map a control' });

describe('the controls of controllers and panels', () => {
  it('are listed with what they do, and unmapped', async () => {
    const line = await sheet().getByRole('listitem').innerText();
    expect(line.split(/\s*\n\s*/)).toEqual([control, 'Panic', 'all apps', 'hold 0.6 s', 'Unmap']);
    await sheet()
      .getByRole('button', { name: `Unmap ${control} of ${device}` })
      .click();
    await expect.poll(() => stage.desk.requests('unmapControl')).toEqual([{ device, control }]);
  });

  it('end fine movements that somebody forgot', async () => {
    await sheet()
      .getByRole('button', { name: texts.keys.endFineOf(device) })
      .click();
    await expect.poll(() => stage.desk.requests('fine')).toEqual([{ device, on: false }]);
  });

  it('have their lamps tested', async () => {
    await sheet()
      .getByRole('button', { name: texts.keys.testLampsOf(device) })
      .click();
    await expect.poll(() => stage.desk.requests('testLamps')).toEqual([{ device }]);
  });

  it('are as bright as somebody chooses, where the device can', async () => {
    const slider = sheet().getByRole('slider', { name: `Brightness of ${device}` });
    expect(await slider.inputValue()).toBe('0.5');
    await slider.fill('0.2');
    await expect.poll(() => stage.desk.requests('setBrightness')).toEqual([{ device, value: 0.2 }]);
  });

  it('are mapped by pressing one and choosing what it does to the selected sub-composition', async () => {
    stage.desk.answers.set('learnControl', () => ({ device, control, use: 'button', raw: '90 24 7F' }));
    await page.getByRole('treeitem', { name: 'Match Clock' }).click();
    await sheet().getByRole('button', { name: 'Map a control' }).click();
    await form().waitFor();
    expect((await form().innerText()).replaceAll(/\s+/g, ' ')).toContain('Replaces: Panic all apps hold 0.6 s');
    await form().getByLabel('Action').selectOption({ label: 'Flash' });
    await form().getByLabel('Guard').selectOption(texts.keys.guards.arm);
    await form().getByRole('button', { name: 'Map' }).click();
    await expect
      .poll(() => stage.desk.requests('mapControl'))
      .toMatchObject([{ device, control, action: { do: 'fire', subComposition: ids.clock }, guard: { kind: 'arm' } }]);
    await form().waitFor({ state: 'detached' });
  });

  it('lie in a picture, where one that is pressed can be mapped', async () => {
    const cells: PicturedControl[] = [
      {
        control: 'note 1/44',
        use: 'button',
        row: 0,
        column: 0,
        state: 'onAir',
        name: 'Title',
        does: 'In',
        word: 'ON AIR',
      },
      { control: 'cc 1/7', use: 'fader', row: 0, column: 1, stands: 0.5 },
      { control: 'cc 1/10', use: 'encoder', encoder: 'sign', row: 1, column: 0, does: 'Step' },
    ];
    stage.desk.answers.set('pictureDevice', () => cells);
    await sheet()
      .getByRole('button', { name: `Picture of ${device}` })
      .click();
    const picture = sheet().getByRole('group', { name: `Picture of ${device}` });
    await picture.getByRole('button').nth(2).waitFor();
    const names = await picture
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    expect(names).toEqual(['note 1/44, In, Title, ON AIR', 'cc 1/7, at 50 %', 'cc 1/10, Step']);
    // It is drawn again and again.
    cells[1]!.stands = 0.75;
    await picture.getByRole('button', { name: 'cc 1/7, at 75 %' }).waitFor();
    await picture.getByRole('button', { name: 'note 1/44' }).click();
    await form().getByRole('button', { name: 'Map' }).click();
    await expect.poll(() => stage.desk.requests('mapControl')).toMatchObject([{ device, control: 'note 1/44' }]);
    await picture.getByRole('button', { name: 'cc 1/10' }).click();
    expect(await form().getByLabel('Type').inputValue()).toBe('sign');
  });

  it('show no tally in the picture of a panel that is asleep, which is dim and says so', async () => {
    const key = { use: 'button', row: 0, name: 'Title', does: 'Cue', state: 'cued', word: 'CUED' } as const;
    stage.desk.answers.set('pictureDevice', () => [{ ...key, control: 'key 1', column: 0 }]);
    await sheet()
      .getByRole('button', { name: `Picture of ${device}` })
      .click();
    const control = sheet().getByRole('button', { name: 'key 1, Cue, Title' });
    await control.waitFor();
    const tells = async (asleep: boolean): Promise<unknown[]> => {
      stage.desk.tell({ controllers: withDevice(stage.desk.view, { asleep }) });
      await expect.poll(() => sheet().getByText('ASLEEP').count()).toBe(asleep ? 1 : 0);
      const dims = await control.evaluate((one) => Number(getComputedStyle(one).opacity) < 1);
      return [dims, await control.getAttribute('data-tally'), await control.locator('svg').count()];
    };
    expect(await tells(false)).toEqual([false, 'CUED', 1]);
    expect(await tells(true)).toEqual([true, null, 0]);
    expect(await tells(false)).toEqual([false, 'CUED', 1]);
    // One that is asleep can be mapped too.
    await tells(true);
    await control.click();
    await form().waitFor();
  });

  it('turn to the page of what is selected, or of the next cue, where a screen leads them', async () => {
    const at = (next: string) => ({ r: { next: { cue: next, step: 0 }, fired: null, hold: false, marked: [] } });
    const led = await stage.page(undefined, (view) => ({
      ...view,
      controllers: withDevice(view, { pages: 2 }),
      activeRundown: 'r',
      positions: at('weather'),
    }));
    await led.page.getByRole('treeitem', { name: 'Match Clock' }).click();
    await led.page.getByRole('button', { name: 'Keys' }).click();
    expect(stage.desk.requests('followSelection')).toEqual([]);
    await led.page.getByLabel('Pages follow').selectOption(texts.keys.follows.selection);
    await expect.poll(() => stage.desk.requests('followSelection')).toEqual([{ subComposition: ids.clock }]);
    await led.page.getByRole('button', { name: 'Keys' }).click();
    await led.page.getByRole('treeitem', { name: 'Ticker' }).click();
    await expect.poll(() => stage.desk.requests('followSelection').at(-1)).toEqual({ subComposition: ids.ticker });
    await led.page.getByRole('button', { name: 'Keys' }).click();
    await led.page.getByLabel('Pages follow').selectOption(texts.keys.follows.next);
    await expect.poll(() => stage.desk.requests('followSelection').at(-1)).toEqual({ cue: 'weather' });
    stage.desk.tell({ positions: at('sport') });
    await expect.poll(() => stage.desk.requests('followSelection').at(-1)).toEqual({ cue: 'sport' });
  });

  it('are a row of the next cues', async () => {
    stage.desk.answers.set('learnControl', () => ({ device, control: 'note 1/125', use: 'button', raw: '90 7D 7F' }));
    await sheet().getByRole('button', { name: 'Map a control' }).click();
    const row = form().getByLabel('Controls in a row for the next cues');
    expect(await row.count()).toBe(0);
    await form().getByLabel('Action').selectOption({ label: 'Go' });
    // There is no note after 127.
    expect(await row.getAttribute('max')).toBe('3');
    await row.fill('3');
    await form().getByRole('button', { name: 'Map' }).click();
    await form().waitFor({ state: 'detached' });
    await expect
      .poll(() => stage.desk.requests('mapControl'))
      .toEqual([
        { device, control: 'note 1/125', action: { do: 'go' } },
        { device, control: 'note 1/126', action: { do: 'go', ahead: 1 } },
        { device, control: 'note 1/127', action: { do: 'go', ahead: 2 } },
      ]);
  });

  it('are a row that names everything that it replaces', async () => {
    const go = { do: 'go' } as const;
    const others: ControllerBinding[] = [
      { device, control: 'note 1/37', action: { do: 'takeCued' } },
      { device, control: 'note 1/38', action: go, page: 2 },
      { device, control: 'note 1/38', action: go, press: 'long' },
      { device: 'Other', control: 'note 1/38', action: go },
      { device, control: 'note 1/39', action: { do: 'fireMarked' } },
      { device, control: 'note 1/40', action: go },
    ];
    stage.desk.tell({ mappedControls: [...stage.desk.view.mappedControls, ...others] });
    stage.desk.answers.set('learnControl', () => ({ device, control, use: 'button', raw: '90 24 7F' }));
    await sheet().getByRole('button', { name: 'Map a control' }).click();
    await form().getByLabel('Action').selectOption({ label: 'Go' });
    const replaced = async () =>
      (await form().getByText('Replaces').allInnerTexts()).map((line) => line.replaceAll(/\s+/g, ' ').trim());
    expect(await replaced()).toEqual(['Replaces: Panic all apps hold 0.6 s']);
    await form().getByLabel('Controls in a row for the next cues').fill('4');
    await expect
      .poll(replaced)
      .toEqual([
        `Replaces: ${control} Panic all apps hold 0.6 s`,
        'Replaces: note 1/37 Take Cued',
        'Replaces: note 1/39 Fire marked',
      ]);
  });

  it('are on paper with how each is pressed, where one has several presses', async () => {
    const fire = { do: 'go' } as const;
    const mappedControls: ControllerBinding[] = [
      { device, control, action: fire },
      { device, control, action: { do: 'takeCued' }, press: 'long' },
      { device, control, action: { do: 'skip', by: 1 }, press: 'double' },
      { device, control, action: { do: 'fireMarked' }, press: 'release' },
      { device, control: 'note 1/37', action: fire, guard: { kind: 'hold', milliseconds: 600 } },
      { device, control: 'note 1/38', action: fire, guard: { kind: 'arm' } },
      { device, control: 'note 1/39', action: fire },
    ];
    stage.desk.tell({ keys: [], mappedControls });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    const lines = page.getByRole('region', { name: texts.keys.onPaper }).getByRole('listitem');
    const printed = async () => (await lines.allInnerTexts()).map((line) => line.replaceAll(/\s+/g, ' ').trim());
    await expect
      .poll(printed)
      .toEqual([
        texts.keys.noKeys,
        `${control} Go pressed`,
        `${control} Take Cued held`,
        `${control} Skip pressed twice`,
        `${control} Fire marked released`,
        'note 1/37 Go hold 0.6 s',
        'note 1/38 Go press twice',
        'note 1/39 Go',
      ]);
  });

  it('do something else when they are held', async () => {
    stage.desk.answers.set('learnControl', () => ({ device, control, use: 'button', raw: '90 24 7F' }));
    await sheet().getByRole('button', { name: 'Map a control' }).click();
    // It is a guarded panic now, which has the holding for itself.
    expect(await form().getByLabel('Trigger').count()).toBe(0);
    await form().getByLabel('Guard').selectOption('none');
    await form().getByLabel('Trigger').selectOption('held for 0.6 s');
    expect((await form().innerText()).replaceAll(/\s+/g, ' ')).not.toMatch(/Replaces|comes up/);
    await form().getByText('Also: pressed, Panic').waitFor();
    await form().getByLabel('Action').selectOption({ label: 'Go' });
    await form().getByRole('button', { name: 'Map' }).click();
    await expect
      .poll(() => stage.desk.requests('mapControl'))
      .toEqual([{ device, control, press: 'long', action: { do: 'go' } }]);
    const mappedControls = [{ device, control, press: 'long' as const, action: { do: 'go' as const } }];
    stage.desk.tell({ mappedControls });
    await sheet().getByRole('listitem').getByText('held').waitFor();
  });

  it('are mapped on a page, and open pages, also while they are held', async () => {
    stage.desk.answers.set('learnControl', () => ({ device, control, use: 'button', raw: '90 24 7F' }));
    await sheet().getByRole('button', { name: 'Map a control' }).click();
    await form().locator('select').nth(1).selectOption('page 2');
    expect(await form().innerText()).not.toContain('Replaces');
    await form().getByLabel('Action').selectOption({ label: 'Page 1 while held' });
    await form().getByRole('button', { name: 'Map' }).click();
    const action = { do: 'openPage', device, page: 1 };
    await expect
      .poll(() => stage.desk.requests('mapControl'))
      .toEqual([{ device, control, page: 2, action, whileHeld: true }]);
  });

  it('count movements finely while they are held, or from a press on', async () => {
    stage.desk.answers.set('learnControl', () => ({ device, control, use: 'button', raw: '90 24 7F' }));
    for (const label of ['Fine while held', 'Fine on or off']) {
      await sheet().getByRole('button', { name: 'Map a control' }).click();
      await form().getByLabel('Action').selectOption({ label });
      await form().getByRole('button', { name: 'Map' }).click();
      await form().waitFor({ state: 'detached' });
    }
    await expect
      .poll(() => stage.desk.requests('mapControl'))
      .toEqual([
        { device, control, action: { do: 'fine', device, on: true }, whileHeld: true },
        { device, control, action: { do: 'fine', device } },
      ]);
    const action = { do: 'fine' as const, device, on: true };
    stage.desk.tell({ mappedControls: [{ device, control, action, whileHeld: true }] });
    await expect
      .poll(async () => (await sheet().getByRole('listitem').innerText()).split(/\s*\n\s*/))
      .toEqual([control, 'Fine', device, 'while held', 'Unmap']);
  });

  it('can do what each of its fields allows, numbers of every kind among them', async () => {
    stage.desk.answers.set('learnControl', () => ({ device, control, use: 'button', raw: '90 24 7F' }));
    await page.getByRole('treeitem', { name: 'Full-frame Title' }).click();
    await sheet().getByRole('button', { name: 'Map a control' }).click();
    const group = form().locator('optgroup').first().locator('option');
    await form().waitFor();
    expect(await group.allInnerTexts()).toEqual([
      'In or Out',
      'In',
      'Out',
      'Jump In',
      'Cue',
      'Update',
      'Step Dim +1',
      'Step Dim -1',
    ]);
  });

  it('set the number of a field between its limits, if they can be moved', async () => {
    stage.desk.answers.set('learnControl', () => ({ device, control: 'cc 1/48', use: 'fader', raw: 'B0 30 4D' }));
    await page.getByRole('treeitem', { name: 'Full-frame Title' }).click();
    await sheet().getByRole('button', { name: 'Map a control' }).click();
    await form().getByLabel('Action').selectOption({ label: 'Fader sets Dim, 0 to 100' });
    await form().getByRole('button', { name: 'Map' }).click();
    await expect
      .poll(() => stage.desk.requests('mapControl').at(-1))
      .toMatchObject({ control: 'cc 1/48', action: { do: 'set' }, fader: { from: 0, to: 100, takeover: 'pickup' } });
    const waiting = [{ device, control: 'cc 1/48', stands: 80, value: 20 }];
    stage.desk.tell({ controllers: { ...stage.desk.view.controllers, waiting } });
    await sheet()
      .getByText(texts.keys.waits('cc 1/48', 80, 20))
      .waitFor();
  });

  it('set it in a range, by a curve and with a takeover of its own', async () => {
    stage.desk.answers.set('learnControl', () => ({ device, control: 'cc 1/48', use: 'fader', raw: 'B0 30 4D' }));
    await page.getByRole('treeitem', { name: 'Full-frame Title' }).click();
    await sheet().getByRole('button', { name: 'Map a control' }).click();
    await form().getByText('sent B0 30 4D').waitFor();
    await form().getByLabel('Action').selectOption({ label: 'Fader sets Dim, 0 to 100' });
    await form().getByLabel('To', { exact: true }).fill('50');
    await form().getByLabel('Step', { exact: true }).fill('0.5');
    await form().getByLabel(texts.keys.elsewhere).selectOption('scale');
    await form().getByLabel('Curve').selectOption('fineLow');
    await form().getByRole('button', { name: 'Map' }).click();
    await expect
      .poll(() => stage.desk.requests('mapControl').at(-1))
      .toMatchObject({ fader: { from: 0, to: 50, step: 0.5, takeover: 'scale', curve: 'fineLow' } });
  });

  it('step a number as knobs that count as they were learned, or otherwise', async () => {
    stage.desk.answers.set('learnControl', () => ({
      device,
      control: 'cc 1/16',
      use: 'encoder',
      encoder: 'offset',
      raw: 'B0 10 41',
    }));
    await page.getByRole('treeitem', { name: 'Full-frame Title' }).click();
    await sheet().getByRole('button', { name: 'Map a control' }).click();
    await form().getByLabel('Action').selectOption({ label: 'Step Dim +1' });
    await form().getByLabel('Type').selectOption('sign2');
    await form().getByRole('button', { name: 'Map' }).click();
    await expect
      .poll(() => stage.desk.requests('mapControl').at(-1))
      .toMatchObject({ control: 'cc 1/16', action: { do: 'step', by: 1 }, encoder: 'sign2' });
  });

  it('are offered nothing that is pressed where they are never at rest', async () => {
    stage.desk.answers.set('learnControl', () => ({ device, control: 'bend 1', use: 'fader', raw: 'E0 00 40' }));
    await page.getByRole('treeitem', { name: 'Full-frame Title' }).click();
    await sheet().getByRole('button', { name: 'Map a control' }).click();
    await form().waitFor();
    expect(await form().getByLabel('Action').locator('option').allInnerTexts()).toEqual(['Fader sets Dim, 0 to 100']);
    expect(await form().getByLabel('Type').locator('option').allInnerTexts()).toEqual([texts.keys.uses.fader]);
  });

  it('are passed over if they are the wrong ones', async () => {
    stage.desk.answers.set('learnControl', () => ({ device, control, use: 'button', raw: '90 24 7F' }));
    await sheet().getByRole('button', { name: 'Map a control' }).click();
    await form().getByRole('button', { name: texts.keys.notThisOne }).click();
    await expect
      .poll(() => stage.desk.requests('learnControl').slice(-2))
      .toEqual([{ ignore: [] }, { ignore: [{ device, control }] }]);
  });

  it('are not mapped to something that was chosen for another sub-composition', async () => {
    stage.desk.answers.set('learnControl', () => ({ device, control: 'note 1/50', use: 'button', raw: '90 32 7F' }));
    await sheet().getByRole('button', { name: 'Map a control' }).click();
    await form().waitFor();
    await page.getByRole('treeitem', { name: 'Match Clock' }).click();
    await expect.poll(() => form().getByRole('button', { name: 'Map' }).isDisabled()).toBe(true);
  });

  it('are waited for until somebody presses one, cancels, or closes the sheet', async () => {
    stage.desk.answers.set('learnControl', () => new Promise(() => undefined));
    await sheet().getByRole('button', { name: 'Map a control' }).click();
    await expect.poll(() => stage.desk.requests('learnControl').length).toBe(1);
    stage.desk.tell({ controllers: { ...stage.desk.view.controllers, learning: true } });
    await sheet().getByRole('status').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => stage.desk.requests('stopLearning').length).toBe(1);
    await page.getByRole('button', { name: 'Keys' }).click();
    await expect.poll(() => stage.desk.requests('stopLearning').length).toBe(2);
  });
});

describe('a test of controls', () => {
  it('is begun by a button, which cannot begin it twice, nor while the show is locked', async () => {
    const button = sheet().getByRole('button', { name: texts.keys.test });
    await button.click();
    await expect.poll(() => stage.desk.requests('testControls')).toEqual([{}]);
    test(null);
    await banner().waitFor();
    expect(await button.isDisabled()).toBe(true);
    stage.desk.tell({ controllers: { ...stage.desk.view.controllers, testing: null } });
    await banner().waitFor({ state: 'detached' });
    expect(await button.isDisabled()).toBe(false);
    stage.desk.tell({ lock: { locked: true, pin: false, by: '' } });
    await expect.poll(() => button.isDisabled()).toBe(true);
  });

  it('says for how long, is in sight whatever is open, hides nothing, and is ended by its button', async () => {
    test(null);
    await expect.poll(async () => /ends in 4[12] s/.test(await banner().innerText())).toBe(true);
    const button = banner().getByRole('button', { name: texts.keys.endTest });
    const top = async (place: Locator) => (await place.boundingBox())!.y;
    const bottom = async (place: Locator) => (await top(place)) + (await place.boundingBox())!.height;
    for (const [width, height] of [
      [1024, 768],
      [1280, 900],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await top(banner())).toBeGreaterThanOrEqual(await bottom(page.getByRole('region', { name: 'Show' })));
      for (const name of ['Keys', 'Graphics', 'Program', 'Fields']) {
        const below = page.getByRole('region', { name, exact: true });
        expect([name, (await top(below)) >= (await bottom(banner()))]).toEqual([name, true]);
      }
      expect(await bottom(button)).toBeLessThan(await bottom(banner()));
    }
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await button.click();
    await expect.poll(() => stage.desk.requests('stopTesting')).toEqual([{}]);
  });
});

describe('a device that could be several', () => {
  const twins = ['BeatStep', 'BeatStep (2)'];
  const ask = (...devices: Partial<ControllersView['devices'][number]>[]) => {
    const { controllers } = stage.desk.view;
    const [usual] = withDevice(stage.desk.view, { could: twins }).devices;
    stage.desk.tell({ controllers: { ...controllers, devices: devices.map((one) => ({ ...usual!, ...one })) } });
  };
  const [one, two] = [{ name: 'BeatStep (?)' }, { name: 'BeatStep (? 2)' }];
  const question = () => page.getByRole('region', { name: texts.keys.whichOne });
  const asks = async () => (await question().innerText()).replaceAll(/\s+/g, ' ');
  const all =
    'BeatStep note 1/36 Panic, note 1/37 Go BeatStep (2) note 1/40 In Match Clock, cc 1/7 Out, note 1/41 Go, and 2 more';

  beforeEach(async () => {
    const onSecond = (control: string, action: object) => ({ device: twins[1], control, action });
    stage.desk.tell({
      mappedControls: [
        { device, control, action: { do: 'panic' } },
        { device, control: 'note 1/37', action: { do: 'go' } },
        onSecond('note 1/40', { do: 'take', subComposition: ids.clock, to: 'In' }),
        onSecond('cc 1/7', { do: 'take', subComposition: 'nobody/knows', to: 'Out' }),
        ...['note 1/41', 'note 1/42', 'note 1/43'].map((name) => onSecond(name, { do: 'go' })),
      ].map((binding) => ControllerBinding.parse(binding)),
    });
    await page.getByRole('button', { name: 'Keys', exact: true }).click();
  });

  it('is asked for on every page, with what each of them does, and named by one press', async () => {
    ask(one);
    await question().waitFor();
    expect(await asks()).toBe(
      `BeatStep (?): WHICH ONE IS THIS? It fires nothing until you answer. The control that you press on it appears here. Lamps Later ${all} Another one nothing is mapped`,
    );
    await question().getByRole('button', { name: 'BeatStep (2)' }).click();
    await question().getByRole('button', { name: 'Another one' }).click();
    await question()
      .getByRole('button', { name: texts.keys.testLampsOf('BeatStep (?)') })
      .click();
    await expect
      .poll(() => stage.desk.requests('nameDevice'))
      .toEqual([
        { device: one.name, is: twins[1] },
        { device: one.name, is: null },
      ]);
    await expect.poll(() => stage.desk.requests('testLamps')).toEqual([{ device: one.name }]);
    ask({ name: twins[1]!, could: [] });
    await question().waitFor({ state: 'detached' });
  });

  it('is the one on which a control is pressed', async () => {
    ask(one, two);
    await question().waitFor();
    expect(await asks()).toContain(
      'BeatStep (?): WHICH ONE IS THIS? It fires nothing until you answer. Press a control on the device that you mean.',
    );
    ask(one, { ...two, last: 'note 1/44' });
    await expect.poll(asks).toContain('BeatStep (? 2): WHICH ONE IS THIS? note 1/44 was pressed.');
    await question().getByRole('button', { name: 'BeatStep note' }).click();
    await expect.poll(() => stage.desk.requests('nameDevice')).toEqual([{ device: two.name, is: twins[0] }]);
  });

  it('is not named by the second half of a double click', async () => {
    stage.desk.answers.set('nameDevice', () => {
      ask(two);
      return null;
    });
    ask(one, two);
    const answer = question().getByRole('button', { name: 'BeatStep (2)' });
    await answer.click({ clickCount: 2 });
    await expect.poll(asks).toContain(texts.keys.whichOneIsThis(two.name));
    await expect.poll(() => stage.desk.requests('nameDevice')).toEqual([{ device: one.name, is: twins[1] }]);
    await answer.click();
    await expect.poll(() => stage.desk.requests('nameDevice').length).toBe(2);
  });

  it('is left for later, and then asked for in the sheet of the keys alone, where it is not mapped', async () => {
    ask(one, two);
    await question().getByRole('button', { name: 'Later' }).click();
    await question().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Keys', exact: true }).click();
    const groups = sheet().getByRole('group');
    expect(await groups.evaluateAll((found) => found.map((group) => group.getAttribute('aria-label')))).toEqual([
      texts.keys.whichOneIs('BeatStep (?)'),
      texts.keys.whichOneIs('BeatStep (? 2)'),
    ]);
    expect(
      await sheet()
        .getByRole('button', { name: /^Picture of/ })
        .count(),
    ).toBe(0);
    await groups.nth(1).getByRole('button', { name: 'BeatStep (2)' }).click();
    await expect.poll(() => stage.desk.requests('nameDevice')).toEqual([{ device: two.name, is: twins[1] }]);
    // Another one that comes later is asked for again.
    ask();
    ask(one);
    await question().waitFor();
  });

  it('covers neither a tally nor a button that takes, however small the screen is', async () => {
    ask(one, two);
    await page.setViewportSize({ width: 1024, height: 768 });
    const box = (await question().boundingBox())!;
    const tree = (await page.getByRole('region', { name: 'Graphics' }).boundingBox())!;
    const take = (await page.getByRole('region', { name: 'Take', exact: true }).boundingBox())!;
    expect([box.x >= tree.x + tree.width - 8, box.y + box.height <= take.y]).toEqual([true, true]);
  });
});
