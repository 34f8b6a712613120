import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from '../kit/browser.ts';
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
  'Number,Cue,Sub-composition,State,Name,Role',
  ...Array.from({ length: 30 }, (_, at) => {
    const number = 101 + at;
    if (at % 10 === 4) return `${number},Ticker in,Ticker,In,,`;
    if (at % 10 === 9) return `${number},Ticker out,Ticker,Out,,`;
    return `${number},Guest ${at + 1},Lower Third,In,Guest ${at + 1},Of the evening`;
  }),
].join('\n');

/** The same press twice within the guard time counts once. */
const guardTime = 250;

async function go(number: number): Promise<void> {
  await page.getByRole('option', { name: new RegExp(`^${number} .*, next`, 'i') }).waitFor();
  await page.keyboard.press('g');
}

describe('a show of thirty cues, by the keyboard alone', () => {
  it('is prepared from a table, locked, previewed, run through the loss of its service, and read in the log', async () => {
    await button('Rundown').press('Enter');
    const chooser = page.waitForEvent('filechooser');
    await button('Import…').press('Enter');
    await (await chooser).setFiles({ name: 'evening.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    const dialog = page.getByRole('dialog', { name: 'Import evening.csv' });
    await dialog.getByText('30 new.').waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Import' }).isEnabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Import' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    // It is a rundown of its own, which the key G fires only once it is made the active one.
    await page.getByText('NOT ACTIVE').first().waitFor();
    await button('Make active').press('Enter');
    await page.getByText('Keys, pads and OSC fire this rundown.').waitFor();

    await button('Lock').press('Enter');
    await page.keyboard.type('2468');
    await page.keyboard.press('Enter');
    await button('LOCKED').waitFor();
    expect(await button('Add cue').isDisabled()).toBe(true);

    await page.getByLabel('Go to cue number').focus();
    await page.keyboard.type('101');
    await page.keyboard.press('Enter');
    await button(/^Hold:/).focus();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Go: 101 Guest 1').waitFor();
    await preview.frameLocator('iframe').getByText('Guest 1', { exact: true }).waitFor();
    // It was looked at, and is not on air.
    await expect.poll(() => page.frameLocator('iframe[title="Program picture"]').getByText('Guest 1').count()).toBe(0);
    for (let number = 101; number <= 115; number += 1) {
      await go(number);
      await page.waitForTimeout(guardTime);
    }
    await cue(115, 'ON AIR').waitFor();
    process.kill(servicePid(host), 'SIGKILL');
    await cue(114, 'UNKNOWN').waitFor();
    await page.keyboard.press('g');
    await page.getByRole('alert').getByText('The desk is not connected, so nothing was sent.').waitFor();
    await cue(114, 'ON AIR').waitFor();
    for (let number = 116; number <= 130; number += 1) {
      await go(number);
      await page.waitForTimeout(guardTime);
    }
    await page.getByText('End of the rundown').waitFor();
    await cue(129, 'ON AIR').waitFor();

    await button('LOCKED').press('Enter');
    await page.keyboard.type('2468');
    await page.keyboard.press('Enter');
    await button('Lock').waitFor();
    const lines = await page.getByRole('table', { name: 'As run' }).getByRole('row').allInnerTexts();
    const ended = (words: RegExp): number => lines.filter((line) => words.test(line.replaceAll('\n', ' '))).length;
    expect([ended(/Cue 1\d\d .*confirmed/), ended(/Cue 116 .*failed/), ended(/Show unlocked/)]).toEqual([30, 1, 1]);
  });
});
