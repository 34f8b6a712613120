import { texts } from '../../../renderer/texts/texts.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { launchBrowser } from '../browser.ts';
import { startHost } from '../programs/host-program.ts';
import { KeyboardOnly } from '../screens/keyboard.ts';

/**
 * Draws the first picture of README.md, and those of "A whole show" in `docs/operators/cues.md`, from the running desk: run it with
 * `OVERLAY_BROWSER=CHROMIUM node test/kit/picture/show-images.ts` after the screens, or the demo show, were changed.
 */

const images = fileURLToPath(new URL('../../../docs/images/show/', import.meta.url));
const quality = 0.8;
const size = { width: 1440, height: 810 };

const browser = await launchBrowser();
const host = await startHost();
const page = await browser.newPage({ viewport: size });
const painter = await browser.newPage();
const keys = new KeyboardOnly(page);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const cue = (number: string, state: string) =>
  page.getByRole('option', { name: new RegExp(`^${number} .*, ${state}`, 'i') });
try {
  await page.goto(host.address);
  await page.getByRole('treeitem', { name: /^Lower Third, OUT/ }).waitFor();
  await openOutput();
  await play();
  await prepare();
  await lock();
  await run();
  await readLog();
} finally {
  await browser.close();
  await host.close();
}

/** A mixer draws the show. */
async function openOutput(): Promise<void> {
  const output = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await output.goto((await page.getByText(/\/onair\//).textContent()) ?? '');
  await page.getByText('1 output').waitFor();
}

/** A score and a guest are on air, another role of the guest is not sent yet, and the clock is cued. */
async function play(): Promise<void> {
  const row = (name: string, tally: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}, ${tally}`) });
  await row('Score Bug', 'OUT').click();
  const shown = ['Score Bug', 'Home', 'Away', 'Lower Third'];
  for (const key of ['4', '5', '6', '1']) await page.keyboard.press(key);
  for (const name of shown) await row(name, 'ON AIR').waitFor();
  await row('Clock', 'OUT').click();
  await page.getByRole('button', { name: /^Cue Clock/ }).click();
  await row('Lower Third', 'ON AIR').click();
  await page.getByLabel('Role or place').fill('Political Editor');
  await row('Lower Third', 'ON AIR').click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await picture('desk');
  await page.setViewportSize(size);
  await page.getByRole('button', { name: /^Discard/ }).click();
  await page.keyboard.press('Alt+1');
  await row('Lower Third', 'OUT').waitFor();
  await page.keyboard.press('Alt+4');
  await row('Score Bug', 'OUT').waitFor();
}

/** The lower third follows its data also on air, and the cue that takes it from the table is in the editor. */
async function prepare(): Promise<void> {
  // The script presses faster than the guard against pressing twice lets anybody.
  await keys.press(button('Settings'));
  await keys.press(page.getByRole('button', { name: /^Change Guard time/ }));
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('treeitem', { name: /^Lower Third, OUT/ }).click();
  await page.getByRole('group', { name: texts.data.modes }).getByRole('button', { name: 'Follow' }).click();
  await keys.press(button('Rundown'));
  await page.getByRole('option', { name: /^4 Guest/ }).click();
  await page.getByLabel('Row of Lower Third').scrollIntoViewIfNeeded();
  await picture('prepared');
}

/** What the next press would make is in the preview, and nothing of it is on air. */
async function lock(): Promise<void> {
  await keys.press(button('Lock'));
  await page.keyboard.type('2468');
  await page.keyboard.press('Enter');
  await button('LOCKED').waitFor();
  await jumpTo('4');
  await page
    .getByRole('region', { name: 'Preview' })
    .frameLocator('iframe')
    .getByText('Ingrid Solheim', { exact: true })
    .waitFor();
  await picture('previewed');
  await jumpTo('2');
}

/** The headlines and the guest are on air, and the table says something else of the guest meanwhile. */
async function run(): Promise<void> {
  await go('2');
  await cue('2', 'on air').waitFor();
  await jumpTo('4');
  await go('4');
  await cue('4', 'on air').waitFor();
  const table = join(host.data, 'guests.csv');
  writeFileSync(table, readFileSync(table, 'utf8').replace('Mayor of Northgate', 'Mayor of Northgate since tonight'));
  await go('10');
  await cue('10', 'on air').waitFor();
  const program = page.frameLocator('iframe[title="Program picture"]');
  await program.getByText('Mayor of Northgate since tonight', { exact: true }).waitFor();
  await picture('running');
}

async function readLog(): Promise<void> {
  await keys.press(button('Search log'));
  await page.getByRole('dialog', { name: 'As-run log' }).waitFor();
  await picture('log');
}

async function jumpTo(number: string): Promise<void> {
  await keys.type(page.getByLabel(texts.cues.goToNumber), number);
  await page.keyboard.press('Enter');
  await keys.to(button(/^Hold:/));
  await cue(number, '.*next').waitFor();
}

async function go(number: string): Promise<void> {
  await cue(number, '.*next').waitFor();
  await page.keyboard.press('g');
}

/** Writes what the screen shows, as WebP: a browser makes it. */
async function picture(name: string): Promise<void> {
  await settled(page);
  const png = (await page.screenshot()).toString('base64');
  const webp = await painter.evaluate(
    async ([source, as]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', as);
    },
    [png, quality] as const,
  );
  writeFileSync(join(images, `${name}.webp`), Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64'));
}

/** Every animation of the screen and of its pictures has come to its end. */
async function settled(shown: Page): Promise<void> {
  for (const frame of shown.frames()) {
    await frame.evaluate(async () => {
      const finite = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(finite.map((one) => one.finished));
    });
  }
}
