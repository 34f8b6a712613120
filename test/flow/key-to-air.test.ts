import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseAddress } from '../../contract/model/address.ts';
import { openBrowser } from '../kit/browser.ts';
import { type RunningShow, startShow } from '../kit/service/running-show.ts';

let show: RunningShow;
let browser: Browser;
let onAir: Page;

beforeAll(async () => {
  [show, browser] = await Promise.all([startShow(), openBrowser()]);
  onAir = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await onAir.goto(show.ready.apps[0]?.onairUrl ?? '');
  await onAir.waitForSelector('html[data-link=live]');
});
afterAll(async () => {
  await browser.close();
  await show.close();
});

/** What the page draws of the sub-composition at an address; the page itself knows ids only. */
const drawn = (at: string) => onAir.locator(`[data-sub-composition="${parseAddress(at).id}"]`);
const press = (key: string): Promise<boolean> => show.screen.call('key', { key, repeat: false });

it('a key takes the lower third on air with its new words, and the tally says so once it is true', async () => {
  const id = show.id('Lower Third');
  const text = show.view.model[0]?.subcompositions
    .find((item) => item.id === id)
    ?.model.find(({ type }) => type === 'text');
  await show.screen.call('do', {
    action: { do: 'set', subComposition: id, field: text?.id ?? '', value: 'Grace Hopper' },
  });
  expect(await press('Digit1')).toBe(true);
  await show.until(({ subs }) => subs[id]?.tally === 'ON AIR');
  await drawn(id).getByText('Grace Hopper').waitFor({ state: 'visible' });
  expect(await drawn(id).getAttribute('data-state')).toBe('In');
});

it('a key takes it out by its second timeline, and the picture is clear', async () => {
  const id = show.id('Lower Third');
  await press('Alt+Shift+Digit1');
  await show.until(({ subs }) => subs[id]?.tally === 'OUT' && subs[id].state === 'Out2');
  await drawn(id).waitFor({ state: 'hidden' });
  expect(await drawn(id).getAttribute('data-state')).toBe('Out2');
});

it('taking one of a logic layer in takes the other out, on the lamp and in the picture', async () => {
  const [one, other] = [show.id('Lower Third'), show.id('Full Frame Title')];
  await press('Digit1');
  await show.until(({ subs }) => subs[one]?.tally === 'ON AIR');
  await show.screen.call('do', { action: { do: 'take', subComposition: other, to: 'In', action: 'jump' } });
  await show.until(({ subs }) => subs[other]?.tally === 'ON AIR' && subs[one]?.tally === 'OUT');
  await drawn(one).waitFor({ state: 'hidden' });
  await drawn(other).waitFor({ state: 'visible' });
  expect([await drawn(one).getAttribute('data-state'), await drawn(other).getAttribute('data-state')]).toEqual([
    'Out1',
    'In',
  ]);
});

it('every press has its line in the as-run log, with the key that did it and the revision it made', async () => {
  await show.until(({ asRun }) => asRun.length >= 4);
  const lines = show.view.asRun.map(({ trigger, action, result }) => [trigger.detail, action, result]);
  expect(lines.slice(0, 4)).toEqual([
    ['1', 'Jump In', 'confirmed'],
    ['Digit1', 'Take In', 'confirmed'],
    ['Alt+Shift+Digit1', 'Take Out 2', 'confirmed'],
    ['Digit1', 'Take In', 'confirmed'],
  ]);
  const revisions = show.view.asRun.map(({ revision }) => revision);
  expect(revisions).toEqual([...revisions].sort((a, b) => Number(b) - Number(a)));
});
