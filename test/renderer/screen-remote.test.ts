import { texts as deskTexts } from '../../contract/texts/texts.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import type { RemoteClient } from '../../contract/desk-api/remote.ts';
import { OverlayError } from '../../contract/errors.ts';
import { afterDoubleClick } from '../kit/screens/keyboard.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
let page: Page;

beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  ({ page } = await stage.page());
  await page.getByRole('button', { name: 'Settings' }).click();
});

const section = () => page.getByRole('region', { name: 'Remote control' });

it('keeps a typed port whose field is left by a press on the switch, before the desk has answered', async () => {
  await section().getByLabel('Port', { exact: true }).fill('9100');
  await section().getByRole('checkbox', { name: texts.remote.http }).click();
  await expect.poll(() => stage.desk.requests('setRemote')).toEqual([{ port: 9_100 }, { on: true }]);
});

describe('a client of the HTTP API and OSC', () => {
  it('is added with what it may trigger, by the names that people use', async () => {
    const [app] = stage.desk.view.apps;
    stage.desk.answers.set('addRemoteClient', () => ({ id: 'c', token: 'TOKEN' }));
    await section().getByRole('button', { name: 'Add a client' }).click();
    await section().getByLabel(texts.remote.clientName).fill('Scores');
    await section().getByLabel(texts.remote.actions).fill('go, fireCues');
    await section().getByRole('button', { name: 'Add client' }).click();
    await section().getByText('No action is called fireCues. Actions are toggle, take, ').waitFor();
    await section().getByLabel(texts.remote.actions).fill('take, fireCue');
    await section().getByLabel('Cues, graphics and app instances').fill('Nobody');
    await section().getByRole('button', { name: 'Add client' }).click();
    await section().getByText(texts.remote.noTarget('Nobody')).waitFor();
    await section().getByLabel('Cues, graphics and app instances').fill(app!.name);
    await section().getByRole('button', { name: 'Add client' }).click();
    await section().getByText('TOKEN').waitFor();
    const only = { triggers: ['take', 'fireCue'], targets: [app!.key] };
    await expect
      .poll(() => stage.desk.requests('addRemoteClient'))
      .toEqual([{ name: 'Scores', right: 'fire', addresses: [], only }]);
  });

  const told = (...clients: RemoteClient[]): void =>
    stage.desk.tell({ remote: { ...stage.desk.view.remote, clients } });
  const usual: Pick<RemoteClient, 'right' | 'addresses' | 'seen'> = { right: 'fire', addresses: [], seen: null };

  it('is removed only when it is said twice', async () => {
    told({ ...usual, id: '2', name: 'Scores' });
    const button = section().getByRole('button', { name: 'Remove Scores' });
    await button.click();
    await section().getByText(texts.remote.removeAsk('Scores')).waitFor();
    expect(stage.desk.requests('removeRemoteClient')).toEqual([]);
    await afterDoubleClick();
    await button.click();
    await expect.poll(() => stage.desk.requests('removeRemoteClient')).toEqual([{ id: '2' }]);
  });

  it('is changed in every setting, in the form that it was added with, and what was not touched stays', async () => {
    const [app] = stage.desk.view.apps;
    const only = { triggers: ['take' as const], targets: [app!.key, 'gone'] };
    told({ ...usual, id: '2', name: 'Scores', addresses: ['192.0.2.7'], only });
    await section().getByRole('button', { name: 'Change Scores' }).click();
    const form = section().getByRole('form', { name: 'Change Scores' });
    const values = await form
      .getByRole('textbox')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    expect(values).toEqual(['Scores', '192.0.2.7', 'take', `${app!.name}, gone (not in this show)`]);

    stage.desk.answers.set('changeRemoteClient', () => {
      throw new OverlayError('call-invalid', deskTexts.remote.clientExists('Wall'));
    });
    await form.getByLabel(texts.remote.clientName).fill('Wall');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('alert').getByText(deskTexts.remote.clientExists('Wall')).waitFor();

    stage.desk.answers.set('changeRemoteClient', () => null);
    await form.getByLabel(texts.remote.clientName).fill('Wall 2');
    await form.getByLabel(texts.remote.right).selectOption(texts.remote.rights.edit);
    await form.getByLabel(texts.remote.addresses).fill('192.0.2.7, 198.51.100.0/24');
    await form.getByLabel(texts.remote.actions).fill('take, import');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    expect(stage.desk.requests('changeRemoteClient').at(-1)).toEqual({
      id: '2',
      name: 'Wall 2',
      right: 'edit',
      addresses: ['192.0.2.7', '198.51.100.0/24'],
      only: { triggers: ['take', 'import'], targets: [app!.key, 'gone'] },
    });
  });

  it('keeps what another screen narrowed while its form was open', async () => {
    const only = { triggers: ['go' as const], targets: [] };
    told({ ...usual, id: '2', name: 'Scores', addresses: ['192.0.2.0/24'] });
    stage.desk.answers.set('changeRemoteClient', () => null);
    await section().getByRole('button', { name: 'Change Scores' }).click();
    const form = section().getByRole('form', { name: 'Change Scores' });
    await form.getByLabel('Cues, graphics and app instances').fill(stage.desk.view.apps[0]!.name);
    told(
      { ...usual, id: '2', name: 'Scores', right: 'watch', addresses: ['192.0.2.7'], only },
      { ...usual, id: '3', name: 'Wall' },
    );
    await section().getByText('Wall').waitFor();
    await form.getByLabel(texts.remote.clientName).fill('Scores 2');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    expect(stage.desk.requests('changeRemoteClient').at(-1)).toEqual({
      id: '2',
      name: 'Scores 2',
      right: 'watch',
      addresses: ['192.0.2.7'],
      only: { triggers: ['go'], targets: [stage.desk.view.apps[0]!.key] },
    });
  });

  it('gets a new token, which is shown once', async () => {
    told({ ...usual, id: '2', name: 'Scores' });
    stage.desk.answers.set('replaceRemoteToken', () => ({ id: '2', token: 'ANOTHER' }));
    await section().getByRole('button', { name: 'Change Scores' }).click();
    await section().getByRole('button', { name: texts.remote.replaceToken }).click();
    await section().getByText('Token of Scores, shown this once ANOTHER').waitFor();
    await expect.poll(() => stage.desk.requests('replaceRemoteToken')).toEqual([{ id: '2' }]);
    await section().getByRole('button', { name: 'Done' }).click();
    expect(await section().getByText('ANOTHER').count()).toBe(0);
  });

  it('keeps what it is when its form is left by Escape, which leaves the dialog open', async () => {
    told({ ...usual, id: '2', name: 'Scores' });
    await section().getByRole('button', { name: 'Change Scores' }).click();
    await section().getByLabel(texts.remote.clientName).fill('Wall');
    await page.keyboard.press('Escape');
    await section().getByRole('button', { name: 'Change Scores' }).waitFor();
    expect(stage.desk.requests('changeRemoteClient')).toEqual([]);
  });

  it.each([
    [1280, 720],
    [1920, 1080],
  ])('has a form with room for its examples on %i × %i', async (width, height) => {
    await page.setViewportSize({ width, height });
    await section().getByRole('button', { name: 'Add a client' }).click();
    const room = await section()
      .getByRole('textbox')
      .evaluateAll((fields) =>
        fields.map((each) => {
          const field = each as HTMLInputElement;
          const { font, paddingLeft, paddingRight } = getComputedStyle(field);
          const pen = document.createElement('canvas').getContext('2d')!;
          pen.font = font;
          const inside = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
          return inside - pen.measureText(field.placeholder).width >= 0 ? 'room' : field.placeholder;
        }),
      );
    expect(room).toEqual(['room', 'room', 'room', 'room', 'room']);
  });
});
