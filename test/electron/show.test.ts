import { texts } from '../../renderer/texts/texts.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchShell, type Shell } from './launch-shell.ts';

const data = mkdtempSync(join(tmpdir(), 'overlay-desk-'));
let shell: Shell;

beforeAll(async () => {
  shell = await launchShell({ data });
});

afterAll(async () => {
  await shell.close();
  rmSync(data, { recursive: true });
});

const row = (tally: string): Locator =>
  shell.page.getByRole('treeitem', { name: new RegExp(`^Lower Third, ${tally}`) });
const picture = (): Locator =>
  shell.page.frameLocator('iframe[title="Program picture"]').locator('[data-name="Lower Third"]');

describe('a show in the window of the shell', () => {
  it('has its live data, which a thread of its own reads', async () => {
    await shell.page.getByRole('button', { name: 'Data', exact: true }).click();
    await shell.page.getByRole('option', { name: 'Guests, CURRENT' }).waitFor();
    const rows = shell.page.getByRole('listbox', { name: 'Rows' }).getByRole('option');
    await expect.poll(() => rows.count()).toBe(5);
    await shell.page.getByRole('button', { name: 'Show', exact: true }).click();
  });

  it('maps a key that works while another program has the keyboard', async () => {
    const { page } = shell;
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'Map a key' }).click();
    await page.getByText(texts.keys.pressKey).waitFor();
    await page.keyboard.press('Control+F9');
    const form = page.getByRole('form', { name: 'Map a key' });
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Map', exact: true }).click();
    await expect
      .poll(() => page.getByRole('region', { name: 'Keys', exact: true }).innerText())
      .toContain('· in every program');
    await page.getByRole('button', { name: 'Keys', exact: true }).click();
  });

  it('goes on air by a click and off it by a key, and the as-run log in the data directory says so', async () => {
    await row('OUT').click();
    await shell.page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
    await shell.page.getByRole('button', { name: 'Take In Lower Third', exact: true }).click();
    await row('ON AIR').waitFor();
    await picture().getByText('Grace Hopper').waitFor({ state: 'visible' });
    await row('ON AIR').click();
    // A press that a busy machine holds up for two seconds is refused, with a line in the log. Another press does it.
    let pressed = 1;
    const press = async (): Promise<boolean> => {
      if (await row('OUT').isVisible()) return true;
      await shell.page.keyboard.press('Alt+1');
      pressed += 1;
      return false;
    };
    await expect.poll(press, { interval: 1_000 }).toBe(true);
    await picture().waitFor({ state: 'hidden' });
    await shell.page.getByRole('button', { name: 'Search log' }).click();
    await shell.page.getByText(texts.asRun.foundAll(pressed)).waitFor();
    await shell.page.getByRole('button', { name: 'Export CSV' }).click();
    await shell.page.getByText(/^Saved as /).waitFor();
    const table = readdirSync(data).find((name) => name.endsWith('.csv') && name !== 'guests.csv') ?? '';
    expect(readFileSync(join(data, table), 'utf8').trimEnd().split('\r\n')).toHaveLength(pressed + 1);
    await shell.close();
    const database = new DatabaseSync(join(data, 'as-run', 'as-run.db'));
    const lines = database.prepare('SELECT text FROM lines ORDER BY seq').all();
    database.close();
    const asRun = lines.map(
      ({ text }) => JSON.parse(String(text)) as { trigger: { kind: string }; action: string; result: string },
    );
    const [first, ...byKey] = asRun.map(({ trigger, action, result }) => `${trigger.kind} ${action} ${result}`);
    expect([first, asRun.length]).toEqual(['screen Take In confirmed', pressed]);
    expect(byKey).toContain('key Take Out confirmed');
    expect(byKey.filter((line) => !line.startsWith('key Take Out '))).toEqual([]);
  });
});
