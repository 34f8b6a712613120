import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { manualPage } from '../../build/manual/manual.ts';
import { startPage } from '../../build/stick/start-page.ts';
import { openBrowser } from '../kit/browser.ts';

const files = [{ name: 'overlay-desk-0.1.0-linux-x64.deb', size: 120_000_000, hash: 'a'.repeat(64) }];
const start = startPage({ version: '0.1.0', expires: '2037-11-24', key: 'abcd 0123', aptKey: undefined, files });

it.each([
  ['the page to begin with', start, 'h2', 'Verify what you got'],
  ['the manual', manualPage(), 'h1', 'What the desk shows, and what to do'],
])('%s opens without a network, asks for nothing, and has its pictures', async (_what, html, tag, title) => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  const browser = await openBrowser();
  onTestFinished(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'page.html');
  writeFileSync(file, html);
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const asked: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(pathToFileURL(file).href);
  await page.locator(tag, { hasText: title }).first().waitFor();
  const broken = await page
    .locator('img')
    .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth === 0).length);
  expect(broken).toBe(0);
  // Nothing is wider than the page, on a screen or on paper.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([pathToFileURL(file).href]);
  expect(problems).toEqual([]);
});
