import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { RemoteClient } from '../../contract/desk-api/remote.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  ({ page } = await stage.page());
  await page.getByRole('button', { name: 'Connections' }).click();
});
afterEach(() => page.close());

const section = () => page.getByRole('region', { name: 'Remote control' });

describe('a client of the HTTP API and OSC', () => {
  it('is added with what it may trigger, by the names that people use', async () => {
    const [app] = stage.desk.view.apps;
    stage.desk.answers.set('addRemoteClient', () => ({ id: 'c', token: 'TOKEN' }));
    await section().getByLabel('Name of the client').fill('Scores');
    await section().getByLabel('Actions that it may trigger').fill('go, fireCues');
    await section().getByRole('button', { name: 'Add client' }).click();
    await section().getByText('There is no action fireCues. Actions are take, toggle, ').waitFor();
    await section().getByLabel('Actions that it may trigger').fill('take, fireCue');
    await section().getByLabel('Cues and app instances that it may trigger').fill('Nobody');
    await section().getByRole('button', { name: 'Add client' }).click();
    await section().getByText('There is neither a cue nor an app instance Nobody.').waitFor();
    await section().getByLabel('Cues and app instances that it may trigger').fill(app!.name);
    await section().getByRole('button', { name: 'Add client' }).click();
    await section().getByText('TOKEN').waitFor();
    const only = { triggers: ['take', 'fireCue'], targets: [app!.key] };
    expect(stage.desk.requests('addRemoteClient')).toEqual([{ name: 'Scores', right: 'fire', addresses: [], only }]);
  });

  it('is listed with what it may trigger', async () => {
    const [app] = stage.desk.view.apps;
    const usual: Pick<RemoteClient, 'right' | 'addresses' | 'seen'> = { right: 'fire', addresses: [], seen: null };
    const clients: RemoteClient[] = [
      { ...usual, id: '1', name: 'Panel' },
      { ...usual, id: '2', name: 'Scores', only: { triggers: ['take'], targets: [app!.key, 'gone'] } },
    ];
    stage.desk.tell({ remote: { ...stage.desk.view.remote, clients } });
    const line = async (at: number) =>
      (await section().locator('p', { hasText: 'may watch' }).nth(at).innerText()).replaceAll(/\s+/g, ' ');
    await expect
      .poll(() => line(1))
      .toBe(
        `Scores may watch and fire, from this machine, only take, only of ${app!.name}, gone (not in this show) Remove`,
      );
    expect(await line(0)).toBe('Panel may watch and fire, from this machine Remove');
  });
});
