import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { launchBrowser } from '../test/kit/browser.ts';
import { startHostProgram } from '../test/kit/programs/host-program.ts';
import { figure } from './quantiles.ts';

const starts = 7;
/** The sources, as `npm start` runs them. */
const program = join(import.meta.dirname, '../host/main.ts');

/** From starting the host, on an empty data directory, to a screen with the tree of the demo show in a running browser. */
export async function startUpFigures(): Promise<string[]> {
  const browser = await launchBrowser();
  const [addressed, usable]: [number[], number[]] = [[], []];
  for (let start = 0; start < starts; start++) {
    const began = performance.now();
    const host = await startHostProgram(program, mkdtempSync(join(tmpdir(), 'overlay-host-')));
    addressed.push(performance.now() - began);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(host.address);
    await page.getByRole('treeitem', { name: /Lower Third.*OUT/ }).waitFor();
    usable.push(performance.now() - began);
    await context.close();
    await host.close();
  }
  await browser.close();
  return [figure('start -> address to open', addressed), figure('start -> usable screen', usable)];
}
