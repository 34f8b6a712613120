import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Output } from '../../contract/model/app-instance.ts';
import { contentOf } from '../../scene/content/content.ts';
import type { Composition } from '../../scene/schema/composition.ts';
import { type House, openHouse } from '../kit/picture/on-air-stage.ts';
import { type ApiClient, apiClient } from '../kit/service/api-client.ts';
import { lineShow, moverId } from '../kit/service/line-show.ts';
import { type SmallService, startSmallService } from '../kit/service/small-service.ts';

// Two outputs of one app instance, each with its own composition: a real service, and both on-air pages in Chromium.

let house: House;
let service: SmallService;
let ada: ApiClient;
let id: number;
let program: Page;
let wall: Page;

/** The line show with ids of its own, and this word. */
function wordShow(word: string, digit: string): Composition {
  const written = JSON.stringify(lineShow).replaceAll('6d0f7c1e', `6d0f7c1${digit}`).replaceAll('"Ready"', `"${word}"`);
  return JSON.parse(written) as Composition;
}
const idOf = (digit: string): string => moverId.replace('6d0f7c1e', `6d0f7c1${digit}`);

async function composition(word: string, digit: string): Promise<number> {
  const folder = ((await ada.get('/apiv1/dashboard/folder?path=/')).body as string[])[0];
  const made = await ada.post('/apiv1/compositions', { folder, name: word });
  const { id: number } = made.body as { id: number };
  expect((await ada.put(`/apiv1/compositions/${number}/content`, contentOf(wordShow(word, digit)))).status).toBe(200);
  return number;
}

async function open(url: string): Promise<Page> {
  const page = await house.browser.newPage({ viewport: { width: 960, height: 540 } });
  await page.goto(url);
  await page.waitForSelector('html[data-link=live]');
  return page;
}
/** Resolves when both pages have this revision in their picture. */
const shows = (revision: number): Promise<unknown> =>
  Promise.all(
    [program, wall].map((page) =>
      page.waitForFunction((wanted) => Number(document.documentElement.dataset.revision) >= wanted, revision),
    ),
  );
const words = (): Promise<string[]> =>
  Promise.all([program, wall].map(async (page) => (await page.locator('body').innerText()).trim()));
const take = (digit: string, state: string) => ({
  compositionId: idOf(digit),
  animation: { action: 'jump', to: state },
});
const control = (...items: unknown[]) => ada.put(`/apiv1/appinstances/${id}/control`, items);

beforeAll(async () => {
  house = await openHouse();
  service = await startSmallService({ outputPage: house.pageDirectory });
  ada = apiClient(service, service.account);
  const compositionList = [
    { refId: String(await composition('Inside', 'a')) },
    { refId: String(await composition('Outside', 'b')) },
  ];
  const { body } = await ada.post('/apiv1/appinstances', {
    folder: ((await ada.get('/apiv1/dashboard/folder?path=/')).body as string[])[0],
    name: 'Two',
    apptemplate_id: '57',
    apptemplate_version_status: 'published',
    compositionList,
    outputList: [
      { Name: 'Program', defaultComposition: 0 },
      { Name: 'Wall', defaultComposition: 1 },
    ],
  });
  ({ id } = body as { id: number });
  const outputs = (await ada.get(`/apiv1/appinstances/${id}/outputs`)).body as Output[];
  [program, wall] = (await Promise.all(outputs.map(({ url }) => open(url)))) as [Page, Page];
});
afterAll(async () => {
  await house.close();
  await service.close();
});

it('each page draws its own composition, and one request changes both in one revision', async () => {
  await control(take('a', 'In'), take('b', 'In'));
  await shows(1);
  expect(await words()).toEqual(['Inside', 'Outside']);
});

it('what is done at one output leaves the picture of the other as it is', async () => {
  await program.evaluate(() =>
    document.body.querySelectorAll('*').forEach((node) => node.setAttribute('data-kept', '')),
  );
  await control({ compositionId: idOf('b'), controlNode: { payload: { word: 'Changed' } } });
  const other = await composition('Other', 'c');
  await shows(2);
  expect(await words()).toEqual(['Inside', 'Changed']);
  await ada.put(`/apiv1/appinstances/${id}/composition?output=2`, { refId: String(other) });
  await control(take('c', 'In'));
  await shows(4);
  expect(await words()).toEqual(['Inside', 'Other']);
  expect(await program.locator('body *:not([data-kept])').count()).toBe(0);
});
