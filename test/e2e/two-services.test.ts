import { texts } from '../../renderer/texts/texts.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReadyLine } from '../../contract/service-api/live-channel.ts';
import { openBrowser } from '../kit/browser.ts';
import { type HostProgram, startHost } from '../kit/programs/host-program.ts';
import { type ServiceProgram, startService } from '../kit/service/service-program.ts';

let host: HostProgram;
let other: ServiceProgram;
let data: string;
let browser: Browser;
let page: Page;

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'overlay-arena-'));
  [host, browser, other] = await Promise.all([startHost(), openBrowser(), startArena()]);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(host.address);
  await row('Lower Third', 'OUT').waitFor();
  await addByToken('Arena', other.ready);
  await row('Lower Third', 'OUT').nth(1).waitFor();
});
afterEach(async () => {
  await browser.close();
  await host.close();
  other.process.kill('SIGKILL');
  await other.ended;
  rmSync(data, { recursive: true });
});

const startArena = (): Promise<ServiceProgram> =>
  startService('--data', data, '--port', '0', '--media-port', '0', '--seed', 'demo');
const row = (name: string, state: string): Locator =>
  page.getByRole('treeitem', { name: new RegExp(`^${name}[^,]*, ${state}`) });
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const count = (): Promise<string> =>
  page
    .getByRole('status', { name: 'On air' })
    .innerText()
    .then((text) => text.replace(/\s+/g, ' '));
/** The row of the second app, in this state. The first app may have one of this name and state too. */
const arena = (name: string, state: string): Locator => row(name, '').nth(1).and(row(name, state));
const drawn = (name: string): Locator =>
  page.frameLocator('iframe[title="Program picture"]').locator(`[data-name="${name}"]`);

/** As an operator does it, in the dialog: with the token for this session only. */
async function addByToken(name: string, { url, apps }: ReadyLine): Promise<void> {
  await button('Connections').click();
  const dialog = page.getByRole('dialog', { name: 'Connections' });
  await dialog.getByRole('button', { name: texts.connections.forThisSession }).click();
  await dialog.getByRole('button', { name: 'Add a connection' }).click();
  await dialog.getByRole('radio', { name: /token/i }).check();
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel(texts.connections.serviceAddress).fill(url);
  await dialog.getByRole('textbox', { name: 'App token' }).fill(apps[0]?.token ?? '');
  await dialog.getByRole('textbox', { name: 'App token' }).press('Tab');
  await dialog.getByRole('button', { name: texts.connections.saveAndOpen }).click();
  await dialog.getByRole('button', { name: 'Add a connection' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
}

/** The lower third of the first app and the ticker of the second go on air. */
async function takeOneOfEach(): Promise<void> {
  await row('Lower Third', 'OUT').first().click();
  await button('Take In Lower Third').click();
  await row('Lower Third', 'ON AIR').waitFor();
  await arena('Ticker', 'OUT').click();
  await button('Take In Ticker').click();
  await row('Ticker', 'ON AIR').waitFor();
}

describe('a second app, of another service, added by its token', () => {
  it('is operated beside the first, and each shows its own picture', async () => {
    await takeOneOfEach();
    expect(await count()).toBe('2 on air 2 apps confirmed');
    await drawn('Ticker').waitFor({ state: 'visible' });
    expect(await drawn('Lower Third').isVisible()).toBe(false);
    await row('Lower Third', 'ON AIR').click();
    await drawn('Lower Third').waitFor({ state: 'visible' });
    expect(await drawn('Ticker').isVisible()).toBe(false);
  });

  it('gone, it alone is UNKNOWN, with the reason; the first goes on', async () => {
    await arena('Ticker', 'OUT').click();
    await button('Take In Ticker').click();
    await row('Ticker', 'ON AIR').waitFor();
    other.process.kill('SIGKILL');
    await row('Ticker', 'UNKNOWN').waitFor();
    await page.getByText('NOT CONFIRMED').waitFor();
    expect(await count()).toMatch(/^0 on air .+ UNKNOWN$/);
    await row('Clock', 'OUT').first().click();
    await button('Take In Clock').click();
    await row('Clock', 'ON AIR').waitFor();
  });

  it('panic takes all out in both, and says so until it is dismissed; undo says what it would do', async () => {
    await takeOneOfEach();
    await page.getByRole('button', { name: /^Undo take: Arena: .*Ticker to/ }).waitFor();
    const panic = page.getByRole('button', { name: texts.panic.panicAll });
    await panic.hover();
    await page.mouse.down();
    await expect.poll(count).toBe('0 on air 2 apps confirmed');
    await page.mouse.up();
    const said = page.getByRole('status', { name: 'Panic' });
    await expect
      .poll(() => said.innerText())
      .toMatch(
        /This desk: Evening News: Out: Lower Third, confirmed after \d+ ms\.[^]*Arena: Evening News: Out: Ticker, confirmed after \d+ ms\./,
      );
    await said.getByRole('button', { name: 'Dismiss' }).click();
    await said.waitFor({ state: 'detached' });
  });

  it('a look of both is saved, and recalled with one more press when air differs', async () => {
    await takeOneOfEach();
    await button('Looks').click();
    await button(texts.looks.saveALook).click();
    await page.getByLabel(texts.looks.lookName).fill('Both');
    await button('Save (2)').click();
    await button('Recall Both').waitFor();
    await button('Take Out Ticker').click();
    await arena('Ticker', 'OUT').waitFor();
    await button('Recall Both').click();
    const beside = page.getByRole('group', { name: 'Both compared with air' });
    await beside.getByText('has 1 difference, 1 visible on air.').waitFor();
    await beside.getByRole('button', { name: 'Recall Both' }).click();
    await row('Ticker', 'ON AIR').waitFor();
    expect(await count()).toBe('2 on air 2 apps confirmed');
  });
});
