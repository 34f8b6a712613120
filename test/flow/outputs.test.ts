import { texts } from '../../contract/texts/texts.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../kit/browser.ts';
import { type RunningShow, startShow } from '../kit/service/running-show.ts';

let show: RunningShow;
let browser: Browser;
let pages: Page[];

beforeAll(async () => {
  [show, browser] = await Promise.all([startShow(), openBrowser()]);
  pages = [];
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await browser.close();
  await show.close();
});

/** A browser source of this size, with this added to the on-air address. */
async function openOutput(size = { width: 1280, height: 720 }, more = ''): Promise<Page> {
  const page = await browser.newPage({ viewport: size });
  pages.push(page);
  await page.goto(`${show.ready.apps[0]?.onairUrl ?? ''}${more}`);
  await page.waitForSelector('html[data-link=live]');
  return page;
}
const noOutput = texts.outputs.none;
const notices = (): string[] => show.view.notices.map(({ text }) => text);

it('a page that comes on is told to the operator, and so is its going', async () => {
  await show.until(({ notices }) => notices.some(({ text }) => text === noOutput));
  const page = await openOutput();
  await show.until(({ apps }) => apps[0]?.outputs?.some(({ revision }) => revision >= 0) === true);
  expect(show.view.apps[0]?.outputs).toEqual([
    expect.objectContaining({ name: 'Output 1', role: 'output', width: 1280, height: 720, missing: [] }),
  ]);
  expect(notices()).not.toContain(noOutput);
  await page.close();
  await show.until(({ apps }) => apps[0]?.outputs?.length === 0);
  expect(notices()).toContain(noOutput);
});

it('a page that is only looked at is no output', async () => {
  await openOutput({ width: 640, height: 360 }, '&monitor=1');
  await show.until(({ apps }) => apps[0]?.outputs?.length === 1);
  expect([show.view.apps[0]?.outputs?.[0]?.role, notices()]).toEqual(['monitor', [noOutput]]);
});

it('a page tells how many frames it draws, and comes to show each change', async () => {
  await openOutput();
  await openOutput({ width: 1920, height: 1080 });
  await show.until(
    ({ apps }) => apps[0]?.outputs?.length === 2 && apps[0].outputs.every(({ frameRate }) => frameRate > 5),
  );
  await show.screen.call('do', {
    action: { do: 'take', subComposition: show.id('Lower Third'), to: 'In', action: 'jump' },
  });
  await show.until(
    ({ apps }) => apps[0]?.outputs?.length === 2 && apps[0].outputs.every(({ revision }) => revision === 1),
  );
  expect(show.view.apps[0]?.outputs?.map(({ name, width }) => [name, width])).toEqual([
    ['Output 1', 1280],
    ['Output 2', 1920],
  ]);
});

it('a page that cannot have a picture names it', async () => {
  await openOutput();
  const logo = [...(show.view.model[0]?.subcompositions ?? [])]
    .flatMap((item) => [item, ...item.subcompositions])
    .flatMap(({ id, model }) => model.map((field) => ({ id, field })))
    .find(({ field }) => field.type === 'image');
  if (!logo) throw new Error('The show has no picture.');
  const { id, field } = logo;
  await show.screen.call('do', { action: { do: 'take', subComposition: id, to: 'In', action: 'jump' } });
  await show.screen.call('do', {
    action: { do: 'set', subComposition: id, field: field.id, value: '/media/demo/gone.png' },
  });
  await show.screen.call('do', { action: { do: 'update', subComposition: id } });
  await show.until(({ notices }) => notices.some(({ text }) => text.includes('/media/demo/gone.png')));
  expect(notices().filter((text) => text.includes('gone.png'))).toEqual([
    expect.stringContaining(`Output 1 misses /media/demo/gone.png, ${field.title} of `),
  ]);
});
