import { texts } from '../../renderer/texts/texts.ts';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, FrameLocator, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from '../kit/browser.ts';
import { type HostProgram, startHost } from '../kit/programs/host-program.ts';
import { shareOf } from '../kit/picture/picture-compare.ts';
import { afterDoubleClick } from '../kit/screens/keyboard.ts';

let host: HostProgram;
let browser: Browser;
let page: Page;
let preview: FrameLocator;

beforeEach(async () => {
  [host, browser] = await Promise.all([startHost(), openBrowser()]);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(host.address);
  await page.getByRole('treeitem', { name: /^Lower Third, OUT/ }).waitFor();
  preview = page.frameLocator('iframe[title="Preview of the composition"]');
});
afterEach(async () => {
  await browser.close();
  await host.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const compositions = () => page.getByRole('region', { name: 'Compositions', exact: true });
const said = (words: string) => page.locator('.workshop .bar').first().getByText(words).waitFor();
const element = (name: RegExp) => page.getByRole('tree', { name: 'Elements' }).getByRole('treeitem', { name });
const toPage = (name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name }).click();
const passwordFile = (): string => join(host.data, 'service', 'admin-password');

/** Make a composition of the gallery's lower third under this name. */
async function begin(name: string): Promise<void> {
  await toPage('Workshop');
  await button('New').click();
  const dialog = page.getByRole('dialog', { name: 'New composition' });
  await dialog.getByRole('button', { name: /^Lower Third Who/ }).click();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await said(`${name} is created.`);
}

/** Open the field of the name. */
async function toName(): Promise<void> {
  await page.getByRole('tab', { name: 'Fields' }).click();
  await page.getByRole('button', { name: /^Name / }).click();
}

describe('an author who never saw the workshop', () => {
  it('makes a composition from the gallery, changes a word and a delay, keeps it, and has it back', async () => {
    await begin('Late News');
    await preview.getByText('Eleanor Marsh').waitFor({ state: 'visible' });

    await toName();
    await page.getByLabel('Initial value').fill('Grace Hopper');
    await preview.getByText('Grace Hopper').waitFor({ state: 'visible' });
    const bar = page.getByRole('slider', { name: 'name moves', exact: true });
    const before = (await bar.getAttribute('aria-valuetext')) ?? '';
    await bar.focus();
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
    const later = (await bar.getAttribute('aria-valuetext')) ?? '';
    const begins = (text: string): number => Number(/begins ([\d.]+) s/.exec(text)?.[1]);
    expect(begins(later) - begins(before)).toBeCloseTo(0.1);

    await button('Save').click();
    await said('Saved.');
    await button('Revisions').click();
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill('With Grace');
    await button('Save revision').click();
    await said(texts.workshop.did.savedRevision);
    await button('Revisions').click();

    await toName();
    await page.getByLabel('Initial value').fill('Katherine Johnson');
    await preview.getByText('Katherine Johnson').waitFor({ state: 'visible' });
    await button('Revisions').click();
    await button('View revision 1').click();
    await preview.getByText('Grace Hopper').waitFor({ state: 'visible' });
    await button('Restore').click();
    await said('Revision 1 is restored.');
    expect(await page.getByLabel('Initial value').inputValue()).toBe('Grace Hopper');
    await page.getByText(texts.workshop.beforeRestore(1)).waitFor();
    await button('Revisions').click();

    await button('Thumbnail').click();
    await said(texts.workshop.did.savedThumbnail);
    const picture = compositions()
      .getByRole('button', { name: /^Late News/ })
      .locator('img');
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
      .toEqual([640, 360]);
    const address = await picture.evaluate((img: HTMLImageElement) => img.src);
    const thumbnail = Buffer.from(await (await fetch(address)).arrayBuffer());
    // The accent bar is 14 x 150 of 1920 x 1080, the words are white, and where nothing is nothing is drawn.
    const shares = { accent: shareOf(thumbnail, [24, 92, 255]), words: shareOf(thumbnail, [255, 255, 255]) };
    expect(shares.accent).toBeCloseTo((14 * 150) / (1920 * 1080), 3);
    expect(shares.accent).toBeGreaterThan(0.0005);
    expect(shares.words).toBeGreaterThan(0.0005);
    expect(shares.words).toBeLessThan(0.1);

    await page.reload();
    await compositions()
      .getByRole('button', { name: /^Late News/ })
      .click();
    await preview.getByText('Grace Hopper').waitFor({ state: 'visible' });
    expect(await bar.getAttribute('aria-valuetext')).toBe(later);
  });

  it('puts it on the desk, and the operator takes it on air there', async () => {
    await begin('Late News');
    await button(texts.workshop.put).click();
    await afterDoubleClick();
    await button(texts.workshop.putNow).click();
    await said(texts.workshop.did.put);
    await toPage('Show');
    await page.getByRole('treeitem', { name: 'Late News' }).waitFor();
    await page.getByRole('treeitem', { name: /^Lower Third, OUT/ }).click();
    await button('Take In Lower Third').click();
    await page.getByRole('treeitem', { name: /^Lower Third, ON AIR/ }).waitFor();
    const program = page.frameLocator('iframe[title="Program picture"]');
    await program.getByText('Eleanor Marsh').waitFor({ state: 'visible' });
    expect(await page.getByText('1 on air').isVisible()).toBe(true);
  });

  it('scrubs the picture by the playhead', async () => {
    await begin('Late News');
    const name = preview.getByText('Eleanor Marsh');
    await name.waitFor({ state: 'visible' });
    const top = () => name.evaluate((node) => node.getBoundingClientRect().top);
    const rest = await top();
    const playhead = page.getByRole('slider', { name: 'Playhead' });
    await playhead.focus();
    await page.keyboard.press('End');
    for (let step = 0; step < 3; step++) await page.keyboard.press('PageDown');
    for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowLeft');
    await page.getByText(/^Frozen at/).waitFor();
    await page.keyboard.press('Home');
    for (let step = 0; step < 15; step++) await page.keyboard.press('ArrowRight');
    await page.getByText('Frozen at 0.30 s').waitFor();
    await expect.poll(top).not.toBe(rest);
    await button('Release').click();
    await expect.poll(top).toBe(rest);
  });

  it('looks at it in another aspect, and with the safe areas', async () => {
    await begin('Late News');
    await preview.getByText('Eleanor Marsh').waitFor({ state: 'visible' });
    expect(await preview.locator('.safe').count()).toBe(0);
    await page.getByLabel('Aspect').selectOption('9:16');
    const shape = () =>
      page
        .locator('iframe[title="Preview of the composition"]')
        .evaluate((frame) => frame.clientWidth / frame.clientHeight);
    await expect.poll(shape).toBeCloseTo(9 / 16, 1);
    await preview.getByText('Eleanor Marsh').waitFor({ state: 'visible' });
    await button('Safe areas').click();
    await preview.locator('.safe').first().waitFor({ state: 'visible' });
    await preview.getByText('Eleanor Marsh').waitFor({ state: 'visible' });
    await button('Safe areas').click();
    await preview.locator('.safe').first().waitFor({ state: 'detached' });
  });

  it('says which part of a wrong edit is wrong, and leads there', async () => {
    await begin('Late News');
    await element(/^name,/).click();
    await page.getByRole('spinbutton', { name: 'Size', exact: true }).fill('-4');
    const problems = page.getByRole('region', { name: 'Problems' });
    await problems.getByText('1 problem').waitFor();
    await element(/^role,/).click();
    await problems.getByRole('button').first().click();
    expect(await page.getByRole('spinbutton', { name: 'Size', exact: true }).getAttribute('aria-invalid')).toBe('true');
    await button('Undo').click();
    await problems.getByText('1 problem').waitFor({ state: 'hidden' });
  });
});

describe('the account', () => {
  it('is kept where its owner alone can read it, and a wrong one is told in words', async () => {
    expect(statSync(passwordFile()).mode & 0o777).toBe(0o600);
    const { email } = JSON.parse(readFileSync(passwordFile(), 'utf8')) as { email: string };
    writeFileSync(passwordFile(), JSON.stringify({ email, password: 'something else' }));
    await toPage('Workshop');
    await compositions().getByText('The service refuses the e-mail address or the password').waitFor();
    expect(await page.content()).not.toContain('something else');
  });
});
