import { performance } from 'node:perf_hooks';
import { launchBrowser } from '../test/kit/browser.ts';
import { startHost } from '../test/kit/programs/host-program.ts';
import { figure } from './quantiles.ts';

const starts = 7;

/** From starting the host, on an empty data directory, to a screen with the tree of the demo show in a running browser. */
export async function startUpFigures(): Promise<string[]> {
  const browser = await launchBrowser();
  const [addressed, usable]: [number[], number[]] = [[], []];
  for (let start = 0; start < starts; start++) {
    const began = performance.now();
    const host = await startHost();
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
