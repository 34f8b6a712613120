import { afterEach, expect, it, vi } from 'vitest';
import { showVersion } from '../../contract/desk-api/show-file.ts';
import { DataLink } from '../../contract/desk-api/data-link.ts';
import { addressOf } from '../../contract/model/address.ts';
import * as de from '../../contract/texts/de.ts';
import * as en from '../../contract/texts/en.ts';
import { speak } from '../../contract/texts/texts.ts';
import { memorySettings, memoryShow, ScriptedPorts } from '../kit/desk/scripted-ports.ts';
import { openLiveShow } from '../kit/service/scripted-show.ts';

afterEach(() => speak('en'));

it('a desk speaks the language that a screen chooses, at once and after a restart', async () => {
  const ports = new ScriptedPorts();
  const speaks = vi.fn();
  Object.assign(ports, { speaks });
  const { screen, view } = await openLiveShow(ports);
  expect(view.language).toBe('en');
  await screen.call('setLanguage', { language: 'de' });
  expect(view.language).toBe('de');
  const refused = screen.call('do', { action: { do: 'takeCued' } });
  await expect(refused).rejects.toMatchObject({ message: de.actions.nothingCued });
  expect(ports.settings.written.at(-1)).toMatchObject({ language: 'de' });
  speak('en');
  const again = await openLiveShow(new ScriptedPorts(memorySettings(ports.settings.written.at(-1))));
  expect(again.view.language).toBe('de');
  expect(speaks.mock.calls).toEqual([['en'], ['de']]);
});

it('each view says its sentences anew in the language', async () => {
  const address = addressOf('embedded-1', 'third');
  const link = DataLink.parse({ subComposition: address, name: 'Lower Third', source: 'gone', row: { key: '1' } });
  const show = memoryShow({ version: showVersion, dataLinks: [link] });
  const { screen, view } = await openLiveShow(new ScriptedPorts(undefined, undefined, show));
  await expect.poll(() => view.linkViews[address]?.problem).toBe(en.data.sourceGone);
  await screen.call('setLanguage', { language: 'de' });
  await expect.poll(() => view.linkViews[address]?.problem).toBe(de.data.sourceGone);
});
