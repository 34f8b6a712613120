import { texts } from '../../renderer/texts/texts.ts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { liveView } from './ask-desk.ts';
import { launchShell, type Shell, startAgain } from './launch-shell.ts';

let folder: string;
let data: string;
let shell: Shell;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overlay-desk-'));
  data = join(folder, 'data');
});

afterEach(async () => {
  await shell.close();
  rmSync(folder, { recursive: true });
});

/** A show file of another desk, with one rundown. */
function showNamed(name: string): string {
  const file = join(folder, `${name}.overlayshow`);
  const rundown = { id: name, name, groups: [] };
  writeFileSync(file, JSON.stringify({ format: 'overlayshow', version: 1, rundowns: [rundown] }));
  return file;
}

/** The dialog has this file, and nothing is wrong with it. A failure gives what the desk and its window said. */
async function isShown(file: string): Promise<void> {
  const headings = (): Promise<string[]> => dialog().getByRole('heading').allInnerTexts();
  const problems = (): Promise<string[]> => dialog().getByRole('alert').allInnerTexts();
  await expect
    .poll(async () => ({ headings: await headings(), problems: await problems(), said: shell.log() }))
    .toEqual({ headings: expect.arrayContaining([file]), problems: [], said: expect.any(String) });
}

/** Starts it again with a file. A second start that cannot hand its file over says why. */
async function handOver(file: string): Promise<void> {
  expect(await startAgain(data, file)).toEqual({ code: 0, said: expect.stringContaining('already runs on') });
}

const dialog = (): Locator => shell.page.getByRole('dialog', { name: 'Show file' });
const rundowns = async (): Promise<string[]> => (await liveView(shell.page)).rundowns.map(({ name }) => name);

describe('a show file that the system opens with the application', () => {
  it('is shown at the start, and is added to the show only when the operator says so', async () => {
    const file = showNamed('Arena');
    const before = readFileSync(file);
    shell = await launchShell({ data, show: file });
    await isShown(file);
    const own = await rundowns();
    expect(own).not.toContain('Arena');
    await dialog().getByRole('button', { name: texts.showFile.addToShow }).press('Enter');
    await expect.poll(rundowns).toEqual([...own, 'Arena']);
    expect(readFileSync(file)).toEqual(before);
  });

  it('is shown by the desk that runs already, which goes on as it was', async () => {
    shell = await launchShell({ data });
    const own = await rundowns();
    const file = showNamed('Arena');
    await handOver(file);
    await isShown(file);
    await dialog().getByRole('button', { name: 'Close' }).press('Enter');
    await expect.poll(() => dialog().count()).toBe(0);
    expect(await rundowns()).toEqual(own);
    // A second one is shown as well, and so is the same one again.
    await handOver(showNamed('Arena'));
    await isShown(file);
  });

  it('is refused with what is wrong with it, and changes nothing', async () => {
    const file = showNamed('Arena');
    writeFileSync(file, readFileSync(file).subarray(0, 40));
    shell = await launchShell({ data, show: file });
    const own = await rundowns();
    expect(await dialog().getByRole('alert').innerText()).toMatch(/^The show file cannot be used: /);
    expect(await rundowns()).toEqual(own);
  });
});
