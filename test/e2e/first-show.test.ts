import { texts } from '../../renderer/texts/texts.ts';
import { errorTable } from '../../contract/errors.ts';
import type { Browser, FrameLocator, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from '../kit/browser.ts';
import { type HostProgram, startHost } from '../kit/programs/host-program.ts';
import { servicePid } from '../kit/programs/service-pid.ts';

let host: HostProgram;
let browser: Browser;
let page: Page;
let picture: FrameLocator;

beforeEach(async () => {
  [host, browser] = await Promise.all([startHost(), openBrowser()]);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(host.address);
  picture = page.frameLocator('iframe[title="Program picture"]');
  await tallyOf('Lower Third', 'OUT');
});
afterEach(async () => {
  await browser.close();
  await host.close();
});

const row = (name: string, tally: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}, ${tally}`) });
const tallyOf = (name: string, tally: string): Promise<void> => row(name, tally).waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (title: string) => page.getByLabel(title, { exact: true });
const drawn = (name: string) => picture.locator(`[data-name="${name}"]`);

describe('a person who never saw the desk', () => {
  it('edits a lower third, takes it in, sees the words in the program picture, and takes it out', async () => {
    await row('Lower Third', 'OUT').click();
    await field('Name').fill('Grace Hopper');
    await tallyOf('Lower Third', 'OUT, 1 edit not sent');
    await button('Take In Lower Third').click();
    await tallyOf('Lower Third', 'ON AIR');
    await drawn('Lower Third').getByText('Grace Hopper').waitFor({ state: 'visible' });
    await button('Take Out 1 Lower Third').click();
    await tallyOf('Lower Third', 'OUT');
    await drawn('Lower Third').waitFor({ state: 'hidden' });
    expect(await drawn('Lower Third').getAttribute('data-state')).toBe('Out1');
  });

  it('changes words on air with Update, and not before', async () => {
    await row('Lower Third', 'OUT').click();
    await button(texts.take.jumpInName('Lower Third')).click();
    await tallyOf('Lower Third', 'ON AIR');
    await field('Name').fill('Katherine Johnson');
    await tallyOf('Lower Third', 'ON AIR, 1 edit not sent');
    expect(await drawn('Lower Third').textContent()).not.toContain('Katherine Johnson');
    await button('Update Lower Third').click();
    await drawn('Lower Third').getByText('Katherine Johnson').waitFor({ state: 'visible' });
  });

  it('uses keys, which only type while a text field has the focus', async () => {
    await row('Lower Third', 'OUT').click();
    await field('Name').fill('Channel ');
    await field('Name').press('1');
    expect(await field('Name').inputValue()).toBe('Channel 1');
    await tallyOf('Lower Third', 'OUT, 1 edit not sent');
    await field('Name').press('Enter');
    await row('Lower Third', 'OUT').click();
    await page.keyboard.press('1');
    await tallyOf('Lower Third', 'ON AIR');
    await drawn('Lower Third').getByText('Channel 1').waitFor({ state: 'visible' });
    expect(await page.getByRole('table', { name: 'As run' }).innerText()).toMatch(
      /Key 1\s+Take In\s+Lower Third\s+.*confirmed/,
    );
  });

  it('runs a clock and fires a button, and the picture shows both', async () => {
    await row('Clock', 'OUT').click();
    await button('Take In Clock').click();
    await tallyOf('Clock', 'ON AIR');
    await page.getByRole('button', { name: 'Run from 0', exact: true }).click();
    await drawn('Clock').getByText('00:01').waitFor({ state: 'visible' });
    await button('Flash').click();
    await drawn('Clock').locator('[data-fired="1"]').waitFor({ state: 'attached' });
    await page.getByRole('table', { name: 'As run' }).getByText('Fire').waitFor();
    expect(await drawn('Clock').locator('[data-fired]').getAttribute('data-fired')).toBe('1');
  });

  it('is the same screen after a reload in the middle of a word, and sends the word', async () => {
    await row('Lower Third', 'OUT').click();
    await field('Name').fill('Katherine');
    await field('Name').press('End');
    await tallyOf('Lower Third', 'OUT, 1 edit not sent');
    await page.reload();
    await row('Lower Third', 'OUT').click();
    expect(await page.getByText('(gone)').count()).toBe(0);
    await button('Take In Lower Third').click();
    await drawn('Lower Third').getByText('Katherine').waitFor({ state: 'visible' });
  });

  it('comes back to what is on air after a reload, with nothing sent again', async () => {
    await row('Ticker', 'OUT').click();
    await button('Take In Ticker').click();
    await tallyOf('Ticker', 'ON AIR');
    await page.reload();
    await tallyOf('Ticker', 'ON AIR');
    await drawn('Ticker').waitFor({ state: 'visible' });
    await button('Search log').click();
    const log = page.getByRole('dialog', { name: 'As-run log' });
    await log.getByRole('cell', { name: 'Ticker' }).waitFor();
    expect(await log.getByRole('row').filter({ hasText: 'Take In' }).count()).toBe(1);
  });
});

describe('a service that goes away in the middle of a show', () => {
  beforeEach(async () => {
    await row('Lower Third', 'OUT').click();
    await button(texts.take.jumpInName('Lower Third')).click();
    await tallyOf('Lower Third', 'ON AIR');
    await drawn('Lower Third').getByText('Eleanor Marsh').waitFor({ state: 'visible' });
  });

  it('stuck: the tally is UNKNOWN, the picture frozen, a press refused in words; and all recovers', async () => {
    process.kill(servicePid(host), 'SIGSTOP');
    await tallyOf('Lower Third', 'UNKNOWN');
    await page.getByText('NOT CONFIRMED').waitFor();
    expect(await drawn('Lower Third').getByText('Eleanor Marsh').isVisible()).toBe(true);
    await button('Take Out 1 Lower Third').click();
    await page.getByRole('alert').getByText(errorTable['not-connected'].operator).waitFor();
    process.kill(servicePid(host), 'SIGCONT');
    await tallyOf('Lower Third', 'FAILED');
    await page.getByText('NOT CONFIRMED').waitFor({ state: 'hidden' });
    expect(await drawn('Lower Third').getAttribute('data-state')).toBe('In');
  });

  it('killed: it is started again, nothing is lost, and the picture never blanks', async () => {
    const before = servicePid(host);
    const blanked = picture.locator('body').evaluate(watchForBlank);
    // It hangs first, because a killed service may be back before a busy screen shows its loss.
    process.kill(before, 'SIGSTOP');
    await tallyOf('Lower Third', 'UNKNOWN');
    process.kill(before, 'SIGKILL');
    await tallyOf('Lower Third', 'ON AIR');
    expect(servicePid(host)).not.toBe(before);
    await button('Take Out 2 Lower Third').click();
    await tallyOf('Lower Third', 'OUT');
    expect(await blanked).toBe('taken out');
  });
});

/** In the page: look at every frame until the lower third is taken out, and tell if it was ever gone before that. */
function watchForBlank(): Promise<string> {
  return new Promise((resolve) => {
    const look = (): void => {
      const third = document.querySelector<HTMLElement>('[data-name="Lower Third"]');
      if (third?.dataset.state === 'Out2') resolve('taken out');
      else if (!third || getComputedStyle(third).visibility !== 'visible') resolve('blank');
      else requestAnimationFrame(look);
    };
    look();
  });
}
