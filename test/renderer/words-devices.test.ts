import { texts } from '../../renderer/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { ControllerBinding, type TestedControl } from '../../contract/desk-api/controller.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import Controllers from '../../renderer/keys/Controllers.svelte';
import KeyEditor from '../../renderer/keys/KeyEditor.svelte';
import { DrawnScreen } from '../kit/screens/drawn-screen.ts';
import { ids } from '../kit/service/evening-news.ts';

describe('the keys', () => {
  it('that a file maps to a panic twice has one line to unmap it', async () => {
    const screen = await DrawnScreen.open();
    const panic = { key: 'Escape', action: { do: 'panic' as const } };
    screen.desk.tell({ keys: [panic, { ...panic, guard: { kind: 'arm' } }] });
    expect((await screen.drawPart(KeyEditor, {})).all('button', 'Unmap panic on Esc')).toHaveLength(1);
  });

  it('cannot be mapped while the show is locked', async () => {
    const mapping = async (locked: boolean) => {
      const lock = { locked, by: 'Desk 1', pin: false };
      const screen = await DrawnScreen.open((view) => ({ ...view, lock }));
      return (await screen.drawPart(KeyEditor, {})).the('button', 'Map a key');
    };
    expect((await mapping(true)).isDisabled).toBe(true);
    expect((await mapping(false)).isDisabled).toBe(false);
  });
});

describe('the controllers and panels', () => {
  it('are listed with what is wrong, or the control that was pressed last', async () => {
    const devices = [
      {
        name: 'BeatStep',
        could: [],
        profile: 'Arturia BeatStep',
        trouble: '',
        last: 'note 1/36',
        page: 2,
        pages: 3,
        fine: true,
        brightness: null,
        asleep: false,
      },
      {
        name: 'Synth',
        could: [],
        profile: 'MIDI controller',
        trouble: 'Another program has it.',
        last: null,
        page: 1,
        pages: 1,
        fine: false,
        brightness: null,
        asleep: false,
      },
    ];
    const screen = await DrawnScreen.open((view) => ({ ...view, controllers: { ...view.controllers, devices } }));
    const sheet = await screen.drawPart(Controllers, {});
    const words = sheet.the('region', texts.keys.controllersAndPanels).select('p');
    expect(words.map(({ text }) => text)).toEqual([
      'BeatStep as Arturia BeatStep pressed last: note 1/36 2 / 3 fine Picture Lamps',
      'Synth as MIDI controller Another program has it. Picture Lamps',
      texts.keys.selectOther('Lower Third'),
    ]);
  });
});

describe('a test of controls', () => {
  const device = 'BeatStep';
  const control = 'note 1/36';
  const head =
    'TESTING CONTROLS ends in … s No controller or panel fires anything, not even a panic. Keys and screens do.';
  const used = (more: Partial<TestedControl>): TestedControl => {
    return { device, control, page: 1, bindings: [], fires: false, ...more };
  };
  const does = (...bindings: object[]) => bindings.map((one) => ControllerBinding.parse({ device, control, ...one }));
  const on = { subComposition: ids.title };

  const usual = { name: device, could: [], profile: 'MIDI controller', trouble: '', last: null, brightness: 0.5 };
  const withDevice = (view: DeskView): DeskView => ({
    ...view,
    controllers: { ...view.controllers, devices: [{ ...usual, page: 1, pages: 1, fine: true, asleep: false }] },
    mappedControls: [{ device, control, action: { do: 'panic' }, guard: { kind: 'hold', milliseconds: 600 } }],
  });
  /** What the banner says while the desk tests its controls, of which this one was used last. */
  async function said(screen: DrawnScreen, last: TestedControl | null): Promise<string> {
    screen.desk.tell({
      controllers: { ...screen.desk.view.controllers, testing: { endsAt: Date.now() + 42_000, last } },
    });
    const banner = (await screen.draw()).the('region', texts.keys.testOfControls);
    return banner.text.replace(/ends in \d+ s/, 'ends in … s');
  }

  it.each<[string, TestedControl | null, string]>([
    ['nothing was used yet', null, texts.keys.useControl],
    ['it is not mapped', used({ page: 2 }), `${control} BeatStep, page 2, is not mapped here`],
    [
      'it would fire',
      used({ fires: true, bindings: does({ action: { do: 'take', ...on, to: 'In' } }) }),
      `${control} BeatStep, page 1, would do this now: In Full-frame Title`,
    ],
    [
      'it must be pressed twice',
      used({ bindings: does({ action: { do: 'go' }, guard: { kind: 'arm' } }) }),
      `${control} BeatStep, page 1, would have to be pressed twice: Go press twice`,
    ],
    [
      'it does something by several kinds of presses',
      used({ bindings: does({ action: { do: 'go' } }, { action: { do: 'hold' }, press: 'long' }) }),
      `${control} BeatStep, page 1, would do nothing yet: Go pressed Hold held`,
    ],
    [
      'it sets a number',
      used({
        control: 'cc 1/48',
        fires: true,
        bindings: does({
          control: 'cc 1/48',
          action: { do: 'set', ...on, field: 'dim', value: 80 },
          fader: { from: 0, to: 100 },
        }),
      }),
      'cc 1/48 BeatStep, page 1, would do this now: Set Dim Full-frame Title to 80',
    ],
    [
      'it steps a number, which stops at its limit',
      used({ fires: true, bindings: does({ action: { do: 'step', ...on, field: 'dim', by: 500 } }) }),
      `${control} BeatStep, page 1, would do this now: Step Dim +500 Full-frame Title to 100`,
    ],
    [
      'it is a panic',
      used({ bindings: does({ action: { do: 'panic' }, guard: { kind: 'hold', milliseconds: 600 } }) }),
      `${control} BeatStep, page 1, would have to be held for 0.6 s: Panic all apps hold 0.6 s PANIC WAS NOT FIRED. Panic on a screen or on the keyboard works.`,
    ],
  ])('says what a control would do: %s', async (_, last, sentence) => {
    expect(await said(await DrawnScreen.open(withDevice), last)).toBe(`${head} ${sentence} End the test`);
  });

  it('says what a fader would have to pass', async () => {
    const screen = await DrawnScreen.open(withDevice);
    const fader = 'cc 1/48';
    const waiting = [{ device, control: fader, stands: 60, value: 90 }];
    screen.desk.tell({ controllers: { ...screen.desk.view.controllers, waiting } });
    const action = { do: 'set', ...on, field: 'dim', value: null };
    const last = used({ control: fader, bindings: does({ control: fader, action, fader: { from: 0, to: 100 } }) });
    expect(await said(screen, last)).toBe(
      `${head} cc 1/48 BeatStep, page 1, is at 60, and would change nothing until it passes 90: Set Dim Full-frame Title End the test`,
    );
  });
});
