import { texts as screenTexts } from '../../renderer/texts/texts.ts';
import { errorTable } from '../../contract/errors.ts';
import type { Browser, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from '../kit/browser.ts';
import { KeyboardOnly } from '../kit/screens/keyboard.ts';
import { type HostProgram, startHost } from '../kit/programs/host-program.ts';
import { servicePid } from '../kit/programs/service-pid.ts';

let host: HostProgram;
let browser: Browser;
let page: Page;

beforeEach(async () => {
  [host, browser] = await Promise.all([startHost(), openBrowser()]);
  page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  await page.goto(host.address);
  await page.getByRole('treeitem', { name: /^Lower Third, OUT/ }).waitFor();
});
afterEach(async () => {
  await browser.close();
  await host.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const cue = (number: number, state: string) =>
  page.getByRole('option', { name: new RegExp(`^${number} .*, ${state}`) });

/** Thirty cues in a table: a guest with each, and the ticker in and out between them. */
const table = [
  'Number,Cue,Graphic,State,Name,Role',
  ...Array.from({ length: 30 }, (_, at) => {
    const number = 101 + at;
    if (at % 10 === 4) return `${number},Ticker in,Ticker,In,,`;
    if (at % 10 === 9) return `${number},Ticker out,Ticker,Out,,`;
    return `${number},Guest ${at + 1},Lower Third,In,Guest ${at + 1},Of the evening`;
  }),
].join('\n');

async function go(number: number): Promise<void> {
  await page.getByRole('option', { name: new RegExp(`^${number} .*, next`, 'i') }).waitFor();
  await page.keyboard.press('g');
}

describe('a show of thirty cues, by the keyboard alone', () => {
  it('is prepared from a table, locked, previewed, run through the loss of its service, and read in the log', async () => {
    const keys = new KeyboardOnly(page);
    // Whoever fires cues as fast as this test does takes the guard against pressing twice away.
    await keys.press(button('Settings'));
    await page.keyboard.type('guard');
    await keys.press(page.getByRole('button', { name: /^Change Guard time/ }));
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keys.press(button('Rundown'));
    const chooser = page.waitForEvent('filechooser');
    await keys.press(button('Import…'));
    await (await chooser).setFiles({ name: 'evening.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    const dialog = page.getByRole('dialog', { name: 'Import evening.csv' });
    await dialog.getByText('30 new.').waitFor();
    await dialog.locator('button:enabled', { hasText: /^Import$/ }).waitFor();
    await keys.press(dialog.getByRole('button', { name: 'Import' }));
    await dialog.waitFor({ state: 'detached' });
    // It is a rundown of its own, which the key G fires only once it is made the active one.
    await page.getByText('NOT ACTIVE').first().waitFor();
    await keys.press(button('Make active'));
    await page.getByText(screenTexts.cues.keysFireThis).waitFor();

    await keys.press(button('Lock'));
    await page.keyboard.type('2468');
    await page.keyboard.press('Enter');
    await button('LOCKED').waitFor();
    expect(await button('Add cue').count()).toBe(0);

    await keys.type(page.getByLabel(screenTexts.cues.goToNumber), '101');
    await page.keyboard.press('Enter');
    // G is a letter like any other while a text field has the focus.
    await keys.to(button(/^Hold:/));
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Go: 101 Guest 1').waitFor();
    await preview.frameLocator('iframe').getByText('Guest 1', { exact: true }).waitFor();
    // It was looked at, and is not on air.
    await expect.poll(() => page.frameLocator('iframe[title="Program picture"]').getByText('Guest 1').count()).toBe(0);
    for (let number = 101; number <= 115; number += 1) await go(number);
    await cue(115, 'ON AIR').waitFor();
    // It hangs before it is killed, because a killed service may be back before a busy screen shows its loss.
    const service = servicePid(host);
    process.kill(service, 'SIGSTOP');
    await cue(114, 'UNKNOWN').waitFor();
    await page.keyboard.press('g');
    await page.getByRole('alert').getByText(errorTable['not-connected'].operator).waitFor();
    process.kill(service, 'SIGKILL');
    await cue(114, 'ON AIR').waitFor();
    for (let number = 116; number <= 130; number += 1) await go(number);
    await page.getByText(screenTexts.cues.endOfRundown).waitFor();
    await cue(129, 'ON AIR').waitFor();

    await keys.press(button('LOCKED'));
    await page.keyboard.type('2468');
    await page.keyboard.press('Enter');
    await button('Lock').waitFor();
    await keys.press(button('Search log'));
    const lines = page.getByRole('dialog', { name: 'As-run log' }).getByRole('row');
    await lines.filter({ hasText: 'Show unlocked' }).waitFor();
    const texts = (await lines.allInnerTexts()).map((line) => line.replaceAll('\n', ' '));
    const ended = (words: RegExp): number => texts.filter((line) => words.test(line)).length;
    expect([ended(/Cue 1\d\d .*confirmed/), ended(/Cue 116 .*failed/), ended(/Show unlocked/)]).toEqual([30, 1, 1]);
  });
});
