import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openBrowser } from '../kit/browser.ts';
import { builtHostFolders } from '../kit/built.ts';
import { startHostProgram } from '../kit/programs/host-program.ts';

it('the built host has all it needs beside it: it opens the demo show and takes a graphic', async () => {
  // Away from all packages, as on a box without a screen.
  const folder = mkdtempSync(join(tmpdir(), 'built-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const one of builtHostFolders) cpSync(one, join(folder, 'dist', basename(one)), { recursive: true });
  cpSync(join(dirname(builtHostFolders[0] ?? ''), '../package.json'), join(folder, 'package.json'));
  const host = await startHostProgram(join(folder, 'dist/host/main.js'), join(folder, 'data'));
  onTestFinished(() => host.close());
  const page = await (await openBrowser()).newPage();
  onTestFinished(() => page.close());
  await page.goto(host.address);
  const row = (tally: string) => page.getByRole('treeitem', { name: new RegExp(`^Lower Third, ${tally}`) });
  await row('OUT').click();
  await page.getByRole('button', { name: 'Take In Lower Third', exact: true }).click();
  await row('ON AIR').waitFor();
  await page.getByRole('button', { name: 'Data', exact: true }).click();
  await page.getByRole('option', { name: 'Guests, CURRENT' }).waitFor();
  expect(host.said()).not.toContain('Cannot find');
});
