import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answersOfAll, withEverything } from '../kit/screens/full-desk.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';
import { ScriptedWorkshop } from '../kit/screens/scripted-workshop.ts';

// WCAG 2.2 AA, as far as a program can judge it.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Experimental: it asks that the name of a row says each key that is drawn in the row. */
const rules = { 'label-content-name-mismatch': { enabled: false } };
/** The rules whose outcome a theme can change. */
const colorRules = ['color-contrast', 'link-in-text-block'];

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

async function open(): Promise<void> {
  ({ page } = await stage.page(undefined, withEverything));
  stage.desk.service = new ScriptedWorkshop().answer;
  for (const [call, answer] of Object.entries(answersOfAll)) stage.desk.answers.set(call, () => answer);
}

/** The violations on the present screen, in both themes: the rule and the element of each. */
async function violations(): Promise<string[]> {
  await page.evaluate(axe);
  const inDark = await violationsOf({ runOnly: standards, rules });
  await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
  return [...inDark, ...(await violationsOf({ runOnly: { type: 'rule', values: colorRules } }))];
}

function violationsOf(options: Axe.RunOptions): Promise<string[]> {
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: typeof Axe };
    const found = await axe.run(document, { iframes: false, ...options });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, options);
}

it.each([
  ['Show', 'treeitem', /^Lower Third/],
  ['Rundown', 'option', /^1 /],
  ['Data', 'option', /^Squad/],
  ['Workshop', 'button', /^Evening 2026/],
] as const)('the page %s can be used by whoever cannot see it well', async (name, role, chosen) => {
  await open();
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  await page.getByRole(role, { name: chosen }).first().click();
  expect(await violations()).toEqual([]);
});

it.each([
  ['Looks', 'region', 'Looks'],
  ['Keys', 'region', 'Keys'],
  ['Help', 'region', 'Help'],
  ['Search log', 'dialog', 'As-run log'],
  ['Connections', 'dialog', 'Connections'],
  ['Settings', 'dialog', 'Settings'],
  ['Check', 'dialog', 'Check the show'],
  ['Lock', 'dialog', 'Lock the show'],
  ['Find', 'dialog', 'Find'],
] as const)('what the button %s opens can be, too', async (name, role, opened) => {
  await open();
  await page.getByRole('button', { name, exact: true }).first().click();
  await page.getByRole(role, { name: opened }).waitFor();
  expect(await violations()).toEqual([]);
});

it.each([
  ['', /^Lower Third/],
  ['rundown', /^1 /],
  ['rundown', /^Group News/],
] as const)('the menu of a row can be, too (%s, %s)', async (where, name) => {
  await open();
  await page.goto(`${page.url()}#${where}`);
  await page.locator('[role=option], [role=treeitem]').and(page.getByLabel(name)).first().click({ button: 'right' });
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('ArrowDown');
  expect(await violations()).toEqual([]);
});

it('a screen whose service is lost, with a refusal and a notice, can be, too', async () => {
  await open();
  stage.desk.tell({ notices: [{ id: 'n', stays: true, text: 'Go waits until you close this.' }] });
  stage.desk.refuseKey({
    key: 'KeyG',
    action: { do: 'go' },
    error: { code: 'press-refused', message: 'Go waits.' },
  });
  stage.desk.tellConnection({ status: 'lost', reason: 'Nothing answers.' });
  await page.getByText('NOT CONFIRMED').waitFor();
  expect(await violations()).toEqual([]);
});
