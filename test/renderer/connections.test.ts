import { texts as deskTexts } from '../../contract/texts/texts.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { errorTable } from '../../contract/errors.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionView, SecretsView, TestReport } from '../../contract/desk-api/connections.ts';
import { OverlayError } from '../../contract/errors.ts';
import { afterDoubleClick } from '../kit/screens/keyboard.ts';
import { ScreenStage } from '../kit/screens/screen-stage.ts';

let stage: ScreenStage;
beforeAll(async () => {
  stage = await ScreenStage.open();
});
afterAll(() => stage.close());

const connection = (more: Partial<ConnectionView>): ConnectionView => ({
  id: 'c1',
  name: 'Arena',
  kind: 'account',
  base: 'https://graphics.example',
  email: 'ada@example.org',
  proxy: { use: 'environment', address: '', user: '', hasSecret: false },
  hasSecret: true,
  certificates: [],
  status: 'open',
  reason: '',
  apps: null,
  ...more,
});
const connections: ConnectionView[] = [
  connection({ id: 'embedded', name: 'This desk', kind: 'embedded', base: 'http://127.0.0.1:8830' }),
  connection({
    certificates: [{ name: 'Arena Authority', issuer: 'Arena Authority', until: 'Oct 28 2126' }],
    apps: [
      { id: 7, name: 'News', hasToken: true, chosen: true },
      { id: 8, name: 'Sport', hasToken: false, chosen: false },
    ],
  }),
  connection({
    id: 'c2',
    name: 'Van',
    kind: 'token',
    base: 'https://van.example',
    email: '',
    status: 'failed',
    reason: 'Its certificate has expired. Ask whoever runs the service to renew it.',
  }),
];
const open: SecretsView = { state: 'open', backend: 'keychain', said: deskTexts.secrets.inKeychain };
const locked: SecretsView = {
  state: 'locked',
  backend: null,
  said: deskTexts.secrets.locked,
};
const report: TestReport = {
  works: false,
  apps: [],
  steps: [
    { step: 'address', result: 'good', found: deskTexts.services.goesTo('https://graphics.example'), todo: '' },
    {
      step: 'name',
      result: 'failed',
      found: deskTexts.link.noSuchName('graphics.example'),
      todo: 'Check the address.',
    },
    { step: 'access', result: 'not tried', found: '', todo: '' },
  ],
};

async function dialog(secrets = open, list = connections): Promise<Page> {
  const { page } = await stage.page(undefined, (view) => ({ ...view, connections: list, secrets }));
  stage.desk.answers.set('handOverSecret', () => ({ reference: 'h1' }));
  stage.desk.answers.set('pasteConnection', () => ({ kind: 'token', base: 'https://g.example', reference: 'h2' }));
  stage.desk.answers.set('testConnection', () => report);
  stage.desk.answers.set('saveConnection', () => ({ id: 'c9' }));
  if (secrets.state !== 'locked') await page.getByRole('button', { name: 'Connections' }).click();
  await page.getByRole('dialog', { name: 'Connections' }).waitFor();
  return page;
}

/** Everything that the page holds where a word could be seen or found: its document and its fields. */
const held = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value);
    return JSON.stringify([
      document.documentElement.outerHTML,
      fields,
      location.href,
      document.title,
      JSON.stringify(localStorage),
    ]);
  });

describe('the dialog of connections', () => {
  it('chooses apps, and says which of them have no token yet', async () => {
    const page = await dialog();
    await page.getByRole('checkbox', { name: /Sport.*no token yet; selecting it creates one/ }).click();
    await expect.poll(() => stage.desk.requests('chooseApps')).toEqual([{ id: 'c1', apps: [7, 8] }]);
  });

  it('lets an app go only when it is said twice, and shows it as chosen until the desk has', async () => {
    stage.desk.answers.set('chooseApps', () => {
      throw new OverlayError('show-locked');
    });
    const page = await dialog();
    const chosen = page.getByRole('checkbox', { checked: true }).first();
    await chosen.click();
    await page.getByText(texts.connections.letGoAsk).waitFor();
    expect([await chosen.isChecked(), stage.desk.requests('chooseApps')]).toEqual([true, []]);
    await afterDoubleClick();
    await chosen.click();
    await expect.poll(() => stage.desk.requests('chooseApps')).toHaveLength(1);
    expect(await chosen.isChecked()).toBe(true);
  });

  it('removes a connection only when it is said twice', async () => {
    const page = await dialog();
    const row = page.getByRole('article', { name: 'Van' });
    await row.getByRole('button', { name: 'Remove…' }).click();
    expect(stage.desk.requests('removeConnection')).toEqual([]);
    await afterDoubleClick();
    await row.getByRole('button', { name: texts.connections.removeWithApps }).click();
    await expect.poll(() => stage.desk.requests('removeConnection')).toEqual([{ id: 'c2' }]);
  });

  it('adds one by its form: the password goes to the desk as it is typed, and is nowhere on the page', async () => {
    const page = await dialog();
    await page.getByRole('button', { name: 'Add a connection' }).click();
    await page.getByLabel('Name').fill('Arena');
    await page.getByLabel(texts.connections.serviceAddress).fill('https://graphics.example');
    await page.getByLabel('E-mail address').fill('ada@example.org');
    await page.getByLabel('Password').fill('a typed password');
    await page.keyboard.press('Tab');
    await expect.poll(() => stage.desk.requests('handOverSecret')).toEqual([{ secret: 'a typed password' }]);
    await page.getByText('entered').waitFor();
    expect(await held(page)).not.toContain('a typed password');
    await page.getByRole('button', { name: texts.connections.saveAndOpen }).click();
    const wished = {
      kind: 'account',
      name: 'Arena',
      base: 'https://graphics.example',
      email: 'ada@example.org',
      secret: { reference: 'h1' },
      proxy: { use: 'environment', address: '', user: '', secret: null },
      certificates: '',
    };
    await expect.poll(() => stage.desk.requests('saveConnection')).toEqual([wished]);
    await page.getByRole('article', { name: 'Van' }).waitFor();
  });

  it('adds one by a pasted address, which never gets into the page', async () => {
    const page = await dialog();
    await page.getByRole('button', { name: 'Add a connection' }).click();
    await page.getByLabel(/Paste a control address/).evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'https://g.example/apiv1/control/the-secret-token');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect.poll(() => page.getByLabel(texts.connections.serviceAddress).inputValue()).toBe('https://g.example');
    expect(await page.getByRole('radio', { name: 'App token' }).isChecked()).toBe(true);
    expect(await held(page)).not.toContain('the-secret-token');
    await page.getByRole('button', { name: texts.connections.saveAndOpen }).click();
    await expect
      .poll(() => stage.desk.requests('saveConnection'))
      .toMatchObject([{ kind: 'token', secret: { reference: 'h2' } }]);
  });

  it('saves after a secret that is still on its way to the desk, and loses no press meanwhile', async () => {
    const page = await dialog();
    const handedOver = Promise.withResolvers<{ reference: string }>();
    stage.desk.answers.set('handOverSecret', () => handedOver.promise);
    await page.getByRole('button', { name: 'Add a connection' }).click();
    await page.getByLabel('Password').fill('a typed password');
    await page.keyboard.press('Tab');
    await page.getByLabel(/Paste a control address/).fill('https://g.example/apiv1/control/token');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.getByLabel(texts.connections.serviceAddress).inputValue()).toBe('https://g.example');
    await page.getByRole('button', { name: texts.connections.saveAndOpen }).click();
    await page.getByRole('button', { name: texts.connections.saveAndOpen, disabled: true }).waitFor();
    expect(stage.desk.requests('saveConnection')).toEqual([]);
    handedOver.resolve({ reference: 'h1' });
    await expect.poll(() => stage.desk.requests('saveConnection')).toMatchObject([{ secret: { reference: 'h2' } }]);
  });

  it('keeps the secret that was typed last, whichever reaches the desk first', async () => {
    const page = await dialog();
    const first = Promise.withResolvers<{ reference: string }>();
    const answers = [first.promise, Promise.resolve({ reference: 'second' })];
    stage.desk.answers.set('handOverSecret', () => answers.shift());
    await page.getByRole('button', { name: 'Add a connection' }).click();
    await page.getByLabel('Name').fill('Arena');
    await page.getByLabel(texts.connections.serviceAddress).fill('https://graphics.example');
    for (const typed of ['wrong', 'right']) {
      await page.getByLabel('Password').fill(typed);
      await page.keyboard.press('Tab');
    }
    await page.getByText('entered').waitFor();
    first.resolve({ reference: 'first' });
    await page.getByRole('button', { name: texts.connections.saveAndOpen }).click();
    await expect.poll(() => stage.desk.requests('saveConnection')).toMatchObject([{ secret: { reference: 'second' } }]);
  });

  it('says why a pasted address cannot be used', async () => {
    const page = await dialog();
    stage.desk.fail('pasteConnection', new OverlayError('call-invalid', 'This is the address of an output.'));
    await page.getByRole('button', { name: 'Add a connection' }).click();
    await page.getByLabel(/Paste a control address/).fill('https://g.example/onair/x');
    await page.keyboard.press('Tab');
    const told = page.getByRole('dialog').getByRole('alert').filter({ hasText: 'output' });
    await expect.poll(() => told.textContent()).toBe('This is the address of an output.');
  });

  it('tests a known one with what it has, and explains each step', async () => {
    const page = await dialog();
    await page.getByRole('article', { name: 'Arena' }).getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: 'Test' }).click();
    const shown = page.getByRole('status', { name: texts.connections.testOfConnection });
    await shown.getByText(deskTexts.link.noSuchName('graphics.example')).waitFor();
    await shown.getByText('Check the address.').waitFor();
    expect(stage.desk.requests('testConnection')).toMatchObject([{ id: 'c1', secret: 'keep', certificates: 'keep' }]);
  });

  it('is worked by keys alone, and Escape leaves the form first', async () => {
    const page = await dialog();
    await page.getByRole('button', { name: 'Add a connection' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Add a connection' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('article', { name: 'Van' }).waitFor();
    await page.keyboard.press('Digit1');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Connections' }).waitFor({ state: 'hidden' });
    expect(stage.desk.requests('key')).toEqual([]);
  });
});

it('the dialog of connections stays where it is under the pointer while a connection comes', async () => {
  const page = await dialog({ state: 'choose', backend: null, said: 'Choose where secrets are stored.' }, []);
  for (const label of [texts.connections.newPassphrase, texts.connections.repeatPassphrase]) {
    await page.getByLabel(label).fill('correct horse battery');
  }
  await page.getByRole('button', { name: 'Set passphrase' }).hover();
  await page.mouse.down();
  stage.desk.tell({ connections });
  await page.getByRole('article', { name: 'Van' }).waitFor();
  await page.mouse.up();
  await expect.poll(() => stage.desk.requests('chooseSecrets')).toEqual([{ passphrase: 'correct horse battery' }]);
});

it('a form whose secret has no place keeps what was typed, and gives it one', async () => {
  const noPlace: SecretsView = { state: 'choose', backend: null, said: deskTexts.secrets.noPlace('no keychain.') };
  const page = await dialog(noPlace, []);
  stage.desk.fail('saveConnection', new OverlayError('secrets-locked', noPlace.said));
  await page.getByRole('button', { name: 'Add a connection' }).click();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Arena');
  await page.getByRole('button', { name: texts.connections.saveAndOpen }).click();
  await page.getByRole('alert').getByText('Set a passphrase, or go on for this session only.').waitFor();
  await page.getByRole('button', { name: texts.connections.forThisSession }).click();
  await expect.poll(() => stage.desk.requests('chooseSecrets')).toEqual([{ passphrase: null }]);
  stage.desk.tell({ secrets: { state: 'open', backend: 'session', said: deskTexts.secrets.inMemory } });
  await page.getByRole('region', { name: texts.connections.secrets }).waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe('Arena');
});

describe('locked secrets', () => {
  const waiting = [connection({ status: 'waiting', reason: locked.said })];

  it('ask for the passphrase by themselves as the desk starts, and forget it as it is sent', async () => {
    const page = await dialog(locked, waiting);
    stage.desk.fail('unlockSecrets', new OverlayError('passphrase-wrong'));
    await expect
      .poll(() => page.getByLabel('Passphrase').evaluate((field) => field === document.activeElement))
      .toBe(true);
    await page.keyboard.type('correct horse battery');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(errorTable['passphrase-wrong'].operator).waitFor();
    await expect.poll(() => stage.desk.requests('unlockSecrets')).toEqual([{ passphrase: 'correct horse battery' }]);
    expect(await held(page)).not.toContain('correct horse battery');
    stage.desk.tell({
      secrets: { state: 'open', backend: 'passphrase', said: deskTexts.secrets.underPassphrase('secrets.json') },
    });
    await page.getByText(deskTexts.secrets.underPassphrase('secrets.json')).waitFor();
    expect(await page.getByLabel('Passphrase').count()).toBe(0);
  });

  it('ask for nothing over a show that goes on without them', async () => {
    const list = [...waiting, connection({ id: 'c2', apps: [{ id: 7, name: 'News', hasToken: true, chosen: true }] })];
    const { page } = await stage.page(undefined, (view) => ({ ...view, connections: list, secrets: locked }));
    await page.getByRole('button', { name: 'Connections' }).getByText(texts.connections.locked).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    stage.desk.tell({ connections: waiting });
    await page.getByRole('button', { name: 'Connections' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
  });

  it('can be left locked, and the header says so', async () => {
    const page = await dialog(locked, waiting);
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await page.getByRole('button', { name: 'Connections' }).textContent()).toContain('locked');
  });
});

describe('where there is no keychain', () => {
  const choose: SecretsView = { state: 'choose', backend: null, said: 'There is no safe place for secrets yet.' };

  it('the operator chooses a passphrase, typed twice', async () => {
    const page = await dialog(choose);
    await page.getByLabel('New passphrase').fill('correct horse battery');
    await page.getByLabel(texts.connections.repeatPassphrase).fill('correct horse batery');
    await page.getByRole('button', { name: 'Set passphrase' }).click();
    await page.getByRole('alert').getByText(texts.connections.passphrasesDiffer).waitFor();
    await page.getByLabel('New passphrase').fill('correct horse battery');
    await page.getByLabel(texts.connections.repeatPassphrase).fill('correct horse battery');
    await page.getByRole('button', { name: 'Set passphrase' }).click();
    await expect.poll(() => stage.desk.requests('chooseSecrets')).toEqual([{ passphrase: 'correct horse battery' }]);
  });

  it('or to keep none', async () => {
    const page = await dialog(choose);
    await page.getByRole('button', { name: texts.connections.forThisSession }).click();
    await expect.poll(() => stage.desk.requests('chooseSecrets')).toEqual([{ passphrase: null }]);
  });
});
