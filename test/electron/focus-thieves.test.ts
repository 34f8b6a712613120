import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

const row = (tally: string) => shell.page.getByRole('treeitem', { name: new RegExp(`^Lower Third, ${tally}`) });

async function frameAt(address: RegExp): Promise<Frame> {
  const find = (): Frame | undefined => shell.page.frames().find((frame) => address.test(frame.url()));
  await expect.poll(() => find() !== undefined).toBe(true);
  const frame = find()!;
  await frame.waitForLoadState();
  return frame;
}

/** The page inside the frame focuses a field of its own, as a graphic with a form would. Resolves once the screen has the keyboard. */
async function steal(frame: Frame): Promise<void> {
  const stolen = shell.page.evaluate(
    () => new Promise<void>((resolve) => addEventListener('blur', () => resolve(), { once: true })),
  );
  await frame.evaluate(() => {
    const thief = document.querySelector<HTMLElement>('#thief') ?? document.createElement('input');
    thief.id = 'thief';
    document.body.append(thief);
    thief.blur();
    thief.focus();
  });
  await stolen;
  await expect
    .poll(() => shell.page.evaluate(() => document.hasFocus() && document.activeElement?.tagName !== 'IFRAME'))
    .toBe(true);
}

/** One press takes the lower third In, the other Out, each after a theft. */
async function takesByKeys(frame: Frame): Promise<void> {
  await row('OUT').waitFor();
  for (let round = 0; round < 5; round++) {
    await steal(frame);
    await shell.page.keyboard.press('1');
    await row('ON AIR').waitFor();
    await steal(frame);
    await shell.page.keyboard.press('Alt+1');
    await row('OUT').waitFor();
  }
}

const pictures = [
  { picture: 'the program picture', address: /\/onair.*[?&]monitor=/ },
  { picture: 'the preview of the next press', address: /\/onair.*[?&]preview=/ },
];

it.each(pictures)(
  'a page that focuses a field in $picture gets none of the keys in the window of the shell',
  async ({ address }) => {
    await takesByKeys(await frameAt(address));
  },
);
