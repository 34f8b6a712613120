import { texts } from '../../../contract/texts/texts.ts';
import { expect, it } from 'vitest';
import type { ControllerBinding } from '../../../contract/desk-api/controller.ts';
import type { KeyBinding } from '../../../contract/desk-api/key-binding.ts';
import { showVersion } from '../../../contract/desk-api/show-file.ts';
import { keptControls, keptKeys } from '../../../desk/controls/kept-mapping.ts';
import { Settings } from '../../../desk/screens/settings.ts';
import { memorySettings, memoryShow } from '../../kit/desk/scripted-ports.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

const key = (name: string, action: KeyBinding['action'] = { do: 'go' }): KeyBinding => ({ key: name, action });
const inShow = (...keys: KeyBinding[]) => ({ version: showVersion, keys });
const inSettings = (...keys: unknown[]) => ({ version: 1, deskName: 'Truck', keys });

/** The keys of a desk with these files. */
function opened(showContent: unknown, settingsContent: unknown, setAside?: () => never) {
  const clock = new ManualClock();
  const files = { show: memoryShow(showContent), settings: memorySettings(settingsContent) };
  if (setAside) files.show.setAside = setAside;
  const show = new Settings(files.show, clock, () => undefined);
  const settings = new Settings(files.settings, clock, () => undefined);
  return { ...files, clock, settingsOf: settings, open: () => keptKeys(show, settings) };
}

it('what was written into the settings goes into a show without keys, and then leaves the settings', async () => {
  const { show, settings, clock, open } = opened(undefined, inSettings(key('F1'), key('F2')));
  const { all, taken: told } = open();
  expect([all, told]).toEqual([[key('F1'), key('F2')], '']);
  const edit = texts.mapping.takeOut('2 keys', 'settings.json');
  const taken = { ...inShow(key('F1'), key('F2')), edit, act: { edit, at: clock.now() } };
  expect(show.written).toEqual([{ ...taken, keysTaken: [key('F1'), key('F2')].map((one) => JSON.stringify(one)) }]);
  expect(settings.written).toEqual([inSettings()]);
  // What was taken need not be remembered once it has left the settings.
  await clock.pass(60_000);
  expect(show.written.at(-1)).toEqual({ ...taken, keysTaken: undefined });
});

it('a mapping that was empty on purpose stays so, and is not taken again', () => {
  expect(opened(undefined, inSettings()).open().all).toEqual([]);
  const again = opened(inShow(key('F1')), inSettings());
  expect([again.open().all, again.show.written, again.settings.written]).toEqual([[key('F1')], [], []]);
  expect(opened(undefined, { version: 1 }).open().all).toBeUndefined();
});

it('what somebody writes into the settings later takes the place of what was mapped, and is told', () => {
  const { show, open } = opened(inShow(key('F1'), key('F2')), inSettings(key('F2', { do: 'takeCued' }), key('F3')));
  const { all, taken } = open();
  expect(all).toEqual([key('F1'), key('F2', { do: 'takeCued' }), key('F3')]);
  expect(taken).toBe(texts.mapping.moved('settings.json', '2 keys', 'show.overlayshow'));
  expect(show.written).toHaveLength(1);
});

it('what is wrong in the settings stays there, and is named where it stands', () => {
  const { settings, settingsOf, open } = opened(undefined, inSettings({ key: 'f2!' }, key('F1')));
  expect(open().all).toEqual([key('F1')]);
  expect(settings.written).toEqual([inSettings({ key: 'f2!' })]);
  expect(settingsOf.problems).toEqual([expect.stringContaining('settings.json, keys[0]:')]);
});

it('nothing leaves the settings before the show is on the disk', async () => {
  const { show, settings, clock, open } = opened(undefined, inSettings(key('F1')));
  show.full = 'ENOSPC';
  expect(open().all).toEqual([key('F1')]);
  expect([show.written, settings.written]).toEqual([[], []]);
  show.full = '';
  await clock.pass(10_000);
  expect(show.written).toHaveLength(1);
  expect(settings.written).toEqual([inSettings()]);
});

it('what was mapped otherwise since stays so at the next start, where the settings could not be written', () => {
  const first = opened(undefined, inSettings(key('F1'), key('F2'), key('F3')));
  first.settings.full = 'EROFS';
  const mapping = first.open();
  mapping.keep([key('F1'), key('F2', { do: 'takeCued' })]);
  const next = opened(first.show.written.at(-1), inSettings(key('F1'), key('F2'), key('F3'), key('F4')));
  const { all, taken } = next.open();
  // What somebody wrote there by hand meanwhile is new.
  expect(all).toEqual([key('F1'), key('F2', { do: 'takeCued' }), key('F4')]);
  expect(taken).toContain('settings.json had the key F4.');
  expect(next.settings.written).toEqual([inSettings()]);
});

it('what the settings still have after a power cut leaves them, and the show stays as it is', () => {
  const show = { ...inShow(key('F9')), keysTaken: [JSON.stringify(key('F1'))] };
  const { settings, open } = opened(show, inSettings(key('F1')));
  const { all, taken } = open();
  expect([all, taken, settings.written]).toEqual([[key('F9')], '', [inSettings()]]);
});

it('a show that a newer version wrote is left alone, and so are the settings', () => {
  const newer = (): never => {
    throw new Error(texts.settings.newer);
  };
  const { show, settings, open } = opened(newer, inSettings(key('F1')), newer);
  expect(open().all).toEqual([key('F1')]);
  expect([show.written, settings.written]).toEqual([[], []]);
});

it('controls are told apart by their device and their page, and each edit has its name', () => {
  const clock = new ManualClock();
  const file = memoryShow({ version: showVersion, controls: [] });
  const pad = (page?: number): ControllerBinding => {
    return { device: 'Pads', control: 'note 1/36', action: { do: 'go' }, ...(page && { page }) };
  };
  const mapping = keptControls(
    new Settings(file, clock, () => undefined),
    new Settings(memorySettings(), clock, () => undefined),
  );
  for (const all of [[pad()], [pad(), pad(2)], [pad(2)], [pad(), pad(3)]]) mapping.keep(all);
  expect(file.written.map((one) => (one as { edit: string }).edit)).toEqual([
    'Map the control Pads note 1/36',
    'Map the control Pads note 1/36 on page 2',
    'Unmap the control Pads note 1/36',
    'Map 2 controls',
  ]);
});
