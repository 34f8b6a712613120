import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../kit/browser.ts';
import { startHost } from '../kit/programs/host-program.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Open the desk on a data directory that holds these files, and end it after the look. */
async function withData(
  files: Record<string, string>,
  look: (page: Page, data: string) => Promise<void>,
): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'overlay-host-'));
  mkdirSync(join(data, 'service'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(data, name), content);
  const host = await startHost(data);
  try {
    const page = await browser.newPage();
    await page.goto(host.address);
    await look(page, data);
    await page.close();
  } finally {
    await host.close();
  }
}

describe('a start that goes wrong is never a blank window', () => {
  it('a database that is none: the desk says which file and why, and the file is left as it is', async () => {
    const notADatabase = 'This is the shopping list of somebody.'.repeat(40);
    await withData({ 'service/service.db': notADatabase }, async (page, data) => {
      await page.getByRole('region', { name: 'Connection' }).getByText('it is not a database').waitFor();
      expect(readFileSync(join(data, 'service/service.db'), 'utf8')).toBe(notADatabase);
    });
  });

  it('settings that are no JSON: the desk says so, keeps the file aside, and the show goes on', async () => {
    await withData({ 'settings.json': '{ "version": 1, "keys": [' }, async (page, data) => {
      await page.getByText('settings.json could not be read').waitFor();
      await page.getByRole('treeitem', { name: /^Lower Third, OUT/ }).waitFor();
      const kept = readdirSync(data).filter((name) => name !== 'settings.json' && name.startsWith('settings'));
      expect(kept.map((name) => readFileSync(join(data, name), 'utf8'))).toEqual(['{ "version": 1, "keys": [']);
    });
  });
});
