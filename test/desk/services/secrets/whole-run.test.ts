import { texts as screenTexts } from '../../../../renderer/texts/texts.ts';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { type AppStand, startAppStand } from '../../../kit/desk/app-stand.ts';
import { openBrowser } from '../../../kit/browser.ts';
import { type HostProgram, startHost } from '../../../kit/programs/host-program.ts';
import { LoopbackServers } from '../../../kit/service/loopback-servers.ts';
import { filesUnder, handedOut, type Place, secretsIn } from '../../../kit/secret-scan.ts';
import { ada } from '../../../kit/service/two-accounts.ts';

const passphrase = 'a passphrase & nothing else';
const proxy = { user: 'proxy-user', password: 'through & through' };
const proxied = `Basic ${Buffer.from(`${proxy.user}:${proxy.password}`).toString('base64')}`;
/** The run takes long. If it does not come to its end, it says what it began, and when (ms). */
const begun: string[] = [];
function begin(what: string): void {
  begun.push(`${Math.round(performance.now())} ${what}`);
}

let data: string;
let stand: AppStand;
let servers: LoopbackServers;
let host: HostProgram;
let browser: Browser;
let page: Page;
async function start(): Promise<void> {
  begun.length = 0;
  begin('start');
  data = mkdtempSync(join(tmpdir(), 'overlay-whole-run-'));
  servers = new LoopbackServers();
  [stand, host, browser] = await Promise.all([startAppStand(), startHost(data), openBrowser()]);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(host.address);
}

async function end(): Promise<void> {
  await browser.close();
  await host.close();
  servers.close();
  await stand.close();
  rmSync(data, { recursive: true, force: true });
}

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const dialog = (): Locator => page.getByRole('dialog', { name: 'Connections' });
const inDialog = (name: string): Locator => dialog().getByRole('button', { name, exact: true });
const row = (name: string, state: string): Locator =>
  page.getByRole('treeitem', { name: new RegExp(`^${name}[^,]*, ${state}`) });

/** Type a secret as a hand does: not through a script, which would leave it in the memory of the page. */
async function type(field: Locator, secret: string): Promise<void> {
  await field.focus();
  await page.keyboard.insertText(secret);
  await page.keyboard.press('Tab');
}

const stores = {
  passphrase: async (): Promise<void> => {
    await type(dialog().getByLabel(screenTexts.connections.newPassphrase), passphrase);
    await type(dialog().getByLabel(screenTexts.connections.repeatPassphrase), passphrase);
    await inDialog('Set passphrase').click();
    await inDialog('Change passphrase').waitFor();
  },
  session: () => inDialog(screenTexts.connections.forThisSession).click(),
};

interface Filled {
  texts: Record<string, string>;
  secrets: Record<string, string>;
  proxy?: boolean;
}

/** A connection as an operator makes it, tried before it is kept. */
async function add(kind: RegExp, { texts, secrets, proxy = false }: Filled): Promise<void> {
  begin(`fill in ${String(kind)}`);
  await inDialog('Add a connection').click();
  await dialog().getByRole('radio', { name: kind }).check();
  if (proxy) {
    await dialog().getByText(screenTexts.connections.proxyAndCertificates).click();
    await dialog()
      .getByRole('combobox', { name: /^Proxy/ })
      .selectOption('address');
  }
  for (const [name, text] of Object.entries(texts)) await dialog().getByLabel(name, { exact: true }).fill(text);
  for (const [name, secret] of Object.entries(secrets)) {
    await type(dialog().getByRole('textbox', { name, exact: true }), secret);
  }
  begin('test it');
  await inDialog('Test').click();
  await dialog().getByText('This connection works').waitFor();
  begin('save it');
  await inDialog(screenTexts.connections.saveAndOpen).click();
  // Where it is not saved, the dialog says why.
  await expect
    .poll(async () => ((await inDialog('Add a connection').count()) === 1 ? 'saved' : dialog().innerText()))
    .toBe('saved');
}

/** The password of the host's own service, which lies in its data directory until secrets have a place that lasts. */
async function ownPassword(): Promise<string> {
  const file = join(data, 'service/admin-password');
  await expect.poll(() => existsSync(file)).toBe(true);
  return (JSON.parse(readFileSync(file, 'utf8')) as { password: string }).password;
}

/** The file that a button hands out, unpacked. */
async function handedOutBy(name: string): Promise<Place[]> {
  begin(`hand out ${name}`);
  const [download] = await Promise.all([page.waitForEvent('download'), button(name).click()]);
  return handedOut(download.suggestedFilename(), await buffer(await download.createReadStream()));
}

/** Every text in the memory of the page, after what nobody holds any more was let go. */
async function memory(): Promise<Place> {
  begin('read the memory of the page');
  const session = await page.context().newCDPSession(page);
  const pieces: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => pieces.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false, captureNumericValue: false });
  await session.detach();
  const { strings } = JSON.parse(pieces.join('')) as { strings: string[] };
  return ['the memory of the page', strings.join('\n')];
}

describe.each(['passphrase', 'session'] as const)('a whole run with secrets kept by %s', (store) => {
  let secrets: Record<string, string>;
  /** What buttons handed out. */
  const files: Place[] = [];
  let own: string;
  let appToken: string;
  beforeAll(start);
  afterAll(end);
  beforeEach(() =>
    onTestFailed(async () => console.log([...begun, host.said(), await page.locator('body').innerText()].join('\n'))),
  );

  it('begins with connections by account and by token, of which one goes through a proxy', async () => {
    const app = await stand.bob.makeApp({ composition: stand.bob.small, outputs: ['Main'], shared: true });
    await stand.ada.makeApp({ composition: stand.ada.small, outputs: ['Main'], shared: true });
    appToken = app.token;
    own = await ownPassword();
    begin('open the store of secrets');
    await button('Connections').click();
    await stores[store]();
    const address = { 'Address of the service': stand.url };
    await add(/account/i, {
      texts: { Name: 'Ada', ...address, 'E-mail address': ada.email },
      secrets: { Password: ada.password },
    });
    const port = await servers.proxy([], (head) => (head.includes(proxied) ? 200 : 407));
    const way = { 'Proxy address': `http://127.0.0.1:${port}`, 'Proxy user': proxy.user };
    await add(/token/i, {
      texts: { Name: 'Bob', ...address, ...way },
      secrets: { 'App token': app.token, 'Proxy password': proxy.password },
      proxy: true,
    });
    await dialog().getByRole('article', { name: 'Ada' }).getByRole('checkbox').first().click();
    await inDialog('Close').click();
    await row('Title', 'OUT').nth(1).waitFor();
  });

  it('goes on with a take, and with everything that can be handed out', async () => {
    await row('Title', 'OUT').last().click();
    await button('Take In Title').click();
    await row('Title', 'ON AIR').waitFor();
    await page.getByRole('button', { name: 'Search', exact: false }).first().click();
    for (const name of ['Export CSV', 'Export JSONL', 'Support bundle']) files.push(...(await handedOutBy(name)));
    expect(files.length).toBeGreaterThan(5);
  });

  it('leaves no secret in a file, in what was said or in what was handed out', async () => {
    const { body } = await stand.ada.get('/apiv1/appinstances');
    const tokens = (body as { id: number; access_token: string | null }[]).map(({ id, access_token: token }) => [
      `the token of app ${id}`,
      token ?? '',
    ]);
    secrets = {
      'the password of Ada': ada.password,
      ...(Object.fromEntries(tokens.filter(([, token]) => token !== '')) as Record<string, string>),
      'the token of Bob': appToken,
      'the password at the proxy': proxy.password,
      'the password of the own service': own,
      ...(store === 'passphrase' && { 'the passphrase': passphrase }),
    };
    const left = store === 'session' ? ['service/admin-password'] : [];
    const written = filesUnder(data).filter(([name]) => !left.includes(name));
    const names = written.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['settings.json']));
    expect([names.includes('secrets.json'), names.some((name) => /as-run/.test(name))]).toEqual([
      store === 'passphrase',
      true,
    ]);
    const said: Place = ['what the host said', host.said() + host.printed()];
    expect(secretsIn([...written, ...files, said], secrets)).toEqual([]);
  });

  it('leaves none in the page or in its memory', async () => {
    const planted = `planted, and found: ${store}`;
    await page.evaluate((text) => Object.assign(globalThis, { planted: text }), planted);
    const held = await memory();
    expect(secretsIn([held], { planted })).toEqual(['planted in the memory of the page']);
    const shown: Place = ['the page', `${await page.title()} ${page.url()} ${await page.content()}`];
    expect(secretsIn([shown, held], secrets)).toEqual([]);
  });
});
