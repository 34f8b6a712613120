import { texts } from '../../renderer/texts/texts.ts';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OutputView } from '../../contract/desk-api/desk-api.ts';
import { layerAddress } from '../../contract/desk-api/program-picture.ts';
import { addressOf, parseAddress } from '../../contract/model/address.ts';
import { preOrder } from '../../contract/model/control.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const good = (): OutputView => {
  const [output] = stage.desk.view.apps[0]?.outputs ?? [];
  if (!output) throw new Error('The scripted show has no output.');
  return output;
};
const button = (): Locator => page.locator('.outputs > button');
const sheet = (): Locator => page.getByRole('region', { name: 'Outputs' });
/** What the button says, and how it says it. */
const shown = async (): Promise<string> => `${await button().innerText()}, ${await button().getAttribute('data-kind')}`;
const rows = async (): Promise<string[]> =>
  (await sheet().locator('tbody tr').allInnerTexts()).map((row) => row.replace(/\s+/g, ' ').trim());

it('one output is counted above the picture, and how it is stands behind that', async () => {
  ({ page } = await stage.page());
  expect(await shown()).toBe('1 output, good');
  await button().click();
  expect(await rows()).toEqual(['Output 1 1920 × 1080 50.0 0 up to date']);
  await page.keyboard.press('Escape');
  await sheet().waitFor({ state: 'detached' });
});

it('the sheet has the addresses of fill and key for a keyer', async () => {
  ({ page } = await stage.page());
  const { onairUrl } = stage.desk.view.apps[0]!.app!;
  await button().click();
  const addresses = await sheet().locator('code').allInnerTexts();
  expect(addresses).toEqual([layerAddress('fill', onairUrl), layerAddress('key', onairUrl)]);
  expect(addresses.map((address) => new URL(address).searchParams.get('layer'))).toEqual(['fill', 'key']);
});

it('pages that show the other side of main and backup stand out, for no take reaches a viewer', async () => {
  ({ page } = await stage.page());
  const output = good();
  stage.desk.tellApp({ outputs: [{ ...output, hidden: true }] });
  await expect.poll(shown).toBe(`${texts.program.otherSide}, none`);
  await button().click();
  expect(await rows()).toEqual([`Output 1 1920 × 1080 50.0 0 ${texts.program.showsOtherSide}`]);
  stage.desk.tellApp({ outputs: [output, { ...output, id: 2, name: 'Output 2', hidden: true }] });
  await expect.poll(shown).toBe('2 outputs, trouble');
});

it('the sheet is whole beside a narrow picture', async () => {
  ({ page } = await stage.page({ width: 1280, height: 720 }));
  stage.desk.tellApp({
    outputs: [{ ...good(), dropping: true, behind: true, engine: { name: 'Chromium 156', tooOld: false } }],
  });
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Rundown' }).click();
  await button().click();
  const isWhole = await sheet().evaluate((shown) => {
    const { right, bottom } = shown.getBoundingClientRect();
    return shown.contains(document.elementFromPoint(right - 4, bottom - 4));
  });
  expect(isWhole).toBe(true);
});

it('no output at all stands out and says what to do, and pages to look at are no output', async () => {
  ({ page } = await stage.page());
  stage.desk.tellApp({ outputs: [{ ...good(), role: 'monitor', name: 'Program picture 1', revision: -1 }] });
  await expect.poll(shown).toBe('NO OUTPUT, none');
  await button().click();
  expect(await sheet().innerText()).toContain(texts.program.noneLong);
  expect(await rows()).toEqual(['Program picture 1 1920 × 1080 50.0 0 no picture yet']);
});

it('an output whose engine is too old counts as none, and each page has the name of its engine', async () => {
  ({ page } = await stage.page());
  const old = { ...good(), id: 2, name: 'Output 2', revision: -1, engine: { name: 'Chromium 92', tooOld: true } };
  stage.desk.tellApp({ outputs: [{ ...good(), engine: { name: 'Chromium 128', tooOld: false } }, old] });
  await expect.poll(shown).toBe('1 output, good');
  await button().click();
  expect(await rows()).toEqual([
    'Output 1 1920 × 1080 50.0 0 Chromium 128 up to date',
    `Output 2 1920 × 1080 50.0 0 Chromium 92 ${texts.program.tooOld}`,
  ]);
});

it('an output that is in trouble is told apart, with all that is wrong with it', async () => {
  ({ page } = await stage.page());
  const missing = [{ source: '/media/crest.png', reason: 'there is nothing at this address' }];
  const bad = {
    ...good(),
    id: 2,
    name: 'Output 2',
    frameRate: 12.34,
    dropped: 41,
    dropping: true,
    behind: true,
    missing,
    failures: [{ problem: '"Weather" failed when it was played: no font' }],
  };
  stage.desk.tellApp({ outputs: [good(), bad] });
  await expect.poll(shown).toBe('2 outputs, trouble');
  await button().click();
  expect(await rows()).toEqual([
    'Output 1 1920 × 1080 50.0 0 up to date',
    'Output 2 1920 × 1080 12.3 41 drops frames, behind, 1 failure, 1 missing',
    '"Weather" failed when it was played: no font',
    'missing /media/crest.png: there is nothing at this address',
  ]);
});

it('a graphic that an output page cannot draw is marked, and its Take pane says why', async () => {
  ({ page } = await stage.page());
  const { id, name } = stage.desk.view.model[0]!.subcompositions[0]!;
  const problem = `"${name}" failed when it was played: no font`;
  const failures = [{ problem, subComposition: parseAddress(id).id }];
  stage.desk.tellApp({ outputs: [{ ...good(), role: 'preview', failures }] });
  const row = page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
  await row.click();
  const issue = page.locator('.issue');
  stage.desk.tellApp({ outputs: [{ ...good(), role: 'output', failures }] });
  await row.getByText(texts.tally.undrawn).waitFor();
  expect(await issue.innerText()).toContain(problem);
  stage.desk.tellApp({ outputs: [{ ...good(), failures: [] }] });
  await row.getByText(texts.tally.undrawn).waitFor({ state: 'detached' });
});

it('the program picture is only looked at: it is asked for as a monitor', async () => {
  ({ page } = await stage.page());
  const address = await page.locator('iframe[title="Program picture"]').getAttribute('src');
  expect(new URL(address ?? '').searchParams.get('monitor')).toBe('1');
  expect(await page.locator('code').innerText()).not.toContain('monitor');
});

it('several outputs each have their address, the tree says what shows where, and one without a page stands out', async () => {
  ({ page } = await stage.page());
  const { app } = stage.desk.view.apps[0]!;
  const root = parseAddress(stage.desk.view.model[0]!.id).id;
  const output = (id: string, name: string) => ({ id, name, onairUrl: `${app!.onairUrl}&output=${id}`, root });
  const outputs = [output('1', 'Program'), output('2', 'Wall')];
  stage.desk.tellApp({ app: { ...app!, outputs }, outputs: [{ ...good(), name: 'Program 1' }] });
  await expect.poll(shown).toBe('1 output, trouble');
  await page.getByRole('treeitem', { name: /, at Program and Wall, / }).waitFor();
  const address = page.getByLabel(texts.program.address);
  expect(await address.innerText()).toBe(outputs[0]!.onairUrl);
  await button().click();
  expect(await sheet().getByRole('paragraph').allInnerTexts()).toEqual([
    `Program ${outputs[0]!.onairUrl}`,
    `Wall ${outputs[1]!.onairUrl} no output page`,
  ]);
  await page.keyboard.press('Escape');
  const elsewhere = { ...outputs[0]!, root: 'another root' };
  stage.desk.tellApp({ app: { ...app!, outputs: [elsewhere, outputs[1]!] } });
  await expect.poll(() => address.innerText()).toBe(outputs[1]!.onairUrl);
  expect(await shown()).toBe('NO OUTPUT, none');
});

it('each of several outputs says of its own graphics how many are on air', async () => {
  const { model, subs } = stage.desk.view;
  const [first] = model;
  const { app: key, id: root } = parseAddress(first!.id);
  const other = { ...first!, id: addressOf(key, 'other'), name: 'Wall', subcompositions: [] };
  stage.desk.tell({ model: [first!, other] });
  const { app } = stage.desk.view.apps[0]!;
  const output = (id: string, of: string) => ({ id, name: id, onairUrl: `${app!.onairUrl}&output=${id}`, root: of });
  stage.desk.tellApp({ app: { ...app!, outputs: [output('Program', root), output('Wall', 'other')] } });
  const count = [...preOrder([first!])].filter(({ id }) => subs[id]?.state === 'In').length;
  expect(count).toBeGreaterThan(0);
  const rowOf = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name} \\(`) });
  await rowOf('Program').getByText(texts.tree.onAir(count)).waitFor();
  await rowOf('Wall').getByText(texts.tree.onAir(0)).waitFor();
  const framed = () =>
    page.getByRole('region', { name: texts.program.heading, exact: true }).locator('.frame').getAttribute('class');
  await rowOf('Program').click();
  await expect.poll(framed).toContain('on-air');
  await rowOf('Wall').click();
  await expect.poll(framed).not.toContain('on-air');
  const pictures = page.getByLabel(texts.program.pictureOf);
  await pictures.selectOption('Program');
  await expect.poll(framed).toContain('on-air');
  expect(await pictures.evaluate((list) => list === document.activeElement)).toBe(false);
  expect(await page.getByRole('treeitem', { selected: true }).getAttribute('aria-label')).toMatch(/^Lower Third/);
});
