import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deskApi, type DeskView } from '../../../contract/desk-api/desk-api.ts';
import { openLink, type Pipe } from '../../../contract/link/link.ts';
import { openDesk } from '../../../desk/desk.ts';
import { accountFile } from '../../../desk/node-ports/account-file.ts';
import { openAsRunLog } from '../../../desk/node-ports/as-run-log.ts';
import { systemClock } from '../../../desk/node-ports/clock.ts';
import { openHttpConnection } from '../../../desk/node-ports/http-connection.ts';
import { programLog } from '../../../desk/node-ports/program-log.ts';
import { supportFacts } from '../../../desk/node-ports/support-facts.ts';
import type { DeliveredFile } from '../../../desk/ports.ts';
import { secretStore } from '../../../host/secret-store.ts';
import { serviceIn } from '../../../host/service-process.ts';
import { settingsStore } from '../../../host/settings-store.ts';
import { type AppStand, startAppStand } from '../../kit/app-stand.ts';
import { pipePair } from '../../kit/pipe-pair.ts';
import { filesUnder, handedOut, type Place, secretsIn } from '../../kit/secret-scan.ts';
import { ada, bob } from '../../kit/two-accounts.ts';

const passphrase = 'a passphrase of the environment';
let data = '';
let stand: AppStand;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'overlay-leaks-'));
  stand = await startAppStand();
});
afterEach(async () => {
  await stand.close();
  rmSync(data, { recursive: true });
});

/** A desk as the host opens it, with all that it says and writes in reach. */
async function openLoudDesk() {
  const said: string[] = [];
  const delivered: DeliveredFile[] = [];
  const log = programLog((line) => void said.push(line), systemClock.now);
  const env: Record<string, string | undefined> = { OVERLAY_SECRETS_PASSPHRASE: passphrase };
  const connection = openHttpConnection();
  const launch = serviceIn(join(data, 'service'), log.say);
  const tokens: string[] = [];
  const asRunLog = openAsRunLog(data, { clock: systemClock });
  const desk = openDesk({
    clock: systemClock,
    settings: settingsStore(data),
    asRunLog,
    connection,
    openWay: openHttpConnection,
    launchService: (ports) => {
      const started = launch(ports);
      void started.ready.then(({ apps }) => tokens.push(...apps.map((app) => app.token)));
      return started;
    },
    accountFile: accountFile(join(data, 'service')),
    secrets: secretStore(data, { credentials: undefined, env, platform: process.platform }),
    deliver: (file) => {
      delivered.push(file);
      return Promise.resolve({ how: 'saved', file: file.name });
    },
    support: supportFacts({ version: '0', data, log }),
  });
  const close = async (): Promise<void> => {
    await desk.close();
    connection.close();
    await asRunLog.close();
  };
  return { desk, said, delivered, tokens, close };
}

/** What a screen was sent, every word of it, and what it shows now. */
async function watch(serve: (pipe: Pipe) => void) {
  const pipe = pipePair();
  const sent: string[] = [];
  serve({
    send(text) {
      sent.push(text);
      pipe.far.send(text);
    },
    onMessage: (handler) => pipe.far.onMessage(handler),
    onClose: (handler) => pipe.far.onClose(handler),
  });
  const screen = openLink(pipe.near, deskApi);
  const view: DeskView = await screen.call('watch', {});
  screen.on('changed', ({ subs, ...members }) => {
    Object.assign(view, members);
    Object.assign(view.subs, subs);
  });
  return { screen, sent, view };
}

async function contentOf({ name, content }: DeliveredFile): Promise<Place[]> {
  const parts: Buffer[] = [];
  for await (const part of content()) parts.push(Buffer.from(part as string));
  return handedOut(name, Buffer.concat(parts));
}

it('after a session with each kind of connection, no secret is in a file, in a log, in an export or on a screen', async () => {
  const app = await stand.bob.makeApp({ composition: stand.bob.small, outputs: ['Main'], shared: true });
  const { desk, said, delivered, tokens, close } = await openLoudDesk();
  const { screen, sent, view } = await watch((pipe) => desk.serve(pipe));
  const live = (kind: string) => view.apps.some((one) => one.kind === kind && one.connection.status === 'live');
  await expect.poll(() => live('embedded'), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => view.connections[0]?.hasSecret, { timeout: 10_000 }).toBe(true);

  const proxy = { use: 'none' as const, address: '', user: '', secret: null };
  const bare = { proxy, certificates: '', email: '', base: stand.url };
  const { held } = await screen.call('holdSecret', { secret: ada.password });
  const account = { ...bare, kind: 'account' as const, name: 'Ada', email: ada.email, secret: { held } };
  expect(await screen.call('testConnection', account)).toMatchObject({ works: true });
  const { id } = await screen.call('saveConnection', account);
  await expect
    .poll(() => view.connections.find((one) => one.id === id)?.apps?.length, { timeout: 10_000 })
    .toBeGreaterThan(0);
  const [first] = view.connections.find((one) => one.id === id)?.apps ?? [];
  await screen.call('chooseApps', { id, apps: [first!.id] });
  const pasted = await screen.call('pasteConnection', { text: `${stand.url}/apiv2/controlapps/${app.token}/control` });
  const byToken = { ...bare, kind: 'token' as const, name: 'Bob', secret: { held: pasted.held! } };
  await screen.call('saveConnection', byToken);
  await expect.poll(() => live('account') && live('token'), { timeout: 10_000 }).toBe(true);
  const wrong = await screen.call('holdSecret', { secret: bob.password });
  expect(await screen.call('testConnection', { ...account, secret: wrong })).toMatchObject({ works: false });

  for (const sub of Object.keys(view.subs)) {
    await screen.call('take', { id: sub, to: 'In', action: 'jump' }).catch(() => undefined);
  }
  await expect.poll(() => view.asRun.length).toBeGreaterThan(2);
  await screen.call('supportBundle', {});
  await close();

  const [token] = (await stand.ada.get('/apiv1/appinstances')).body as { access_token: string }[];
  const exported = (await Promise.all(delivered.map(contentOf))).flat();
  // The store of the service has tokens, because it has to check them.
  const files = filesUnder(data).filter(([name]) => !name.startsWith('service/'));
  const places: Place[] = [
    ...files,
    ['what the desk said', said.join('\n')],
    ['what a screen was sent', sent.join('\n')],
    ...exported,
  ];
  expect(files.map(([name]) => name)).toEqual(expect.arrayContaining(['settings.json', 'secrets.json']));
  expect(exported.length).toBeGreaterThan(3);
  const secrets = {
    passphrase,
    ada: ada.password,
    bob: bob.password,
    'token of bob': app.token,
    'token of this desk': tokens[0]!,
    'token of ada': token!.access_token,
  };
  expect(secretsIn(places, secrets)).toEqual([]);
  expect(filesUnder(join(data, 'service')).map(([name]) => name)).not.toContain('admin-password');
}, 90_000);
