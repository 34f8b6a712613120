import { texts } from '../../renderer/texts/texts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  ({ page } = await stage.page());
  await page.getByRole('button', { name: 'Settings' }).click();
});

const group = () => page.getByRole('group', { name: 'OSC' });

describe('OSC, in the settings', () => {
  it('is off, and is turned on, with its port and its way of TCP', async () => {
    await group().waitFor();
    expect(await group().getByRole('status').innerText()).toBe('Off');
    await group().getByLabel(texts.remote.oscReach).selectOption(texts.common.fromTheNetwork);
    await group().getByLabel(texts.remote.transports).selectOption(texts.remote.length);
    await group().getByLabel('OSC port').fill('9000');
    await group().getByLabel('OSC port').press('Tab');
    await expect
      .poll(() => stage.desk.requests('setOsc'))
      .toEqual([{ reach: 'network' }, { tcp: 'length' }, { port: 9_000 }]);
  });

  it('sends the tally to the addresses that are written there', async () => {
    await group().getByLabel('Tally to').fill('192.0.2.9:9000, [2001:db8::9]:7000');
    await group().getByLabel('Tally to').press('Tab');
    await expect
      .poll(() => stage.desk.requests('setOsc'))
      .toEqual([{ tally: ['192.0.2.9:9000', '[2001:db8::9]:7000'] }]);
  });
});
